"""13.1, 13.3: the declaration of Operation Dynamo."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.air import DiveBombing
from meuse.games.caseyellow.board import MOVE_CHIT, CaseYellow
from meuse.games.caseyellow.losses import award
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.phases.until_done import OrPass
from meuse.steps import overrides


class Declaration(OrPass, frozen=True):
    """13.1, 13.1a, 4.1c.dynamo: when an Allied Move chit is drawn on turn 3 or 4.

    13.1c, R.4.1c.dynamo.1: `early`, on turn 3 right after the first German Action Round, at a price.
    """

    rule = "13.1"
    title = "Operation Dynamo"
    early: bool = False

    @overrides
    def question(self, g: CaseYellow) -> str:
        price = " It gives the Germans 3 victory points." if self.early else ""
        return f"Do you declare Operation Dynamo now?{price}"

    @overrides
    def decider(self, g: CaseYellow) -> Side | None:
        possible = is_early(g) if self.early else True
        return self.side if possible and may_declare(g) and self.harbours(g) else None

    @order(
        "declare {hex}",
        label="Declare Dynamo",
        rule="13.3b",
        says="Units can leave by sea from this port; the other Allied air units are withdrawn.",
        why="Dynamo begins at one of the four evacuation ports, under Allied control",
    )
    def declare(self, g: CaseYellow, port: Hex) -> None:
        """13.1b: the Move chit left out goes into the cup; 13.1c: or makes round 2, an Allied Move Round."""
        g.pop()
        if self.early:
            price = g.scenario.tables["dynamo"]["early_price"]
            award(g, Side.GERMAN, price, "Dynamo declared out of turn", "13.1c")  # R.4.1c.dynamo.2, R.4.1c.limit-row.2
            g.extra_round = True
        else:
            g.cup[MOVE_CHIT] += g.reserve_chit
        g.reserve_chit = False
        begin_dynamo(g, port)

    @declare.choices("hex")
    def harbours(self, g: CaseYellow) -> list[Hex]:
        """13.3b, R.13.3b.1: the four evacuation ports, Allied controlled."""
        return sorted(p.hex for p in g.map.with_kind("dynamo_port") if g.controls(Side.ALLIED, p.hex))

    decline = OrPass.decline.told(
        label="Not now", rule="13.1", says="You are asked again as long as Dynamo can still be declared."
    )


def is_early(g: CaseYellow) -> bool:
    """13.1c: turn 3, after a first round that was German."""
    return g.turn == g.scenario.tables["dynamo"]["early_turn"] and [s for s, _ in g.rounds] == [Side.GERMAN]


def may_declare(g: CaseYellow) -> bool:
    """13.1: turns 3 and 4 of Scenarios 1 and 2, once."""
    allowed = bool(g.scenario.rules.get("dynamo")) and g.turn in g.scenario.tables["dynamo"]["turns"]
    return allowed and not g.dynamo_declared


def begin_dynamo(g: CaseYellow, port: Hex) -> None:
    """13.3a, 13.3c, 13.3d, 13.3e, 13.2b: the marker three turns ahead, the port, the air; then the Stukas."""
    g.dynamo_declared = g.turn
    g.dynamo_ends = g.turn + g.scenario.tables["dynamo"]["lasts"]
    g.set_marker("port", port)
    g.air[Side.ALLIED] = 0
    g.air_lost = tuple(lost for lost in g.air_lost if lost[0] is Side.GERMAN)
    there = g.map.labels[port]
    g.emit("dynamo", f"The Allies begin Operation Dynamo at {g.map.spot(port)}", "13.3", at=(there,), side="allied")
    g.push(DiveBombing(Side.GERMAN, port))
