"""The second account of Plan Jaune: plain dicts and lists, worked out from the words of the book.

`ground` is the map and the charts, `board` the moment; `zones` 4 and 1f, `limits` 11.12 and 12, `movement` 5, 7 and
11.1, `supply` 8, `combat` 6 and 11.3 to 11.6, `retreats` 6.3, `victory` 11.13, `phases` the phases between.
`asking` and `fighting` put the questions, `answers` is the voice they hear. `looking` alone knows the engine.
"""

from oracle.planjaune.looking import PlanJauneAccount

ACCOUNT = PlanJauneAccount()
"""What the frame asks."""
