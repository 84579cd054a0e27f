"""What is kept: the tables that the migrations make, and no secret in plain words."""

from __future__ import annotations

from threading import Barrier, Thread

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from litestar.testing import TestClient

from kits.visitors import Visitor, unlimited
from meuse.server.migrate import HEAD, migrate
from meuse.server.storage import Storage, metadata


def test_the_migrations_make_the_tables_that_the_program_uses(database: str) -> None:
    storage = Storage(database)
    migrate(storage.engine)
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection)

        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == HEAD
    storage.close()


def test_migrating_twice_does_nothing(database: str) -> None:
    storage = Storage(database)
    migrate(storage.engine)
    migrate(storage.engine)

    assert storage.setting("name", "value") == "value"
    assert storage.setting("name", "other") == "value"
    storage.close()


def test_a_match_is_the_same_after_a_restart(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(15)
        match.german.post("chat", text="Good night")
        match.german.post("draw")
        before = [match.german.state, match.allied.state, match.german.get("log").json()]
    with TestClient(unlimited(database)) as client:
        match.german.client = match.allied.client = client
        after = [match.german.state, match.allied.state, match.german.get("log").json()]

    assert after == before


def test_undone_orders_stay_undone_after_a_restart_and_their_records_are_kept(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "2")
        match.allied.order("bid", "0")
        match.german.order("move", "24ID", match.german.choices("move", "24ID")[0])
        before = match.german.post("undo", number=3).json()["state"]
    with TestClient(unlimited(database)) as client:
        match.german.client = client
        after = match.german.state
    storage = Storage(database)

    assert after == before
    assert [record.kind for record in storage.records(match.id)] == ["order", "order", "order", "undo"]
    storage.close()


def test_a_game_of_other_rules_without_a_snapshot_is_refused_without_telling_its_orders(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "2")
    storage = Storage(database)
    with storage.engine.begin() as connection:
        connection.execute(sa.text("UPDATE records SET body = 'bid 7'"))
        connection.execute(sa.text("DELETE FROM snapshots"))
    storage.close()
    with TestClient(unlimited(database)) as client:
        refused = client.get(f"/api/seats/{match.allied.secret}/state")

    assert refused.status_code == 409
    assert refused.json()["error"] == "other_rules"
    assert "bid" not in refused.text


def test_secrets_are_not_stored(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish")
    storage = Storage(database)
    with storage.engine.connect() as connection:
        stored = str(connection.execute(sa.text("SELECT * FROM seats")).all())
    storage.close()

    assert match.id in stored
    assert match.german.secret not in stored


def test_servers_may_start_together_on_an_empty_database(database: str) -> None:
    storages = [Storage(database) for _ in range(6)]
    start, failed = Barrier(len(storages)), []

    def begin(storage: Storage) -> None:
        start.wait()
        try:
            migrate(storage.engine)
            storage.setting("name", "value")
        except Exception as error:
            failed.append(error)

    threads = [Thread(target=begin, args=[storage]) for storage in storages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for storage in storages:
        storage.close()

    assert failed == []
