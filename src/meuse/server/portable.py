"""Whole databases and single matches as files, the same from SQLite and PostgreSQL.

A file is compressed JSON, a row in each line, under a line that says what it is and which migration it belongs to. It
is read in one transaction, so a server may go on meanwhile: the file has the moment at which it was begun.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from meuse.server.club.tables import players
from meuse.server.migrate import HEAD
from meuse.server.storage import matches, records, seats, snapshots

OF_A_MATCH = (matches, seats, records, snapshots)
"""What is exported of a single match. Who sits there by name is known to its own server only."""

MOST_ROWS = 1000
"""Rows that are written to a database at a time."""

EVERYTHING = players.metadata
"""All tables, the club's among them."""

Kind = Literal["backup", "match"]


class Head(msgspec.Struct, frozen=True):
    """The first line of a file."""

    meuse: Kind
    migration: str


class Line(msgspec.Struct, frozen=True):
    """A row of a table."""

    table: str
    row: dict[str, Any]


class BadFile(ValueError):
    """A file that cannot be read here, with the reason."""


def backup(engine: Engine, path: Path) -> int:
    """Write the whole database to a file; returns the number of rows."""
    with moment(engine) as db:
        return _write(path, "backup", (line for table in EVERYTHING.sorted_tables for line in _rows(db, table)))


def restore(engine: Engine, path: Path) -> int:
    """Fill an empty database from a file; returns the number of rows."""
    with engine.begin() as db:
        if any(db.execute(sa.select(table).limit(1)).first() for table in EVERYTHING.sorted_tables):
            raise BadFile("the database is not empty: restore into a new one")
        return _read(db, path, "backup", {table.name: table for table in EVERYTHING.sorted_tables})


def export(engine: Engine, match_id: str, path: Path) -> int:
    """Write a match to a file; returns the number of rows."""
    with moment(engine) as db:
        if db.execute(sa.select(matches.c.id).where(matches.c.id == match_id)).first() is None:
            raise BadFile(f"there is no match {match_id} in this database")
        return _write(path, "match", (line for table in OF_A_MATCH for line in _rows(db, table, match_id)))


def bring_in(engine: Engine, path: Path) -> int:
    """Take a match in from a file; returns the number of rows."""
    try:
        with engine.begin() as db:
            return _read(db, path, "match", {table.name: table for table in OF_A_MATCH})
    except sa.exc.IntegrityError as error:
        raise BadFile("this match is in the database already") from error


@contextmanager
def moment(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as db:
            db.exec_driver_sql("BEGIN")  # the driver itself begins nothing for those who only read
            yield db
    else:
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as db:
            yield db


# -- helpers


def _rows(db: Connection, table: sa.Table, match_id: str = "") -> Iterator[Line]:
    query = sa.select(table)
    if match_id:
        query = query.where((table.c.id if table is matches else table.c.match_id) == match_id)
    for row in db.execute(query):
        yield Line(str(table.name), {str(name): value for name, value in row._mapping.items()})


def _write(path: Path, kind: Kind, lines: Iterator[Line]) -> int:
    """All or nothing: the file gets its name when it is whole. It holds keys, so only its owner may read it."""
    draft, written = path.with_name(path.name + ".part"), 0
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "wb") as raw, gzip.open(raw, "wb") as out:
        out.write(msgspec.json.encode(Head(kind, HEAD)) + b"\n")
        for line in lines:
            out.write(msgspec.json.encode(line) + b"\n")
            written += 1
    draft.replace(path)
    return written


def _read(db: Connection, path: Path, kind: Kind, known: dict[str, sa.Table]) -> int:
    waiting: dict[str, list[dict[str, Any]]] = {}
    read = 0
    for line in _lines(path, kind):
        if line.table not in known:
            raise BadFile(f"{path} has a table {line.table!r}, which does not belong in it")
        rows = waiting.setdefault(line.table, [])
        rows.append(line.row)
        read += 1
        if len(rows) >= MOST_ROWS:
            _insert(db, known, waiting)
    _insert(db, known, waiting)
    return read


def _insert(db: Connection, known: dict[str, sa.Table], waiting: dict[str, list[dict[str, Any]]]) -> None:
    """In the order of the file, in which a row follows those that it refers to."""
    for name, rows in waiting.items():
        if rows:
            db.execute(sa.insert(known[name]), rows)
    waiting.clear()


def _lines(path: Path, kind: Kind) -> Iterator[Line]:
    try:
        with gzip.open(path, "rb") as file:
            head = msgspec.json.decode(file.readline(), type=Head)
            if head.meuse != kind:
                raise BadFile(f"{path} holds a {head.meuse}, not a {kind}")
            if head.migration != HEAD:
                raise BadFile(f"{path} was written by another release (migration {head.migration}, here {HEAD})")
            for row in file:
                yield msgspec.json.decode(row, type=Line)
    except (gzip.BadGzipFile, EOFError, msgspec.DecodeError) as error:
        raise BadFile(f"{path} is not such a file, or is damaged") from error
