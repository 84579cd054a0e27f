"""`staff1` in `skirmish`."""
