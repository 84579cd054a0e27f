"""`staff1` in `gdw1940`."""
