"""Thousands of malformed requests to a running service.

PYTHONPATH=tests .venv/bin/python bench/server_noise.py [REQUESTS] [SEED]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import httpx

from kits.noise import Noise
from kits.visitors import Server, Visitor


def main(requests: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        server = Server(str(Path(folder) / "games.sqlite3"), log)
        server.start()
        with httpx.Client(base_url=server.address, timeout=120) as client:
            tables = [Visitor(client).start(game, seed="7") for game in ("skirmish", "gdw1940")]
            secrets = [player.secret for table in tables for player in table.players.values()]
            noise = Noise(seed, secrets, [table.id for table in tables])
            found: Counter[int] = Counter()
            for method, address, body, kind in noise.requests(requests):
                found[client.request(method, address, content=body, headers={"content-type": kind}).status_code] += 1
            alive = all(table.german.state["side"] == "german" for table in tables)
        server.kill()
        told = log.read_text(encoding="utf-8")
    leaks = sum(secret in told for secret in secrets)
    print(json.dumps({"answers": dict(sorted(found.items())), "alive": alive, "secrets_in_log": leaks}))
    sys.exit(1 if leaks or not alive or any(status >= 500 for status in found) else 0)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
