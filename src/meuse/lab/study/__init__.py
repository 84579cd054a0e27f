"""Studies: many games by a plan, what they show in figures, and a report with maps."""
