"""6.2: one battle, from what both sides put into it to the dice.

11.6 coups de main, 11.3 headquarters, 10.2 bombers, 6.2.3 lead units, 11.11.honor.
"""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.planjaune import command, odds
from meuse.games.planjaune.aftermath import apply_result
from meuse.games.planjaune.board import UNSUPPLIED, PlanJaune
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.terrain import waters
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.phases.until_done import Offered, OrPass
from meuse.steps import Step, overrides


class InBattle(Offered, frozen=True):
    """A question in the course of one battle. If it is not asked, or its side passes, the battle goes on (`passed`)."""

    before_die = True
    battle: Battle

    def title(self, g: PlanJaune) -> str:
        kind = "Overrun of" if self.battle.overrun else "Attack on"
        return f"{kind} {g.map.labels[self.battle.target]}"

    def about(self, g: PlanJaune) -> tuple[str, ...]:
        return (g.map.labels[self.battle.target],)

    @overrides
    def battle_ahead(self, g: PlanJaune) -> Battle:
        return odds.led(g, self.battle)

    def knowing(self, **decided: Any) -> Battle:
        return msgspec.structs.replace(self.battle, **decided)

    def passed(self, g: PlanJaune) -> Step:
        """What comes next if nothing is chosen here."""
        raise NotImplementedError

    @overrides
    def close(self, g: PlanJaune) -> None:
        g.replace(self.passed(g))


def opened(battle: Battle) -> CoupDeMain:
    """The first question of a battle."""
    return CoupDeMain(Side.GERMAN, battle)


class CoupDeMain(InBattle, OrPass, frozen=True):
    """11.6b: the Germans may try to take the crossings by surprise; R.11.6b.1: for all of the attack."""

    rule = "11.6b"
    question = "Do you try a coup de main?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if self.is_possible(g) and not odds.has_airborne(g, self.battle) else None

    def is_possible(self, g: PlanJaune) -> bool:
        return why_not_coup(g, self.battle) is None

    @overrides
    def passed(self, g: PlanJaune) -> Support:
        """11.5j: airborne units make it succeed, and it does not count."""
        return self.followed(self.is_possible(g) and odds.has_airborne(g, self.battle))

    def followed(self, coup: bool) -> Support:
        return Support(self.battle.side, self.knowing(coup=coup))

    @order(
        "coup",
        label="Roll for a coup de main",
        rule="11.6c",
        says="One die. If it succeeds, the water you attack across does not count.",
        was=("coup try",),
    )
    def coup(self, g: PlanJaune) -> None:
        g.coups += 1
        target, die = self.battle.target, g.roll()
        succeeded = die >= g.scenario.tables["coup"]["from"]
        text = f"The coup de main at {g.map.spot(target)} {'succeeds' if succeeded else 'fails'}"
        g.emit("coup", text, "11.6c", at=(g.map.labels[target],), dice=(die,), side="german")
        g.replace(self.followed(succeeded))

    @order(
        "brandenburgers",
        label="Use the Brandenburgers",
        rule="11.11.brandenburg",
        was=("coup brandenburgers",),
    )
    def brandenburgers(self, g: PlanJaune) -> None:
        """R.11.11.brandenburg.1: they succeed by themselves, and use an attempt."""
        g.coups += 1
        g.brandenburgers = False
        text = f"The Brandenburgers seize the crossings at {g.map.spot(self.battle.target)}"
        g.emit("coup", text, "11.11.brandenburg", at=self.about(g), side="german")
        g.replace(self.followed(coup=True))

    @brandenburgers.closed_if
    def why_not_brandenburgers(self, g: PlanJaune) -> Refusal | None:
        return None if g.brandenburgers else Refusal("11.11.brandenburg", "the Brandenburgers are not available")

    decline = OrPass.decline.told(label="No coup de main", rule="11.6c", was=("coup none",))


