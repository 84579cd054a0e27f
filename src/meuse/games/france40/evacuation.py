"""22.5: the evacuation from Dunkirk, its beaches and, if need be, Calais or Oostende."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40.board import France40
from meuse.games.france40.losses import leave_map
from meuse.games.france40.victory import automatic_victory
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.report import count
from meuse.state import derived
from meuse.steps import Question, Step, Warning

PORT_FROM, BEACH_FROM = 4, 5
"""22.5.1a: the first turn of each."""

SPARE_PORTS = ("Calais", "Oostende")
"""22.5.5."""


def pages(turn: int) -> Iterator[Step]:
    """22.5.1a: from turn 4 in each Allied Initial Phase."""
    if turn >= PORT_FROM:
        yield Evacuation(Side.ALLIED)


class Evacuation(UntilDone, frozen=True):
    """22.5.2b: one die for a port and one for the beaches."""

    rule = "22.5.1a"
    title = "Evacuation"
    question = "Where do you roll for evacuation?"
    rolled: tuple[str, ...] = ()

    def warnings(self, g: France40) -> Sequence[Warning]:
        unused = [word for word, left in (("port", self.ports(g)), ("beach", self.beaches(g, ()))) if left]
        return tuple(
            Warning("loses", f"You do not use this turn's {word} roll.", "22.5.1a", topic="support") for word in unused
        )

    @order(
        "port {hex}",
        label="Roll for a port",
        rule="22.5.2b",
        says="One die decides how many of its units are evacuated.",
    )
    def port(self, g: France40, h: Hex) -> None:
        die = _evacuation_die(g, (h,))
        self._embark(g, "port", (h,), g.scenario.tables["evacuation"]["port"][min(die, 6) - 1])

    @port.choices("hex")
    def ports(self, g: France40) -> list[Hex]:
        """22.5.5: Dunkirk, or Calais or Oostende if no unit is in Dunkirk; one roll per turn."""
        if "port" in self.rolled:
            return []
        return [p.hex for p in g.map.with_kind("port") if why_not_port(g, p.hex) is None]

    @port.refuses("hex")
    def why_not_port(self, g: France40, h: Hex) -> Refusal | None:
        return why_not_port(g, h)

    @port.closed_if
    def why_not_another_port(self, g: France40) -> Refusal | None:
        return Refusal("22.5.5", "there is one port roll per turn") if "port" in self.rolled else None

    @order(
        "beach {hexes}",
        label="Roll for the beaches",
        rule="22.5.1b",
        says="One die for both beach hexes; a failed roll improves the next one.",
    )
    def beach(self, g: France40, hexes: tuple[Hex, ...]) -> None:
        """22.5.1b: one roll for both; R.22.5.4.1: the hexes that units may leave from are named first."""
        table = g.scenario.tables["evacuation"]
        bonus = table["bonus"] if _waiting_unit_in(g, hexes) else 0
        if bonus:
            g.evac_unit = -1
            g.emit("evacuation", f"The EVAC +2 marker adds {bonus} to the die roll", "22.5.3", side="allied")
        number = table["beach"][min(_evacuation_die(g, hexes) + bonus, 6) - 1]
        if number:
            self._embark(g, "beach", hexes, number)
        else:
            g.replace(WaitForShips(self.side, hexes), self._after("beach"))

    @beach.choices("hexes")
    def beaches(self, g: France40, chosen: tuple[Hex, ...]) -> list[Hex]:
        if "beach" in self.rolled or g.turn < BEACH_FROM:
            return []
        return sorted(h for h in g.map.regions["beaches"].hexes if g.held_allied[h])

    @beach.closed_if
    def why_not_beaches(self, g: France40) -> Refusal | None:
        if g.turn < BEACH_FROM:
            return Refusal("22.5.1a", "on turn 4 units leave only through the port")
        return Refusal("22.5.1b", "both beaches share one roll") if "beach" in self.rolled else None

    @beach.refuses("hexes")
    def why_not_beach(self, g: France40, chosen: tuple[Hex, ...], h: Hex) -> Refusal | None:
        return Refusal("22.5.2a", f"{g.map.labels[h]} is not an evacuation beach with Allied units", (g.map.labels[h],))

    done = UntilDone.done.told(label="No more evacuation", rule="22.5.1a")

    def _after(self, word: str) -> Evacuation:
        return Evacuation(self.side, (*self.rolled, word))

    def _embark(self, g: France40, word: str, hexes: tuple[Hex, ...], number: int) -> None:
        g.replace(Embark(self.side, hexes, number), self._after(word))


class Embark(UntilDone, frozen=True):
    """22.5.2b: the units that the roll allows to leave."""

    rule = "22.5.2b"
    title = "Embarkation"
    question = "Which units are evacuated?"
    hexes: tuple[Hex, ...]
    number: int

    def remaining(self, g: France40) -> str:
        return f"{count(self.number, 'unit')} can still be evacuated"

    def warnings(self, g: France40) -> Sequence[Warning]:
        return (Warning("loses", f"{count(self.number, 'more unit')} could be evacuated.", "22.5.2b", topic="support"),)

    @order(
        "evacuate {unit}",
        rule="22.5.2a",
        says="The unit is evacuated for good.",
        why="only units in the hexes chosen before the roll can be evacuated",
    )
    def evacuate(self, g: France40, unit: Unit) -> None:
        """22.5.2a: whatever its size and state; 22.10.1: this may win the game."""
        h = g.hex_of[unit]
        leave_map(g, unit, "evacuated")
        text = f"{g.name(unit)} is evacuated from {g.map.spot(h)}"
        g.emit("evacuation", text, "22.5.2a", units=(g.id(unit),), at=(g.map.labels[h],))
        g.replace(msgspec.structs.replace(self, number=self.number - 1))
        automatic_victory(g)

    @evacuate.choices("unit")
    def ready(self, g: France40) -> list[Unit]:
        return on_shore(g, self.hexes) if self.number else []

    done = UntilDone.done.told(label="No more evacuation", rule="22.5.1a")


class WaitForShips(Question, frozen=True):
    """22.5.3, R.22.5.2b.1: a unit on the beach gets the EVAC +2 marker."""

    rule = "22.5.3"
    title = "EVAC +2 marker"
    question = "No ships have come. Which unit gets the EVAC +2 marker?"
    hexes: tuple[Hex, ...]

    @order(
        "place {unit}",
        label="Place the EVAC +2 marker",
        rule="22.5.3",
        why="only a unit on the beaches rolled for can get the marker",
        was=("wait",),
    )
    def place(self, g: France40, unit: Unit) -> None:
        g.evac_unit = unit
        g.emit("waits", f"{g.name(unit)} waits on the beach for ships", "22.5.3", units=(g.id(unit),))
        g.pop()

    @place.choices("unit")
    def on_beach(self, g: France40) -> list[Unit]:
        return on_shore(g, self.hexes)


def on_shore(g: France40, hexes: tuple[Hex, ...]) -> list[Unit]:
    """The units that ships could take."""
    return sorted(u for h in hexes for u in g.units_in(h, Side.ALLIED))


def why_not_port(g: France40, h: Hex) -> Refusal | None:
    """Why no units can be evacuated from a port."""
    there, (dunkirk, *others) = g.map.labels[h], _ports(g)
    if h != dunkirk and h not in others:
        return Refusal("22.5.2a", f"{there} is not an evacuation port", (there,))
    if h != dunkirk and g.held_allied[dunkirk]:
        return Refusal("22.5.5", "there are units in Dunkirk, so the ships go there", (g.map.labels[dunkirk],))
    if not g.held_allied[h] or not g.controls(Side.ALLIED, h):
        return Refusal("22.5.2a", f"there is no Allied unit in {there}", (there,))
    return None


@derived()
def _ports(g: France40) -> tuple[Hex, ...]:
    return tuple(g.map.place(name).hex for name in ("Dunkerque", *SPARE_PORTS))


def _evacuation_die(g: France40, hexes: tuple[Hex, ...]) -> int:
    """22.5.4: under German fire the lower of two dice."""
    under_fire = any(g.held_german[n] for h in hexes for n in g.map.adjacent[h])
    dice = (g.roll(), g.roll()) if under_fire else (g.roll(),)
    fire = ", and under German fire the lower die counts" if under_fire else ""
    text = f"The evacuation roll is {' and '.join(map(str, dice))}{fire}"
    g.emit("evacuation", text, "22.5.4" if fire else "22.5.2b", dice=dice, side="allied")
    return min(dice)


def _waiting_unit_in(g: France40, hexes: tuple[Hex, ...]) -> bool:
    """22.5.3: the marker counts while its unit stays where it received it."""
    return g.evac_unit >= 0 and g.hex_of[g.evac_unit] in hexes
