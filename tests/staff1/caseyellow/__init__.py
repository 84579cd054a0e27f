"""`staff1` in `caseyellow`."""
