"""11.3d to 11.3g, 11.9: the die of a combat, and what its result does. See `aftermath` for retreats."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.aftermath import Advance, Retreat
from meuse.games.caseyellow.board import ROADSIDE, CaseYellow, Engagement, disrupt
from meuse.games.caseyellow.losses import Lose, eliminate
from meuse.games.caseyellow.odds import Battle
from meuse.games.caseyellow.results import meaning
from meuse.games.caseyellow.supply import is_cut_off, mark_attack_supply
from meuse.hexmap import Hex
from meuse.phases import log
from meuse.steps import Step, overrides


class Fight(Step, frozen=True):
    """11.3d, 2.4f: the attacker rolls one die on the final column; 11.3a.min: 1-4 or worse is AE without a roll."""

    rule = "11.3d"
    before_die = True
    battle: Battle

    def title(self, g: CaseYellow) -> str:
        return f"Attack on {g.map.labels[self.battle.attack.target]}"

    def run(self, g: CaseYellow) -> None:
        battle, crt = self.battle, g.scenario.crt
        check_supply(g, battle)
        column = odds.final_column(g, battle)
        if column < 0:
            dice: tuple[int, ...] = ()
            code = str(g.scenario.tables["crt"]["below"])
        else:
            dice = (g.roll(),)
            code = odds.final_result(g, battle, crt.result(column, dice[0]))
        self.tell(g, odds.column_name(g, column), code, dice)
        after = [EndBattle(battle.attack.target)] if odds.crosses_river(g, battle) else []
        g.replace(*outcome(g, battle, code), *after)

    def tell(self, g: CaseYellow, column: str, code: str, dice: tuple[int, ...]) -> None:
        words, attack = f"at {column}: {code}, {meaning(g, self.battle, code)}", self.battle.attack
        log.battle(g, attack.units, (attack.target,), words, "11.3d", dice, f"{column} {code}")


def check_supply(g: CaseYellow, battle: Battle) -> None:
    """7.6c, 7.6e, 7.7e.cutoff, R.7.7e.cutoff.1: Attack Supply at the instant of combat; a cut-off AG1 is used up."""
    mark_attack_supply(
        g, battle.attack.units, [u for u in odds.lacking(g, battle) if not odds.has_attack_supply(g, battle, u)]
    )
    if odds.attacker(g, battle) is Side.ALLIED and g.turn > 1 and not battle.spared:
        g.depots_used |= {depot for depot in odds.feeding_depots(g, battle) if is_cut_off(g, depot)}


def outcome(g: CaseYellow, battle: Battle, code: str) -> list[Step]:
    """11.3h, 11.4, 11.5: losses, then retreats, then advances."""
    if code == "ENG":
        return engaged_result(g, battle)
    if code == "AE":
        return attackers_eliminated(g, battle)
    side, result = odds.attacker(g, battle), g.scenario.tables["crt"]["results"][code]
    steps: list[Step] = [Lose(side, *odds.takers(g, battle, side))] if result["attacker"] else []
    if result["retreat"] and odds.at_port(g, battle):
        steps.append(Fall(battle.attack.target))
    else:
        steps += destroyed(g, battle) if code == "DE" else beaten(g, battle, result)
    return [*steps, Advance(side, odds.adjacent(g, battle), battle.attack.target)] if result["retreat"] else steps


def beaten(g: CaseYellow, battle: Battle, result: dict[str, int]) -> list[Step]:
    """11.3e, 11.4b, 11.4d: a step and a retreat; 11.4e, 11.7c: nobody leaves a Fortified Line that still stands."""
    side, units, target = odds.attacker(g, battle).enemy, odds.defenders(g, battle), battle.attack.target
    if not units:
        return []  # R.10.9a.1: a garrison alone is moved by DE only
    steps: list[Step] = [Lose(side, *odds.takers(g, battle, side))] if result["defender"] else []
    if result["retreat"] and not odds.garrison(g, battle):
        steps.append(Retreat(side, units, target, result["retreat"]))
    return steps


class Fall(Step, frozen=True):
    """13.5.3, R.13.5.3.2: every unit in the Dynamo port is eliminated, unless defenders have held out."""

    rule = "13.5.3"
    port: Hex
    defenders: tuple[Unit, ...] = ()

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if any(g.hex_of[u] == self.port for u in self.defenders):
            return
        for u in g.units_in(self.port, Side.ALLIED):
            eliminate(g, u, "13.5.3")


# -- DE, AE, ENG


def destroyed(g: CaseYellow, battle: Battle) -> list[Step]:
    """11.3f, R.2.2c.disrupted.1, 11.7d, 11.7e, 10.9a: the fort first, then small units, two steps, retreat."""
    side, target, units = odds.attacker(g, battle).enemy, battle.attack.target, odds.defenders(g, battle)
    if odds.garrison(g, battle):
        g.set_marker("destroyed", g.destroyed | {target})
        text = f"The Fortified Line at {g.map.spot(target)} is destroyed"
        g.emit("works", text, "11.7d", at=(g.map.labels[target],), side="german")
    for u in units:
        if g.scenario.size_of[u] == "small":
            eliminate(g, u, "11.3f")
    large = tuple(u for u in units if g.scenario.size_of[u] != "small")
    if not large:
        return []
    before = tuple(g.steps[u] for u in large)
    return [
        Lose(side.enemy, large, "11.3f.steps"),
        SecondStep(side, large, "11.3f.steps", before),
        Shaken(large, "11.3f.survive"),
        Retreat(side, large, target, 2),
    ]


class SecondStep(Lose, frozen=True):
    """11.3f.steps, R.11.3f.steps.1: the defender picks the second step; of the two, one at most falls on corps."""

    rule = "11.3f.steps"
    before: tuple[int, ...] = ()
    """The steps of the units before the first loss."""

    @overrides
    def bearers(self, g: CaseYellow) -> list[Unit]:
        sizes = g.scenario.size_of
        hit = any(g.steps[u] < was and sizes[u] == "corps" for u, was in zip(self.units, self.before, strict=True))
        only_corps = all(sizes[u] == "corps" for u in self.units)
        return [] if only_corps else [u for u in self.standing(g) if not (hit and sizes[u] == "corps")]


class Shaken(Step, frozen=True):
    """11.3f.survive, 11.3g, R.6.1.1: those who survive are Disrupted, on either side."""

    rule = "6.1"
    units: tuple[Unit, ...]
    why: str

    def run(self, g: CaseYellow) -> None:
        g.pop()
        for u in self.units:
            if g.hex_of[u] >= 0:
                disrupt(g, u, self.why)


def attackers_eliminated(g: CaseYellow, battle: Battle) -> list[Step]:
    """11.3g, R.11.3g.1: two steps of the attacker's choice, one if a single corps attacked; survivors are Disrupted."""
    side, units = odds.attacker(g, battle), odds.adjacent(g, battle)
    steps = [Lose(side, units, "11.3g")] * (1 if is_lone_corps(g, units) else 2)
    return [*steps, Shaken(units, "11.3g")]


