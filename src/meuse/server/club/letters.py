"""Mail that says whose turn it is: for players with an address who want that, in games with days for a move."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.counters import SIDES, Side, SideWord
from meuse.server.club import matches
from meuse.server.club.club import Club
from meuse.server.club.mail import Allowance, Mailer
from meuse.server.club.messages import GamePace
from meuse.server.club.tables import accounts
from meuse.server.match import Match
from meuse.server.messages import MatchInfo

SELDOM = 3600.0
"""Seconds in which one letter about a game is enough: within a turn the question goes back and forth."""


class Letters:
    """Writes to whoever is asked and has no page open. Letters lead to the list of games: they hold no secret."""

    def __init__(self, club: Club, mailer: Mailer, address: str) -> None:
        self._club, self._mailer, self._address = club, mailer, address.rstrip("/")
        self._lately = Allowance(1, SELDOM)
        club.house.on_turn.append(self._on_turn)

    def _on_turn(self, match: Match, by: Side | None) -> None:
        """In the engine's thread."""
        info, present = match.info(), self._club.house.hub.present(match.id)
        for side in SIDES:
            if side is not by and side.word in info.asked and side.word not in present:
                self._club.run_later(self._write, info, side.word)

    def _write(self, db: Connection, info: MatchInfo, side: SideWord) -> None:
        """In the club's thread."""
        row = matches.row_of(db, info.id)
        if row is None or msgspec.json.decode(row.pace, type=GamePace).kind != "days":
            return
        wanted = sa.select(accounts.c.mail).where(accounts.c.player == getattr(row, side), accounts.c.notices)
        mail = db.execute(wanted).scalar_one_or_none()
        if mail and self._lately.take(f"{info.id} {side}"):
            text = f"It is your turn in {info.title}, turn {info.turn}:\n\n{self._address}/games\n\n"
            text += f"You can stop these letters on the page of your name:\n\n{self._address}/name\n"
            self._mailer.send(mail, f"Your turn: {info.title}", text)