def why_not_coup(g: PlanJaune, battle: Battle) -> Refusal | None:
    """11.6b, 11.6d, R.11.6d.1: why no coup de main can be tried."""
    if battle.side is not Side.GERMAN:
        return Refusal("11.6b", "only the Germans try coups de main")
    if not any(waters(g.map, g.hex_of[u], battle.target) for u in battle.units if g.hex_of[u] != battle.target):
        return Refusal("11.6b", "none of the units attacks across water")
    if odds.has_airborne(g, battle):
        return None
    if g.coups >= g.scenario.tables["coup"]["turn"]:
        return Refusal("11.6d", "four coups de main have already been tried this turn")
    return None


class Support(InBattle, OrPass, frozen=True):
    """11.3: a headquarters helps, first the attacker's, then the defender's; one each (11.3d)."""

    rule = "11.3a"
    question = "Which headquarters supports this battle?"

    @overrides
    def passed(self, g: PlanJaune) -> InBattle:
        return self.helped(())

    def helped(self, chosen: tuple[Unit, ...]) -> InBattle:
        side, battle = self.battle.side, self.knowing(support=(*self.battle.support, *chosen))
        return Support(side.enemy, battle) if self.side is side else AirSupport(side, battle)

    @order(
        "support {unit}",
        label="Support",
        rule="11.3b",
        why="only a supplied headquarters with all the units in command range supports a battle",
    )
    def support(self, g: PlanJaune, unit: Unit) -> None:
        """R.11.3a.1: each supports one battle a phase."""
        g.supporting |= {unit}
        g.replace(self.helped((unit,)))

    @support.choices("unit")
    def able(self, g: PlanJaune) -> list[Unit]:
        return supporters(g, self.side, self.battle)

    @support.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if unit not in g.scenario.headquarters[self.side] or g.hex_of[unit] < 0:
            return None
        return why_not_support(g, unit, self.battle)

    decline = OrPass.decline.told(label="No support", rule="11.3a", was=("support none",))


def supporters(g: PlanJaune, side: Side, battle: Battle) -> list[Unit]:
    """11.3: the headquarters of a side that can support a battle."""
    found = (u for u in g.scenario.headquarters[side] if g.hex_of[u] >= 0)
    return [u for u in found if why_not_support(g, u, battle) is None]


def why_not_support(g: PlanJaune, hq: Unit, battle: Battle) -> Refusal | None:
    """11.3, R.11.3b.1, 7e, 8.2e, 11.12.allied-t1-support: why a headquarters cannot support a battle."""
    side, name = g.scenario.side_of[hq], g.name(hq)
    if battle.overrun:
        return Refusal("7e", "headquarters do not support overruns")
    if g.turn <= 1 and side is Side.ALLIED:
        return Refusal("11.12.allied-t1-support", "Allied headquarters give no support on turn 1")
    if g.status[hq] & UNSUPPLIED:
        return Refusal("8.2e", f"{name} is out of supply")
    if hq in g.supporting:
        return Refusal("11.3a", f"{name} has already supported a battle this phase")
    if not is_in_range(g, hq, battle):
        return Refusal("11.3b", f"not all the units are within the command range of {name}")
    return None


def is_in_range(g: PlanJaune, hq: Unit, battle: Battle) -> bool:
    """11.3b, R.11.3b.2: all units of its side, those too that have landed among the enemies they attack."""
    side, target = g.scenario.side_of[hq], battle.target
    units = battle.units if side is battle.side else odds.defenders(g, battle)
    hexes = {g.hex_of[u] for u in units} or {target}
    if side is battle.side and target in hexes:
        if not command.commands_landing(g, hq, target):
            return False
        hexes -= {target}
    return hq in command.commanders(g, side, hexes)


