"""The second account of 1940: plain dicts and lists, worked out from the words of the book.

`ground` is the map and the charts, `board` the moment (with 3), `zones` 4 and 5, `limits` 13, 15, 17 and 18,
`movement` 6, `combat` 7, 10 and 12, `retreats` 7, `supply` 8, `arrivals` 11 and 14 to 16, `victory` 19. `history` and
`results` keep a record from order to order: territory, losses, disruption, air points, who has joined. `asking`,
`arriving`, `fighting` and `watching` put both accounts side by side. `looking` alone knows the engine.
"""

from oracle.gdw1940.looking import Gdw1940Account

ACCOUNT = Gdw1940Account()
"""What the frame asks."""
