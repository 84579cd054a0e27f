"""`staff1` in `france40`."""