class AirSupport(InBattle, frozen=True):
    """10.2.support, R.10.2.support.1: bombers, first the attacker's, then the defender's."""

    rule = "10.2.support"
    question = "How many bombers support this battle?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if bombers(g, self.side) else None

    @overrides
    def passed(self, g: PlanJaune) -> InBattle:
        return self.flown(0)

    def flown(self, number: int) -> InBattle:
        side, air = self.battle.side, list(self.battle.air)
        air[self.side] = number
        battle = self.knowing(air=(air[0], air[1]))
        return AirSupport(side.enemy, battle) if self.side is side else Lead(side, battle)

    @order(
        "air {number}",
        label="Bombers",
        rule="10.2.support",
        says="Each bomber shifts the odds by one column in your favour.",
        why="only bombers that have not flown this turn support a battle",
    )
    def put_in(self, g: PlanJaune, number: int) -> None:
        g.bombers[self.side] -= number
        g.replace(self.flown(number))

    @put_in.choices("number")
    def available(self, g: PlanJaune) -> range:
        return range(bombers(g, self.side) + 1)


def bombers(g: PlanJaune, side: Side) -> int:
    """10.1b, 11.12.allied-t1-air, R.11.12.allied-t1-air.1, 11.11.weather: bombers that can support a battle."""
    grounded = side is Side.ALLIED and (g.turn <= 1 or g.event == "weather")
    return 0 if grounded else g.bombers[side]


class Lead(InBattle, frozen=True):
    """6.2.3a: each side names its lead unit, the attacker first; R.11.2d.1: of a corps one of its divisions."""

    rule = "6.2.3a"
    question = "Which unit leads?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if len(self.able(g)) > 1 else None

    @overrides
    def passed(self, g: PlanJaune) -> InBattle:
        """R.6.2.3c.1: the works lead only where they are alone."""
        found = self.able(g)
        return self.led_by(found[0] if found else -1)

    def led_by(self, unit: Unit) -> InBattle:
        side = self.battle.side
        if self.side is side:
            return Lead(side.enemy, self.knowing(leads=(unit, -1)))
        return SaveHonour(Side.ALLIED, self.knowing(leads=(self.battle.leads[0], unit)))

    @order("lead {unit}", label="Lead", rule="6.2.3a", why="only a unit in this battle can lead it")
    def lead(self, g: PlanJaune, unit: Unit) -> None:
        g.replace(self.led_by(unit))

    @lead.choices("unit")
    def able(self, g: PlanJaune) -> list[Unit]:
        units = self.battle.units if self.side is self.battle.side else odds.defenders(g, self.battle)
        return [m for u in units for m in g.members(u)]


class SaveHonour(InBattle, OrPass, frozen=True):
    """11.11.honor: one battle with French units, this turn."""

    rule = "11.11.honor"
    question = "Do you save the honour of France in this battle?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if g.honour and self.french(g) else None

    def french(self, g: PlanJaune) -> bool:
        units = self.battle.units if self.battle.side is Side.ALLIED else odds.defenders(g, self.battle)
        return any(g.counter(u).nation == "french" for u in units)

    @overrides
    def passed(self, g: PlanJaune) -> Fight:
        return Fight(self.battle)

    @order(
        "honour",
        label="Save honour",
        rule="11.11.honor",
        says="A bonus to the dice, in this battle only.",
        was=("honour yes",),
    )
    def save(self, g: PlanJaune) -> None:
        g.honour = False
        g.replace(Fight(self.knowing(honour=True)))

    decline = OrPass.decline.told(label="Not in this battle", rule="11.11.honor", was=("honour no",))


class Fight(Step, frozen=True):
    """6.2: ratio, dice, results."""

    rule = "6.2"
    before_die = True
    battle: Battle

    def run(self, g: PlanJaune) -> None:
        battle = self.battle
        dice = tuple(g.roll() for _ in range(odds.number_of_dice(g, battle)))
        g.pop()
        attacker, defender = odds.result(g, battle, dice)
        _, final, _ = odds.column(g, battle)
        column = odds.columns_of(g)[final]
        words, brief = f"at {column}: {odds.in_words((attacker, defender))}", f"{column} −{attacker}/−{defender}"
        verb, rule = ("overrun", "7d") if battle.overrun else ("attack", "6.2")
        log.battle(g, battle.units, (battle.target,), words, rule, dice, brief, verb)
        apply_result(g, battle, attacker, defender)
