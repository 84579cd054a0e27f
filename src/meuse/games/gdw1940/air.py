"""9: air points, interdiction. What a player may do at any time of his own player turn stands here too (17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meuse.counters import Side
from meuse.games.gdw1940 import command
from meuse.games.gdw1940.board import POLITICS, Gdw1940
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.steps import Question

GERMAN, BRITISH, FRENCH = range(3)
"""Whose air points: the places in `g.air`."""


def receive_air_points(g: Gdw1940) -> None:
    """9.points, 9.once: new points, none carried over; 17.british.air, 20.french_air."""
    chart = g.scenario.tables["air"]
    british = chart["british"] if g.turn <= g.bef_evacuated_on else 0
    french = chart["french_option"] if g.scenario.options.get("20.french_air") else chart["french"]
    g.air[:] = [chart["german"], british, french]


def air_points(g: Gdw1940, side: Side) -> int:
    return g.air[GERMAN] if side is Side.GERMAN else g.air[BRITISH] + g.air[FRENCH]


def can_interdict(g: Gdw1940, side: Side) -> bool:
    """9.interdict.cost: two points are needed; R.9.interdict.cost.1: of either Allied nation."""
    return air_points(g, side) >= int(g.scenario.tables["air"]["interdict"])


def spend_air(g: Gdw1940, side: Side, count: int) -> None:
    """9.once: a point is used once. Allied points: the French first."""
    if side is Side.GERMAN:
        g.air[GERMAN] -= count
        return
    french = min(count, g.air[FRENCH])
    g.air[FRENCH] -= french
    g.air[BRITISH] -= count - french


class OwnTurn(Question, frozen=True):
    """A step of a player's own turn: he may also interdict hexes (R.9.interdict.cost.1) and release an army."""

    can_wait = ("interdict", "release")

    @order(
        "interdict {hex}",
        label="Interdict",
        rule="9.interdict.cost",
        says="Costs two air points. Enemies who enter the hex in their next turn must stop there.",
        why="you interdict land hexes, each of them once, for two air points",
        rolls=False,
    )
    def interdict(self, g: Gdw1940, h: Hex) -> None:
        """9.interdict.cost: 2 points a hex, for the whole following enemy player turn."""
        spend_air(g, self.side, g.scenario.tables["air"]["interdict"])
        marked = list(g.interdicted)
        marked[self.side] |= {h}
        g.interdicted = (marked[0], marked[1])
        g.touch(POLITICS)
        g.emit(
            "interdiction",
            f"{g.map.spot(h)} is interdicted",
            "9.interdict.cost",
            side=self.side.word,
            at=(g.map.labels[h],),
        )

    @interdict.closed_if
    def why_not_interdict(self, g: Gdw1940) -> Refusal | None:
        if can_interdict(g, self.side):
            return None
        left = count(air_points(g, self.side), "air point")
        return Refusal("9.interdict.cost", f"interdiction takes two air points; you have {left}")

    @interdict.choices("hex")
    def to_interdict(self, g: Gdw1940) -> Iterator[Hex]:
        """9.interdict.cost: any land hex, once."""
        marked = g.interdicted[self.side]
        return (h for h in g.scenario.land if h not in marked)

    @order(
        "release {army:word}",
        label="Release an army",
        rule="17.french.release",
        says="Its units may cross army group boundaries for the rest of the game.",
        why="one French army is released per turn, from turn 1 on",
    )
    def release(self, g: Gdw1940, army: str) -> None:
        """17.french.release: effective at once (R.17.french.release.1)."""
        command.release(g, army)

    @release.closed_if
    def why_not_release(self, g: Gdw1940) -> Refusal | None:
        if self.side is Side.ALLIED and g.released_on == g.turn:
            return Refusal("17.french.release", "an army has already been released this turn")
        return None

    @release.describes("army")
    def army_words(self, g: Gdw1940, army: str) -> dict[str, Any]:
        units = [u for u in g.on_map(Side.ALLIED) if g.counter(u).army == army]
        return {"label": command.army_name(army), "says": self.release.says, "places": g.places(units)}

    @release.choices("army")
    def armies(self, g: Gdw1940) -> list[str]:
        return command.releasable(g) if self.side is Side.ALLIED else []
