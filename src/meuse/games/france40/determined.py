"""11: what follows the step losses: a Determined Defence, a Desperate Defence, or the retreat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40.board import RETREATED, TRAIN, France40
from meuse.games.france40.losses import eliminate, lose_step
from meuse.games.france40.odds import AUTOMATIC_DS, REGULAR, Battle, attacker, defending, fighters
from meuse.games.france40.rerolls import Throw
from meuse.games.france40.results import Lose, result_row, win
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.sickle_cut import remove_dyle
from meuse.games.france40.stand import chance_to_fall, chances, given_up, modifiers, read_table
from meuse.games.france40.supply import in_supply
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.steps import Question, Step


class AfterLosses(Step, frozen=True):
    """8.3c: when the steps of a result are lost: retreat, defence, advance. `column` is that of the result."""

    rule = "10.2.1"
    battle: Battle
    code: str
    column: int

    def title(self, g: France40) -> str:
        return f"Result {self.code}"

    def run(self, g: France40) -> None:
        g.pop()
        b, row = self.battle, result_row(g, self.code)
        if not defending(g, b):
            win(g, b, row["advance"])  # R.10.1c.1; 10.1h: none after an exchange, so that the advance is limited
            clear_out(g, b)
        elif not row["retreat"]:
            settle(g, b)  # 10.1h, 10.1i
        elif not defence_allowed(g, self.code):
            fall_back(g, b, self.code)
        elif desperate(g, b, self.code):
            g.push(DesperateDefence(attacker(g, b).enemy, b, self.code, self.column))
        else:
            g.push(DeterminedDefence(attacker(g, b).enemy, b, self.code, self.column))


def defence_allowed(g: France40, code: str) -> bool:
    """11.1, 11.2.2, 11.4.2: no defence after a DS or DR4, nor where the colour of the result forbids it."""
    return code not in g.scenario.tables["crt"]["colours"]["barred"]


def fall_back(g: France40, b: Battle, code: str) -> None:
    """12.1.1: the defenders retreat, and the attackers may advance.

    12.5b, R.12.5b.1: units that had retreated here in this phase are eliminated, 15.3a: but not by Breakthrough Combat.
    """
    row, side = result_row(g, code), attacker(g, b).enemy
    for u in defending(g, b):
        if b.paid == REGULAR and g.status[u] & RETREATED:
            eliminate(g, u, "12.5b")
    retreat(g, b, side, row["retreat"], "routed" if row["state"] == "full retreat" else "disrupted")
    win(g, b, row["advance"])


def retreat(g: France40, b: Battle, side: Side, length: int, how: str) -> None:
    """7.7b: an Automatic DS leaves no trace in the combat phase that follows."""
    marks = 0 if b.paid == AUTOMATIC_DS else RETREATED
    g.push(Retreat(side, defending(g, b), b.target, length, how, marks), Vacated(b))


class Vacated(Step, frozen=True):
    """21.4c: when all have left the hex, a Dyle Line marker there is lost."""

    rule = "21.4c"
    title = ""
    battle: Battle

    def run(self, g: France40) -> None:
        g.pop()
        clear_out(g, self.battle)


def clear_out(g: France40, b: Battle) -> None:
    if b.target in g.dyle and not g.held(Side.ALLIED)[b.target]:
        remove_dyle(g, b.target)


def settle(g: France40, b: Battle) -> None:
    """22.9f: units that cannot hold a hex on their own give it up."""
    if given_up(g, b):
        retreat(g, b, attacker(g, b).enemy, 2, "again")
        win(g, b, 0)


# -- the question


class DeterminedDefence(Question, frozen=True):
    """11.1: the defender may stand, with a Lead Unit, or give way. `again`: he may roll again after a failure."""

    after_die = True
    rule = "11.1"
    again: ClassVar[bool] = False
    battle: Battle
    code: str
    column: int
    air: int = 0

    def question(self, g: France40) -> str:
        return f"The result is {self.code}. Which unit leads the defence of {g.map.spot(self.battle.target)}?"

    def title(self, g: France40) -> str:
        return f"Determined Defence of {g.map.spot(self.battle.target)}"

    def about(self, g: France40) -> tuple[str, ...]:
        return (g.map.labels[self.battle.target],)

    def decider(self, g: France40) -> Side | None:
        return self.side if self.leads(g) else None

    def run(self, g: France40) -> None:
        """11.1: without a Lead Unit there is no defence."""
        g.pop()
        fall_back(g, self.battle, self.code)

    @order(
        "stand {unit}",
        label="Determined Defence",
        rule="11.2.1a",
        says="This unit leads the defence: two dice decide whether the defenders hold.",
    )
    def stand(self, g: France40, unit: Unit) -> None:
        g.replace(self.throw(unit, (g.roll(), g.roll())))

    @stand.choices("unit")
    def leads(self, g: France40) -> list[Unit]:
        """11.2.3a, 11.2.3b, 16.1c: a Fort unit first, else any Good Order unit; 15.3b: of those that count."""
        counted = (u for u in defending(g, self.battle) if u not in self.battle.left_out)
        units = [u for u in counted if why_not_lead(g, u) is None]
        return [u for u in units if g.fort(u)] or units

    @stand.describes("unit")
    def prospects(self, g: France40, unit: Unit) -> dict[str, Any]:
        """11.2.4: the exact chance to hold under this unit; in a Desperate Defence over all rolls to come."""
        rules = tuple(m.rule for m in modifiers(g, self, unit))
        holds = 1 - chance_to_fall(chances(g, self, unit))
        return {"odds": f"{float(holds):.0%} to hold", "rules": ("11.2.1a", *rules)}

    @stand.refuses("unit")
    def why_not_lead(self, g: France40, unit: Unit) -> Refusal | None:
        if unit not in defending(g, self.battle):
            return None
        if unit in self.battle.left_out:
            return Refusal("15.3b", f"{g.name(unit)} is over the stacking limit and does not defend")
        return why_not_lead(g, unit) or Refusal("11.2.3b", "the Fort unit in the hex leads the defence")

    @order(
        "air {number}",
        label="Air support",
        rule="11.2.6a",
        says="Adds one to the dice of the defence; the Air unit is then Used.",
        why="only one Ready Air unit can support a defence",
    )
    def support(self, g: France40, number: int) -> None:
        """11.2.6a: it becomes Used, and counts in every roll of this defence (11.4.3). 17.1.5: an HQ cannot do this."""
        g.air[self.side] -= number
        tell_air(g, self.side, self.battle, number, "11.2.6a")
        g.replace(msgspec.structs.replace(self, air=number))

    @support.choices("number")
    def planes(self, g: France40) -> Iterator[int]:
        """15.2.7: none in Breakthrough Combat; 11.2.6b: none needed where one is; 22.6a: the RAF for the British."""
        if self.air or not g.air[self.side] or self.battle.paid > 0 or self.battle.target in g.covered:
            return
        if self.side is Side.GERMAN or any(g.counter(u).nation == "british" for u in self.leads(g)):
            yield 1

    @order(
        "pass",
        label="Retreat",
        rule="11.1",
        says="The defenders give way, as the result of the battle says.",
        was=("give-way",),
    )
    def pass_on(self, g: France40) -> None:
        """11.1, R.11.4.1b.1: standing is never compulsory, however desperate."""
        g.pop()
        fall_back(g, self.battle, self.code)

    def throw(self, lead: Unit, dice: tuple[int, ...]) -> Throw:
        return DefenceThrow(self.battle, dice, 0, lead, self)

    def failed(self, g: France40, lead: Unit, lost: int) -> None:
        """11.3.1: the lead unit's loss, then the retreat of the CRT."""
        for _ in range(lost):
            lose_step(g, lead, "11.3.1")
        b = self.battle
        if defending(g, b):
            fall_back(g, b, self.code)
        else:
            win(g, self.battle, result_row(g, self.code)["advance"])
            clear_out(g, b)


