"""4: the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side
from meuse.games.caseyellow import endphase, refit, victory
from meuse.games.caseyellow.air import (
    Availability,
    DiveBombing,
    EbenEmael,
    Interdiction,
    Paratroops,
    RemoveInterdiction,
)
from meuse.games.caseyellow.arrivals import Reinforcements
from meuse.games.caseyellow.board import (
    ARRIVED,
    COMBAT_CHIT,
    GERMAN_CHIT,
    MOVE_CHIT,
    OF_THE_ROUND,
    CaseYellow,
    CaseYellowScenario,
)
from meuse.games.caseyellow.bridgeheads import Bridgeheads
from meuse.games.caseyellow.combat import Attacks, attackable, why_not_motorized
from meuse.games.caseyellow.declaration import Declaration
from meuse.games.caseyellow.dynamo import end_dynamo, is_dynamo_turn
from meuse.games.caseyellow.engaged import EngagedCombats
from meuse.games.caseyellow.hunger import SupplyPhase
from meuse.games.caseyellow.losses import eliminate
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.stacking import Excess
from meuse.games.caseyellow.zones import take_vacant_hexes
from meuse.orders import order
from meuse.report import count
from meuse.steps import Question, Step

MOST_ROUNDS = 8
"""2.4b: at most eight chits a turn."""


def sequence(scenario: CaseYellowScenario) -> Iterator[Step]:
    """4.0, 2.4n, R.2.4n.1: the turns, then the verdict."""
    for turn in range(1, scenario.rules["turns"] + 1):
        yield StartTurn(turn)
        yield from air_phase()
        yield SupplyPhase()
        yield from action_phase()
        yield from end_phase()
    yield victory.Verdict()


def air_phase() -> Iterator[Step]:
    """4.1a: RAF over Dynamo and availability, interdiction, paratroops, dive bombing."""
    yield Availability()
    yield RemoveInterdiction()
    yield Interdiction(Side.ALLIED)
    yield EbenEmael()
    yield Paratroops(Side.GERMAN)
    yield DiveBombing(Side.GERMAN)


def action_phase() -> Iterator[Step]:
    """4.1c.init, 4.1c.first, 4.1c.second: the first chit is chosen, the others are drawn."""
    yield FillCup()
    yield FirstChit()
    yield Declaration(Side.ALLIED, early=True)
    for _ in range(MOST_ROUNDS - 1):
        yield NextChit()


def end_phase() -> Iterator[Step]:
    """4.1d, 12.1: in the listed order."""
    yield endphase.RemoveDisruption()
    yield endphase.BridgeheadCrossing(Side.GERMAN)
    yield endphase.TerrorBombing(Side.GERMAN)
    yield endphase.Surrenders()
    yield endphase.Refugees(Side.GERMAN)
    yield endphase.OpenCity(Side.ALLIED)
    yield victory.VictoryPoints()
    yield refit.Attrition()
    yield refit.StartReplacements()
    for side in SIDES:
        yield refit.Replacements(side)
    yield endphase.ReceiveBetterDefence()
    yield endphase.BetterDefence(Side.ALLIED)
    yield refit.DeclareRefit(Side.GERMAN)
    yield refit.SpendRefit(Side.GERMAN)
    yield refit.ReturnPanzers(Side.GERMAN)
    yield EndTurn()


class StartTurn(Step, frozen=True):
    rule = "2.1c"
    turn: int

    def run(self, g: CaseYellow) -> None:
        """2.1c: a game turn covers four days."""
        g.pop()
        g.set_marker("turn", self.turn)
        g.rounds, g.phase_over, g.reinforced = (), False, (False, False)
        g.extra_round = False
        for u in range(len(g.acts)):
            g.acts[u] &= ~(ARRIVED | OF_THE_ROUND)
        g.emit("turn", f"Turn {self.turn}, {g.date()}", "2.1c")


class EndTurn(Step, frozen=True):
    rule = "4.1d"

    def run(self, g: CaseYellow) -> None:
        """13.3a, 8.4: Dynamo may end with the turn, and then the normal stacking limits hold in its port again."""
        end_dynamo(g)
        g.replace(Excess(Side.ALLIED))


# -- 4.1c the action phase


def initiative(g: CaseYellow) -> Side:
    """4.1c.init, 13.2c: the Germans have it, but for the turns of Dynamo."""
    return Side.ALLIED if is_dynamo_turn(g) else Side.GERMAN


class FillCup(Step, frozen=True):
    """2.2d.chits, 13.2d: the chits of the turn go into the cup; 13.1b: one Move chit is left out on turns 3 and 4."""

    rule = "2.2d.chits"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        chits = chits_of(g)
        g.cup[:] = [chits["german"], chits["move"], chits["combat"]]
        dynamo = g.scenario.rules.get("dynamo") and g.turn in g.scenario.tables["dynamo"]["turns"]
        g.reserve_chit = bool(dynamo) and not g.dynamo_declared


def chits_of(g: CaseYellow) -> dict[str, int]:
    """2.2d.chits, 2.2d.fallrot, R.2.2d.fallrot.1, 13.2d: by turn, in Dynamo turns, from Fall Rot on."""
    rules = g.scenario.rules
    if is_dynamo_turn(g):
        return dict(rules["dynamo_chits"])
    if g.fall_rot and g.turn >= g.fall_rot:
        return dict(rules["fall_rot_chits"])
    return dict([row for row in rules["chits"] if row["from"] <= g.turn][-1])


class FirstChit(Step, frozen=True):
    """4.1c.init, 4.1c.first: the player with the initiative picks any one of his chits."""

    rule = "4.1c.init"

    def run(self, g: CaseYellow) -> None:
        g.replace(ChooseAction(initiative(g), GERMAN_CHIT if initiative(g) is Side.GERMAN else -1))


class ChooseAction(Question, frozen=True):
    """4.1c.second: a chit that shows both Move and Combat lets its owner choose; -1: he picks one of his chits."""

    rule = "4.1c.second"
    chit: int

    def question(self, g: CaseYellow) -> str:
        return "Do your units move or fight this round?"

    def title(self, g: CaseYellow) -> str:
        return f"{self.side.title} Action Round"

    @order(
        "round {word}",
        label="Action Round",
        rule="4.1c.limit-type",
        why="two rounds of this kind have been played this turn",
    )
    def choose(self, g: CaseYellow, kind: str) -> None:
        chit = self.chit if self.chit >= 0 else {"move": MOVE_CHIT, "combat": COMBAT_CHIT}[kind]
        g.cup[chit] -= 1
        g.replace(ActionRound(self.side, kind))

    @choose.describes("word")
    def kind_words(self, g: CaseYellow, kind: str) -> dict[str, str]:
        """4.1c.move1 to 4.1c.combat2: what a round of each kind allows."""
        if kind == "move":
            return {"label": "Move", "says": "All your units may move; then motorized ones may attack."}
        return {"label": "Combat", "says": "All your units may attack, on foot too; no unit moves."}

    @choose.choices("word")
    def kinds(self, g: CaseYellow) -> list[str]:
        """4.1c.limit-type: at most two Move and two Combat Rounds each."""
        free = [kind for kind in ("move", "combat") if g.rounds.count((self.side, kind)) < 2]
        if self.chit >= 0:
            return free
        return [kind for kind in free if g.cup[{"move": MOVE_CHIT, "combat": COMBAT_CHIT}[kind]]]


class NextChit(Step, frozen=True):
    """4.1c.second: a chit is drawn; its owner carries out its action."""

    rule = "4.1c.second"

    def run(self, g: CaseYellow) -> None:
        if g.extra_round:
            g.extra_round = False
            g.replace(ActionRound(Side.ALLIED, "move"))
            return
        chit = drawn(g)
        if chit is None:
            g.pop()
            g.phase_over = True
        elif chit == GERMAN_CHIT:
            g.replace(ChooseAction(Side.GERMAN, chit))
        else:
            g.cup[chit] -= 1
            kind = "move" if chit == MOVE_CHIT else "combat"
            asked = [Declaration(Side.ALLIED)] if kind == "move" else []
            g.replace(*asked, ActionRound(Side.ALLIED, kind))


def drawn(g: CaseYellow) -> int | None:
    """4.1c.limit-row, R.4.1c.limit-row.1: never a third round in a row; None when the phase is over."""
    if g.phase_over or not sum(g.cup) or len(g.rounds) >= MOST_ROUNDS:
        return None
    barred = barred_side(g)
    chits = [chit for chit in (GERMAN_CHIT, MOVE_CHIT, COMBAT_CHIT) for _ in range(g.cup[chit])]
    if barred is not None and all(owner(chit) is barred for chit in chits):
        return None
    while True:
        chit = chits[g.roll(len(chits)) - 1]
        if owner(chit) is not barred:
            return chit


def owner(chit: int) -> Side:
    return Side.GERMAN if chit == GERMAN_CHIT else Side.ALLIED


def barred_side(g: CaseYellow) -> Side | None:
    """4.1c.limit-row: who has had the last two rounds."""
    last = [side for side, _ in g.rounds[-2:]]
    return last[0] if len(last) == 2 and last[0] is last[1] else None


class ActionRound(Step, frozen=True):
    """2.4a, 2.4c, 2.4d: one player moves, or fights, with all his units."""

    rule = "2.4a"
    side: Side
    kind: str

    def title(self, g: CaseYellow) -> str:
        return f"{self.side.title} {self.kind.title()} Round"

    def run(self, g: CaseYellow) -> None:
        begin_round(g, self.side, self.kind)
        g.emit("round", self.title(g), "2.4a", side=self.side.word)
        g.replace(*(move_round(g, self.side) if self.kind == "move" else combat_round(self.side)), EndRound(self.side))


def begin_round(g: CaseYellow, side: Side, kind: str) -> None:
    """10.1a: every round gives a full new allowance; 11.2a.2, 11.2a.3: units attack and are attacked afresh."""
    g.rounds, g.round_kind = (*g.rounds, (side, kind)), kind
    g.tried, g.fought = frozenset(), frozenset()
    g.railed = g.evacuated = g.motor_left = 0
    g.west_wall_used, g.depots_used = False, frozenset()
    for u in range(len(g.acts)):
        g.acts[u] &= ~OF_THE_ROUND
        g.spent[u] = 0


def move_round(g: CaseYellow, side: Side) -> list[Step]:
    """4.1c.move1 to 4.1c.move6."""
    late = bool(g.scenario.options["entry_late"])  # 10.2c
    steps: list[Step] = [] if g.reinforced[side] and not late else [Reinforcements(side)]
    g.reinforced = (True, g.reinforced[1]) if side is Side.GERMAN else (g.reinforced[0], True)
    steps += [Movement(side), EngagedCombats(side)]
    steps += [MotorizedDie()] if side is Side.ALLIED else []
    steps.append(Attacks(side, motor=True))
    return [*steps, Bridgeheads(side)] if side is Side.GERMAN else steps


def combat_round(side: Side) -> list[Step]:
    """4.1c.combat2: engaged combats first, then new ones."""
    steps: list[Step] = [EngagedCombats(side), Attacks(side)]
    return [*steps, Bridgeheads(side)] if side is Side.GERMAN else steps


class MotorizedDie(Step, frozen=True):
    """4.1c.move4a, 11.6a, R.11.6a.1: the die says how many Allied motorized units may attack."""

    rule = "4.1c.move4a"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        near = {n for h in attackable(g, Side.ALLIED) for n in g.map.adjacent[h]}
        units = (u for n in sorted(near) for u in g.units_in(n, Side.ALLIED))
        if any(why_not_motorized(g, u) is None and not g.is_supply_unit(u) for u in units):
            g.motor_left = g.roll()
            text = f"{count(g.motor_left, 'Allied motorized unit')} may attack this round"
            g.emit("motorized", text, "4.1c.move4a", dice=(g.motor_left,), side="allied")


class EndRound(Step, frozen=True):
    """7.7e.cutoff: a cut-off Attack Supply Unit that fed an attack is used up; 2.4ctl: zones take hexes, by option."""

    rule = "7.7e.cutoff"
    side: Side

    def title(self, g: CaseYellow) -> str:
        return f"{self.side.title} {g.round_kind.title()} Round"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        for depot in sorted(g.depots_used):
            if g.hex_of[depot] >= 0:
                eliminate(g, depot, "7.7e.cutoff")
        if g.scenario.options["zone_control"]:
            take_vacant_hexes(g)
