"""`meuse serve` and `meuse play`: the service, and the service with a browser."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

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

Proxies = Annotated[
    list[str] | None,
    typer.Option(
        envvar="MEUSE_PROXY",
        help="the address or network of a reverse proxy, whose word about visitors' addresses is believed",
    ),
]

MetricsFrom = Annotated[
    list[str] | None,
    typer.Option(envvar="MEUSE_METRICS_FROM", help="an address or network that may read /metrics, beside this machine"),
]
Log = Annotated[
    Literal["json", "text"] | None, typer.Option(envvar="MEUSE_LOG", help="log every request, in this form")
]


def serve(
    host: str = "127.0.0.1",
    port: int = 8700,
    database: DatabaseOption = DATABASE,
    rate: Annotated[float, typer.Option(help="requests per second allowed to one address; 0 means any number")] = 50.0,
    own: OwnBots = None,
    proxy: Proxies = None,
    invitation: Annotated[
        str, typer.Option(envvar="MEUSE_INVITATION", help="a private server: the phrase that whoever joins must know")
    ] = "",
    metrics_from: MetricsFrom = None,
    log: Log = None,
    workers: Annotated[
        int, typer.Option(envvar="MEUSE_WORKERS", min=1, help="processes that share the matches among them")
    ] = 1,
    inside: Annotated[
        str,
        typer.Option(envvar="MEUSE_INSIDE", help="this machine's address, for servers on the same database elsewhere"),
    ] = "127.0.0.1",
    accounts: Annotated[
        bool, typer.Option(envvar="MEUSE_ACCOUNTS", help="ask players to sign in, with a passkey or a link by mail")
    ] = False,
    address: Annotated[
        str, typer.Option(envvar="MEUSE_ADDRESS", help="with --accounts: the server as players know it, https://...")
    ] = "",
    smtp: Annotated[
        str, typer.Option(envvar="MEUSE_SMTP", help="with --accounts: a mail server, smtp://user:password@host:587")
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="MEUSE_MAIL_FROM", help="with --accounts: the address that mail comes from")
    ] = "",
) -> None:
    """Run the service."""
    modules = _importable(own)
    signs_in = (address, smtp, mail_from) if accounts else None
    if accounts and not address:
        raise ValueError("--accounts needs --address: links in mails and passkeys lead to it")
    with _listen(host, port) as listening:
        console.print(f"Meuse: http://{_shown(host)}:{listening.getsockname()[1]}/", highlight=False)
        named = tuple(proxy or ()), tuple(metrics_from or ())
        wanted = _Wanted(database, rate, modules, invitation, *named, log, workers, inside, signs_in)
        if workers == 1:
            _run(listening, wanted)
        else:
            _run_workers(listening, wanted)


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
        _run(listening, _Wanted(database, 0.0, modules))


class _Wanted(NamedTuple):
    """A service as it was asked for."""

    database: str
    rate: float
    modules: tuple[str, ...]
    invitation: str = ""
    proxies: tuple[str, ...] = ()
    metrics_from: tuple[str, ...] = ()
    log: Literal["json", "text"] | None = None
    workers: int = 1
    inside: str = "127.0.0.1"
    signs_in: tuple[str, str, str] | None = None
    """By the address of the server, with a mail server and the sender of its mail."""


def _run_workers(listening: socket.socket, wanted: _Wanted) -> None:
    from meuse.server import logs
    from meuse.server.migrate import migrate
    from meuse.server.storage import Storage
    from meuse.server.workers import Workers

    logs.begin(wanted.log)
    storage = Storage(wanted.database)
    migrate(storage.engine)  # once, and what is wrong with the database is said once
    storage.close()
    Workers(wanted.workers, _run, listening, wanted).run()


def _run(listening: socket.socket, wanted: _Wanted) -> None:
    import uvicorn

    from meuse.server import logs
    from meuse.server.app import build
    from meuse.server.club.signing import SignInTerms
    from meuse.server.limits import Limits
    from meuse.server.serving import config

    logs.begin(wanted.log)
    app = build(
        wanted.database,
        Limits(rate=wanted.rate),
        wanted.modules,
        wanted.invitation,
        wanted.metrics_from,
        wanted.inside,
        wanted.workers,
        SignInTerms(*wanted.signs_in) if wanted.signs_in else None,
    )
    uvicorn.Server(config(app, wanted.proxies)).run(sockets=[listening])


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
    # asyncio sends small answers at once (TCP_NODELAY) only on sockets that say they are TCP
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    return listening


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
