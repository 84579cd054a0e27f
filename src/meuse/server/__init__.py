"""The web service: games in progress, stored order by order, played through secret links.

`live` is a game being played, in memory; `storage` is what is kept of it; `house` brings the two together. Its doors
are the `routes_*`.
"""
