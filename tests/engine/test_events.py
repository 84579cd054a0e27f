"""Events: one list of kinds for all games and for the pages, and the side whose doing each of them is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import meuse
from meuse.events import CATEGORIES, KINDS, UnknownKind
from meuse.guide import guide_of
from meuse.opponents import bot

SOURCES = Path(meuse.__file__).parent


def told_kinds() -> Iterator[tuple[str, str]]:
    """Every kind of event that any source file tells of, with where it does."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            kind = kind_of(node) if isinstance(node, ast.Call) else None
            if kind is not None and ast.unparse(kind) != "self.event":
                assert isinstance(kind, ast.Constant), f"{path.name}:{node.lineno} builds the name of a kind"
                yield str(kind.value), f"{path.name}:{node.lineno}"
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "event":
                yield str(ast.literal_eval(node.value)), f"{path.name}:{node.lineno}"  # of a step that names its kind


def kind_of(call: ast.Call) -> ast.expr | None:
    """The kind that a call tells of: `g.emit(kind, ...)`, or `went(g, kind, ...)`, which hands its kind on to it."""
    called = ast.unparse(call.func).rpartition(".")[2]
    if called == "emit":
        return None if ast.unparse(call.args[0]) == "kind" else call.args[0]
    return call.args[1] if called == "went" else None


def test_every_kind_that_a_game_tells_of_is_in_the_list_and_no_other_is() -> None:
    told = dict(told_kinds())

    assert [f"{where}: {kind}" for kind, where in told.items() if kind not in KINDS] == []
    service = {"rules", "draw", "resignation"}  # the rules change under a game; its players agree, or one gives up
    assert set(KINDS) - set(told) == service


def test_every_kind_has_one_category_and_one_spelling() -> None:
    assert set(KINDS.values()) == set(CATEGORIES)
    assert all(kind == kind.lower() and " " not in kind and "_" not in kind for kind in KINDS)


def test_a_kind_that_is_not_in_the_list_is_refused() -> None:
    g = meuse.new("skirmish", seed=1).state.copy()
    g.events = []
    with pytest.raises(UnknownKind, match="'hop' is not a kind of event"):
        g.emit("hop", "1Pz hops")
    assert g.events == []


def test_an_event_is_the_doing_of_the_side_whose_units_it_names() -> None:
    g = meuse.new("skirmish", seed=1).state.copy()
    g.events = []
    g.emit("loss", "55DI loses a step", units=("55DI",))
    g.emit("support", "German aircraft appear", side="german")
    g.emit("turn", "Turn 2")

    assert [event.side for event in g.events] == ["allied", "german", ""]


@pytest.mark.parametrize("name", meuse.GAMES)
def test_in_a_random_game_what_befalls_units_is_told_of_their_own_side_whoever_gives_the_order(name: str) -> None:
    game, walker = meuse.new(name, seed=3), bot("random", "events")
    for _ in range(120):
        if game.over:
            break
        for event in game.play(walker.choose(game.seat(game.decision.side))):
            owners = {game.state.scenario.side_of[game.state.scenario.unit_named[unit]].word for unit in event.units}
            assert not owners or event.side in owners, event


@pytest.mark.parametrize("name", meuse.GAMES)
def test_a_guide_waits_only_for_kinds_that_there_are(name: str) -> None:
    steps = guide.step if (guide := guide_of(name)) else ()
    waited = {moment.event for step in steps for moment in (*step.when, *step.until) if moment.event}

    assert waited <= set(KINDS)
