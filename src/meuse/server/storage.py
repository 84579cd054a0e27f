"""What is kept of matches: who sits where, and the records, which are only ever added to.

SQLite in a file by default, PostgreSQL by URL, the same code. A transaction is on disk when it ends, so what has been
acknowledged survives a killed server. Secrets of seats are stored as fingerprints only.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from meuse.counters import SideWord
from meuse.server.messages import MatchInfo
from meuse.server.records import Mark, Record, Setup, Snapshot, unpacked
from meuse.server.webpush import Subscription

log = logging.getLogger("meuse.server")

AT_ONCE = "REPEATABLE READ"
"""So that PostgreSQL shows all tables as they stand at one moment."""

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("seed", sa.String(200), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("info", sa.Text, nullable=False),
    sa.Column("bot_due", sa.Boolean, nullable=False, index=True),
    sa.Column("rematch_of", sa.String(24), nullable=True, unique=True),
    sa.Column("verified", sa.String(16), nullable=True),
    sa.Column("tables", sa.Text, nullable=True),
    sa.Column("position", sa.Text, nullable=True),
)

positions = sa.Table(
    "positions",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(8), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("bot", sa.String(80), nullable=False),
    sa.Column("secret", sa.String(64), nullable=True, unique=True),
    sa.Column("notes", sa.Text, nullable=False),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("match_id", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("side", sa.String(8), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("match_id", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("records", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("orders", sa.Integer, nullable=False),
    sa.Column("before", sa.Integer, nullable=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("data", sa.String(64), nullable=False),
    sa.Column("release", sa.String(40), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("memo", sa.Text, nullable=True),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("match_id", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(8), primary_key=True),
    sa.Column("endpoint", sa.String(1000), primary_key=True),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("address", sa.String(120), nullable=False),
    sa.Column("beats", sa.Integer, nullable=False),
)
"""Who serves this database now (`peers/roster.py`)."""


class StoredSeat(msgspec.Struct, frozen=True):
    match_id: str
    side: SideWord
    kind: str
    bot: str
    secret: str | None = None
    """The fingerprint of the secret; None for a bot's seat, and for one that nobody has taken yet."""
    notes: str = ""


class NewRow(msgspec.Struct, frozen=True):
    """A match to be stored."""

    info: MatchInfo
    setup: Setup
    revision: int
    bot_due: bool
    rematch_of: str | None = None
    snapshots: tuple[Snapshot, ...] = ()
    verified: str = ""
    """The program by which the whole match has been played."""


class Sitting(msgspec.Struct, frozen=True):
    """A seat that a secret opens, and how many records its match has."""

    seat: StoredSeat
    records: int


class Stock(msgspec.Struct, frozen=True):
    """How much is stored."""

    matches: int
    orders: int


class StoredMatch(msgspec.Struct, frozen=True):
    """All that is stored of a match, in the order in which it came."""

    info: MatchInfo
    setup: Setup
    records: tuple[Record, ...]
    snapshots: tuple[Snapshot, ...]
    rematch: str
    """The match that follows this one; "" if there is none."""
    verified: str | None
    """The program by which the whole match was played last; "" if it did not agree, None if nobody knows."""