def tell_air(g: France40, side: Side, b: Battle, number: int, rule: str) -> None:
    """Air units join a combat, or a defence."""
    units = f"{count(number, f'{side.title} Air unit')} {'support' if number > 1 else 'supports'}"
    text = f"{units} the {'attack on' if side is attacker(g, b) else 'defence of'} {g.map.spot(b.target)}"
    g.emit("support", text, rule, at=(g.map.labels[b.target],), side=side.word)


class DesperateDefence(DeterminedDefence, frozen=True):
    """11.4.1a: with no way back the defenders may try again and again; they have failed `failures` times so far."""

    rule = "11.4.1a"
    again = True
    failures: int = 0

    def title(self, g: France40) -> str:
        return f"Desperate Defence of {g.map.spot(self.battle.target)}"

    def failed(self, g: France40, lead: Unit, lost: int) -> None:
        """11.4.3: every failure costs the lead unit one step; 11.4.1b: then they may try again."""
        lose_step(g, lead, "11.4.3")
        if defending(g, self.battle):
            g.push(msgspec.structs.replace(self, failures=self.failures + 1))
        else:
            win(g, self.battle, result_row(g, self.code)["advance"])
            clear_out(g, self.battle)


def why_not_lead(g: France40, u: Unit) -> Refusal | None:
    """11.2.3a, 21.2.2, 22.9c: why a unit cannot lead a defence."""
    name = g.name(u)
    if g.hq(u):
        return Refusal("17.1.4a", f"{name} is an HQ")
    if not g.good_order(u):
        return Refusal("11.2.3a", f"{name} is not in Good Order")
    if g.status[u] & TRAIN:
        return Refusal("11.2.3a", f"{name} is on a train")
    return None


