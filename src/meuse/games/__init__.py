"""The games, one folder each, by chapter of its book; `data` holds its map, counters and tables."""
