"""Puts games in progress into a database: all five games, each at several moments in its middle.

The games are the recorded ones of `tests/replay`. Each moment is played once, order by order, and stored as the service
stores it, with the same snapshots; copies of it under other names are then made inside the database.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from meuse.journal import Journal, parse
from meuse.server import storage as schema
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.messages import SeatOrder, Seats
from meuse.server.migrate import migrate
from meuse.server.records import Setup
from meuse.server.storage import Storage, fingerprint

RECORDED = ("gdw1940", "france40-sickle-cut", "caseyellow-intelligence", "manstein", "planjaune")
MOMENTS = (0.3, 0.45, 0.6, 0.75)
"""How far through a game its copies stand."""


class Table(msgspec.Struct):
    """A match in the database, and the secrets of its seats by side."""

    id: str
    game: str
    seats: dict[str, str]


def fill(database: str, wanted: int) -> list[Table]:
    """So many matches in the database, evenly of all games and moments."""
    storage = Storage(database)
    migrate(storage.engine)
    try:
        places = len(RECORDED) * len(MOMENTS)
        counts = [len(range(place, wanted, places)) for place in range(places)]
        found = [_played(storage, name, counts[n :: len(RECORDED)]) for n, name in enumerate(RECORDED)]
        return [table for tables in found for table in tables]
    finally:
        storage.close()


def _played(storage: Storage, name: str, counts: list[int]) -> list[Table]:
    """A match that the service itself has stored, order by order, and so many copies of it as it passes each moment."""
    journal = _journal(name)
    house = House(storage, Hub())
    setup = Setup(journal.game, journal.scenario, journal.seed, dict(journal.options))
    seats = Seats(german=SeatOrder("here"), allied=SeatOrder("link"))
    match = house.open(house.found(setup, seats, (), chosen_seed=True).id)
    moments = {int(len(journal.lines) * share): count for share, count in zip(MOMENTS, counts, strict=True)}
    tables: list[Table] = []
    for number, line in enumerate(journal.lines[: max(moments)], start=1):
        house.record(match, "order", line.side, " ".join(line.order))
        if copies := moments.get(number):
            with storage.engine.begin() as db:
                tables += [_copied(db, match.id, journal.game) for _ in range(copies)]
    return tables


def _journal(name: str) -> Journal:
    path = Path(__file__).parents[1] / "tests" / "replay" / f"{name}.meuse"
    return parse(path.read_text(encoding="utf-8"))


def _copied(db: sa.Connection, pattern: str, game: str) -> Table:
    """The same match again, under another name and with secrets of its own."""
    table = Table(secrets.token_urlsafe(9), game, {side: secrets.token_urlsafe(24) for side in ("german", "allied")})
    _copy_rows(db, schema.matches, pattern, {"id": table.id})
    info = db.execute(sa.select(schema.matches.c.info).where(schema.matches.c.id == table.id)).scalar_one()
    renamed = msgspec.json.encode(msgspec.json.decode(info) | {"id": table.id}).decode()
    db.execute(sa.update(schema.matches).where(schema.matches.c.id == table.id).values(info=renamed))
    _copy_rows(db, schema.records, pattern, {"match_id": table.id})
    _copy_rows(db, schema.snapshots, pattern, {"match_id": table.id})
    for side, secret in table.seats.items():
        kind = "here" if side == "german" else "link"
        seat = {"match_id": table.id, "side": side, "kind": kind, "bot": "", "notes": ""}
        db.execute(sa.insert(schema.seats).values(secret=fingerprint(secret), **seat))
    return table


def _copy_rows(db: sa.Connection, table: sa.Table, pattern: str, changed: dict[str, Any]) -> None:
    """All rows of a match in one table again, with these columns changed."""
    key = table.c.id if "id" in changed else table.c.match_id
    columns = [sa.literal(changed[c.name]).label(c.name) if c.name in changed else c for c in table.columns]
    chosen = sa.select(*columns).where(key == pattern)
    db.execute(sa.insert(table).from_select([c.name for c in table.columns], chosen))
