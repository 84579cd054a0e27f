"""The second account of 1940: plain dicts and lists, worked out from the words of the book.

`ground` is the map and the charts, `board` the moment; `zones` 4 and 5, `limits` 13 and 17, `movement` 6. `looking`
alone knows the engine.
"""

from oracle.gdw1940.looking import Gdw1940Account

ACCOUNT = Gdw1940Account()
"""What the frame asks."""
