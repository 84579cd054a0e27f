"""What happens when the time of a side is up: the opponent claims the game, or a bot takes over."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.engine import Connection

from meuse.counters import Side
from meuse.opponents import USUAL
from meuse.server import errors
from meuse.server.club import matches, times
from meuse.server.club.club import Caller, Club
from meuse.server.club.times import Late
from meuse.server.house import House, now
from meuse.server.messages import SeatInfo
from meuse.server.opponents import Opponents
from meuse.server.peers.peers import Peers
from meuse.server.reference import bots_of


async def claim(club: Club, caller: Caller, match_id: str) -> None:
    """Win a game whose other player has let his time run out; raises ServiceError."""
    late, name = await club.ask(_claimed, match_id, caller)
    await club.house.ask(_forfeit, club.house, late, name)


async def take_over(club: Club, opponents: Opponents, peers: Peers) -> None:
    """Bots take over where that was agreed on, in matches that this server keeps."""
    for late in await club.ask(times.late, datetime.now(UTC)):
        if late.lapse == "bot" and peers.is_home(late.match_id):
            verdict = await club.house.ask(_relieve, club.house, late)
            if verdict:
                await club.ask(matches.finish, late.match_id, _lost(late), verdict, now())
                opponents.call(late.match_id)


# -- in the club's thread


def _claimed(db: Connection, match_id: str, caller: Caller) -> tuple[Late, str]:
    row = matches.row_of(db, match_id)
    if row is None or caller.player.id not in (row.german, row.allied):
        raise errors.no_match()
    late = [one for one in times.late_in(db, row, datetime.now(UTC)) if one.player != caller.player.id]
    if not late:
        raise errors.conflict("in_time", "The other player still has time.")
    return late[0], caller.player.name


def _lost(late: Late) -> float:
    return 0.0 if late.side == "german" else 1.0


# -- in the engine's thread


def _forfeit(house: House, late: Late, winner: str) -> None:
    match, side = house.open(late.match_id), Side.of(late.side)
    if late.side not in match.info().asked:
        raise errors.conflict("in_time", "The other player has just moved.")
    text = f"{late.name} ({side.title}) has run out of time. {winner} ({side.enemy.title}) wins."
    house.record(match, "resign", side, text)
    house.tell_change(match, side)


def _relieve(house: House, late: Late) -> str:
    """A bot sits down at the seat; what the others are told, or "" if the player has moved, or one sits there."""
    match, side = house.open(late.match_id), Side.of(late.side)
    if late.side not in match.info().asked or match.seats[late.side].kind == "bot":
        return ""
    bot = USUAL if USUAL in bots_of(match.live.setup.game) else "random"
    match.seats[late.side] = SeatInfo("bot", bot)
    text = f"{late.name} ({side.title}) has run out of time and loses the game. {bot.capitalize()} plays on."
    house.record(match, "relief", side, text)
    house.tell_change(match, side)
    return text
