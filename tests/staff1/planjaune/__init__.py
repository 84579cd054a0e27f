"""`staff1` in `planjaune`."""
