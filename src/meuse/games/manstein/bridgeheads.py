"""27: bridgeheads, secured river crossings. An optional rule."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.manstein.board import MARKS, Manstein
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.steps import Question


class Bridgehead(Question, frozen=True):
    """27.1a: after an attack across a river that cost the defender a step and did not clear his hex."""

    after_die = True
    rule = "27.1a"
    question = "From which hex do you place a bridgehead?"
    target: Hex
    units: tuple[Unit, ...]

    def title(self, g: Manstein) -> str:
        return f"Bridgehead to {g.spot(self.target)}"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if self.starts(g) else None

    @order(
        "bridgehead {hex}",
        label="Place a bridgehead",
        rule="27.1a",
        why="only a hex from which a unit attacked across a river",
    )
    def build(self, g: Manstein, h: Hex) -> None:
        """27.1b: the hexside counts as clear for combat from now on."""
        g.pop()
        side = g.map.side_between(h, self.target)
        assert side is not None
        g.bridgeheads[side] = (int(self.side), h)
        g.touch(MARKS)
        words = f"The {self.side.title} side places a bridgehead from {g.spot(h)} to {g.spot(self.target)}"
        g.emit("bridgehead", words, "27.1a", at=(g.label(h),), side=self.side.word)

    @build.choices("hex")
    def starts(self, g: Manstein) -> list[Hex]:
        if not g.ground(self.target, self.side.enemy) or not markers_left(g, self.side):
            return []
        hexes = sorted({g.hex_of[u] for u in self.units if g.hex_of[u] >= 0})
        return [h for h in hexes if crosses_river(g, h, self.target)]

    @order("pass", label="No bridgehead", rule="27.1a", says="The river stays a river for both sides.", was=("none",))
    def leave(self, g: Manstein) -> None:
        g.pop()


class GiveUp(UntilDone, frozen=True):
    """27.1d: at the end of his impulse the owner may take bridgeheads off."""

    rule = "27.1d"
    question = "Which bridgeheads do you take off the map?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} bridgeheads"

    @order(
        "lift {hex} {target:hex}",
        label="Take a bridgehead off",
        rule="27.1d",
        why="you have no bridgehead there",
        was=("remove",),
    )
    def remove(self, g: Manstein, h: Hex, target: Hex) -> None:
        side = g.map.side_between(h, target)
        assert side is not None
        take_off(g, side)

    @remove.choices("hex")
    def own(self, g: Manstein) -> list[Hex]:
        return sorted({start for owner, start in g.bridgeheads.values() if owner == self.side})

    @remove.choices("target")
    def far_sides(self, g: Manstein, h: Hex) -> list[Hex]:
        sides = (n for n, (owner, start) in g.bridgeheads.items() if owner == self.side and start == h)
        return sorted(beyond(g, n, h) for n in sides)

    done = UntilDone.done.told(label="Leave the bridgeheads", rule="27.1d")


def markers_left(g: Manstein, side: Side) -> int:
    """27.1e: the number of markers is a limit; 27.1d: one taken off in this impulse waits for the next."""
    lying = sum(owner == side for owner, _ in g.bridgeheads.values())
    return int(g.scenario.tables["bridgeheads"]["each"]) - lying - g.resting.count(side)


def crosses_river(g: Manstein, a: Hex, b: Hex) -> bool:
    """10.5e, 27.1b: whether the step from one hex to the next crosses a river; with a bridgehead it does not.

    27.1e: and only there can a bridgehead be placed, one on a hexside.
    """
    return (a, b) in g.scenario.rivers and g.map.side_between(a, b) not in g.bridgeheads


def take_off(g: Manstein, side: int) -> None:
    owner, _ = g.bridgeheads.pop(side)
    g.resting = (*g.resting, Side(owner))
    g.touch(MARKS)
    g.emit("bridgehead", f"The bridgehead at {g.map.side_label(side)} is taken off", "27.1d", side=Side(owner).word)


def settle(g: Manstein) -> None:
    """27.1d: a bridgehead is gone when no friendly unit is left in the hex from which it was made."""
    for side, (owner, start) in sorted(g.bridgeheads.items()):
        if not g.ground(start, Side(owner)):
            take_off(g, side)


def beyond(g: Manstein, side: int, h: Hex) -> Hex:
    hexside = g.map.sides[side]
    return hexside.b if hexside.a == h else hexside.a
