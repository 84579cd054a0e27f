"""6: attacks, named one by one and then fought one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.skirmish.board import WOODS, Skirmish, crosses_river, eliminate, enemy_in, lose_step, may_stack, zones
from meuse.games.skirmish.supply import is_supplied
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.losses import splits
from meuse.mechanics.odds import battle_report, figure
from meuse.mechanics.retreat import retreats
from meuse.orders import order
from meuse.report import OddsReport, Shift
from meuse.steps import Question, Step


class Attack(msgspec.Struct, frozen=True):
    target: Hex
    units: tuple[Unit, ...]


class Attacks(Question, frozen=True):
    """6.1: the attacks of an operation."""

    rule = "6.1"
    ask = "Whom do you attack?"
    named: tuple[Attack, ...] = ()

    def words(self, g: Skirmish) -> str:
        return f"{self.side.title} combat"

    @order(
        "attack {hex} {units}", rule="6.1", why="there is no enemy whom a free unit of yours could attack from there"
    )
    def attack(self, g: Skirmish, target: Hex, units: tuple[Unit, ...]) -> None:
        """6.1: an attack is named."""
        g.replace(Attacks(self.side, (*self.named, Attack(target, units))))

    @attack.choices("hex")
    def targets(self, g: Skirmish) -> list[Hex]:
        """6.1: each hex is attacked once."""
        taken = {attack.target for attack in self.named}
        foes = {g.hex_of[u] for u in g.on_map(self.side.enemy)}
        return sorted(h for h in foes - taken if self.free(g, h, ()))

    @attack.choices("units")
    def free(self, g: Skirmish, target: Hex, chosen: Sequence[Unit]) -> list[Unit]:
        """6.1: each unit attacks once."""
        busy = {u for attack in self.named for u in attack.units}
        return [u for u in g.on_map(self.side) if u not in busy and target in g.map.adjacent[g.hex_of[u]]]

    @attack.refuses("hex")
    def why_not_hex(self, g: Skirmish, target: Hex) -> Refusal | None:
        taken = any(attack.target == target for attack in self.named)
        return Refusal("6.1", f"{g.map.labels[target]} is attacked already") if taken else None

    @attack.describes("hex")
    def best(self, g: Skirmish, target: Hex) -> dict[str, Any]:
        attack, defence = strengths(g, Attack(target, tuple(self.free(g, target, ()))))
        return {"odds": f"{figure(attack)} : {figure(defence)}"}

    @order("withdraw {hex}", label="Withdraw an attack", rule="6.1", back=True, why="no attack on it has been named")
    def withdraw(self, g: Skirmish, target: Hex) -> None:
        g.replace(Attacks(self.side, tuple(attack for attack in self.named if attack.target != target)))

    @withdraw.choices("hex")
    def named_targets(self, g: Skirmish) -> list[Hex]:
        return [attack.target for attack in self.named]

    @order("done", label="Fight the battles", rule="6.2", commits="die")
    def done(self, g: Skirmish) -> None:
        g.replace(*(Battle(attack) for attack in self.named))

    @done.closed_if
    def duty(self, g: Skirmish) -> Refusal | None:
        """6.2: every enemy hex in whose zone an attacker stands must be attacked."""
        taken = {attack.target for attack in self.named}
        ours = {g.hex_of[u] for attack in self.named for u in attack.units}
        feared = {g.hex_of[u] for u in g.on_map(self.side.enemy) if ours & set(g.scenario.spread[g.hex_of[u]])}
        missing = tuple(g.map.labels[h] for h in sorted(feared - taken))
        return Refusal("6.2", f"{', '.join(missing)} must be attacked too", missing) if missing else None


# -- 6.3, 6.4: odds


def strength(g: Skirmish, u: Unit) -> Fraction:
    """7.1: a corps has the sum of its divisions; 8.2: an unsupplied unit counts half."""
    full = Fraction(sum(g.scenario.counters[d].strength[g.steps[d] - 1] for d in g.parts_of(u)))
    return full if is_supplied(g, u) else full / 2


def strengths(g: Skirmish, attack: Attack) -> tuple[Fraction, Fraction]:
    """6.3: both sides added up, fractions kept."""
    defenders = g.at.get(attack.target, ())
    return sum((strength(g, u) for u in attack.units), Fraction()), sum((strength(g, u) for u in defenders), Fraction())


def shifts(g: Skirmish, attack: Attack) -> Iterator[Shift]:
    """6.4: the shifts of a battle."""
    terrain = g.map.terrain[attack.target]
    if terrain in WOODS:
        yield Shift(-1, "6.4", "the defenders are in woods")
    if all(crosses_river(g.map, g.hex_of[u], attack.target) for u in attack.units):
        yield Shift(-1, "6.4", "all attackers cross a river")
    if terrain == "clear" and any(map(g.armoured, attack.units)) and not any(map(g.armoured, g.at[attack.target])):
        yield Shift(+1, "6.4", "armour in the open")


def odds_report(g: Skirmish, attack: Attack) -> OddsReport:
    """The arithmetic of a battle for a person."""
    return battle_report(
        g.scenario.table,
        attackers=[(g.name(u), strength(g, u)) for u in attack.units],
        defenders=[(g.name(u), strength(g, u)) for u in g.at.get(attack.target, ())],
        shifts=tuple(shifts(g, attack)),
        words=lambda code: (
            "the defenders counterattack" if code == "CA" else "points lost: " + code.replace("/", " to ")
        ),
        losses=lambda code: (0, 0) if code == "CA" else (int(code[0]), min(1, int(code[2]))),
        attack=f"attack on {g.map.labels[attack.target]}",
        assumptions=("the defender takes one step, and the rest of his points in retreat",),
    )


# -- 6.5 to 6.8: battles


class Battle(Step, frozen=True):
    """6.3: a battle; 6.7: `answer` marks a counterattack."""

    rule = "6.3"
    attack: Attack
    answer: bool = False

    def words(self, g: Skirmish) -> str:
        return f"{'Counterattack' if self.answer else 'Attack'} on {g.map.labels[self.attack.target]}"

    def run(self, g: Skirmish) -> None:
        """R.6.2.1: it is not fought if either side has gone."""
        target = self.attack.target
        units = tuple(u for u in self.attack.units if g.hex_of[u] >= 0 and target in g.map.adjacent[g.hex_of[u]])
        if not units or not enemy_in(g, target, g.scenario.side_of[units[0]]):
            g.pop()
        else:
            self.fight(g, Attack(target, units))

    def fight(self, g: Skirmish, attack: Attack) -> None:
        """6.3: odds, shifts, die, result; 6.7: a counterattack has no shifts."""
        table, die = g.scenario.table, g.roll()
        start = max(0, table.column(*strengths(g, attack)))
        column = start if self.answer else table.shifted(start, shifts(g, attack))
        code = table.result(column, die)
        names, there = g.names(attack.units), g.map.labels[attack.target]
        text = f"{', '.join(names)} attack {there} at {table.columns[column]}: {code}"
        g.emit("battle", text, "6.3", units=names, at=(there,), dice=(die,))
        owner = g.scenario.side_of[attack.units[0]]
        if code == "CA":
            g.replace(*([] if self.answer else [Counterattack(owner.enemy, attack)]))
            return
        own, theirs = (int(points) for points in code.split("/"))
        defenders = g.at[attack.target]
        answers = [Split(owner.enemy, defenders, theirs)] if theirs else []
        g.replace(Lose(owner, attack.units, own), *answers, Advance(owner, attack))


class Counterattack(Question, frozen=True):
    rule = "6.7"
    ask = "Which hex do you counterattack?"
    attack: Attack

    @order(
        "counterattack {hex}", rule="6.7", commits="die", why="only a hex from which you were attacked can be struck"
    )
    def strike(self, g: Skirmish, target: Hex) -> None:
        g.replace(Battle(Attack(target, g.at[self.attack.target]), answer=True))

    @strike.choices("hex")
    def attackers(self, g: Skirmish) -> list[Hex]:
        """6.7: one hex of the attackers."""
        return sorted({g.hex_of[u] for u in self.attack.units})


class Split(Question, frozen=True):
    rule = "6.5"
    units: tuple[Unit, ...]
    points: int

    def title(self, g: Skirmish) -> str:
        return f"How many of the {self.points} points do you take as steps?"

    @order("split {number}", label="Take as steps", rule="6.5", why="the first point is a step, the rest as you like")
    def split(self, g: Skirmish, steps: int) -> None:
        g.replace(Lose(self.side, self.units, steps), Retreat(self.side, self.units, self.points - steps))

    @split.choices("number")
    def ways(self, g: Skirmish) -> Sequence[int]:
        """6.5: the first point is a step; no more steps than there are."""
        return splits(self.points, self.points - 1, sum(g.steps[d] for u in self.units for d in g.parts_of(u)))


class Lose(Question, frozen=True):
    rule = "6.5"
    ask = "Which unit loses a step?"
    units: tuple[Unit, ...]
    points: int

    def decider(self, g: Skirmish) -> Side | None:
        return self.side if self.points and self.bearers(g) else None

    def run(self, g: Skirmish) -> None:
        g.pop()

    @order("lose {unit}", label="Lose a step", rule="6.5", why="only a unit that fought in this battle loses the step")
    def lose(self, g: Skirmish, u: Unit) -> None:
        lose_step(g, u)
        g.replace(Lose(self.side, self.units, self.points - 1))

    @lose.choices("unit")
    def bearers(self, g: Skirmish) -> list[Unit]:
        """7.1: a corps loses the steps of its divisions."""
        return [d for u in self.units if g.hex_of[u] >= 0 for d in g.parts_of(u)]


class Retreat(Question, frozen=True):
    """6.6: unit by unit."""

    rule = "6.6"
    ask = "Where does it retreat?"
    units: tuple[Unit, ...]
    hexes: int

    def left(self, g: Skirmish) -> list[Unit]:
        return [u for u in self.units if g.hex_of[u] >= 0] if self.hexes else []

    def decider(self, g: Skirmish) -> Side | None:
        left = self.left(g)
        return self.side if left and self.ways(g, left[0]) else None

    def run(self, g: Skirmish) -> None:
        """6.6: a unit that cannot retreat is eliminated."""
        if left := self.left(g):
            eliminate(g, left[0])
            g.replace(Retreat(self.side, tuple(left[1:]), self.hexes))
        else:
            g.pop()

    @order(
        "retreat {unit} {hex}",
        rule="6.6",
        why="a retreat goes that many hexes away, out of enemy zones, to where there is room",
    )
    def retreat(self, g: Skirmish, u: Unit, h: Hex) -> None:
        g.place(u, h)
        g.emit("retreat", f"{g.name(u)} retreats to {g.map.labels[h]}", "6.6", units=(g.name(u),))
        g.replace(Retreat(self.side, tuple(v for v in self.left(g) if v != u), self.hexes))

    @retreat.choices("unit")
    def next_unit(self, g: Skirmish) -> list[Unit]:
        return self.left(g)[:1]

    @retreat.choices("hex")
    def ways(self, g: Skirmish, u: Unit) -> list[Hex]:
        """6.6: never next to an enemy or across a major river; 3.1: where there is room."""
        feared = zones(g, self.side.enemy)

        def may_enter(a: Hex, b: Hex) -> bool:
            return not feared[b] and not enemy_in(g, b, self.side) and not g.map.has(a, b, "major_river")

        return sorted(retreats(g.map, g.hex_of[u], self.hexes, may_enter, lambda h: may_stack(g, u, h)))


class Advance(Question, frozen=True):
    rule = "6.8"
    ask = "Who advances?"
    attack: Attack

    def decider(self, g: Skirmish) -> Side | None:
        return self.side if self.attack.target not in g.at and self.able(g) else None

    def run(self, g: Skirmish) -> None:
        g.pop()

    @order("advance {unit}", rule="6.8", why="one unit that took part in this attack may advance")
    def advance(self, g: Skirmish, u: Unit) -> None:
        """6.8, 9.2: it enters the empty hex."""
        g.enter(u, self.attack.target)
        g.emit("advance", f"{g.name(u)} advances to {g.map.labels[self.attack.target]}", "6.8", units=(g.name(u),))
        g.pop()

    @advance.choices("unit")
    def able(self, g: Skirmish) -> list[Unit]:
        return [u for u in self.attack.units if g.hex_of[u] >= 0]

    @order("stay", label="Nobody advances", rule="6.8")
    def stay(self, g: Skirmish) -> None:
        g.pop()
