"""One ply, all of it: every complete order listed at a position, each played on a copy.

None may raise, what holds at any moment must hold behind it, the line that the journal keeps must be an order that
gives the same state, and what can be taken back must give back the very state before. Sets of units or hexes are too
many to be played all: some of them are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

import meuse
from kits.curious import curious_game
from kits.invariants import broken
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.opponents import Bot, bot
from meuse.orders import ENDS
from meuse.state import State
from meuse.steps import Order

SETS = 6
"""Sets drawn for each beginning of an order that goes on with one."""

MOST_ORDERS = 8000
"""Orders after which a game is left."""

READ_AGAIN = 10
"""Each so-many-th order is played once more from its line in the journal."""


class Fault(msgspec.Struct, frozen=True):
    """An order that does what none may do, and where."""

    game: str
    scenario: str
    players: str
    seed: int
    orders: int
    order: str
    what: str

    def __str__(self) -> str:
        place = f"{self.game} {self.scenario}, {self.players}, seed {self.seed}, after {self.orders} orders"
        return f"{place}: {self.order}: {self.what}"


def orders_at(decision: Decision, rng: random.Random, prefix: Order = ()) -> Iterator[Order]:
    """Every complete order listed here; of sets, some."""
    following = decision.choices(prefix)
    if not following:
        if prefix:
            yield prefix
    elif prefix and in_set(decision, prefix):
        yield from dict.fromkeys(_drawn(decision, rng, prefix) for _ in range(SETS))
    else:
        for token in following:
            yield from orders_at(decision, rng, (*prefix, token))


def in_set(decision: Decision, prefix: Order) -> bool:
    """Whether the beginning of an order goes on with a member of a set."""
    rest = list(prefix[1:])
    for blank in getattr(decision.verb(prefix), "blanks", ()):
        end = ENDS.get(blank.kind)
        if end is None and not rest:
            return False
        if end is not None and end not in rest:
            return True
        del rest[: 1 if end is None else rest.index(end) + 1]
    return False


def _drawn(decision: Decision, rng: random.Random, prefix: Order) -> Order:
    while following := decision.choices(prefix):
        prefix = (*prefix, rng.choice(following))
    return prefix


def same(a: State, b: State) -> bool:
    """Whether two states agree in everything that changes, stamps aside."""
    names = [name for name in (*a.columns, *a.scalars) if name != "stamps"]
    return all(getattr(a, name) == getattr(b, name) for name in names)


class Tried(msgspec.Struct):
    """How many orders were played, and what went wrong with which."""

    orders: int = 0
    positions: int = 0
    faults: list[Fault] = []


class Look(msgspec.Struct, frozen=True):
    """How much is tried in a game: at one position in `every`, at most so many orders (drawn, if there are more)."""

    every: int = 25
    most: int = 100_000


def try_game(game_id: str, scenario: str, players: str, seed: int, look: Look) -> Tried:
    """Play a game between two bots, and at some of its positions every listed order on a copy."""
    tried, rng = Tried(), random.Random(seed)
    game, bots = _begin(game_id, scenario, players, seed)
    for number in range(MOST_ORDERS):
        if game.over:
            break
        if number % look.every == seed % look.every:
            for order, what in faults_at(game, rng, look, tried):
                tried.faults.append(Fault(game_id, scenario, players, seed, len(game.journal), " ".join(order), what))
        side = game.decision.side
        game.play(bots[side.word].choose(game.seat(side)), side)
    return tried


def faults_at(game: Game, rng: random.Random, look: Look, tried: Tried) -> Iterator[tuple[Order, str]]:
    """What is wrong with the orders of one position; counts them. Each is taken back itself, so `undo` is left out."""
    listed = [order for order in orders_at(game.decision, rng) if order != UNDO]
    tried.positions += 1
    for order in listed if len(listed) <= look.most else rng.sample(listed, look.most):
        tried.orders += 1
        if what := fault_of(game, order, read_again=tried.orders % READ_AGAIN == 0):
            yield order, what


def fault_of(game: Game, order: Order, *, read_again: bool) -> str:
    """What is wrong with an order that is listed here; nothing, if it is as it should be."""
    side, twin = game.decision.side, game.copy()
    try:
        twin.play(order, side)
        if found := broken(twin):
            return "; ".join(found)
        written = twin.journal[-1]
        if twin.journal[:-1] == game.journal and game.decision.canonical(written.order) != written.order:
            return f"its line in the journal is not read again: {' '.join(written.order)}"
        if read_again and not _plays_again(game, twin):
            return "its line in the journal gives another state"
        if twin.can_undo:
            twin.undo()
            if not same(twin.state, game.state):
                return "taking it back does not give the state before"
    except Exception as problem:  # whatever is raised is what is looked for
        return f"{type(problem).__name__}: {problem}"
    return ""


def _plays_again(game: Game, twin: Game) -> bool:
    written, again = twin.journal[-1], game.copy()
    again.play(" ".join(written.order), written.side)
    return same(again.state, twin.state)


def _begin(game_id: str, scenario: str, players: str, seed: int) -> tuple[Game, dict[str, Bot]]:
    if players == "curious":
        game, curious = curious_game(game_id, scenario, seed)
        return game, dict(curious)
    game = meuse.new(game_id, scenario, seed)
    return game, {side.word: bot(players, f"{seed} {side.word}") for side in meuse.SIDES}
