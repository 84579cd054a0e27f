"""Matches whose stored rows are damaged: they are refused, both players are told why, and nothing is changed."""

from __future__ import annotations

import logging

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.visitors import HostedMatch, Visitor, unlimited
from meuse.server.storage import Storage

DAMAGES = {
    "an order": "UPDATE records SET body = 'bid 7' WHERE number = 0",
    "a lost order": "DELETE FROM records WHERE number = 5",
    "a fingerprint": "UPDATE snapshots SET digest = '0123456789abcdef' WHERE orders > 0",
    "what is told": "UPDATE snapshots SET told = 'eJx' WHERE orders > 0",
    "the seed": "UPDATE matches SET seed = 'another'",
}


def rows(database: str) -> list[tuple[object, ...]]:
    storage = Storage(database)
    with storage.engine.connect() as db:
        found = [
            tuple(row) for table in ("records", "snapshots") for row in db.execute(sa.text(f"SELECT * FROM {table}"))
        ]
    storage.close()
    return found


def damage(database: str, statement: str) -> None:
    storage = Storage(database)
    with storage.engine.begin() as db:
        db.execute(sa.text(statement))
    storage.close()


def finished(database: str) -> HostedMatch:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play_out()
    return match


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", DAMAGES)
def test_damage_is_not_taken_for_changed_rules(database: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    match = finished(database)
    damage(database, DAMAGES[kind])
    before = rows(database)
    with TestClient(unlimited(database)) as client, caplog.at_level(logging.ERROR):
        answers = [client.get(f"/api/seats/{player.secret}/state") for player in match.players.values()]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert [answer.json()["error"] for answer in answers] == ["damaged", "damaged"]
    assert "backup" in answers[0].json()["text"]
    assert match.id in caplog.text
    assert rows(database) == before
