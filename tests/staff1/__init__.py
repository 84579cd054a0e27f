"""`staff1`: the staff as it was before its second edition, frozen, to measure others against.

    PYTHONPATH=tests meuse ladder gdw1940 --bots staff,staff1 --with staff1

Importing it makes the bot known by its name. It is never mended; where a rule or an order of a game changes, its
pages follow so far that it can still play.
"""

from __future__ import annotations

import meuse
from staff1.staff import StaffBot

meuse.register("staff1", StaffBot)
