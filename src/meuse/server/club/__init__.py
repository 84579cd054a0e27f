"""A club on a server: names with keys, a lobby, games against each other with a pace, ratings and tournaments.

It uses the house as anybody does, and keeps tables of its own. A match knows nothing of it.
"""
