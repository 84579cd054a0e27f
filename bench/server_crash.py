"""Kills the service a hundred times at random moments during play, and looks whether anything was lost.

PYTHONPATH=tests .venv/bin/python bench/server_crash.py [KILLS] [GAME]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import httpx
import msgspec

from kits.crashes import CrashRun
from kits.visitors import Server, Visitor


def main(kills: int, game: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "games.sqlite3"), Path(folder) / "server.log")
        server.start()
        with httpx.Client(base_url=server.address, timeout=120) as client:
            run = CrashRun(server, client, Visitor(client).start(game, seed="7"), seed=1)
            for number in range(kills):
                run.kill_once()
                print(f"\r{number + 1} of {kills}, lost {len(run.report.lost)}", end="", flush=True)
        server.kill()
    print(f"\n{msgspec.json.encode(run.report).decode()}")
    sys.exit(1 if run.report.lost else 0)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2] if len(sys.argv) > 2 else "skirmish")
