"""11.1b, 11.3: a combat before the die: whether it can still be fought, and what both sides add to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.aftermath import Advance, DepotRetreat, clear_of_enemies
from meuse.games.caseyellow.battle import Fight
from meuse.games.caseyellow.board import ATTACKED, DEFENDED, CaseYellow
from meuse.games.caseyellow.bridgeheads import attempt, can_attempt
from meuse.games.caseyellow.ground import still_near
from meuse.games.caseyellow.losses import eliminate
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.stacking import port_fault
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question, Step


class Prepare(Step, frozen=True):
    """11.1b: a combat begins, if it can still be fought."""

    rule = "11.3d"
    attack: Attack

    def title(self, g: CaseYellow) -> str:
        return f"Attack on {g.map.labels[self.attack.target]}"

    def run(self, g: CaseYellow) -> None:
        """R.11.9b.2: attackers and defender hex are used for this round, in a continued combat too."""
        g.pop()
        target = self.attack.target
        units = tuple(u for u in self.attack.units if still_near(g, u, target))
        if not units or self.lapses(g, g.side(units[0])):
            return
        side = g.side(units[0])
        for u in units:
            g.act(u, ATTACKED)
        for u in g.fighters(target, side.enemy):  # 7.9e.stacked: a depot gets away before the combat
            g.act(u, DEFENDED)
        g.fought |= {target}
        open_battle(g, Battle(Attack(target, units)))

    def lapses(self, g: CaseYellow, side: Side) -> bool:
        """R.11.2d.2: the enemy has gone; R.11.2a.3.2: or one who was attacked in this round has come."""
        target = self.attack.target
        there = g.map.labels[target]
        if not any(g.acts[u] & DEFENDED for u in g.units_in(target, side.enemy)):
            return nobody_left(g, side, target)
        text = f"The attack on {g.map.spot(target)} lapses: a unit there has already been attacked this round"
        g.emit("lapsed", text, "11.2a.3", at=(there,), side=side.word)
        return True


class GoOn(Prepare, frozen=True):
    """11.9b: an Engaged combat goes on, whoever has come; R.11.9b.1: unless either side has gone."""

    def lapses(self, g: CaseYellow, side: Side) -> bool:
        return nobody_left(g, side, self.attack.target)


def nobody_left(g: CaseYellow, side: Side, target: Hex) -> bool:
    return clear_of_enemies(g, side, target) and not g.units_in(target, side.enemy)


def open_battle(g: CaseYellow, battle: Battle) -> None:
    """7.9e.alone, 7.9e.stacked: an Attack Supply Unit alone is lost; among others it gets away first."""
    side, target = odds.attacker(g, battle), battle.attack.target
    depots = depots_in(g, side.enemy, target)
    if depots and clear_of_enemies(g, side, target):
        for u in depots:
            eliminate(g, u, "7.9e.alone")
        g.push(Advance(side, battle.attack.units, target))
    else:
        g.push(*(DepotRetreat(side.enemy, u, target) for u in depots), PortDefence(Side.ALLIED, battle))


def depots_in(g: CaseYellow, side: Side, h: Hex) -> list[Unit]:
    """7.9: the Attack Supply Units of a side in a hex."""
    return [u for u in g.units_in(h, side) if g.is_supply_unit(u)]


# -- before the die


class BeforeTheDie(Question, frozen=True):
    """One of the questions before the die. `battle` gathers the answers; who has nothing to say is passed over."""

    before_die = True
    battle: Battle

    def run(self, g: CaseYellow) -> None:
        self.answered(g)

    def about(self, g: CaseYellow) -> tuple[str, ...]:
        return (g.map.labels[self.battle.attack.target],)

    def answered(self, g: CaseYellow, **answer: Any) -> None:
        """On to the next question with what has been settled in this one."""
        g.replace(self.following(g, msgspec.structs.replace(self.battle, **answer)))

    def following(self, g: CaseYellow, battle: Battle) -> Step:
        raise NotImplementedError


class PortDefence(BeforeTheDie, frozen=True):
    """13.5.3: in an overstacked Dynamo port the Allies pick defenders within the normal limit."""

    rule = "13.5.3"
    title = "Defence of the port"
    question = "Which units defend the port?"

    def decider(self, g: CaseYellow) -> Side | None:
        crowded = odds.at_port(g, self.battle) and port_fault(g, g.fighters(g.port, self.side)) is not None
        return self.side if crowded else None

    def following(self, g: CaseYellow, battle: Battle) -> Step:
        return TryBridgehead(Side.GERMAN, battle)

    @order(
        "defend {units}",
        rule="13.5.3",
        says="Only these units defend; the others in the port share the result if they lose.",
        why="the defenders must fit the normal stacking limits",
    )
    def defend(self, g: CaseYellow, units: tuple[Unit, ...]) -> None:
        self.answered(g, chosen=units)

    @defend.choices("units")
    def fitting(self, g: CaseYellow, chosen: Sequence[Unit]) -> list[Unit]:
        units = g.fighters(g.port, self.side)
        return [u for u in units if u not in chosen and port_fault(g, (*chosen, u)) is None]


class TryBridgehead(BeforeTheDie, frozen=True):
    """10.8c.3, 10.8f.combat: before a German combat over a river in a Combat Round, one attempt."""

    rule = "10.8c.3"
    title = "Bridgehead"
    question = "Do you try for a bridgehead before the attack?"

    def decider(self, g: CaseYellow) -> Side | None:
        b = self.battle
        if odds.attacker(g, b) is not Side.GERMAN or not g.rounds or g.rounds[-1] != (Side.GERMAN, "combat"):
            return None
        able = (u for u in odds.adjacent(g, b) if g.scenario.yellow[u])
        return self.side if any(can_attempt(g, u, b.attack.target) for u in able) else None

    def following(self, g: CaseYellow, battle: Battle) -> Step:
        return WestWall(Side.GERMAN, battle)

    @order(
        "bridgehead {hex}",
        label="Try for a bridgehead",
        rule="10.8c.3",
        says="One die. If it succeeds, the river no longer helps the defenders.",
        why="you can try for a bridgehead only in the hex under attack",
    )
    def bridgehead(self, g: CaseYellow, h: Hex) -> None:
        attempt(g, h, odds.adjacent(g, self.battle))
        self.answered(g)

    @bridgehead.choices("hex")
    def target(self, g: CaseYellow) -> list[Hex]:
        return [self.battle.attack.target]

    @order("pass", label="No bridgehead", rule="10.8c.3")
    def decline(self, g: CaseYellow) -> None:
        self.answered(g)


class WestWall(BeforeTheDie, frozen=True):
    """7.8c: one attack a round may draw its Attack Supply from the West Wall."""

    rule = "7.8c"
    title = "Attack Supply"
    question = "Does this attack draw its Attack Supply from the West Wall?"

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if odds.needs_west_wall(g, self.battle) else None

    def following(self, g: CaseYellow, battle: Battle) -> Step:
        return CutOffDepot(Side.ALLIED, battle)

    @order("draw", label="Draw on the West Wall", rule="7.8c")
    def draw(self, g: CaseYellow) -> None:
        g.west_wall_used = True
        self.answered(g, west_wall=True)

    @order("pass", label="Save it for another attack", rule="7.8c", was=("save",))
    def decline(self, g: CaseYellow) -> None:
        self.answered(g)

    @decline.closed_if
    def why_not_decline(self, g: CaseYellow) -> Refusal | None:
        """11.8a: ARKO takes part only with Attack Supply."""
        needed = odds.guns_lack(g, self.battle)
        return Refusal("11.8a", "ARKO cannot take part without this Attack Supply") if needed else None


class CutOffDepot(BeforeTheDie, frozen=True):
    """7.7e.cutoff: an Allied attack may draw on a cut-off Attack Supply Unit, which is then used up."""

    rule = "7.7e.cutoff"
    title = "Attack Supply"
    question = "Does this attack draw on the cut-off Attack Supply Unit?"

    def help(self, g: CaseYellow) -> str:
        return "If it does, that unit is eliminated at the end of the round."

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if odds.needs_cut_off(g, self.battle) else None

    def following(self, g: CaseYellow, battle: Battle) -> Step:
        return AirSupport(odds.attacker(g, battle), battle)

    @order("draw", label="Draw on it", rule="7.7e.cutoff")
    def draw(self, g: CaseYellow) -> None:
        self.answered(g)

    @order("pass", label="Attack without it", rule="7.7e.cutoff", was=("save",))
    def decline(self, g: CaseYellow) -> None:
        """11.3c.supply: the attack is then without Attack Supply."""
        self.answered(g, spared=True)


class AirSupport(BeforeTheDie, frozen=True):
    """11.3c.air, 5.2, 11.9b: first the attacker, then the defender commits Air Assets."""

    rule = "11.3c.air"
    title = "Air support"
    question = "How many Air Assets do you commit?"

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if usable_air(g, self.side, self.battle) else None

    def following(self, g: CaseYellow, battle: Battle) -> Step:
        return AirSupport(self.side.enemy, battle) if self.side is odds.attacker(g, battle) else Fight(battle)

    @order(
        "air {number}",
        label="Air Assets",
        rule="11.3c.air",
        says="Each Air Asset shifts the odds by one column in your favour.",
        why="you can commit only Air Assets that are still available",
    )
    def commit(self, g: CaseYellow, number: int) -> None:
        g.air[self.side] -= number
        self.answered(g, **self.committing(number))

    def committing(self, number: int) -> dict[str, int]:
        return {f"{self.side.word}_air": number}

    @commit.choices("number")
    def available(self, g: CaseYellow) -> range:
        return range(usable_air(g, self.side, self.battle) + 1)


def usable_air(g: CaseYellow, side: Side, battle: Battle) -> int:
    """5.2, 11.3c.air-minor, 11.3c.air-dynamo: Air Assets a side may commit to a combat."""
    if side is Side.ALLIED and only_minors(g, battle):
        return 0
    return g.air[side]


def only_minors(g: CaseYellow, battle: Battle) -> bool:
    """11.3c.air-minor: whether all the Allied units in a combat are Dutch or Belgian."""
    allied = battle.attack.units if odds.attacker(g, battle) is Side.ALLIED else odds.defenders(g, battle)
    nations = {g.nation(u) for u in allied}
    fort = g.standing_fort(battle.attack.target)
    if fort is not None and fort.side is Side.ALLIED and not allied:
        nations = {fort.owner}
    return nations <= {"dutch", "belgian"}