def fingerprint(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Storage:
    """The database. Used from one thread at a time."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._looking = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._reading = self._looking if self._is_sqlite else self.engine.execution_options(isolation_level=AT_ONCE)

    def close(self) -> None:
        self.engine.dispose()

    # -- for whoever runs the server; from any thread

    def answers(self) -> bool:
        """Whether the database is there; a connection that has ended meanwhile gets a second chance."""
        for _ in range(2):
            with suppress(sa.exc.SQLAlchemyError), self._look() as db:
                db.execute(sa.select(1))
                return True
        return False

    def stock(self) -> Stock:
        orders = sa.select(sa.func.count()).select_from(records).where(records.c.kind == "order")
        with self._look() as db:
            every = db.execute(sa.select(sa.func.count()).select_from(matches)).scalar_one()
            return Stock(every, db.execute(orders).scalar_one())

    # -- matches

    def create(self, row: NewRow, seated: Sequence[StoredSeat], played: Sequence[Record]) -> None:
        """Store a new match with the orders already given in it."""
        with self._transaction() as db:
            db.execute(sa.insert(matches).values(_match_values(row)))
            db.execute(sa.insert(seats), [msgspec.to_builtins(seat) for seat in seated])
            if played:
                db.execute(sa.insert(records), [_record_values(row.info.id, n, r) for n, r in enumerate(played)])
            if row.snapshots:
                db.execute(sa.insert(snapshots), [_snapshot_values(row.info.id, one) for one in row.snapshots])

    def append(
        self, start: int, added: Sequence[Record], info: MatchInfo, snapshot: Snapshot | None, *, bot_due: bool
    ) -> None:
        """Store records from number `start` on, and what anyone may now know of the match; perhaps a snapshot too.

        It is on disk when this returns.
        """
        with self._transaction() as db:
            if added:
                values = [_record_values(info.id, number, record) for number, record in enumerate(added, start=start)]
                db.execute(sa.insert(records), values)
            if snapshot is not None:
                db.execute(sa.insert(snapshots).values(_snapshot_values(info.id, snapshot)))
            changed = {"info": _text(info), "bot_due": bot_due}
            db.execute(sa.update(matches).where(matches.c.id == info.id).values(changed))

    def match(self, match_id: str) -> StoredMatch | None:
        """All that is stored of a match, as it stands at one moment."""
        taken = sa.select(records).where(records.c.match_id == match_id).order_by(records.c.number)
        kept = sa.select(snapshots).where(snapshots.c.match_id == match_id).order_by(snapshots.c.records)
        with self._moment() as db:
            row = db.execute(sa.select(matches).where(matches.c.id == match_id)).one_or_none()
            if row is None:
                return None
            return StoredMatch(
                msgspec.json.decode(row.info, type=MatchInfo),
                _setup(row),
                tuple(Record(one.kind, one.side, one.body, one.at) for one in db.execute(taken)),
                tuple(_snapshot(one) for one in db.execute(kept)),
                db.execute(sa.select(matches.c.id).where(matches.c.rematch_of == match_id)).scalar_one_or_none() or "",
                row.verified,
            )

    def keep_position(self, position_id: str, text: str, created: str) -> None:
        """Keep a position that is shared; the same one is kept once."""
        values = {"id": position_id, "text": text, "created": created}
        with self._transaction() as db:
            if db.execute(sa.select(positions.c.id).where(positions.c.id == position_id)).one_or_none() is None:
                db.execute(sa.insert(positions).values(values))

    def position(self, position_id: str) -> str | None:
        """The text of a position that was shared."""
        with self._transaction() as db:
            return db.execute(sa.select(positions.c.text).where(positions.c.id == position_id)).scalar_one_or_none()

    def set_verified(self, match_id: str, program: str) -> None:
        """Say by which program a match has been played from its beginning; "" where it did not agree."""
        with self._transaction() as db:
            db.execute(sa.update(matches).where(matches.c.id == match_id).values(verified=program))

    def setup(self, match_id: str) -> Setup | None:
        with self._transaction() as db:
            row = db.execute(sa.select(matches).where(matches.c.id == match_id)).one_or_none()
        return None if row is None else _setup(row)

    def info(self, match_id: str) -> MatchInfo | None:
        with self._transaction() as db:
            text = db.execute(sa.select(matches.c.info).where(matches.c.id == match_id)).scalar_one_or_none()
        return None if text is None else msgspec.json.decode(text, type=MatchInfo)

    def count(self, match_id: str) -> int | None:
        """How many records a match has; None if there is no such match."""
        with self._look() as db:
            return db.execute(_COUNTED, {"asked": match_id}).scalar_one_or_none()

    def records(self, match_id: str, start: int = 0) -> list[Record]:
        """The records from number `start` on."""
        mine = (records.c.match_id == match_id, records.c.number >= start)
        query = sa.select(records).where(*mine).order_by(records.c.number)
        with self._transaction() as db:
            return [Record(row.kind, row.side, row.body, row.at) for row in db.execute(query)]

    def snapshots(self, match_id: str) -> list[Snapshot]:
        """In the order in which they were taken."""
        query = sa.select(snapshots).where(snapshots.c.match_id == match_id).order_by(snapshots.c.records)
        with self._transaction() as db:
            return [_snapshot(row) for row in db.execute(query)]

    def bots_due(self) -> list[str]:
        """The matches in which a bot is to move."""
        query = sa.select(matches.c.id).where(matches.c.bot_due).order_by(matches.c.created)
        with self._transaction() as db:
            return list(db.execute(query).scalars())

    def rematch(self, match_id: str) -> str | None:
        query = sa.select(matches.c.id).where(matches.c.rematch_of == match_id)
        with self._transaction() as db:
            return db.execute(query).scalar_one_or_none()

    def delete(self, match_id: str) -> None:
        with self._transaction() as db:
            for table in (subscriptions, snapshots, records, seats):
                db.execute(sa.delete(table).where(table.c.match_id == match_id))
            db.execute(sa.delete(matches).where(matches.c.id == match_id))

    # -- seats

    def seat(self, secret: str) -> StoredSeat | None:
        """The seat that a secret opens."""
        with self._transaction() as db:
            row = db.execute(sa.select(seats).where(seats.c.secret == fingerprint(secret))).one_or_none()
        return None if row is None else _seat(row)

    def sitting(self, secret: str) -> Sitting | None:
        """The seat that a secret opens now, and how far its match is: what somebody knew before may no longer be so."""
        with self._look() as db:
            row = db.execute(_SITTING, {"asked": fingerprint(secret)}).one_or_none()
        return None if row is None else Sitting(_seat(row), row.records)

    def seats(self, secrets: Sequence[str]) -> dict[str, tuple[StoredSeat, MatchInfo | None]]:
        """The seats that these secrets open, in one query, each with its match; None for one that cannot be read."""
        asked = {fingerprint(secret): secret for secret in secrets}
        query = sa.select(seats, matches.c.info).join(matches, matches.c.id == seats.c.match_id)
        with self._transaction() as db:
            rows = db.execute(query.where(seats.c.secret.in_(asked))).all()
        return {asked[row.secret]: (_seat(row), _readable(row.info)) for row in rows}

    def seat_at(self, match_id: str, side: str) -> StoredSeat | None:
        query = sa.select(seats).where(seats.c.match_id == match_id, seats.c.side == side)
        with self._transaction() as db:
            row = db.execute(query).one_or_none()
        return None if row is None else _seat(row)

    def set_secret(self, match_id: str, side: str, secret: str) -> None:
        """Give a seat a new secret. Browsers that heard of its turns may be somebody else's: they hear no more."""
        mine = (subscriptions.c.match_id == match_id, subscriptions.c.side == side)
        with self._transaction() as db:
            db.execute(sa.delete(subscriptions).where(*mine))
        self._change_seat(match_id, side, {"secret": fingerprint(secret)})

    def set_notes(self, match_id: str, side: str, notes: str) -> None:
        self._change_seat(match_id, side, {"notes": notes})

    def _change_seat(self, match_id: str, side: str, values: dict[str, str]) -> None:
        with self._transaction() as db:
            db.execute(sa.update(seats).where(seats.c.match_id == match_id, seats.c.side == side).values(values))

    # -- notices

    def subscriptions(self, match_id: str, side: str) -> list[Subscription]:
        query = sa.select(subscriptions).where(subscriptions.c.match_id == match_id, subscriptions.c.side == side)
        with self._transaction() as db:
            return [Subscription(row.endpoint, row.p256dh, row.auth) for row in db.execute(query)]

    def subscribe(self, match_id: str, side: str, wanted: Subscription) -> None:
        self.unsubscribe(match_id, side, wanted.endpoint)
        with self._transaction() as db:
            values = {"match_id": match_id, "side": side, **msgspec.to_builtins(wanted)}
            db.execute(sa.insert(subscriptions).values(values))

    def unsubscribe(self, match_id: str, side: str, endpoint: str) -> None:
        mine = (subscriptions.c.match_id == match_id, subscriptions.c.side == side)
        with self._transaction() as db:
            db.execute(sa.delete(subscriptions).where(*mine, subscriptions.c.endpoint == endpoint))

    # -- settings

    def setting(self, name: str, default: str) -> str:
        """A value kept for good; `default` is stored when it is first asked for."""
        query = sa.select(settings.c.value).where(settings.c.name == name)
        with self._transaction() as db:
            found = db.execute(query).scalar_one_or_none()
        if found is None:
            with suppress(sa.exc.IntegrityError), self._transaction() as db:  # another server may be quicker
                db.execute(sa.insert(settings).values(name=name, value=default))
            with self._transaction() as db:
                found = db.execute(query).scalar_one()
        return str(found)

    @contextmanager
    def _look(self) -> Iterator[Connection]:
        """For one query, which needs no transaction."""
        with self._looking.connect() as db:
            yield db

    @contextmanager
    def _moment(self) -> Iterator[Connection]:
        """For several queries that are to see the same, while another server writes."""
        with self._reading.connect() as db:
            if self._is_sqlite:
                db.exec_driver_sql("BEGIN")  # its driver would begin only before the first change
            try:
                yield db
            finally:
                if self._is_sqlite:
                    db.exec_driver_sql("COMMIT")

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self.engine.begin() as db:
            yield db


def database_url(given: str) -> str:
    """A database as people name it: a file, or a URL."""
    if "://" not in given:
        path = Path(given).expanduser().resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path}"
    for short in ("postgres://", "postgresql://"):
        if given.startswith(short):
            return "postgresql+psycopg://" + given.removeprefix(short)
    return given


