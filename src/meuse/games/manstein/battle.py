"""10.3, 19, 20.1 and 22: how one combat is fought, from special forces to the result, with counterattacks inside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import odds
from meuse.games.manstein.aftermath import Advance, Lose, Retreat
from meuse.games.manstein.board import OPPOSED, Manstein
from meuse.games.manstein.bridgeheads import Bridgehead
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.territory import destroy_fort, eliminate, take
from meuse.games.manstein.victory import watch
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question, Step, overrides


class InBattle(Question, frozen=True):
    """A question within a combat."""

    before_die = True
    battle: Battle

    def title(self, g: Manstein) -> str:
        kind = "Counterattack" if self.battle.kind == "counterattack" else "Attack"
        return f"{kind} on {g.spot(self.battle.target)}"

    def about(self, g: Manstein) -> tuple[str, ...]:
        return (g.label(self.battle.target),)


class SpecialForces(InBattle, frozen=True):
    """10.3b, 19.0a: against an intact fortification the attacker may commit a special forces unit."""

    rule = "10.3b"
    question = "Which special forces do you commit?"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if self.available(g) else None

    def run(self, g: Manstein) -> None:
        g.replace(ChooseTable(self.side, self.battle))

    @overrides
    def battle_ahead(self, g: Manstein) -> Battle:
        return on_its_table(g, self.battle)

    @order(
        "commit {unit}",
        label="Commit",
        rule="19.0a",
        says="The special forces join this attack on the fortification, and roll one die for it.",
        why="only available special forces can be committed",
    )
    def commit(self, g: Manstein, unit: Unit) -> None:
        """19.0b, 19.1a, 19.1b, 19.1c: one die; the unit is spent either way; 10.5j: before shifts are worked out."""
        die, there = g.roll(), g.spot(self.battle.target)
        succeeds = die <= g.counter(unit).succeeds
        word = "succeeds" if succeeds else "fails"
        g.emit("special-forces", f"{g.name(unit)} {word} at {there}", "19.0b", units=(g.id(unit),), dice=(die,))
        g.place(unit, OFF_MAP)
        if succeeds:
            destroy_fort(g, self.battle.target, "19.1a")
        g.replace(ChooseTable(self.side, self.battle))

    @commit.choices("unit")
    def available(self, g: Manstein) -> list[Unit]:
        """19.0a, 19.0c: those in the Available Display, if the fortification is intact."""
        if g.own_fort(self.battle.target, self.side.enemy) is None:
            return []
        display = g.units_in(g.box("available"), self.side)
        return [u for u in display if g.counter(u).kind == "sf"]

    @order("pass", label="No special forces", rule="19.0a", was=("none",))
    def decline(self, g: Manstein) -> None:
        g.replace(ChooseTable(self.side, self.battle))


class ChooseTable(InBattle, frozen=True):
    """10.2a, 10.3c: the attacker chooses the combat results table."""

    rule = "10.3c"
    question = "Which combat results table do you use?"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if odds.may_be_mobile(g, self.battle) else None

    def run(self, g: Manstein) -> None:
        self.choose(g, "assault")

    @overrides
    def battle_ahead(self, g: Manstein) -> Battle:
        return on_its_table(g, self.battle)

    @order(
        "table {word}",
        label="Combat results table",
        rule="10.2a",
        why="the two tables are assault and mobile",
    )
    def table(self, g: Manstein, word: str) -> None:
        self.choose(g, word)

    @table.describes("word")
    def table_words(self, g: Manstein, word: str) -> dict[str, str]:
        """10.2a, 10.2b: the table is chosen; what each can bring stands in the odds."""
        if word == "assault":
            return {"label": "Assault", "says": "May always be chosen: the odds show what each die brings."}
        return {"label": "Mobile", "says": "For mechanized attackers only: the odds show what each die brings."}

    @table.choices("word")
    def tables(self, g: Manstein) -> tuple[str, ...]:
        return ("assault", "mobile")

    def choose(self, g: Manstein, word: str) -> None:
        g.replace(NavalSupport(Side.ALLIED, msgspec.structs.replace(self.battle, table=word)))


def on_its_table(g: Manstein, battle: Battle) -> Battle:
    """10.2a: a battle on the table that an attacker will most likely choose: the mobile one, where he may."""
    return msgspec.structs.replace(battle, table="mobile" if odds.may_be_mobile(g, battle) else "assault")


class NavalSupport(InBattle, frozen=True):
    """20.1a: the Allies may use their naval unit, in attack or defence at the coast."""

    rule = "20.1a"
    question = "Do you use naval support?"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if why_not_naval(g, self.battle) is None else None

    def run(self, g: Manstein) -> None:
        g.replace(Fight(self.battle))

    @order("naval", label="Naval support", rule="20.1b", says="Shifts the odds by one column in the Allies' favour.")
    def support(self, g: Manstein) -> None:
        """20.1b, 10.5h, 20.1c: one column for the Allies; then the unit is utilized."""
        g.place(naval_unit(g), g.box("utilized"))
        g.emit("naval", f"Ships support the Allies at {g.spot(self.battle.target)}", "20.1b", side="allied")
        g.replace(Fight(msgspec.structs.replace(self.battle, naval=odds.naval_shift(g, self.battle))))

    @order("pass", label="No naval support", rule="20.1a", was=("none",))
    def decline(self, g: Manstein) -> None:
        g.replace(Fight(self.battle))


def naval_unit(g: Manstein) -> Unit:
    return next(u for u in g.scenario.units_of[Side.ALLIED] if g.counter(u).kind == "naval")


def why_not_naval(g: Manstein, battle: Battle) -> Refusal | None:
    """2.3c, 20.1a, 20.1c, 25.2, R.20.1a.1: why naval support cannot be had in a battle."""
    unit = naval_unit(g)
    if battle.kind == "counterattack":
        return Refusal("22.2b", "naval support does not count in a counterattack")
    if g.hex_of[unit] != g.box("available"):
        return Refusal("20.1c", f"{g.name(unit)} has already been used this turn")
    if g.naval_barred == g.turn:
        return Refusal("25.2", "British units have landed in a port this turn")
    if battle.side is Side.ALLIED:
        coastal = any(ships_reach(g, g.hex_of[u]) for u in battle.units)
    else:
        coastal = ships_reach(g, battle.target)
    return None if coastal else Refusal("20.1a", "none of the Allied units involved is in a coastal hex or port")


def ships_reach(g: Manstein, h: Hex) -> bool:
    """20.1a, R.20.1a.2: whether a hex is coastal or a port; 22.4c: a bombed port no longer counts."""
    return h in g.scenario.shores and (bool(g.map.coast[h]) or h not in g.bombed)


class Fight(Step, frozen=True):
    """10.3g: one die in the final column."""

    rule = "10.3g"
    before_die = True
    battle: Battle

    def title(self, g: Manstein) -> str:
        return f"Attack on {g.spot(self.battle.target)}"

    def run(self, g: Manstein) -> None:
        battle = self.battle
        table = odds.table_of(g, battle)
        _, final = odds.columns(g, battle)
        die = g.roll()
        code = table.result(final, die)
        units, there = odds.attackers(g, battle), g.label(battle.target)
        text = f"{told(g, battle)} at {table.columns[final]} on the {battle.table} table: {code}, {MEANING[code]}"
        brief = f"{table.columns[final].partition('-')[0].rstrip('%')}% {code}"
        g.emit("battle", text, f"22.1.{code}", units=g.ids(units), at=(there,), dice=(die,), brief=brief)
        word = effective(g, battle, code)
        if word != code:
            g.emit(
                "result",
                change(g, battle, code, word),
                f"22.1.{code}",
                at=(there,),
                side=g.side(units[0]).word,
            )
        g.replace(*consequences(g, battle, word))


def told(g: Manstein, battle: Battle) -> str:
    """A battle in a few words: who attacks was said when it was declared, who counterattacks was not."""
    units, there = odds.attackers(g, battle), g.spot(battle.target)
    if battle.kind == "counterattack":
        return f"{g.listed(units)} {verb('counterattack', units)} {there}"
    return f"The attack on {there}"


def verb(word: str, units: Sequence[Unit]) -> str:
    """A verb as it follows one name or several."""
    return word if len(units) > 1 else f"{word}s"


# -- 22.1 results

MEANING = {
    "AA": "the attackers lose a step",
    "AD": "the attackers lose two steps and retreat a hex",
    "AP": "the attackers lose a step and retreat two hexes",
    "AZ": "the attackers lose three steps and retreat a hex",
    "CA": "the defenders counterattack",
    "DA": "the defenders lose a step",
    "DD": "the defenders lose two steps and retreat a hex",
    "DP": "the defenders lose two steps and retreat two hexes",
    "DW": "the defenders retreat a hex",
    "DZ": "the defenders lose three steps and retreat two hexes",
    "MA": "the attackers lose a step and the defenders retreat a hex",
    "OR": "the defenders lose three steps and retreat three hexes",
    "ST": "both sides lose a step",
    "": "no effect",
}


def effective(g: Manstein, battle: Battle, code: str) -> str:
    """22.1.DW, 22.1.CA, 22.2f: what a result becomes by fortifications or in a counterattack; "" is without effect."""
    intact = g.own_fort(battle.target, battle.side.enemy) is not None
    if code == "DW" and intact:
        return "ST"
    if code == "CA" and (battle.kind == "counterattack" or fort_ends_it(g, battle)):
        return ""
    return code


def change(g: Manstein, battle: Battle, code: str, word: str) -> str:
    """22.1.DW, 22.1.CA, 22.2f: what becomes of a result, and why."""
    what = f"becomes {word}" if word else "has no effect"
    again = battle.kind == "counterattack" and code == "CA"
    return f"{code} {what} {'in a counterattack' if again else f'against the fortress at {g.spot(battle.target)}'}"


def fort_ends_it(g: Manstein, battle: Battle) -> bool:
    """22.1.CA, 17.0g, R.17.0g.1: against an intact fortification, major or minor, a CA ends the combat."""
    return g.own_fort(battle.target, battle.side.enemy) is not None


def consequences(g: Manstein, battle: Battle, code: str) -> list[Step]:
    """22.1, 10.6a: the steps of a result in their order: losses, retreats, what is left of a landing, pursuit."""
    row = g.scenario.tables["results"].get(code, {})
    if row.get("counterattack"):
        then: list[Step] = [Counterattack(battle.side.enemy, battle)]
    else:
        then = [*losses(g, battle, row), *retreats(g, battle, row)]
    if battle.kind == "landing":
        return [*then, Outcome(battle)]
    if battle.kind == "attack" and g.option("27") and row.get("defender_steps"):
        then.append(Bridgehead(battle.side, battle.target, battle.units))
    if "pursuit" in row:
        then.append(Advance(battle.side, battle.target, pursuers(g, battle), row.get("overrun", 0)))
    return [*then, Watch()]


def losses(g: Manstein, battle: Battle, row: dict[str, int]) -> list[Step]:
    """10.6a, 22.1a: the defender loses first, but after MA the attacker; on the mobile table Mech units first."""
    mech_first = battle.table == "mobile"
    mine = Lose(battle.side, battle.units, row.get("attacker_steps", 0), mech_first)
    theirs = Lose(battle.side.enemy, odds.defenders(g, battle), row.get("defender_steps", 0), mech_first)
    found = [mine, theirs] if row.get("attacker_first") else [theirs, mine]
    return [lose for lose in found if lose.left]


def retreats(g: Manstein, battle: Battle, row: dict[str, int]) -> list[Step]:
    """10.6c: only who is told to retreats; R.18.2e.1: a landed unit has nowhere to go, and Outcome finds it there."""
    found: list[Step] = []
    if length := row.get("defender_retreat", 0):
        beaten = tuple(u for u in odds.defenders(g, battle) if not g.status[u] & OPPOSED)
        found.append(Retreat(battle.side.enemy, beaten, length))
    if (length := row.get("attacker_retreat", 0)) and battle.kind != "landing":
        found.append(Retreat(battle.side, battle.units, length))
    return found


def pursuers(g: Manstein, battle: Battle) -> tuple[Unit, ...]:
    """12.2f, 22.2c, 22.2e: the attackers that may pursue: none that is static, or counterattacked without factor."""
    return tuple(u for u in battle.units if g.counter(u).movement and g.attack_of(u))


class Watch(Step, frozen=True):
    """When a combat is over: what may follow from it for countries, victory and morale."""

    rule = "10.3g"
    title = ""

    def run(self, g: Manstein) -> None:
        g.pop()
        watch(g)


class Outcome(Step, frozen=True):
    """18.2e, R.18.2e.1: if the enemy is gone the landed unit stays, else it is eliminated.

    18.2d: it has no zone until the segment ends (`EndCombat`).
    """

    rule = "18.2e"
    title = ""
    battle: Battle

    def run(self, g: Manstein) -> None:
        g.replace(Watch())
        cleared = not odds.defenders(g, self.battle)
        for u in odds.attackers(g, self.battle):
            if cleared:
                take(g, u, self.battle.target)  # R.17.1.1: now the fortress is destroyed
            else:
                eliminate(g, u, "18.2e")


# -- 22.2 counterattack


class Counterattack(Question, frozen=True):
    """22.2, 22.1.CA: all defenders attack one hex of the attackers; R.22.2.1: all units there defend."""

    after_die = True
    rule = "22.2"
    question = "Which hex do you counterattack?"
    battle: Battle

    def title(self, g: Manstein) -> str:
        return f"Counterattack from {g.spot(self.battle.target)}"

    def about(self, g: Manstein) -> tuple[str, ...]:
        return (g.label(self.battle.target),)

    def decider(self, g: Manstein) -> Side | None:
        return self.side if len(self.hexes(g)) > 1 else None

    def run(self, g: Manstein) -> None:
        """One hex, or no unit left to strike it: there is nothing to choose."""
        hexes = self.hexes(g)
        if hexes and odds.fighting(g, self.battle):
            self.strike(g, hexes[0])
        else:
            g.pop()

    @order(
        "counterattack {hex}",
        rule="22.2",
        why="only a hex from which you were attacked",
    )
    def counterattack(self, g: Manstein, h: Hex) -> None:
        self.strike(g, h)

    @counterattack.choices("hex")
    def hexes(self, g: Manstein) -> list[Hex]:
        return sorted({g.hex_of[u] for u in odds.attackers(g, self.battle)})

    def strike(self, g: Manstein, h: Hex) -> None:
        """22.2d: the counterattacker chooses the table again."""
        g.replace(ChooseTable(self.side, self.reply(g, h)))

    def reply(self, g: Manstein, h: Hex) -> Battle:
        """R.10.1c.2: without those who add nothing."""
        return Battle(self.side, h, odds.fighting(g, self.battle), "counterattack")