def is_lone_corps(g: CaseYellow, units: Sequence[Unit]) -> bool:
    return len(units) == 1 and g.scenario.size_of[units[0]] == "corps"


def engaged_result(g: CaseYellow, battle: Battle) -> list[Step]:
    """11.9, 11.9a, R.10.9a.1: the lower TR loses a step, both if equal; a garrison alone shrugs it off."""
    side, units = odds.attacker(g, battle), odds.defenders(g, battle)
    if not units:
        return []
    attack, defence = odds.ratings(g, battle)
    level = attack == defence or bool(odds.garrison(g, battle))
    losing = [s for s, lower in ((side, attack < defence), (side.enemy, defence < attack)) if lower or level]
    steps: list[Step] = [Lose(s, *odds.takers(g, battle, s)) for s in losing]
    if odds.at_port(g, battle):
        steps.append(Fall(battle.attack.target, units))  # R.13.5.3.1
    return [*steps, MarkEngaged(battle)]


class MarkEngaged(Step, frozen=True):
    """11.9b.mark, 2.2c.engaged: if defenders survive, both sides are pinned until the next round.

    R.11.9b.6: units that did not attack stand by the first combat of their hex, until they attack in another one.
    """

    rule = "11.9b.mark"
    battle: Battle

    def run(self, g: CaseYellow) -> None:
        g.pop()
        target, side = self.battle.attack.target, odds.attacker(g, self.battle) if self.battle.attack.units else None
        if side is None or not g.fighters(target, side.enemy):
            return
        hexes = sorted({g.hex_of[u] for u in odds.adjacent(g, self.battle) if g.hex_of[u] >= 0})
        release(g, self.battle.attack.units)
        others = {u for engagement in g.engaged.values() for u in engagement.units}
        pinned = tuple(u for h in hexes for u in g.fighters(h, side) if u not in others)
        guns = tuple(u for u in self.battle.attack.units if g.hex_of[u] >= 0 and g.hex_of[u] not in hexes)
        if pinned:
            g.engaged[target] = Engagement(side, (*pinned, *guns))
            g.touch(ROADSIDE)
            text = f"The combat at {g.map.spot(target)} continues next round"
            g.emit("engaged", text, "11.9b.mark", at=(g.map.labels[target],), side=side.word)


def release(g: CaseYellow, units: Sequence[Unit]) -> None:
    """R.11.9b.6: units that have attacked fight on in their own combat, not in one that they stood by."""
    for target, engagement in g.engaged.items():
        g.engaged[target] = Engagement(engagement.side, tuple(u for u in engagement.units if u not in units))


class EndBattle(Step, frozen=True):
    """10.8d, R.10.8d.1, 10.8g: the bridgehead over which a combat went comes off, unless the combat goes on."""

    rule = "10.8d"
    target: Hex

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if self.target in g.bridgeheads and self.target not in g.engaged:
            g.bridgeheads -= {self.target}