def _engine(url: str) -> Engine:
    engine = sa.create_engine(database_url(url))
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _careful_sqlite)
    return engine


def _careful_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for writers, and a finished transaction is on disk, not only with the operating system."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")  # first: another server may be opening the same file
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _count(match_id: sa.Column[str]) -> sa.ScalarSelect[int]:
    """Of each row's match; records are numbered from 0 and never deleted alone."""
    last = sa.func.coalesce(sa.func.max(records.c.number), -1)
    return sa.select(last + 1).where(records.c.match_id == match_id).correlate(match_id.table).scalar_subquery()


_SITTING = sa.select(seats, _count(seats.c.match_id).label("records")).where(seats.c.secret == sa.bindparam("asked"))
_COUNTED = sa.select(_count(matches.c.id)).where(matches.c.id == sa.bindparam("asked"))
"""Asked with every request, so they are put together only once."""


def _seat(row: sa.Row[Any]) -> StoredSeat:
    return StoredSeat(**{name: getattr(row, name) for name in StoredSeat.__struct_fields__})


def _readable(text: str) -> MatchInfo | None:
    """What anyone may know of a match, if it has not been damaged."""
    try:
        return msgspec.json.decode(text, type=MatchInfo)
    except msgspec.MsgspecError as error:
        log.error("a match cannot be listed, its row is damaged: %s", type(error).__name__)
        return None


