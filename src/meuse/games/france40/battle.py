"""8.3: one combat: support, the die, and its result."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40 import hqs, odds
from meuse.games.france40.board import France40
from meuse.games.france40.determined import AfterLosses, tell_air
from meuse.games.france40.odds import AUTOMATIC, Battle, attacker, defending, fighters
from meuse.games.france40.rerolls import Throw
from meuse.games.france40.results import MEANING, Lose, result_row
from meuse.games.france40.special import ignores_loss
from meuse.games.france40.stacking import why_not_stack
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.steps import Question, Step, overrides


class Support(Question, frozen=True):
    """8.3b: first the attacker, then the defender adds Air units and HQs."""

    rule = "8.3b"
    question = "Which support do you add?"
    before_die = True
    battle: Battle

    def title(self, g: France40) -> str:
        return f"Attack on {g.map.spot(self.battle.target)}"

    def about(self, g: France40) -> tuple[str, ...]:
        return (g.map.labels[self.battle.target],)

    def decider(self, g: France40) -> Side | None:
        return self.side if self.planes(g) or next(self.staffs(g), None) is not None else None

    def run(self, g: France40) -> None:
        self.done_with(g)

    @order(
        "air {number}",
        label="Air units",
        rule="9.3.1a",
        says="Each Air unit shifts the odds by one column in your favour, and is then Used.",
        why="only Ready Air units can be used, and no more than this turn allows",
    )
    def air(self, g: France40, number: int) -> None:
        """9.3.1c, 22.6d: they become Used; 11.2.6b: over a defended hex they stay."""
        b = self.battle
        g.air[self.side] -= number
        if self.side is not attacker(g, b):
            g.covered |= {b.target}
        air = (number, b.air[1]) if self.side is Side.GERMAN else (b.air[0], number)
        tell_air(g, self.side, b, number, "9.3.1a")
        g.replace(Support(self.side, msgspec.structs.replace(b, air=air)))

    @air.choices("number")
    def planes(self, g: France40) -> range:
        """9.3.1b, 21.5: one, or three on the first turn of Sickle Cut; 22.6b: the RAF only for British units."""
        return range(0) if self.battle.air[self.side] else range(1, most_air(g, self.side, self.battle) + 1)

    @order(
        "support {unit}",
        label="HQ support",
        rule="17.1.1a",
        says="Shifts the odds by one column in the Allies' favour; the HQ is then Used.",
        was=("hq",),
    )
    def support(self, g: France40, unit: Unit) -> None:
        hqs.use(g, unit)
        g.replace(Support(self.side, msgspec.structs.replace(self.battle, hq=unit)))

    @support.choices("unit")
    def staffs(self, g: France40) -> Iterator[Unit]:
        if self.side is Side.ALLIED:
            yield from hqs.supporting(g, self.battle)

    @support.refuses("unit")
    def why_not_hq(self, g: France40, unit: Unit) -> Refusal | None:
        return hqs.why_not(g, self.battle, unit)

    @order("done", label="No more support", rule="8.3b", says="You add nothing more to this battle.")
    def done(self, g: France40) -> None:
        self.done_with(g)

    def done_with(self, g: France40) -> None:
        if self.side is attacker(g, self.battle):
            g.replace(Support(self.side.enemy, self.battle))
        else:
            g.replace(Fight(self.battle))


def most_air(g: France40, side: Side, b: Battle) -> int:
    """9.3.1b, 21.5, 22.6b: how many Air units a side may put into a combat."""
    table = g.scenario.tables["air"]
    if side is Side.ALLIED:
        involved = b.units if attacker(g, b) is side else fighters(g, b)
        british = any(g.counter(u).nation == "british" for u in involved)
        return min(1, g.air[side]) if british else 0
    most = table["mass_strike"] if not g.scenario.dynamo and g.turn == 1 else 1
    return min(int(most), g.air[side])


class LeaveOut(Question, frozen=True):
    """12.1.4b, 15.3b: the defender of an overstacked hex names the units over the stacking limit.

    R.10.2.1.1: in regular combat too; units that retreated here this phase do not count anyway (12.5a).
    """

    rule = "12.1.4b"
    question = "Which excess unit does not defend?"
    before_die = True
    battle: Battle

    def title(self, g: France40) -> str:
        return f"Attack on {g.map.spot(self.battle.target)}"

    def counted(self, g: France40) -> tuple[Unit, ...]:
        return fighters(g, self.battle)

    def decider(self, g: France40) -> Side | None:
        return self.side if why_not_stack(g, self.counted(g)) else None

    def run(self, g: France40) -> None:
        g.replace(Fight(self.battle) if self.battle.paid else Support(self.side.enemy, self.battle))

    @order(
        "leave {unit}",
        label="Leave out",
        rule="12.1.4b",
        why="only units that count for stacking can be left out",
        was=("leave-out",),
    )
    def leave_out(self, g: France40, unit: Unit) -> None:
        left_out = tuple(sorted((*self.battle.left_out, unit)))
        g.replace(LeaveOut(self.side, msgspec.structs.replace(self.battle, left_out=left_out)))

    @leave_out.choices("unit")
    def surplus(self, g: France40) -> list[Unit]:
        return [u for u in self.counted(g) if g.face(u).stacking]


def without_surplus(g: France40, b: Battle) -> Battle:
    """R.10.2.1.1: a battle as it will most likely be: in an overstacked hex the weakest units are left out."""
    while why_not_stack(g, units := fighters(g, b)):
        weakest = min((u for u in units if g.face(u).stacking), key=lambda u: (odds.printed_defence(g, u), u))
        b = msgspec.structs.replace(b, left_out=tuple(sorted((*b.left_out, weakest))))
    return b


class Fight(Step, frozen=True):
    """8.3c: the die is rolled, or 8.4.3c: 10-1 needs none."""

    rule = "8.3c"
    before_die = True
    battle: Battle

    def title(self, g: France40) -> str:
        return f"Attack on {g.map.spot(self.battle.target)}"

    def run(self, g: France40) -> None:
        if odds.final_column(g, self.battle) >= AUTOMATIC:
            g.pop()
            tell(g, self.battle, (), "DS")
            apply_result(g, self.battle, "DS")
        else:
            g.replace(CombatThrow(self.battle, (g.roll(),), 0))


class CombatThrow(Throw, frozen=True):
    """8.3c: the die of the CRT."""

    @overrides
    def battle_ahead(self, g: France40) -> Battle:
        """20.2a: its die may be rolled once more."""
        return self.battle

    def situation(self, g: France40, side: Side) -> str:
        """20.2a, 20.2b: Rommel fights with his regiment, or not at all; 20.2c: Montgomery defends in Good Order."""
        b = self.battle
        if side is Side.ALLIED:
            able = attacker(g, b) is Side.GERMAN and any(
                g.counter(u).has("montgomery") and g.good_order(u) for u in fighters(g, b)
            )
            return "montgomery crt" if able else ""
        if attacker(g, b) is Side.ALLIED:
            return "rommel defence" if any(g.counter(u).has("rommel") for u in fighters(g, b)) else ""
        word = "rommel breakthrough" if b.paid > 0 else "rommel attack"
        return word if any(g.counter(u).has("rommel") for u in b.units) else ""

    def passed(self, dice: tuple[int, ...], asked: int) -> Step:
        return CombatThrow(self.battle, dice, asked)

    def outcome(self, g: France40) -> None:
        g.pop()
        code = odds.result(g, odds.final_column(g, self.battle), self.dice[0])
        tell(g, self.battle, self.dice, code)
        apply_result(g, self.battle, code)


def tell(g: France40, b: Battle, dice: tuple[int, ...], code: str) -> None:
    column = odds.column_words(g, odds.final_column(g, b))
    words, rule = f"at {column}: {code}, {MEANING[code]}", "8.3c" if dice else "8.4.3c"
    log.battle(g, b.units, (b.target,), words, rule, dice, f"{column} {code}")


def apply_result(g: France40, b: Battle, code: str) -> None:
    """8.3c, 10.2.2a: step losses at once, then what follows from them. 20.1: reconnaissance units slip away.

    12.1.5: no result makes the attackers retreat.
    """
    row, side = result_row(g, code), attacker(g, b)
    opposed = "chooser" in row
    steps: list[Step] = []
    if row.get("attacker"):
        bearers = tuple(u for u in b.units if g.face(u).attack)
        steps.append(Lose(side.enemy if opposed else side, bearers, "10.2.1"))
    if row.get("defender") and not ignores_loss(g, defending(g, b), code):
        steps.append(Lose(side if opposed else side.enemy, fighters(g, b), "10.2.1"))
    g.push(*steps, AfterLosses(b, code, odds.final_column(g, b)))
