"""Who serves a database, as the database knows it, and where everything has its home.

Each server has a row. While there are others, it counts the row up every second; one whose count stands still has died.
Nobody compares clocks. Every match has its home at one of the servers that live: each reckons out the same one for
itself, so nothing has to be stored for a match, and when a server dies only the matches that it kept move.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.server.storage import servers

PATIENCE = 6
"""Looks after which a server whose count stands still is taken for dead."""


class Peer(msgspec.Struct, frozen=True):
    """A server, and the address at which the others reach it."""

    id: str
    address: str


class Roster:
    """The servers that live, as one of them sees it."""

    def __init__(self, me: Peer) -> None:
        self.me = me
        self.peers: tuple[Peer, ...] = (me,)
        self._beats: dict[str, tuple[int, int]] = {}
        """Of each other server the last count, and at how many looks it was the same."""

    def join(self, db: Connection) -> None:
        db.execute(sa.insert(servers).values(id=self.me.id, address=self.me.address, beats=0))

    def leave(self, db: Connection) -> None:
        db.execute(sa.delete(servers).where(servers.c.id == self.me.id))

    def look(self, db: Connection) -> bool:
        """See who is there, and let the others see that this one lives; whether anything has changed."""
        before = self.peers
        rows = db.execute(sa.select(servers).order_by(servers.c.id)).all()
        others = [row for row in rows if row.id != self.me.id]
        if len(others) == len(rows):
            self.join(db)  # the others have taken it for dead, while its machine stood still
        elif others:
            db.execute(sa.update(servers).where(servers.c.id == self.me.id).values(beats=servers.c.beats + 1))
        self._count(others)
        for row in others:
            if self._beats[row.id][1] >= PATIENCE:
                self.strike(db, Peer(row.id, row.address))
        living = (Peer(row.id, row.address) for row in others if self._beats[row.id][1] < PATIENCE)
        self.peers = tuple(sorted((self.me, *living), key=lambda peer: peer.id))
        return self.peers != before

    def strike(self, db: Connection, peer: Peer) -> None:
        """Say that a server has died."""
        db.execute(sa.delete(servers).where(servers.c.id == peer.id))

    def without(self, peer: Peer) -> None:
        """Know at once, before the next look, that a server has died."""
        self.peers = tuple(one for one in self.peers if one != peer)

    def home(self, key: str) -> Peer:
        return home(key, self.peers)

    def _count(self, others: Sequence[sa.Row[tuple[str, str, int]]]) -> None:
        known = {row.id: self._beats.get(row.id, (-1, 0)) for row in others}
        self._beats = {
            row.id: (row.beats, known[row.id][1] + 1 if known[row.id][0] == row.beats else 0) for row in others
        }


def home(key: str, peers: Sequence[Peer]) -> Peer:
    """Which of some servers keeps something.

    Each weighs every key otherwise, and the heaviest has it. So when one is gone, whatever the others keep stays.
    """
    return max(peers, key=lambda peer: hashlib.sha256(f"{peer.id} {key}".encode()).digest())