# -- the dice


class DefenceThrow(Throw, frozen=True):
    """11.2.1a: two dice on the Determined Defence Table."""

    lead: Unit
    defence: DeterminedDefence

    def situation(self, g: France40, side: Side) -> str:
        """20.2a: Rommel leads; 20.2c: Montgomery takes part in Good Order."""
        if side is Side.GERMAN:
            return "rommel determined" if g.counter(self.lead).has("rommel") else ""
        units = fighters(g, self.battle)
        able = any(g.counter(u).has("montgomery") and g.good_order(u) for u in units)
        return "montgomery determined" if able else ""

    def passed(self, dice: tuple[int, ...], asked: int) -> Step:
        return DefenceThrow(self.battle, dice, asked, self.lead, self.defence)

    def outcome(self, g: France40) -> None:
        g.pop()
        b, lead = self.battle, self.lead
        total = sum(self.dice) + sum(m.value for m in modifiers(g, self.defence, lead))
        verdict, attackers_lost, lead_lost = read_table(g, b, lead, total)
        outcome = f"{total}, the defence {'fails' if verdict == 'F' else 'holds'}"
        text = f"{g.name(lead)} leads the defence of {g.map.spot(b.target)}: {outcome}"
        g.emit("defence", text, "11.3.1", units=(g.id(lead),), at=(g.map.labels[b.target],), dice=self.dice)
        if verdict == "F":
            self.defence.failed(g, lead, lead_lost)
        else:
            self.held(g, verdict, attackers_lost, lead_lost)

    def held(self, g: France40, verdict: str, attackers_lost: int, lead_lost: int) -> None:
        """11.3.1: the retreat is cancelled; 21.4c: a boxed H costs a Dyle Line marker; 11.3.2: the last step may go."""
        b = self.battle
        for _ in range(lead_lost):
            lose_step(g, self.lead, "11.3.1")
        if verdict == "H!" and b.target in g.dyle:
            remove_dyle(g, b.target)
        if defending(g, b):
            settle(g, b)
        else:
            win(g, b, 0)
            clear_out(g, b)
        g.push(*[Lose(attacker(g, b), b.units, "11.3.1")] * attackers_lost)


# -- no way out


def desperate(g: France40, b: Battle, code: str) -> bool:
    """11.4.1a, 12.2h: every defender would be eliminated by the retreat, or the loss of the port would cut them off.

    R.11.4.1a.1: a lone Fort unit always faces that.
    """
    row, units = result_row(g, code), defending(g, b)
    way = Retreat(attacker(g, b).enemy, units, b.target, row["retreat"], "disrupted")
    leaving = [u for u in units if not (b.paid == REGULAR and g.status[u] & RETREATED) and not way.doomed(g, u)]
    if not leaving or not any(outlives(g, way, group) for group in (leaving, *((u,) for u in leaving))):
        return True
    return is_port(g, b) and way.side is Side.ALLIED and cut_off(g, b, way)  # 22.1c: no port feeds the Germans


def outlives(g: France40, way: Retreat, group: Sequence[Unit]) -> bool:
    """12.1.3c: whether units that retreat together have more steps than their shortfall in hexes costs."""
    found = way.escapes(g, group)
    return bool(found.paths) and found.short < sum(g.steps[u] for u in group)


def is_port(g: France40, b: Battle) -> bool:
    return any("port" in place.kinds for place in g.map.places_at.get(b.target, ()))


def cut_off(g: France40, b: Battle, way: Retreat) -> bool:
    """11.4.1a: without this port they would be Out of Supply wherever they retreat."""
    lost = g.copy()
    for u in way.units:
        lost.place(u, lost.scenario.box("display"))
    lost.set_control(b.target, way.side.enemy + 1)
    lost.place(b.units[0], b.target)
    units = [u for u in way.units if not way.doomed(g, u)]
    return not any(_supplied_after(lost, u, h) for u in units for h in way.escapes(g, (u,)).paths)


def _supplied_after(lost: France40, u: Unit, h: int) -> bool:
    lost.place(u, h)
    supplied = in_supply(lost, u)
    lost.place(u, lost.scenario.box("display"))
    return supplied
