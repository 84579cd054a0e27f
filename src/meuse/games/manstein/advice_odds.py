"""What attacks would be worth, reckoned by tables: quick enough to try hundreds of ways to set them up.

It agrees with `odds` and `forecast` but for what a counterattack costs; what units would do is told by where they
would stand, so no board is copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import combat, odds, victory
from meuse.games.manstein.advice_aims import step_price, supported_hexes
from meuse.games.manstein.advice_plans import lateness
from meuse.games.manstein.appreciation import prizes
from meuse.games.manstein.board import ATTACKED, Manstein, disputed
from meuse.games.manstein.bridgeheads import crosses_river
from meuse.games.manstein.ground import air_zones
from meuse.games.manstein.logistics import unsupported
from meuse.hexmap import Hex
from meuse.state import derived

Outcome = tuple[int, int, bool, bool, bool]
"""Steps lost by defender and attacker, whether the defender retreats, counterattacks, whether the attacker retreats."""


class Target:
    """An enemy stack that could be attacked, and all that does not depend on who attacks it."""

    def __init__(self, g: Manstein, side: Side, h: Hex, brief: Brief, promised: int) -> None:
        there = g.ground(h, side.enemy)
        fighting = [u for u in there if not g.status[u] & ATTACKED]
        self.h, self.units = h, there
        self.defence = sum(g.defence_of(u) for u in fighting)
        self.steps = sum(g.steps[u] for u in there)
        self.price = sum(step_price(g, u) for u in there) / len(there)
        self.fort = g.own_fort(h, side.enemy) is not None
        self.points = points_worth(g, h, brief)
        self.shift = odds.ground_shift(g, h) - (self.fort and not committed(g, side, h, brief))
        self.shift += len(unsupported(g, fighting))
        self.shift += max(promised, air_zones(g, side).get(h, 0)) - air_zones(g, side.enemy).get(h, 0)
        self.has_river = not disputed(g, h)


class Reckoner:
    """What attacks of a side would be worth in the coming combat segment."""

    def __init__(self, g: Manstein, side: Side, brief: Brief, promised: int = 0) -> None:
        self.g, self.side, self.brief, self.promised = g, side, brief, promised
        self._targets: dict[Hex, Target | None] = {}
        self._known: dict[tuple[Hex, frozenset[tuple[Unit, Hex]], float], float] = {}
        self._prices: dict[Unit, float] = {}

    def target(self, h: Hex) -> Target | None:
        """The enemies in a hex, if they may be attacked."""
        if h not in self._targets:
            able = combat.why_not_target(self.g, self.side, h) is None
            self._targets[h] = Target(self.g, self.side, h, self.brief, self.promised) if able else None
        return self._targets[h]

    def worth(self, h: Hex, force: frozenset[tuple[Unit, Hex]], ahead: float) -> float:
        """The expected gain of an attack by units from hexes; `ahead`: how far the ground is on their way, 0 to 1."""
        key = (h, force, ahead)
        if key not in self._known:
            self._known[key] = self._worth(h, force, ahead)
        return self._known[key]

    def _worth(self, h: Hex, force: frozenset[tuple[Unit, Hex]], ahead: float) -> float:
        target, g = self.target(h), self.g
        if target is None or not force:
            return 0.0
        units = sorted(u for u, _ in force)
        column = self.column(h, force)
        mine = min(self.price(u) for u in units)
        value = self._on_table("assault", column, target, mine, ahead)
        if not target.fort and all(g.counter(u).mech for u in units):
            value = max(value, self._on_table("mobile", column, target, mine, ahead))
        return value

    def column(self, h: Hex, force: frozenset[tuple[Unit, Hex]]) -> int:
        """10.3f: the column that an attack ends on."""
        g, target = self.g, self.target(h)
        assert target is not None
        attack = sum(g.attack_of(u) for u, _ in force)
        shift = target.shift + marker_shift(g, self.side, [u for u, _ in force])
        shift -= sum(h not in supported_hexes(g, u) for u, h in force)
        if target.has_river and all(crosses_river(g, h, target.h) for _, h in force):
            shift -= 1
        lowest = self.lowest
        if not target.defence:
            start = len(lowest) - 1
        else:
            percent = 100 * attack // target.defence
            start = sum(percent >= bound for bound in lowest) - 1
        return max(0, min(len(lowest) - 1, start + shift))

    def _on_table(self, name: str, column: int, target: Target, mine: float, ahead: float) -> float:
        brief, g, total = self.brief, self.g, 0.0
        if self.side is Side.ALLIED:
            ground = target.points + brief["ground_allied"]
        else:
            ground = target.points + max(brief["ground_aside"], ahead * ground_worth(g, brief))
        for lost, paid, retreat, counter, back in outcomes(g, name, target.fort)[column]:
            clears = lost >= target.steps or (retreat and not target.fort)
            total += min(lost, target.steps) * target.price - paid * mine
            total += ground * (1.0 if clears else brief["progress"] * lost / target.steps)
            total -= brief["counterattack"] * counter + brief["thrown_back"] * back
        return total / 6.0

    def price(self, u: Unit) -> float:
        if u not in self._prices:
            self._prices[u] = attack_price(self.g, u, self.brief)
        return self._prices[u]

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        return tuple(self.g.scenario.tables["columns"]["lowest"])


def special_forces(g: Manstein, side: Side) -> list[Unit]:
    """19.0: those that are still to be had, the surest first; they are reckoned to destroy what they attack."""
    able = [u for u in g.units_in(g.box("available"), side) if g.counter(u).kind == "sf"]
    return sorted(able, key=lambda u: (-g.counter(u).succeeds, u))


def committed(g: Manstein, side: Side, h: Hex, brief: Brief) -> list[Unit]:
    """19.0: who is sent against a fortification: the first of those that are left, if the place is worth it."""
    return special_forces(g, side) if prizes(g).get(h, 0.0) >= brief["special"] else []


def points_worth(g: Manstein, h: Hex, brief: Brief) -> float:
    """3.2: what a hex is worth that scores, the more the nearer the end."""
    points = max(victory.hex_value(g, side, h) for side in Side)
    return brief["points"] * points * (1.0 + brief["end"] * lateness(g))


def ground_worth(g: Manstein, brief: Brief) -> float:
    """What a hex on the way is worth to the Germans; in the end there is no way left to go."""
    return brief["ground"] * (1.0 - 0.8 * lateness(g) ** 2)


def attack_price(g: Manstein, u: Unit, brief: Brief) -> float:
    """What a step of an attacker is worth; the Germans must press on, and refit what is not the last step."""
    counter = g.counter(u)
    presses = counter.side is Side.GERMAN and counter.command != "HGC" and g.steps[u] > 1
    return step_price(g, u) * (brief["hurry"] if presses else 1.0)


def marker_shift(g: Manstein, side: Side, units: Iterable[Unit]) -> int:
    """5.6, R.5.1.manstein.1: what the marker in play gives; Plan R is not reckoned with before the attack."""
    marker = g.scenario.markers.get(g.now.marker)
    if marker is None or g.now.side is not side or g.now.marker == "plan-r":
        return 0
    if marker.shift or g.manstein_turn != g.turn or not g.option("R.5.1.manstein.1"):
        return marker.shift
    return g.scenario.markers["manstein"].shift if all(g.counter(u).command == "PGK" for u in units) else 0


@derived()
def outcomes(g: Manstein, name: str, fort: bool) -> tuple[tuple[Outcome, ...], ...]:
    """The outcomes of the six faces for each column of a table; 22.1.DW, 22.1.CA: an intact fortress changes two."""
    table, results = g.scenario.crt[name], g.scenario.tables["results"]
    changed: Mapping[str, str] = {"DW": "ST", "CA": ""} if fort else {}
    rows = [[results.get(changed.get(code, code), {}) for _, code in table.faces(n)] for n in range(len(table.columns))]
    return tuple(tuple(_outcome(row) for row in column) for column in rows)


def _outcome(row: Mapping[str, int]) -> Outcome:
    return (
        int(row.get("defender_steps", 0)),
        int(row.get("attacker_steps", 0)),
        bool(row.get("defender_retreat")),
        bool(row.get("counterattack")),
        bool(row.get("attacker_retreat")),
    )
