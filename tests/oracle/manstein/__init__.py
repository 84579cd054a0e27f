"""The second account of Manstein's War: plain dicts and lists, worked out from the words of the book.

`chart` is the map and the charts, `board` the moment; `zones` 7 and 3.3, `supply` 15, `movement` 8 and 9, `journeys`
18, 20, 25 and 26, `limits` 5 and 6, `markers` 5, 25 and 27, `combat` 10, `results` 22, `retreats` 11 and 12,
`arrivals` 13, 14 and 16, `victory` 3. `looking` alone
alone knows the engine; `asking` and `fighting` compare what it hears with what the others say.
"""

from oracle.manstein.looking import MansteinAccount

ACCOUNT = MansteinAccount()
"""What the frame asks."""
