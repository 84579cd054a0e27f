"""`meuse admin`: what whoever runs a server does with its matches and players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from meuse.cli_serve import DATABASE, DatabaseOption
from meuse.report import count

if TYPE_CHECKING:
    from meuse.server.storage import Storage

app = typer.Typer(no_args_is_help=True, help="Look after a server: its matches, its players, its backups.")
console = Console()

MatchArgument = Annotated[str, typer.Argument(help="the id of a match, as `meuse admin list` shows it")]
NameArgument = Annotated[str, typer.Argument(help="the name of a player")]
FileArgument = Annotated[Path, typer.Argument(help="a file")]


@app.command("list")
def list_(database: DatabaseOption = DATABASE) -> None:
    """List all matches, the most recently changed first."""
    import msgspec
    import sqlalchemy as sa

    from meuse.server.messages import MatchInfo
    from meuse.server.storage import matches

    table = Table(Column("match", no_wrap=True), "game", "German", "Allied", "turn", "state", "changed")
    with _opened(database) as storage, storage.engine.connect() as db:
        infos = [msgspec.json.decode(text, type=MatchInfo) for text in db.execute(sa.select(matches.c.info)).scalars()]
    for info in sorted(infos, key=lambda one: one.changed, reverse=True):
        names = [seat.bot or seat.name or seat.kind for seat in (info.seats["german"], info.seats["allied"])]
        state = "over" if info.over else f"asks {' and '.join(info.asked)}"
        table.add_row(info.id, info.title, *names, str(info.turn), state, info.changed[:16])
    console.print(table)


@app.command()
def players(database: DatabaseOption = DATABASE) -> None:
    """List all players by name."""
    from meuse.server.club.players import everybody

    table = Table("name", "since", "last seen", "")
    with _opened(database) as storage, storage.engine.connect() as db:
        for row in everybody(db):
            table.add_row(row.name, row.created[:10], row.seen[:10], "blocked" if row.blocked else row.bot and "bot")
    console.print(table)


@app.command()
def export(match: MatchArgument, file: FileArgument, database: DatabaseOption = DATABASE) -> None:
    """Export a match with its seats to a file, which another server can import."""
    from meuse.server import portable

    with _opened(database) as storage:
        console.print(f"{count(portable.export(storage.engine, match, file), 'row')} written to {file}", soft_wrap=True)


@app.command("import")
def import_(file: FileArgument, database: DatabaseOption = DATABASE) -> None:
    """Import a match from a file. The links of its seats stay the same."""
    from meuse.server import portable

    with _opened(database) as storage:
        console.print(f"{count(portable.bring_in(storage.engine, file), 'row')} read from {file}", soft_wrap=True)


@app.command()
def delete(match: MatchArgument, database: DatabaseOption = DATABASE) -> None:
    """Delete a match for good. Its result stays in the ratings."""
    with _opened(database) as storage:
        if storage.info(match) is None:
            raise ValueError(f"there is no match {match} in this database")
        storage.delete(match)
    console.print(f"{match} is deleted")


@app.command()
def block(name: NameArgument, database: DatabaseOption = DATABASE) -> None:
    """Block a name: its key opens nothing until it is unblocked."""
    _set_blocked(database, name, "blocked")


@app.command()
def unblock(name: NameArgument, database: DatabaseOption = DATABASE) -> None:
    """Let a name in again."""
    _set_blocked(database, name, "unblocked")


@app.command()
def backup(file: FileArgument, database: DatabaseOption = DATABASE) -> None:
    """Write the whole database to a file. The server can keep running."""
    from meuse.server import portable

    with _opened(database) as storage:
        console.print(f"{count(portable.backup(storage.engine, file), 'row')} written to {file}", soft_wrap=True)


@app.command()
def restore(file: FileArgument, database: DatabaseOption = DATABASE) -> None:
    """Fill a new database from a backup, of SQLite or PostgreSQL, whichever it came from."""
    from meuse.server import portable
    from meuse.server.migrate import migrate
    from meuse.server.storage import Storage

    storage = Storage(database)
    try:
        migrate(storage.engine)
        console.print(f"{count(portable.restore(storage.engine, file), 'row')} read from {file}", soft_wrap=True)
    finally:
        storage.close()


@contextmanager
def _opened(database: str) -> Iterator[Storage]:
    """A database that is there, brought up to date."""
    from meuse.server.migrate import migrate
    from meuse.server.storage import Storage

    if "://" not in database and not Path(database).expanduser().is_file():
        raise ValueError(f"there is no database {database}")
    storage = Storage(database)
    try:
        migrate(storage.engine)
        yield storage
    finally:
        storage.close()


def _set_blocked(database: str, name: str, what: str) -> None:
    import sqlalchemy as sa

    from meuse.server.club.players import folded
    from meuse.server.club.tables import players as table

    with _opened(database) as storage, storage.engine.begin() as db:
        change = sa.update(table).where(table.c.folded == folded(name)).values(blocked=what == "blocked")
        if not db.execute(change).rowcount:
            raise ValueError(f"this database has no player called {name}")
    console.print(f"{name} is {what}")
