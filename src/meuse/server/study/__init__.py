"""Learning and studying: lessons, problems, and what the rules say to an attempt."""
