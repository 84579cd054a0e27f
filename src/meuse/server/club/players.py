"""Players by name. A name belongs to whoever holds its key; the service keeps a fingerprint of the key and no more."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from meuse.server import errors
from meuse.server.club.phrases import new_phrase, normal
from meuse.server.club.tables import players
from meuse.server.house import now
from meuse.server.storage import fingerprint
from meuse.server.talk import in_one_line

MOST_PLAYERS = 100_000


class PlayerRow(msgspec.Struct, frozen=True):
    """A player as stored; `bot` is "" for a person."""

    id: str
    name: str
    bot: str = ""
    created: str = ""
    seen: str = ""
    blocked: bool = False


def folded(name: str) -> str:
    """What two names have in common that a reader would take for one."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain if c.isalnum()).casefold()[:160]


def called(name: str) -> str:
    """A name as it may be used; raises ServiceError."""
    found = in_one_line(name)
    if not folded(found):
        raise errors.bad_request("A name needs at least one letter or digit.")
    return found


def register(db: Connection, name: str, bots: Sequence[str]) -> tuple[PlayerRow, str]:
    """A new player, and his key, which is told this once."""
    wanted, key = called(name), new_phrase()
    _must_not_be_a_bots(wanted, bots)
    if db.execute(sa.select(sa.func.count()).select_from(players)).scalar_one() >= MOST_PLAYERS:
        raise errors.conflict("too_many", "This server has room for no more players.")
    row = PlayerRow(secrets.token_hex(6), wanted, created=now(), seen=now())
    _insert(db, row, fingerprint(key))
    return row, key


def must_be_free(db: Connection, name: str, bots: Sequence[str]) -> None:
    """Raises ServiceError for a name that nobody new may have."""
    wanted = called(name)
    _must_not_be_a_bots(wanted, bots)
    if by_name(db, wanted) is not None:
        raise _taken(wanted)


def bot_player(db: Connection, bot: str, thinks: str) -> PlayerRow:
    """The player that a bot is, for its results; one that searches is another one for every time it is given."""
    known = f"{bot}:{thinks}" if thinks else bot
    found = db.execute(sa.select(players).where(players.c.bot == known)).one_or_none()
    if found is not None:
        return _row(found)
    name = f"{bot.capitalize()} ({thinks})" if thinks else bot.capitalize()
    row = PlayerRow(secrets.token_hex(6), name, known, now(), now())
    _insert(db, row, None)
    return row


def by_key(db: Connection, key: str) -> PlayerRow | None:
    """Whoever holds a key."""
    found = db.execute(sa.select(players).where(players.c.key == fingerprint(normal(key)))).one_or_none()
    return None if found is None else _row(found)


def by_id(db: Connection, player_id: str) -> PlayerRow | None:
    found = db.execute(sa.select(players).where(players.c.id == player_id)).one_or_none()
    return None if found is None else _row(found)


def by_name(db: Connection, name: str) -> PlayerRow | None:
    found = db.execute(sa.select(players).where(players.c.folded == folded(name))).one_or_none()
    return None if found is None else _row(found)


def everybody(db: Connection) -> list[PlayerRow]:
    return [_row(found) for found in db.execute(sa.select(players).order_by(players.c.folded))]


def rename(db: Connection, player: PlayerRow, name: str, bots: Sequence[str]) -> PlayerRow:
    wanted = called(name)
    _must_not_be_a_bots(wanted, bots)
    _change(db, player, {"name": wanted, "folded": folded(wanted)}, wanted)
    return msgspec.structs.replace(player, name=wanted)


def new_key(db: Connection, player: PlayerRow) -> str:
    """Another key; the old one opens nothing any more."""
    key = new_phrase()
    _change(db, player, {"key": fingerprint(key)}, player.name)
    return key


def set_seen(db: Connection, player: PlayerRow) -> None:
    db.execute(sa.update(players).where(players.c.id == player.id).values(seen=now()))


def _must_not_be_a_bots(name: str, bots: Sequence[str]) -> None:
    if folded(name) in {folded(bot) for bot in bots}:
        raise errors.conflict("taken", f"{name} is the name of a bot. Choose another one.")


def _insert(db: Connection, row: PlayerRow, key: str | None) -> None:
    values = msgspec.to_builtins(row) | {"folded": folded(row.name), "key": key}
    try:
        db.execute(sa.insert(players).values(values))
    except IntegrityError as error:
        raise _taken(row.name) from error


def _change(db: Connection, player: PlayerRow, values: dict[str, str], name: str) -> None:
    try:
        db.execute(sa.update(players).where(players.c.id == player.id).values(values))
    except IntegrityError as error:
        raise _taken(name) from error


def _taken(name: str) -> errors.ServiceError:
    return errors.conflict("taken", f"Somebody here is called {name} already. Choose another name.")


def _row(found: sa.Row[tuple[object, ...]]) -> PlayerRow:
    return PlayerRow(**{name: getattr(found, name) for name in PlayerRow.__struct_fields__})
