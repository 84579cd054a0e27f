"""11.2, 11.3: the Determined Defence Table, what changes its dice, and the exact chances of units that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, Protocol

from meuse.counters import Side, Unit
from meuse.forecast import ONE, End, sums
from meuse.games.france40.board import RETREATED, France40
from meuse.games.france40.forts import fortified
from meuse.games.france40.losses import lose_step
from meuse.games.france40.odds import REGULAR, Battle, attacker, crt, defending
from meuse.games.france40.results import result_row
from meuse.games.france40.retreat import Kind, Retreat, kind_of
from meuse.games.france40.supply import in_supply
from meuse.hexmap import OFF_MAP
from meuse.report import Shift

Chances = dict[End, Fraction]
"""The chance of each end: whether the hex falls, and the steps that attackers and defenders lose."""

Verdict = tuple[str, int, int]
"""What two dice bring: whether the units stand, and the steps of the attackers and of the lead unit."""

Badness = tuple[Fraction, Fraction]
"""For the defenders: the chance that the hex falls, and the steps that they lose on average."""


class Defence(Protocol):
    """What the dice are rolled for: `DeterminedDefence`, or `DesperateDefence`, in which they are rolled `again`."""

    again: ClassVar[bool]

    @property
    def side(self) -> Side: ...
    @property
    def battle(self) -> Battle: ...
    @property
    def code(self) -> str: ...
    @property
    def column(self) -> int: ...
    @property
    def air(self) -> int: ...
    def leads(self, g: France40) -> list[Unit]: ...


# -- the table


def modifiers(g: France40, defence: Defence, lead: Unit) -> Iterator[Shift]:
    """11.2.4: all that changes the dice, each with its rule."""
    table, nation = g.scenario.tables["determined_defence"]["modifiers"], g.counter(lead).nation
    quality = g.face(lead).quality
    if quality in table:
        yield Shift(table[quality], "11.2.4", f"{g.name(lead)} has {quality.capitalize()} quality")
    if nation == "french" and not in_supply(g, lead):
        yield Shift(table["french_collapse"], "11.2.5", "French Collapse: out of supply")
    covered = defence.battle.target in g.covered
    if (defence.air or covered) and (defence.side is Side.GERMAN or nation == "british"):  # 22.6c
        yield Shift(table["air"], "11.2.6b" if covered else "11.2.6a", "Air support")
    if orange(g, defence.code, defence.column):
        yield Shift(table["orange"], "11.2.2", f"the result {defence.code} is orange")


def orange(g: France40, code: str, column: int) -> bool:
    """11.2.2: whether a result of the CRT is printed on light orange."""
    colours, columns = g.scenario.tables["crt"]["colours"], crt(g).columns
    return code in colours["orange"] and column >= columns.index(colours["orange_from"])


def read_table(g: France40, b: Battle, lead: Unit, total: int) -> tuple[str, int, int]:
    """11.3.1: verdict, steps of the attackers, steps of the lead unit."""
    return read_column(g, table_column(g, b, lead), total)


def read_column(g: France40, column: str, total: int) -> tuple[str, int, int]:
    table = g.scenario.tables["determined_defence"]
    row = table["rows"][str(max(table["lowest"], min(table["highest"], total)))]
    verdict, losses = row[table["columns"].index(column)].split()
    ours, theirs = (0 if part == "-" else int(part) for part in losses.split("/"))
    return verdict, ours, theirs


def table_column(g: France40, b: Battle, lead: Unit) -> str:
    """11.2.1b, R.11.2.1b.1: City or Fort unit, Fortified Hex, Clear without a Town, anything else."""
    side, terrain = g.scenario.side_of[lead], g.map.terrain[b.target]
    if g.fort(lead):
        return "city_fort"
    word: str = g.scenario.tables["terrain"][terrain]["determined"]
    if word == "city_fort":
        return word
    if fortified(g, side, b.target):
        return "fortified"
    town = any("town" in place.kinds for place in g.map.places_at.get(b.target, ()))
    return "other" if word == "clear" and town else word


def given_up(g: France40, b: Battle) -> bool:
    """22.9f: in Dynamo a hex left to Zero-Strength and Full Retreat units is given up.

    11.3.2, R.22.9f.1: an HQ in a better state is neither, and holds the hex.
    """
    left = defending(g, b)
    return g.scenario.dynamo and bool(left) and all(g.full_retreat(u) for u in left)


# -- chances


def look(g: France40, u: Unit) -> Hashable:
    """What tells a unit from the others in its hex: those that look the same can stand for one another."""
    return g.face(u), g.steps[u], g.counter(u).nation, g.counter(u).division, g.status[u]


def chances(g: France40, defence: Defence, lead: Unit) -> Chances:
    """11.3.1, 11.4.3: all that may come of standing under one unit, and after that under the best one."""
    return _Throws(defence).under(g, lead)


def best_chances(g: France40, defence: Defence) -> Chances | None:
    """The same under the unit with which the hex is held most often; None if nobody can lead."""
    return _Throws(defence).best(g)


class _Throws:
    """The throws of one defence. Its end depends on what is left of the defenders, whichever of several like units
    that is, so each such state is worked out once."""

    def __init__(self, defence: Defence) -> None:
        self.defence, self.known = defence, dict[Hashable, Chances | None]()
        self.leaders = dict[Hashable, tuple[Hashable, Badness] | None]()
        self.verdicts = dict[Hashable, dict[Verdict, Fraction]]()

    def best(self, g: France40) -> Chances | None:
        state = self.state(g)
        if state not in self.known:
            leader = self.leader(g)
            self.known[state] = None if leader is None else self.under(g, self.leads(g)[leader[0]])
        return self.known[state]

    def leader(self, g: France40) -> tuple[Hashable, Badness] | None:
        """What leads best, and how bad that is: a number for each kind, since all chances of all of them take long."""
        state = self.state(g)
        if state not in self.leaders:
            found = [(part, self.badness_under(g, lead)) for part, lead in self.leads(g).items()]
            self.leaders[state] = min(found, key=lambda one: one[1], default=None)
        return self.leaders[state]

    def leads(self, g: France40) -> dict[Hashable, Unit]:
        """One of each kind that can lead."""
        return {self.part(g, lead): lead for lead in self.defence.leads(g)}

    def badness_under(self, g: France40, lead: Unit) -> Badness:
        """`badness(self.under(g, lead))`."""
        parts = []
        for (verdict, _, lost), chance in self.rows(g, lead).items():
            board = _weakened(g, lead, lost)
            falls, gone = self.badness_failed(g, board) if verdict == "F" else badness(self.stood(g, board))
            parts.append((falls * chance, gone * chance))
        return sum((falls for falls, _ in parts), Fraction(0)), sum((gone for _, gone in parts), Fraction(0))

    def badness_failed(self, g: France40, board: France40) -> Badness:
        b = self.defence.battle
        onward = self.leader(board) if self.defence.again and defending(board, b) else None
        if onward is None:
            return badness(driven_off(g, board, b, self.defence.code))
        falls, gone = onward[1]
        return falls, gone + steps_of(g, b) - steps_of(board, b)

    def state(self, g: France40) -> Hashable:
        return frozenset(Counter(self.part(g, u) for u in defending(g, self.defence.battle)).items())

    def part(self, g: France40, u: Unit) -> Hashable:
        return look(g, u), u in self.defence.battle.left_out

    def under(self, g: France40, lead: Unit) -> Chances:
        """11.3.1: the 36 throws of two dice; throws with the same result are followed up once."""
        return sums(
            (End(end.falls, more + end.attackers, end.defenders), chance * part)
            for (verdict, more, lost), chance in self.rows(g, lead).items()
            for end, part in (self.failed if verdict == "F" else self.stood)(g, _weakened(g, lead, lost)).items()
        )

    def rows(self, g: France40, lead: Unit) -> dict[Verdict, Fraction]:
        part = self.part(g, lead)
        if part not in self.verdicts:
            self.verdicts[part] = self.thrown(g, lead)
        return self.verdicts[part]

    def thrown(self, g: France40, lead: Unit) -> dict[Verdict, Fraction]:
        """11.3.1, 11.4.3: the chance of each verdict under a lead unit."""
        change = sum(m.value for m in modifiers(g, self.defence, lead))
        found = ((total, read_table(g, self.defence.battle, lead, total + change)) for total in range(2, 13))
        return sums(
            ((verdict, more, 1 if verdict == "F" and self.defence.again else lost), Fraction(6 - abs(total - 7), 36))
            for total, (verdict, more, lost) in found
        )

    def stood(self, g: France40, board: France40) -> Chances:
        return settled(g, board, self.defence.battle)

    def failed(self, g: France40, board: France40) -> Chances:
        """11.3.1: the retreat; 11.4.1b: in a Desperate Defence the next throw."""
        b = self.defence.battle
        onward = self.best(board) if self.defence.again and defending(board, b) else None
        if onward is None:
            return driven_off(g, board, b, self.defence.code)
        gone = steps_of(g, b) - steps_of(board, b)
        return costlier(onward, defenders=gone)


def _weakened(g: France40, lead: Unit, lost: int) -> France40:
    board = g.copy()
    for _ in range(min(lost, g.steps[lead])):
        lose_step(board, lead, "11.3.1")
    return board


def costlier(found: Chances, attackers: int = 0, defenders: int = 0) -> Chances:
    """The same ends once this many steps have been lost."""
    return {End(e.falls, attackers + e.attackers, defenders + e.defenders): chance for e, chance in found.items()}


def chance_to_fall(found: Chances) -> Fraction:
    return sum((chance for end, chance in found.items() if end.falls), Fraction(0))


def badness(found: Chances) -> Badness:
    """How bad something is for the defenders: first whether the hex falls, then what they lose."""
    return chance_to_fall(found), sum((end.defenders * chance for end, chance in found.items()), Fraction(0))


# -- ends: `g` is the board before the losses of a result or a throw, `board` the one after them


def settled(g: France40, board: France40, b: Battle) -> Chances:
    """11.3.2: no unit must retreat; 22.9f: except units that cannot hold the hex on their own."""
    gone = steps_of(g, b) - steps_of(board, b)
    if given_up(board, b):
        gone += _flight_losses(board, b, 2, "again")
        return {End(falls=True, defenders=gone): ONE}
    return {End(falls=not defending(board, b), defenders=gone): ONE}


def displaced(g: France40, b: Battle) -> Chances:
    """17.1.4c, R.17.1.4c.4: HQs alone leave their hex, or are lost if they cannot."""
    return {End(falls=True, defenders=_flight_losses(g, b, 2, "again")): ONE}


def driven_off(g: France40, board: France40, b: Battle, code: str) -> Chances:
    """12.1.1: the survivors retreat by the path that costs least; 12.5b: units that had retreated here are lost."""
    row, after = result_row(g, code), board.copy()
    for u in defending(board, b):
        if b.paid == REGULAR and board.status[u] & RETREATED:
            after.place(u, OFF_MAP)
    how = "routed" if row["state"] == "full retreat" else "disrupted"
    lost = steps_of(g, b) - steps_of(after, b) + _flight_losses(after, b, row["retreat"], how)
    return {End(falls=True, defenders=lost): ONE}


def steps_of(g: France40, b: Battle) -> int:
    """The steps of all defenders."""
    return sum(g.steps[u] for u in defending(g, b))


def _flight_losses(g: France40, b: Battle, length: int, how: str) -> int:
    """12.1.3c, 12.2: the steps that a retreat costs. R.12.1.3c.2: they go together, or each kind of unit by itself."""
    way = Retreat(attacker(g, b).enemy, defending(g, b), b.target, length, how)
    leaving = [u for u in way.units if not way.doomed(g, u)]
    kinds: dict[Kind, list[Unit]] = {}
    for u in leaving:
        kinds.setdefault(kind_of(g, u), []).append(u)
    price = sum(_price(g, way, group) for group in kinds.values())
    if len(kinds) > 1 and way.together(g, leaving):
        price = min(price, _price(g, way, leaving))
    return price + sum(g.steps[u] for u in way.units if u not in leaving)


def _price(g: France40, way: Retreat, group: Sequence[Unit]) -> int:
    bearers = [u for u in group if not g.hq(u)] or group
    return min(way.escapes(g, group).short, sum(g.steps[u] for u in bearers))
