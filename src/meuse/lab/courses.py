"""What a row of orders comes to, as a person would draw and say it: arrows, attacks with odds, a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse import Game, Order, Side
from meuse.hexmap import Hex
from meuse.report import count, listed
from meuse.state import State

MOST_NAMED = 4
"""How many units a sentence names; of a larger group it gives the number."""


class Arrow(msgspec.Struct, frozen=True):
    """A unit that goes somewhere, hex by hex as far as its moves are known."""

    unit: str
    name: str
    hexes: tuple[str, ...]


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """An attack: who, on which hexes, at what odds, and the chance to take them."""

    units: tuple[str, ...]
    names: tuple[str, ...]
    hexes: tuple[str, ...]
    place: str
    """The hexes with their names: "Sedan (4619)"."""
    odds: str
    chance: float


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A row of orders of one side."""

    plan: str = ""
    """What it means to do, in the words of the game: "Through the Ardennes to the Channel"."""
    words: str = ""
    """In a sentence."""
    arrows: tuple[Arrow, ...] = ()
    strikes: tuple[Strike, ...] = ()
    answers: tuple[str, ...] = ()
    """What is chosen where it is neither a move nor an attack."""
    taken: tuple[str, ...] = ()
    """Places that count and are walked into."""


class Recorder:
    """Notes the orders of a side one by one, each before it is given."""

    def __init__(self, game: Game, side: Side) -> None:
        self._side, self._trails = side, dict[str, list[str]]()
        self._strikes: dict[tuple[str, ...], Strike] = {}
        self._answers: list[str] = []
        self._held = _held(game, side)

    @property
    def has_struck(self) -> bool:
        """Whether an attack was noted."""
        return bool(self._strikes)

    def note(self, game: Game, order: Order) -> None:
        """An order that this side is about to give."""
        forecast = game.rules.forecast
        if order[0] in (() if forecast is None else forecast.words):
            self._note_strike(game, order)
        elif order[0] == "withdraw":
            self._strikes.pop(order[1:], None)

    def follow(self, before: State, now: State) -> None:
        """What an order has moved: where units of the side were and are."""
        if before.hex_of == now.hex_of:
            return
        labels = now.map.labels
        for u in now.scenario.units_of[self._side]:
            here, there = before.hex_of[u], now.hex_of[u]
            if here != there and there >= 0:
                trail = self._trails.setdefault(now.id(u), [labels[here]] if here >= 0 else [])
                trail.append(labels[there])

    def answered(self, words: str) -> None:
        """What was chosen, in words; said once."""
        if words and words not in self._answers:
            self._answers.append(words)

    def course(self, game: Game, plan: str = "") -> Course:
        """All of it, after the last order; the attack that weighs most comes first."""
        g = game.state
        named = g.scenario.unit_named
        arrows = tuple(
            Arrow(unit, g.name(named[unit]), tuple(trail))
            for unit, trail in self._trails.items()
            if len(trail) > 1 and trail[0] != trail[-1]
        )
        strikes = tuple(sorted(self._strikes.values(), key=lambda one: -self._weight(game, one)))
        taken = tuple(_place(g, h) for h in sorted(_held(game, self._side) - self._held))
        course = Course(plan=plan, arrows=arrows, strikes=strikes, answers=tuple(self._answers), taken=taken)
        return msgspec.structs.replace(course, words=sentence(course))

    def _note_strike(self, game: Game, order: Order) -> None:
        report = game.rules.odds(game.state, self._side, order, {})
        if report is None or not report.outcomes:
            return
        g = game.state
        units = tuple(one.unit for one in report.attackers)
        self._strikes[report.hexes] = Strike(
            units=units,
            names=tuple(g.name(g.scenario.unit_named[unit]) for unit in units if unit in g.scenario.unit_named),
            hexes=report.hexes,
            place=listed([_place(g, g.map.index[label]) for label in report.hexes]),
            odds=report.final,
            chance=round(report.outcomes[0].chance, 4),
        )

    def _weight(self, game: Game, strike: Strike) -> float:
        """What counts there comes first, then the strength that is thrown in."""
        app, g = game.rules.appreciation, game.state
        if app is None:
            return float(len(strike.units))
        prizes = app.prizes(g, self._side)
        worth = sum(prizes.get(g.map.index[label], 0.0) for label in strike.hexes)
        strength = sum(app.strength(g, g.scenario.unit_named[unit]) for unit in strike.units)
        return strength * (1.0 + min(1.0, worth)) * (0.5 + strike.chance)


def sentence(course: Course) -> str:
    """A course in a sentence or two.

    >>> strike = Strike(units=("1Pz",), names=("1 Pz",), hexes=("4619",), place="Sedan (4619)", odds="4-1", chance=0.65)
    >>> sentence(Course(strikes=(strike,)))
    'Attack Sedan (4619) with 1 Pz: 4-1, 65 % to take it.'
    >>> sentence(Course(strikes=(strike,), arrows=(Arrow("1Pz", "1 Pz", ("4717", "4718")),)))
    'Mass 1 Pz against Sedan (4619): 4-1, 65 % to take it.'
    """
    said = [*_of_strikes(course), *_of_moves(course)]
    if not said:
        said = [f"{listed(course.answers[:MOST_NAMED])}."] if course.answers else ["Stay where you are."]
    return " ".join(said)


def _of_strikes(course: Course) -> list[str]:
    if not course.strikes:
        return []
    main, *others = course.strikes
    moved = {arrow.unit for arrow in course.arrows}
    chance = f"{main.odds}, {round(100 * main.chance)} % to take {'them' if len(main.hexes) > 1 else 'it'}."
    if moved.isdisjoint(main.units):
        first = f"Attack {main.place} with {named(main.names)}: {chance}"
    else:
        first = f"Mass {named(main.names)} against {main.place}: {chance}"
    return [first, f"Attack in {count(len(others), 'other place')} too."] if others else [first]


def _of_moves(course: Course) -> list[str]:
    massed = {unit for strike in course.strikes[:1] for unit in strike.units}
    others = [arrow for arrow in course.arrows if arrow.unit not in massed]
    if course.taken:
        return [f"Take {listed(course.taken[:MOST_NAMED])}.", *_rest(others)]
    if course.strikes or not others:
        return _rest(others)
    if len(others) <= 2:
        return [f"Move {listed([f'{arrow.name} to {arrow.hexes[-1]}' for arrow in others])}."]
    return [f"Move {count(len(others), 'unit')}, first of all {others[0].name} to {others[0].hexes[-1]}."]


def _rest(others: Sequence[Arrow]) -> list[str]:
    return [f"Move {count(len(others), 'other unit')}."] if others else []


def named(names: Sequence[str]) -> str:
    """Units by their names, as long as they are few.

    >>> named(("1 Pz", "2 Pz", "10 Pz", "GD", "29 ID"))
    '1 Pz, 2 Pz, 10 Pz and 2 others'
    """
    if len(names) <= MOST_NAMED:
        return listed(names)
    return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} others"


def _held(game: Game, side: Side) -> set[Hex]:
    """What counts and is a side's."""
    app, g = game.rules.appreciation, game.state
    return set() if app is None else {h for h in app.prizes(g, side) if app.holds(g, side, h)}


def _place(g: State, h: Hex) -> str:
    """A hex by its name, if it has one: "Liège (1413)"."""
    label = g.map.labels[h]
    name = next((place.name for place in g.map.places if place.hex == h and place.name), "")
    return f"{name} ({label})" if name else label
