"""One visitor cannot keep the service from the others, whatever it asks and however often."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.visitors import Visitor
from meuse.server import limits
from meuse.server.app import build
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.limits import Buckets, Limits
from meuse.server.match import MOST
from meuse.server.messages import NewMatch, SeatOrder, Seats
from meuse.server.migrate import migrate
from meuse.server.storage import Storage
from meuse.server.turns import Turns
from meuse.server.turnstile import Turnstile, present, visit


def taken(turns: Turns[str], cost: float = 1.0) -> list[str]:
    """Everything that waits, in the order in which it is done, each costing as much as the others."""
    found: list[str] = []
    while turns:
        found.append(turns.take())
        turns.charge(tuple(found[-1].split()[:2]), cost)
    return found


def test_who_asks_once_does_not_wait_for_all_that_somebody_else_has_asked() -> None:
    turns: Turns[str] = Turns()
    for n in range(100):
        turns.add(("flood", "x"), f"flood x {n}")
    first = turns.take()
    turns.charge(("flood", "x"), 1.0)
    turns.add(("guest", "y"), "guest y 0")

    assert first == "flood x 0"
    assert taken(turns)[:2] == ["guest y 0", "flood x 1"]


def test_what_is_asked_for_is_weighed_by_what_it_costs() -> None:
    turns: Turns[str] = Turns()
    for n in range(3):
        turns.add(("dear", "x"), f"dear x {n}")
    for n in range(20):
        turns.add(("cheap", "y"), f"cheap y {n}")
    order = []
    while turns:
        order.append(turns.take().split()[0])
        turns.charge((order[-1], "x"), 10.0 if order[-1] == "dear" else 1.0)

    assert order[:12].count("dear") == 2
    assert order[:12].count("cheap") == 10


def test_the_seats_behind_one_address_take_turns() -> None:
    turns: Turns[str] = Turns()
    for n in range(4):
        turns.add(("club", "busy"), f"club busy {n}")
    turns.add(("club", "calm"), "club calm 0")

    assert taken(turns).index("club calm 0") == 1


def test_people_come_before_the_service_itself() -> None:
    turns: Turns[str] = Turns()
    turns.add(("", "bot"), " bot")
    turns.add(("guest", "y"), "guest y")

    assert turns.take() == "guest y"


def test_nobody_saves_up_by_asking_for_nothing() -> None:
    turns: Turns[str] = Turns()
    for n in range(50):
        turns.add(("old", "x"), f"old x {n}")
    taken(turns)
    for n in range(10):
        turns.add(("old", "x"), f"old x {n}")
        turns.add(("new", "x"), f"new x {n}")

    assert [name.split()[0] for name in taken(turns)[-4:]].count("new") in (1, 2, 3)


def test_the_thread_takes_turns_and_counts_what_it_does_for_whom() -> None:
    stile, done, hold = Turnstile("test"), [], threading.Event()
    stile.submit(hold.wait)
    with visit("flood") as flood:
        for n in range(5):
            stile.submit(lambda n=n: done.append(f"flood {n}") or sum(range(200_000)))
    with visit("guest"):
        stile.submit(done.append, "guest")
    hold.set()
    stile.shutdown()

    assert done.index("guest") <= 1
    assert flood.spent > 0
    assert present().names == ("", "")
    with pytest.raises(RuntimeError):
        stile.submit(hold.wait)


def test_a_fault_reaches_whoever_asked_and_nobody_else() -> None:
    stile = Turnstile("test")
    broken, whole = stile.submit(int, "x"), stile.submit(int, "7")

    assert isinstance(broken.exception(), ValueError)
    assert whole.result() == 7
    stile.shutdown()


def test_time_of_the_engine_is_paid_for() -> None:
    buckets = Buckets(Limits(rate=0.001, burst=400))
    buckets.charge("guest", 3 * limits.SECOND)

    assert buckets.take("guest", 99)
    assert not buckets.take("guest", 99)
    assert buckets.take("another", 99)


def test_a_debt_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(limits, "monotonic", lambda: clock[0])
    buckets = Buckets(Limits(rate=50, burst=400))
    buckets.charge("guest", 1e9)
    clock[0] = 7.9
    early = buckets.take("guest", 1)
    clock[0] = 8.1

    assert not early
    assert buckets.take("guest", 1)


def test_dear_requests_are_fewer_than_cheap_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECOND", 1e6)
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0.001, burst=100))) as client:
        match = Visitor(client).start("skirmish")
        answers = [match.german.get("state").status_code for _ in range(3)]

    assert answers == [429] * 3


def test_a_rematch_costs_as_much_as_a_match_and_pages_a_little(tmp_path: Path) -> None:
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0.001, burst=10))) as client:
        rematch = client.post("/api/seats/x/rematch").status_code
        after = client.get("/api/seats/x/state").status_code
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0.001, burst=1))) as client:
        pages = [client.get("/").status_code for _ in range(12)]
        refused = client.get("/")

    assert (rematch, after) == (404, 429)
    assert pages.count(200) in (9, 10)
    assert refused.json()["error"] == "too_many"
    assert refused.headers["x-content-type-options"] == "nosniff"


def count_queries(engine: sa.Engine) -> list[str]:
    asked: list[str] = []

    @sa.event.listens_for(engine, "before_cursor_execute")
    def note(_c: Any, _u: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    return asked


def test_a_list_is_one_query_however_long_it_is(database: str) -> None:
    storage = Storage(database)
    migrate(storage.engine)
    house = House(storage, Hub())
    made = [house.create(NewMatch("skirmish", Seats(SeatOrder("here"), SeatOrder("link")))) for _ in range(3)]
    secrets = [created.seats["german"] or "" for created in made]
    asked = count_queries(storage.engine)
    listed = house.listed([*reversed(secrets), "unknown", secrets[0]])

    assert [one.id for one in listed] == [created.id for created in reversed(made)]
    assert len(asked) == 1
    house.close()


def test_one_damaged_row_does_not_spoil_the_list(database: str) -> None:
    storage = Storage(database)
    migrate(storage.engine)
    house = House(storage, Hub())
    made = [house.create(NewMatch("skirmish", Seats(SeatOrder("here"), SeatOrder("link")))) for _ in range(2)]
    with storage.engine.begin() as db:
        db.execute(sa.text("UPDATE matches SET info = '{' WHERE id = :id"), {"id": made[0].id})

    assert [one.id for one in house.listed([created.seats["german"] or "" for created in made])] == [made[1].id]
    house.close()


def test_what_is_kept_for_ever_is_done_only_so_often_in_a_turn(
    service: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, "offer", 2)
    german = service.start("skirmish").german
    told = []
    for _ in range(2):
        told += [german.post("draw").status_code, german.post("draw", answer=False).status_code]
    refused = german.post("draw")

    assert told == [200] * 4
    assert refused.json()["error"] == "too_many"
    assert refused.json()["text"] == "You have done this 2 times this turn. Continue the game first."


def test_orders_are_not_given_and_taken_back_for_ever(service: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    match = service.start("skirmish", seed="7", allied={"kind": "here"})
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    german, order = match.german, match.german.random_order(random.Random(1))
    monkeypatch.setitem(MOST, "undo", 2)
    answers = []
    for _ in range(3):
        german.order(*order)
        answers.append(german.post("undo", number=german.state["number"]).status_code)

    assert answers == [200, 200, 409]
