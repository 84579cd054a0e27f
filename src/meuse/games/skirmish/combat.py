"""6: attacks, declared one by one and then fought one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.skirmish.board import Skirmish, crosses_river, eliminate, in_woods, is_supplied, lose_step, zones
from meuse.hexmap import Hex
from meuse.mechanics.losses import splits
from meuse.mechanics.odds import figure
from meuse.mechanics.retreat import retreats
from meuse.orders import order
from meuse.phases import log
from meuse.phases.aftermath import StepLoss
from meuse.phases.attacks import Attack, NamedAttacks
from meuse.phases.retreats import Retreats
from meuse.report import Shift, count
from meuse.steps import Question, Step, overrides


class Attacks(NamedAttacks, frozen=True):
    """6.1: the attacks of an operation."""

    rule = "6.1"
    duty_rule = "6.2"
    named: tuple[Attack, ...] = ()

    attack = NamedAttacks.attack.told(rule="6.1", why="none of your free units is next to an enemy there")
    withdraw = NamedAttacks.withdraw.told(rule="6.1")
    done = NamedAttacks.done.told(rule="6.2")

    @overrides
    def attackable(self, g: Skirmish, chosen: Sequence[Hex]) -> list[Hex]:
        """6.1: one hex at a time, and each once."""
        enemies = set() if chosen else {g.hex_of[u] for u in g.on_map(self.side.enemy)} - self.taken()
        return sorted(h for h in enemies if self.able(g, (h,), ()))

    @overrides
    def able(self, g: Skirmish, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> list[Unit]:
        """6.1: each unit attacks one hex next to it."""
        busy = self.busy()
        return [u for u in g.on_map(self.side) if u not in busy and hexes[0] in g.map.adjacent[g.hex_of[u]]]

    @attack.describes("hexes")
    def best(self, g: Skirmish, chosen: Sequence[Hex], target: Hex) -> dict[str, Any]:
        attack, defence = strengths(g, Attack(target, tuple(self.able(g, (target,), ()))))
        return {"odds": f"{figure(attack)} : {figure(defence)}"}

    @overrides
    def owed(self, g: Skirmish) -> set[Hex]:
        """6.2: every enemy hex in whose zone an attacker stands must be attacked."""
        ours = {g.hex_of[u] for u in self.busy()}
        feared = {g.hex_of[u] for u in g.on_map(self.side.enemy) if ours & set(g.scenario.spread[g.hex_of[u]])}
        return feared - self.taken()

    @overrides
    def fight(self, g: Skirmish) -> None:
        g.replace(*(Battle(attack) for attack in self.named))


def divisions(g: Skirmish, units: Iterable[Unit]) -> list[Unit]:
    """7.1: divisions, and for each corps those in it."""
    return [d for u in units for d in g.parts_of(u)]


def full_strength(g: Skirmish, u: Unit) -> Fraction:
    """7.1: a corps has the sum of its divisions."""
    return Fraction(sum(g.scenario.counters[d].strength * g.steps[d] for d in g.parts_of(u)))


def strength(g: Skirmish, u: Unit) -> Fraction:
    """8.2: an unsupplied unit counts half."""
    return full_strength(g, u) / (1 if is_supplied(g, u) else 2)


def strengths(g: Skirmish, attack: Attack) -> tuple[Fraction, Fraction]:
    """6.3: both sides added up, fractions kept."""
    sides = attack.units, g.at.get(attack.target, ())
    ours, theirs = (sum((strength(g, u) for u in units), Fraction()) for units in sides)
    return ours, theirs


def shifts(g: Skirmish, attack: Attack) -> Iterator[Shift]:
    if in_woods(g.map, attack.target):
        yield Shift(-1, "6.4", "the defenders are in woods")
    if all(crosses_river(g.map, g.hex_of[u], attack.target) for u in attack.units):
        yield Shift(-1, "6.4", "all attackers cross a river")
    if any(g.scenario.counters[u].has("corps") for u in attack.units):
        yield Shift(+1, "6.4", "a corps attacks")


def column(g: Skirmish, attack: Attack, *shifts: Shift) -> int:
    """6.3: rounded down; worse odds than the table has use its first column."""
    table = g.scenario.table
    return table.shifted(max(0, table.column(*strengths(g, attack))), shifts)


class Battle(Step, frozen=True):
    """6.3: a battle; 6.7: `answer` marks a counterattack."""

    rule = "6.3"
    attack: Attack
    answer: bool = False

    def title(self, g: Skirmish) -> str:
        return f"{'Counterattack' if self.answer else 'Attack'} on {g.map.labels[self.attack.target]}"

    def run(self, g: Skirmish) -> None:
        """R.6.2.1: it is not fought if either side has gone."""
        target = self.attack.target
        units = tuple(u for u in self.attack.units if g.hex_of[u] >= 0 and target in g.map.adjacent[g.hex_of[u]])
        if units and g.enemy_in(target, g.scenario.side_of[units[0]]):
            self.fight(g, Attack(target, units))
        else:
            g.pop()

    def fight(self, g: Skirmish, attack: Attack) -> None:
        """6.3: odds, shifts, die, result; 6.7: a counterattack has no shifts and is not answered."""
        table, die, side = g.scenario.table, g.roll(), g.scenario.side_of[attack.units[0]]
        odds = column(g, attack, *(() if self.answer else shifts(g, attack)))
        code, at = table.result(odds, die), table.columns[odds]
        log.battle(g, attack.units, attack.hexes, f"at {at}: {code}, {meaning(code)}", "6.3", (die,), f"{at} {code}")
        if code == "CA":
            g.replace(*([] if self.answer else [Counterattack(side.enemy, attack)]))
        else:
            own, theirs = map(int, code.split("/"))
            answers = [Split(side.enemy, g.at[attack.target], theirs)] if theirs else []
            g.replace(*[Lose(side, attack.units)] * own, *answers)


def meaning(code: str) -> str:
    """6.3: a result in words: what the attackers lose, and what the defenders take as steps and hexes."""
    if code == "CA":
        return "the defenders counterattack"
    own, theirs = map(int, code.split("/"))
    losses = [f"the attackers lose {count(own, 'step')}"] * (own > 0)
    losses += [f"the defenders take {count(theirs, 'point')}"] * (theirs > 0)
    return ", ".join(losses) or "no effect"


class Counterattack(Question, frozen=True):
    after_die = True
    rule = "6.7"
    question = "Which hex do you counterattack?"
    attack: Attack

    @order("counterattack {hex}", rule="6.7", why="only a hex from which you were attacked")
    def strike(self, g: Skirmish, target: Hex) -> None:
        g.replace(Battle(Attack(target, g.at[self.attack.target]), answer=True))

    @strike.choices("hex")
    def attackers(self, g: Skirmish) -> list[Hex]:
        return sorted({g.hex_of[u] for u in self.attack.units})


class Split(Question, frozen=True):
    after_die = True
    rule = "6.5"
    units: tuple[Unit, ...]
    points: int

    def question(self, g: Skirmish) -> str:
        return f"How many of the {count(self.points, 'point')} do you take as steps?"

    @order("split {number}", label="Take as steps", rule="6.5", why="the first point is a step; you choose the rest")
    def split(self, g: Skirmish, steps: int) -> None:
        hexes = self.points - steps
        later = (Retreat(self.side, u, hexes) for u in self.units if hexes)
        g.replace(*[Lose(self.side, self.units)] * steps, *later)

    @split.choices("number")
    def ways(self, g: Skirmish) -> Sequence[int]:
        """6.5: the first point is a step; no more steps than there are."""
        return splits(self.points, self.points - 1, sum(g.steps[d] for d in divisions(g, self.units)))


class Lose(StepLoss, frozen=True):
    rule = "6.5"
    question = "Which unit loses a step?"

    lose = StepLoss.lose.told(rule="6.5", why="only a unit that fought in this battle loses the step")

    @overrides
    def decider(self, g: Skirmish) -> Side | None:
        return self.side if self.bearers(g) else None

    @overrides
    def bearers(self, g: Skirmish) -> list[Unit]:
        """7.1: a corps loses the steps of its divisions."""
        return divisions(g, self.standing(g))

    @overrides
    def take(self, g: Skirmish, unit: Unit) -> None:
        lose_step(g, unit)


class Retreat(Retreats, frozen=True):
    rule = lost_rule = "6.6"
    unit: Unit
    hexes: int

    @overrides
    def question(self, g: Skirmish) -> str:
        return f"Where does {g.name(self.unit)} retreat?"

    @overrides
    def standing(self, g: Skirmish) -> list[Unit]:
        return [self.unit] if g.hex_of[self.unit] >= 0 else []

    @overrides
    def lost(self, g: Skirmish, unit: Unit) -> None:
        eliminate(g, unit)

    @order("retreat {hex}", rule="6.6", why="it must end that many hexes away, out of enemy zones, where there is room")
    def retreat(self, g: Skirmish, h: Hex) -> None:
        g.pop()
        g.place(self.unit, h)
        log.retreat(g, (self.unit,), (h,), "6.6")

    @retreat.choices("hex")
    def ways(self, g: Skirmish) -> list[Hex]:
        return self.ends(g, self.unit)

    @overrides
    def ends(self, g: Skirmish, unit: Unit) -> list[Hex]:
        """6.6: never into an enemy zone or over a major river; 3.1: where there is room."""

        def may_enter(a: Hex, b: Hex) -> bool:
            """6.6: one hex of a retreat."""
            closed = zones(g, self.side.enemy)[b] or g.enemy_in(b, self.side) or g.map.has(a, b, "major_river")
            return not closed

        return sorted(retreats(g.map, g.hex_of[unit], self.hexes, may_enter, lambda h: g.may_stack(unit, h)))