def _match_values(row: NewRow) -> dict[str, Any]:
    info, setup = row.info, row.setup
    return {
        "id": info.id,
        "game": setup.game,
        "scenario": setup.scenario,
        "seed": setup.seed,
        "options": _text(setup.options),
        "created": info.created,
        "revision": row.revision,
        "info": _text(info),
        "bot_due": row.bot_due,
        "rematch_of": row.rematch_of,
        "verified": row.verified or None,
        "tables": _text(setup.tables) if setup.tables else None,
        "position": setup.position or None,
    }


def _setup(row: sa.Row[Any]) -> Setup:
    tables = msgspec.json.decode(row.tables) if row.tables else {}
    return Setup(row.game, row.scenario, row.seed, msgspec.json.decode(row.options), tables, row.position or "")


def _record_values(match_id: str, number: int, record: Record) -> dict[str, Any]:
    return {"match_id": match_id, "number": number, **msgspec.to_builtins(record)}


def _snapshot_values(match_id: str, snapshot: Snapshot) -> dict[str, Any]:
    facts = msgspec.to_builtins(snapshot.mark)
    return {"match_id": match_id, **facts, "state": snapshot.state, "told": snapshot.told, "memo": snapshot.memo}


def _snapshot(row: sa.Row[Any]) -> Snapshot:
    mark = Mark(**{name: getattr(row, name) for name in Mark.__struct_fields__})
    unpacked(row.told)  # what is damaged is to be noticed before anybody plays on
    return Snapshot(mark, row.state, row.told, row.memo)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
