"""Who sits where by name. A key opens the seats of its player, on whatever device he shows it.

The secret of a seat is sealed with the key, which the service does not have while nobody shows it. So whoever reads the
database opens no seat, as before.
"""

from __future__ import annotations

import base64
import hashlib

import msgspec
import sqlalchemy as sa
from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy.engine import Connection

from meuse.counters import SideWord
from meuse.server import errors
from meuse.server.club.phrases import normal
from meuse.server.club.players import PlayerRow
from meuse.server.club.tables import players, sittings
from meuse.server.storage import StoredSeat, fingerprint, seats


class Sitting(msgspec.Struct, frozen=True):
    """A seat of a player. `given`: the club has given it to him, so that his key alone is his right to it."""

    match_id: str
    side: SideWord
    sealed: str
    given: bool
    current: str | None
    """The fingerprint of the secret that the seat has now."""


def take(db: Connection, player: PlayerRow, seat: StoredSeat, key: str, secret: str) -> None:
    """Whoever holds the secret of a seat has it by his name from now on; nobody takes it from another."""
    owner = player_at(db, seat.match_id, seat.side)
    if owner is not None and owner.id != player.id:
        raise errors.conflict("taken", f"This seat is {owner.name}'s.")
    values = {"sealed": seal(key, secret)}
    if owner is None:
        new = values | {"match_id": seat.match_id, "side": seat.side, "player": player.id, "given": False}
        db.execute(sa.insert(sittings).values(new))
    else:
        reseal(db, seat.match_id, seat.side, values["sealed"])


def give(db: Connection, match_id: str, side: SideWord, player: PlayerRow) -> None:
    """A seat of the club's own; its secret is made when the player first asks for it."""
    values = {"match_id": match_id, "side": side, "player": player.id, "sealed": "", "given": True}
    db.execute(sa.insert(sittings).values(values))


def reseal(db: Connection, match_id: str, side: SideWord, sealed: str) -> None:
    mine = (sittings.c.match_id == match_id, sittings.c.side == side)
    db.execute(sa.update(sittings).where(*mine).values(sealed=sealed))


def change_key(db: Connection, player: PlayerRow, old: str, new: str) -> None:
    """All that was sealed with the old key is sealed with the new one."""
    for one in of_player(db, player):
        if secret := opened(one, old):
            reseal(db, one.match_id, one.side, seal(new, secret))


def of_player(db: Connection, player: PlayerRow) -> list[Sitting]:
    both = sa.and_(seats.c.match_id == sittings.c.match_id, seats.c.side == sittings.c.side)
    query = sa.select(sittings, seats.c.secret.label("current")).join(seats, both)
    found = db.execute(query.where(sittings.c.player == player.id))
    return [Sitting(row.match_id, row.side, row.sealed, row.given, row.current) for row in found]


def player_at(db: Connection, match_id: str, side: str) -> PlayerRow | None:
    query = sa.select(players).join(sittings, sittings.c.player == players.c.id)
    found = db.execute(query.where(sittings.c.match_id == match_id, sittings.c.side == side)).one_or_none()
    return None if found is None else PlayerRow(**{n: getattr(found, n) for n in PlayerRow.__struct_fields__})


def opened(sitting: Sitting, key: str) -> str | None:
    """The secret of a seat, if the key opens it and it still is the seat's."""
    try:
        secret = _lock(key).decrypt(sitting.sealed.encode()).decode()
    except (InvalidToken, UnicodeError):
        return None
    return secret if fingerprint(secret) == sitting.current else None


def seal(key: str, secret: str) -> str:
    return _lock(key).encrypt(secret.encode()).decode()


def _lock(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"seats of {normal(key)}".encode()).digest()))
