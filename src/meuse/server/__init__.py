"""The web service: games in progress, stored order by order, played through secret links.

`table` is one match in memory, `storage` what is kept of it, `house` brings the two together, `routes_*` are the doors.
"""
