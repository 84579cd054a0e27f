"""Many games: simulation and statistics. Uses only the public API."""
