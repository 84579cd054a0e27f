"""24.3: morale markers, won by deeds that happen for the first time. An optional rule."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.manstein.board import Manstein
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.steps import Question


class MoraleVictory(Question, frozen=True):
    """24.3: the winner may add his morale marker to his bin."""

    rule = "24.3"
    question = "Do you add your morale marker to your bin?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} morale victory"

    @order("add", label="Add the marker", rule="24.3", says="The marker goes into your bin for this turn.")
    def add(self, g: Manstein) -> None:
        """R.5.4a.1: he has a marker to draw again, even if his bin was empty; 24.3.2: in the same turn."""
        g.pop()
        add_marker(g, self.side)

    @order(
        "pass",
        label="Keep the marker aside",
        rule="24.3",
        says="The marker waits for your next morale victory.",
        was=("keep",),
    )
    def keep(self, g: Manstein) -> None:
        g.pop()


def add_marker(g: Manstein, side: Side) -> None:
    g.regular[side] = (*g.regular[side], f"{side.word}-morale")
    turns = list(g.morale_turns)
    turns[side] = g.turn
    g.morale_turns = (turns[0], turns[1])
    g.emit("morale", f"The {side.title} morale marker goes into the bin", "24.3", side=side.word)


def win(g: Manstein, side: Side, event: str, rule: str, words: str) -> None:
    """24.3.1c: each kind of event counts once; 24.3: the marker is added once a turn at most."""
    if not g.option("24.3") or event in g.morale_events or not g.turn:
        return
    g.morale_events |= {event}
    g.emit("morale", f"{side.title} morale victory: {words}", rule, side=side.word)
    if g.morale_turns[side] != g.turn:
        g.morale_due = (*g.morale_due, side)


def ask_the_winners(g: Manstein) -> None:
    """24.3: the winners are asked when the order that won them their victory has been carried out."""
    due, g.morale_due = g.morale_due, ()
    g.push(*(MoraleVictory(side) for side in dict.fromkeys(due)))


def unit_enters(g: Manstein, u: Unit, h: Hex) -> None:
    """24.3.1a: Germans in one of six places; 24.3.1b: Allies in a German city."""
    side = g.side(u)
    if side is Side.GERMAN and any("morale" in place.kinds for place in g.map.places_at.get(h, ())):
        win(g, side, "places", "24.3.1a", f"{g.name(u)} is in {g.spot(h)}")
    if side is Side.ALLIED and h in g.scenario.cities and g.map.country[h] == "germany":
        win(g, side, "german city", "24.3.1b", f"{g.name(u)} is in {g.spot(h)}")


def city_bombed(g: Manstein, bomber: Side, code: str) -> None:
    """24.3.1a, 24.3.1b: the first DL1 of a German bombing cheers the Germans, the first AL1 the Allies."""
    if bomber is not Side.GERMAN:
        return
    if code == "DL1":
        win(g, Side.GERMAN, "bombing", "24.3.1a", "a city has been bombed")
    if code == "AL1":
        win(g, Side.ALLIED, "bombers beaten", "24.3.1b", "German bombers have been beaten off")
