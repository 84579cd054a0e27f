"""`meuse serve` and `meuse play`: the service, and the service with a browser."""

from __future__ import annotations

import logging
import socket
import threading
import time
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

console = Console(stderr=True)

DATABASE = str(Path("~/.local/share/meuse/games.sqlite3"))
DatabaseOption = Annotated[
    str, typer.Option(envvar="MEUSE_DATABASE", help="a SQLite file, or the URL of a PostgreSQL database")
]
OwnBots = Annotated[
    list[str] | None, typer.Option("--with", help="a module to import first, which registers bots of your own")
]


def serve(
    host: str = "127.0.0.1",
    port: int = 8700,
    database: DatabaseOption = DATABASE,
    rate: Annotated[float, typer.Option(help="requests per second allowed to one address; 0 means any number")] = 50.0,
    own: OwnBots = None,
) -> None:
    """Run the service."""
    modules = _importable(own)
    with _listen(host, port) as listening:
        console.print(f"Meuse: http://{_shown(host)}:{listening.getsockname()[1]}/", highlight=False)
        _run(listening, database, rate, modules)


def play(
    port: Annotated[int, typer.Option(help="0 picks a free one")] = 0,
    database: DatabaseOption = DATABASE,
    browser: Annotated[bool, typer.Option(help="open the page in a browser")] = True,
    own: OwnBots = None,
) -> None:
    """Play in the browser: run the service on this machine and open its page."""
    modules = _importable(own)
    with _listen("127.0.0.1", port) as listening:
        chosen: int = listening.getsockname()[1]
        address = f"http://127.0.0.1:{chosen}/"
        console.print(f"Meuse: {address} (Ctrl+C ends it; games are kept)", highlight=False)
        if browser:
            threading.Thread(target=_open_when_ready, args=[chosen, address], daemon=True).start()
        _run(listening, database, 0.0, modules)


def _run(listening: socket.socket, database: str, rate: float, modules: tuple[str, ...]) -> None:
    import uvicorn

    from meuse.server.app import build
    from meuse.server.limits import Limits

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    config = uvicorn.Config(
        build(database, Limits(rate=rate), modules),
        access_log=False,  # addresses hold the secrets of seats
        log_level="warning",
        ws_max_size=4096,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _importable(modules: list[str] | None) -> tuple[str, ...]:
    """What was imported; raises ValueError for what cannot be."""
    for module in modules or ():
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            raise ValueError(f"--with {module}: {error}") from error
    return tuple(modules or ())


def _open_when_ready(port: int, address: str) -> None:
    """A page opened too early would only show that nobody answers."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    return listening


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
