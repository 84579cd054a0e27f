"""Random play for property tests: games that stop at every decision, and all tokens that a person could try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import meuse
from meuse.counters import SIDES, Side
from meuse.hexmap import Hex
from meuse.mechanics.reach import Exit, Exits, Mover
from meuse.opponents import bot
from meuse.seat import Seat
from meuse.state import State
from meuse.steps import Order, Token

S = TypeVar("S", bound=State)

GARBAGE = ("", " ", "x", "-1", "99", "²", "go", "with", "undo", "Sedan", "german", "\x00")


def random_play(game_id: str, seed: int) -> Iterator[meuse.Game]:
    """A game between random bots, handed out before every order and once more at its end."""
    game = meuse.new(game_id, seed=seed)
    bots = {side: bot("random", f"{seed} {side.word}") for side in meuse.SIDES}
    while not game.over:
        yield game
        side = game.decision.side
        game.play(bots[side].choose(game.seat(side)), side)
    yield game


def eager_play(game_id: str, seed: int) -> Iterator[meuse.Game]:
    """A game by chance between two who would rather do something than nothing: so all kinds of steps are met."""
    game, rng = meuse.new(game_id, seed=seed), Random(seed)
    while not game.over:
        yield game
        game.play(eager_order(game.decision, rng), game.decision.side)
    yield game


def eager_order(decision: meuse.Decision, rng: Random) -> Order:
    """An order by chance, of one who would rather do something than nothing, but takes back what closes the way out."""
    words = forward(decision)
    if decision.shut is not None and rng.random() < 0.5:
        words = [word for word in decision.choices() if word in decision.backs()] or words
    doing = [word for word in words if not decision.completes((), word)]
    order: Order = (rng.choice(doing),) if doing and rng.random() < 0.8 else (rng.choice(words),)
    while following := decision.choices(order):
        order = (*order, rng.choice(following))
    return order


def forward(decision: meuse.Decision) -> list[Token]:
    """The words of the orders that lead on; those that only take something back, where nothing else is left."""
    words, backs = decision.choices(), decision.backs()
    return [word for word in words if word not in backs] or words


def one_of_each_step(game_id: str, seed: int, most: int = 2) -> Iterator[meuse.Game]:
    """The game at a few decisions of every kind that occur in it."""
    seen: dict[str, int] = {}
    for game in eager_play(game_id, seed):
        kind = "" if game.over else type(game.decision.step).__name__
        seen[kind] = seen.get(kind, 0) + 1
        if kind and seen[kind] <= most:
            yield game


def all_orders(decision: meuse.Decision, prefix: Order = ()) -> Iterator[Order]:
    following = decision.choices(prefix)
    if not following:
        yield prefix
    for token in following:
        yield from all_orders(decision, (*prefix, token))


def some_prefixes(decision: meuse.Decision, rng: Random) -> list[Order]:
    """The beginnings of a random order, one for every verb that is open."""
    found: list[Order] = [()]
    for verb in forward(decision):
        order: Order = (verb,)
        while following := decision.choices(order):
            found.append(order)
            order = (*order, rng.choice(following))
    return found


def known_tokens(game: meuse.Game) -> list[Token]:
    """All that could stand in an order of this game, and garbage."""
    scenario, numbers = game.state.scenario, [str(n) for n in range(6)]
    return [*scenario.unit_named, *scenario.map.labels, *numbers, *game.rules.words, *scenario.boxes, *GARBAGE]


def some_moments(moments: Iterable[meuse.Game], every: int) -> tuple[meuse.Game, ...]:
    """Copies of a game at two moments of every kind of question, and at every so-many-th of the rest."""
    seen: Counter[type] = Counter()
    found = []
    for number, game in enumerate(moments):
        kind = type(game.decision.step)
        seen[kind] += 1
        if seen[kind] <= 2 or number % every == 0:
            found.append(game.copy())
    return tuple(found)


def forgetful(g: S) -> S:
    """A copy of a state for which everything derived is worked out anew."""
    fresh = g.copy()
    for topic in range(len(fresh.stamps)):
        fresh.touch(topic)
    return fresh


def by_steps(mover: Mover) -> Exits:
    """The ways out of a hex with every step put to the rules, however quiet the ground."""

    def exits(h: Hex) -> Iterator[Exit]:
        for n, price in mover.ways[h]:
            if (answer := mover.step(h, n, price)) is not None:
                yield n, *answer

    return exits


def assert_secrets_are_kept(
    games: Iterable[meuse.Game], seed: int, change_secrets: Callable[[Any, Side, Random], None]
) -> None:
    """Nothing that comes through a seat differs when only the secrets of the other side do."""
    rng = Random(seed)
    for game in games:
        for side in SIDES:
            twin, chance = game.copy(), rng.random()
            change_secrets(twin.state, side.enemy, rng)
            words = game.rules.words
            assert all_seen(twin.seat(side), words, chance) == all_seen(game.seat(side), words, chance)


def all_seen(seat: Seat, words: Sequence[str], chance: float) -> list[object]:
    """Everything that comes through a seat, with what is drawn by chance the same for two games that are compared."""
    rng = Random(chance)
    decision, imagined, view = seat.decision, seat.imagine(chance), seat.view
    prefix = rng.choice(some_prefixes(decision, rng)) if decision else ()
    tokens = [*(unit.id for unit in view.units), *view.control, *words, "1", "2", "3"]
    mine = [unit.at for unit in view.units if unit.side == seat.side.word and unit.at.isdigit()]
    return [
        view,
        [(entry.side, entry.order, entry.dice, entry.note) for entry in seat.journal],
        (decision.question, decision.help, decision.remaining, decision.warnings, decision.stack) if decision else None,
        seat.describe(prefix) if decision else None,
        seat.odds(prefix),
        [seat.why_not(prefix, token) for token in rng.choices(tokens, k=25)],
        [seat.threat(at) for at in rng.sample(mine, min(len(mine), 2))],
        imagined.view(seat.side),
        imagined.state.digest(),
    ]
