"""`staff1` in `manstein`."""
