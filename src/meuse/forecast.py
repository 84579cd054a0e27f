"""Forecasts: what an attack would bring, one's own as it is being ordered, or the enemy's in reply.

A game's `Forecast` says what battle an order means, how its column comes about, and what each result of the table would
come to. What follows from that is the same in all games, and is here: exact chances and losses, what more support would
change, and which enemy units could come, from where, and where they find room.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.report import Approach, Face, OddsReport, Outcome, Shift, Strength, Support
from meuse.state import State
from meuse.steps import Order

G = TypeVar("G", bound=State)
B = TypeVar("B")
R = TypeVar("R", bound=Hashable)
T = TypeVar("T", bound=Hashable)

ONE = Fraction(1)
MOST_GOALS = 4
"""How many hexes to name as possible retreats of a defender."""

Way = tuple[Hex, ...]
"""From where a unit stands to the hex from which it would attack, both included."""


class Column(NamedTuple):
    """How two strengths become a column: the ratio, all columns, and the one before and after the shifts."""

    ratio: str
    columns: tuple[str, ...]
    start: str
    final: str


class End(NamedTuple):
    """How a battle may end: whether the hexes attacked are cleared, and what either side loses."""

    falls: bool
    attackers: int = 0
    defenders: int = 0


class Fate(msgspec.Struct, frozen=True):
    """What a result would come to: in words, which side it favours, and its ends, each with its chance."""

    text: str
    good_for: str
    ends: Mapping[End, Fraction]


def certain(text: str, good_for: str, end: End) -> Fate:
    """The fate of a result that leaves nothing to dice or choice."""
    return Fate(text, good_for, {end: ONE})


class Prospect(msgspec.Struct, frozen=True):
    """All that may come of a battle: the results of its table by their chances, and the fate of each."""

    chances: Mapping[Any, Fraction]
    fates: Mapping[Any, Fate]

    @property
    def ends(self) -> dict[End, Fraction]:
        """The chance of each end."""
        return sums(
            (end, chance * part)
            for result, chance in self.chances.items()
            for end, part in self.fates[result].ends.items()
        )

    @property
    def falls(self) -> Fraction:
        """The chance that the hexes attacked are cleared."""
        return sum((chance for end, chance in self.ends.items() if end.falls), Fraction(0))

    def losses(self, of: Callable[[End], int]) -> dict[int, float]:
        """How much a side loses, with the chance of each number."""
        found = sums((of(end), chance) for end, chance in self.ends.items())
        return {lost: float(found[lost]) for lost in sorted(found)}

    def outcomes(self) -> Iterator[Outcome]:
        """The results in words; those that read the same are added up."""
        told = ((self.fates[result], chance) for result, chance in self.chances.items())
        found = sums(((fate.text, fate.good_for), chance) for fate, chance in told)
        return (Outcome(text, float(chance), good_for) for (text, good_for), chance in found.items())


class Reached(Protocol):
    """Where a unit can get to: the cost of each hex, and the way there."""

    @property
    def cost(self) -> Mapping[Hex, int]: ...
    def path(self, goal: Hex, /) -> Way: ...


class Forecast(ABC, Generic[G, B, R]):
    """The odds and threats of a game. `B` is a battle as the game keeps it, `R` a result of its table."""

    words: ClassVar[tuple[str, ...]] = ("attack",)
    """The orders that declare an attack."""

    counts: ClassVar[str] = "steps"
    """What is counted as lost."""

    single: ClassVar[Mapping[str, str]] = {}
    """One of a kind of support of which there may be several, by its id: a bomber."""

    caveats: ClassVar[tuple[str, ...]] = ()
    """What is assumed of the enemy's next turn."""

    stranded: ClassVar[str] = "has nowhere to retreat and would be eliminated"
    """What becomes of a defender that cannot retreat."""

    # -- what a player asks

    def of_order(self, g: G, side: Side, order: Order, support: Mapping[str, int]) -> OddsReport | None:
        """The odds of an attack as it is being ordered, with so much support; None if it could not be made."""
        battle = self.read(g, side, order)
        return None if battle is None else self.report(g, self.with_support(g, battle, support), " ".join(order))

    def threat(
        self, g: G, side: Side, at: str, without: frozenset[Unit], support: Mapping[str, int]
    ) -> OddsReport | None:
        """The best attack that the enemy could make on a hex in the next turn, without some of its units."""
        target = g.map.index.get(at)
        if target is None or not self.defenders_at(g, side, target):
            return None
        board = self.on_their_turn(g, side.enemy)
        able = {u: ways for u in self.comers(board, side.enemy, target) if (ways := self.ways(board, u, target))}
        come = self.placed(board, target, {u: ways for u, ways in able.items() if u not in without})
        if not come:
            return None
        battle = self.with_support(board, self.made(board, side.enemy, (target,), tuple(sorted(come))), support)
        found = self.report(board, battle, f"attack on {at}")
        left_out = {u: able[u][0] for u in sorted(able) if u in without}
        return msgspec.structs.replace(
            found,
            approaches=tuple(Approach(g.id(u), _labels(g, way)) for u, way in sorted((come | left_out).items())),
            left_out=g.ids(tuple(left_out)),
            after=tuple(self.after(board, side, target)),
            assumptions=(*found.assumptions, *self.caveats),
        )

    # -- what it comes to

    def report(self, g: G, battle: B, words: str) -> OddsReport:
        """The whole arithmetic of a battle."""
        g = self.board(g, battle)
        prospect, hexes = self.prospect(g, battle), self.aim(battle)
        ratio, columns, start, final = self.column(g, battle)
        attackers, defenders = self.strengths(g, battle)
        return OddsReport(
            attack=words,
            ratio=ratio,
            attackers=tuple(attackers),
            defenders=tuple(defenders),
            columns=columns,
            start=start,
            final=final,
            shifts=(*self.shifts(g, battle), *self.open_shifts(g, battle)),
            faces=tuple(self.told_faces(g, battle, prospect)),
            outcomes=(*question(_labels(g, hexes), prospect.falls), *prospect.outcomes()),
            attacker_losses=prospect.losses(lambda end: end.attackers),
            defender_losses=prospect.losses(lambda end: end.defenders),
            counts=self.counts,
            assumptions=tuple(self.assumptions(g, battle)),
            must=self.forbidden(g, battle),
            hexes=_labels(g, hexes),
            ground=", ".join(dict.fromkeys(g.map.terrain_kinds[g.map.terrain[h]].title for h in hexes)),
            support=tuple(self.offers(g, battle)),
        )

    def prospect(self, g: G, battle: B) -> Prospect:
        """All that may come of a battle, over everything that is thrown before its own die."""
        found: dict[R, Fraction] = sums(
            (result, weight * chance)
            for case, weight in self.cases(g, battle)
            for result, chance in self.results(g, case).items()
        )
        return Prospect(found, {result: self.fate(g, battle, result) for result in found})

    def value(self, g: G, battle: B, worth: Callable[[R], float]) -> float:
        """What a battle comes to on average for a side that values each result of its table like this."""
        return sum(float(chance) * worth(result) for result, chance in self.results(g, battle).items())

    # -- the book's own: the battle

    @abstractmethod
    def made(self, g: G, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> B:
        """An attack of these units on these hexes, before anything is added to it."""

    @abstractmethod
    def column(self, g: G, battle: B) -> Column:
        """Ratio and columns."""

    @abstractmethod
    def strengths(self, g: G, battle: B) -> tuple[Iterable[Strength], Iterable[Strength]]:
        """What the attackers and the defenders count for."""

    @abstractmethod
    def shifts(self, g: G, battle: B) -> Iterable[Shift]:
        """What shifts the column, each with its rule."""

    @abstractmethod
    def faces(self, g: G, battle: B) -> Sequence[tuple[int, R]]:
        """The result of each face of the die."""

    @abstractmethod
    def fate(self, g: G, battle: B, result: R) -> Fate:
        """What a result would come to."""

    def aim(self, battle: B) -> tuple[Hex, ...]:
        """The hexes that are attacked: the `target` of the battle, if a book has one to a battle."""
        return (battle.target,)  # type: ignore[attr-defined]

    def read(self, g: G, side: Side, order: Order) -> B | None:
        """The battle that an order would bring, or the beginning of one: `attack 1512 with 1Pz 2Pz`."""
        if not order or order[0] not in self.words:
            return None
        hexes = tuple(g.map.index[token] for token in order[1:] if token in g.map.index)
        units = tuple(g.scenario.unit_named[token] for token in order[1:] if token in g.scenario.unit_named)
        known = hexes and units and all(self.is_target(g, side, h) for h in hexes)
        return self.made(g, side, hexes, units) if known and self.may_attack(g, side, hexes, units) else None

    def is_target(self, g: G, side: Side, h: Hex) -> bool:
        """Whether a side could attack a hex."""
        return bool(g.units_in(h, side.enemy))

    def may_attack(self, g: G, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
        """Whether these units could make such an attack as they stand."""
        return all(g.scenario.side_of[u] is side and g.hex_of[u] >= 0 for u in units)

    def board(self, g: G, battle: B) -> G:
        """The board on which a battle is fought, if attacking changes it."""
        return g

    def forbidden(self, g: G, battle: B) -> str:
        """Why an attack is not allowed at these odds, with the rule; nothing if it is."""
        return ""

    def results(self, g: G, battle: B) -> Mapping[R, Fraction]:
        """The chance of each result: of one die, if the book throws no more."""
        faces = self.faces(g, battle)
        counted = Counter(result for _, result in faces)
        return {result: Fraction(number, len(faces)) for result, number in counted.items()}

    def cases(self, g: G, battle: B) -> Iterable[tuple[B, Fraction]]:
        """Each way that what is thrown before the die can go, with its chance."""
        return ((battle, ONE),)

    def code(self, result: R) -> str:
        """A result as the table prints it."""
        return str(result)

    def assumptions(self, g: G, battle: B) -> Iterable[str]:
        """What the chances take for granted."""
        return ()

    def bears(self, g: G, u: Unit) -> int:
        """How much of what is counted as lost a unit can lose before it is gone."""
        return 1 if self.counts == "units" else max(1, g.steps[u])

    def told_faces(self, g: G, battle: B, prospect: Prospect) -> Iterator[Face]:
        """The faces of the die for a person."""
        faces = self.faces(g, battle)
        for die, result in faces:
            fate = prospect.fates[result]
            yield Face(str(die), 1 / len(faces), self.code(result), fate.text, fate.good_for)

    # -- the book's own: support

    def offers(self, g: G, battle: B) -> Iterable[Support]:
        """What either side may add to a battle."""
        return ()

    def with_support(self, g: G, battle: B, support: Mapping[str, int]) -> B:
        """A battle as it would be fought with so much support, by the ids of the offers, as far as there is any."""
        return battle

    def open_shifts(self, g: G, battle: B) -> Iterator[Shift]:
        """What one more of each kind of support would shift, and what it would leave of the chance."""
        offers = list(self.offers(g, battle))
        used, before = {offer.id: offer.used for offer in offers}, self._shifted(g, battle)
        for offer in offers:
            if offer.used < offer.most:
                more = self.with_support(g, battle, used | {offer.id: offer.used + 1})
                if value := self._shifted(g, more) - before:
                    text, leaves = self.single.get(offer.id, offer.text), float(self.prospect(g, more).falls)
                    yield Shift(value, offer.rule, text, offer.whose, open=True, leaves=leaves)

    def _shifted(self, g: G, battle: B) -> int:
        return sum(shift.value for shift in self.shifts(g, battle))

    # -- the book's own: the enemy's next turn

    @abstractmethod
    def force(self, g: G, u: Unit) -> float:
        """What a unit attacks with; 0 for those that attack nobody."""

    @abstractmethod
    def reach(self, g: G, u: Unit, target: Hex) -> Reached | None:
        """Where a unit can get to in its turn and attack from; None if that is not near the target."""

    @abstractmethod
    def has_room(self, g: G, u: Unit, h: Hex) -> bool:
        """Whether a unit may be in a hex with its friends there."""

    @abstractmethod
    def retreats(self, g: G, u: Unit, target: Hex) -> Collection[Hex] | None:
        """The hexes to which a defender could retreat; None if it need not."""

    def bases(self, g: G, u: Unit, target: Hex) -> Collection[Hex]:
        """The hexes from which a unit could attack another."""
        return g.map.adjacent[target]

    def defenders_at(self, g: G, side: Side, h: Hex) -> tuple[Unit, ...]:
        """The units of a side that would defend a hex."""
        return g.units_in(h, side)

    def on_their_turn(self, g: G, side: Side) -> G:
        """A copy of the board as it would be when a side begins its turn, without what no other side may know."""
        return g.copy()

    def comers(self, g: G, side: Side, target: Hex) -> Iterable[Unit]:
        """The units of a side that could take part, if they got there."""
        return (u for u in g.on_map(side) if self.force(g, u))

    def ways(self, g: G, u: Unit, target: Hex) -> list[Way]:
        """The ways of a unit to hexes from which it could attack, the best first; it stays where it is if it can."""
        here, near = g.hex_of[u], self.bases(g, u, target)
        if here in near:
            return [(here,)]
        found = self.reach(g, u, target)
        ends = [] if found is None else [h for h in near if h in found.cost]
        return [(here, *found.path(h)) for h in sorted(ends, key=lambda h: (found.cost[h], h))] if found else []

    def placed(self, g: G, target: Hex, able: Mapping[Unit, Sequence[Way]]) -> dict[Unit, Way]:
        """Those who find room to attack from, the strongest first, put there one by one; and their ways."""
        found: dict[Unit, Way] = {}
        for u in sorted(able, key=lambda u: (-self.force(g, u), u)):
            way = next((way for way in able[u] if len(way) == 1 or self.has_room(g, u, way[-1])), None)
            if way is not None:
                found[u] = way
                if len(way) > 1:
                    g.place(u, way[-1])
        return found

    def after(self, g: G, side: Side, target: Hex) -> Iterator[str]:
        """Where the defenders could go."""
        for u in self.defenders_at(g, side, target):
            goals = self.retreats(g, u, target)
            if goals is None:
                continue
            named = [g.map.labels[h] for h in sorted(goals)]
            more = " and others" if len(named) > MOST_GOALS else ""
            to = f"can retreat to {', '.join(named[:MOST_GOALS])}{more}"
            yield f"{g.name(u)} {to if named else self.stranded}"


def question(hexes: Sequence[str], falls: Fraction) -> tuple[Outcome, Outcome]:
    """The question of a battle: "1512 falls", "1512 is held"."""
    there, several = " and ".join(hexes), len(hexes) > 1
    return (
        Outcome(f"{there} {'fall' if several else 'falls'}", float(falls), "attacker"),
        Outcome(f"{there} {'are' if several else 'is'} held", float(1 - falls), "defender"),
    )


def _labels(g: State, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h in hexes)


def sums(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Chances added up by what they are chances of."""
    found: dict[T, Fraction] = {}
    for key, chance in pairs:
        found[key] = found.get(key, Fraction(0)) + chance
    return found


AnyForecast = Forecast[Any, Any, Any]
