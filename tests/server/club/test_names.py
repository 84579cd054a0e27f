"""Names without accounts: a name is said once, and belongs to whoever shows its key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.members import Member
from kits.visitors import HERE, LINK, Visitor
from meuse.server.app import build
from meuse.server.club.phrases import new_phrase, normal
from meuse.server.limits import Limits
from meuse.server.storage import Storage

NUMBERS = count()


def member(service: Visitor, name: str = "Anna") -> Member:
    """Someone whose name nobody here has yet: the tests share a service."""
    return Member(service.client, f"{name} N{next(NUMBERS)}")


@pytest.fixture
def private(tmp_path: Path) -> Iterator[Visitor]:
    """A service of people who know a phrase."""
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0), (), "three rivers")) as client:
        yield Visitor(client)


# -- names and keys


def test_a_name_is_known_by_its_key(service: Visitor) -> None:
    anna = member(service)

    assert anna.get("me").json()["name"] == anna.name
    assert len(anna.key.split()) == 7


def test_a_phrase_may_be_typed_in_any_way(service: Visitor) -> None:
    anna = member(service)
    anna.key = "  " + anna.key.upper().replace(" ", "-") + "\n"

    assert normal(anna.key) == normal(anna.key.lower())
    assert service.client.get("/api/club/me", headers={"authorization": anna.key.strip()}).json()["name"] == anna.name


def test_two_keys_are_never_the_same() -> None:
    assert len({new_phrase() for _ in range(1000)}) == 1000


def test_without_a_key_nobody_is_known(service: Visitor) -> None:
    assert service.client.get("/api/club/me").json()["error"] == "no_key"
    answer = service.client.get("/api/club/me", headers={"authorization": "Bearer babab babab"})
    assert (answer.status_code, answer.json()["error"]) == (401, "no_key")


@pytest.mark.parametrize("other", ["{}", " {}! ", "{} ".upper()])
def test_two_players_have_two_names(service: Visitor, other: str) -> None:
    anna = member(service)
    answer = service.client.post("/api/club/players", json={"name": other.format(anna.name.replace("A", "Á"))})

    assert (answer.status_code, answer.json()["error"]) == (409, "taken")


@pytest.mark.parametrize("name", ["", "  ", "!?", "\u200b", "x" * 41])
def test_a_name_must_be_one(service: Visitor, name: str) -> None:
    assert service.client.post("/api/club/players", json={"name": name}).json()["error"] == "bad_request"


def test_nobody_is_called_like_a_bot(service: Visitor) -> None:
    assert service.client.post("/api/club/players", json={"name": "STAFF"}).json()["error"] == "taken"
    assert member(service).post("me/name", name="Cadet").json()["error"] == "taken"


def test_a_name_can_be_changed_for_a_free_one(service: Visitor) -> None:
    anna, bert = member(service), member(service, "Bert")

    assert anna.post("me/name", name=bert.name).json()["error"] == "taken"
    assert anna.post("me/name", name=f"{anna.name} II").json()["name"] == f"{anna.name} II"


def test_only_a_fingerprint_of_a_key_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with TestClient(build(str(path), Limits(rate=0))) as client:
        anna = Member(client, "Anna")
        match = Visitor(client).start()
        anna.take(match.german)
    stored = path.read_bytes()

    assert b"Anna" in stored
    assert anna.key.encode() not in stored
    assert match.german.secret.encode() not in stored


# -- seats by name


def test_who_takes_a_seat_is_called_by_his_name_there(service: Visitor) -> None:
    anna, match = member(service), service.start("skirmish", HERE, LINK)
    anna.take(match.german)

    assert match.allied.state["match"]["seats"]["german"]["name"] == anna.name


def test_nobody_takes_anothers_seat(service: Visitor) -> None:
    anna, bert, match = member(service), member(service, "Bert"), service.start("skirmish", HERE, LINK)
    anna.take(match.german)
    answer = bert.take(match.german)

    assert (answer.status_code, answer.json()["error"]) == (409, "taken")
    assert match.german.state["match"]["seats"]["german"]["name"] == anna.name


def test_nobody_is_called_by_anothers_name(service: Visitor) -> None:
    anna, match = member(service), service.start("skirmish", HERE, LINK)

    assert match.allied.post("name", name=anna.name.lower()).json()["error"] == "taken"
    assert match.allied.post("name", name="Bert").status_code == 200


def test_a_seat_by_name_keeps_that_name(service: Visitor) -> None:
    anna, match = member(service), service.start("skirmish", HERE, LINK)
    anna.take(match.german)

    assert match.german.post("name", name="Bert").json()["error"] == "taken"
    assert match.german.post("name", name=anna.name).status_code == 200


def test_a_seat_that_is_none_cannot_be_taken(service: Visitor) -> None:
    assert member(service).post("seats", secret="nothing").json()["error"] == "unknown_seat"


# -- another key


def test_another_key_shuts_out_the_old_one(service: Visitor) -> None:
    anna = member(service)
    old, anna.key = anna.key, anna.post("me/key").json()["key"]

    assert anna.get("me").json()["name"] == anna.name
    assert service.client.get("/api/club/me", headers={"authorization": f"Bearer {old}"}).status_code == 401


# -- a private server


def test_a_private_server_asks_for_its_phrase(private: Visitor) -> None:
    assert private.client.get("/api/club").json()["private"] is True
    answer = private.client.post("/api/club/players", json={"name": "Anna", "invitation": "two rivers"})
    assert (answer.status_code, answer.json()["error"]) == (403, "not_invited")
    assert Member(private.client, "Anna", "Three  Rivers").get("me").status_code == 200


def test_on_a_private_server_only_names_start_games(private: Visitor) -> None:
    wanted = {"game": "skirmish", "seats": {"german": HERE, "allied": LINK}}
    assert private.client.post("/api/matches", json=wanted).json()["error"] == "no_key"
    assert private.upload("").json()["error"] == "no_key"

    anna = Member(private.client, "Anna", "three rivers")
    match = private.match(private.client.post("/api/matches", json=wanted, headers=anna.shown).json())
    assert match.allied.state["match"]["id"] == match.id  # a link is an invitation


def test_a_blocked_name_opens_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "games.sqlite3")
    with TestClient(build(path, Limits(rate=0))) as client:
        anna = Member(client, "Anna")
        with Storage(path).engine.begin() as db:
            db.execute(sa.text("UPDATE players SET blocked = true"))

        assert (anna.get("me").status_code, anna.get("me").json()["error"]) == (403, "blocked")
