"""10.2: air missions outside of battles: interdiction, terror bombing; 10.1b: what bombers are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import GROUND, PlanJaune, quality_of
from meuse.games.planjaune.losses import lose_step
from meuse.games.planjaune.zones import reaches_into
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilEnd
from meuse.state import derived


def why_not_bomber(g: PlanJaune, side: Side) -> Refusal | None:
    """10.1b: each bomber flies once a turn."""
    return None if g.bombers[side] else Refusal("10.1b", "no bombers are left this turn")


class Missions(UntilEnd, frozen=True):
    """10.2.interdict-place: what both sides can do; the Allies only this."""

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} special operations"

    @order(
        "interdict {hex}",
        label="Interdict",
        rule="10.2.interdict-place",
        says="Units that enter the hex stop there; those that start there move half as far.",
        rolls=False,
    )
    def interdict(self, g: PlanJaune, h: Hex) -> None:
        """R.10.2.interdict-enter.1: until the turn ends."""
        g.bombers[self.side] -= 1
        marked = list(g.interdicted)
        marked[self.side] |= {h}
        g.interdict(*marked)
        text = f"{self.side.title} bombers interdict {g.map.spot(h)}"
        g.emit("interdiction", text, "10.2.interdict-place", at=(g.map.labels[h],), side=self.side.word)

    @interdict.closed_if
    def why_not_fly(self, g: PlanJaune) -> Refusal | None:
        if self.side is Side.ALLIED and g.turn <= 1:
            return Refusal("11.12.allied-t1-air", "on turn 1 the Allies fly no missions")
        return why_not_bomber(g, self.side)

    @interdict.choices("hex")
    def open_ground(self, g: PlanJaune) -> list[Hex]:
        marked = g.interdicted[self.side]
        return [h for h in interdictable(g) if h not in marked]

    @interdict.refuses("hex")
    def why_not_hex(self, g: PlanJaune, h: Hex) -> Refusal | None:
        if h in g.interdicted[self.side]:
            return Refusal("10.2.interdict-place", f"{g.map.labels[h]} is already interdicted")
        return why_not_interdict(g, h)


@derived(GROUND)
def interdictable(g: PlanJaune) -> Sequence[Hex]:
    return [h for h in range(len(g.map)) if why_not_interdict(g, h) is None]


def why_not_interdict(g: PlanJaune, h: Hex) -> Refusal | None:
    """10.2.interdict-place: which hexes are never interdicted."""
    if not g.scenario.touching[h]:
        return Refusal("10.2.interdict-place", f"{g.map.labels[h]} is not a land hex")
    if not reaches_into(g, h):
        return Refusal("10.2.interdict-place", "major cities and first-line fortifications cannot be interdicted")
    return None


class GermanMissions(Missions, frozen=True):
    """10.2.terror: what the Germans alone can do."""

    @order(
        "terror {hex}",
        label="Terror-bomb",
        rule="10.2.terror-city",
        says="Creates refugees. A bombed city counts as captured for the Dutch surrender.",
    )
    def terror(self, g: PlanJaune, h: Hex) -> None:
        """10.2.terror-city, 11.7a: refugees; 11.12.holland: it counts as captured."""
        self.fly_terror(g)
        command.invade(g, Side.GERMAN, h)
        g.bombed_city = h
        marker = g.refugees.index(OFF_MAP) if OFF_MAP in g.refugees else -1
        if marker >= 0:
            g.move_refugees(marker, h)
        text = f"German bombers terror-bomb {g.map.spot(h)}"
        g.emit("terror", text, "10.2.terror-city", at=(g.map.labels[h],), side="german")

    @terror.closed_if
    def why_not_terror(self, g: PlanJaune) -> Refusal | None:
        if g.bombed_city != OFF_MAP:
            return Refusal("11.7a", "only one city may be bombed in a game")
        return self.why_not_bomb(g)

    @terror.choices("hex")
    def cities(self, g: PlanJaune) -> Iterator[Hex]:
        return (h for h in sorted(g.scenario.all_cities) if self.why_not_city(g, h) is None)

    @terror.refuses("hex")
    def why_not_city(self, g: PlanJaune, h: Hex) -> Refusal | None:
        if h not in g.scenario.all_cities:
            return Refusal("10.2.terror-city", f"{g.map.labels[h]} is not a major city")
        if not g.friendly(h, Side.ALLIED) or g.map.country[h] in g.surrendered:
            return Refusal("10.2.terror-city", f"{g.map.labels[h]} is not in Allied hands")
        return None

    @order("bomb {unit}", label="Bomb", rule="10.2.terror-unit", says="The unit loses a step.")
    def bomb(self, g: PlanJaune, unit: Unit) -> None:
        """10.2.terror-unit, 10.2.terror-choice: a step of a unit of low quality.

        R.10.2.terror-unit.1: fortifications are not a unit.
        """
        self.fly_terror(g)
        command.invade(g, Side.GERMAN, g.place_of(unit))
        lose_step(g, unit, "10.2.terror-unit")

    @bomb.closed_if
    def why_not_bomb(self, g: PlanJaune) -> Refusal | None:
        """10.2.terror-limit: one terror mission a turn."""
        if g.terror_on == g.turn:
            return Refusal("10.2.terror-limit", "the one terror mission of the turn has been flown")
        return why_not_bomber(g, self.side)

    @bomb.choices("unit")
    def low_quality(self, g: PlanJaune) -> Iterator[Unit]:
        for u in g.on_map(Side.ALLIED):
            yield from (m for m in g.members(u) if self.why_not_bombed(g, m) is None)

    @bomb.refuses("unit")
    def why_not_bombed(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if g.counter(unit).side is not Side.ALLIED or g.place_of(unit) < 0 or not g.counter(unit).strengths:
            return Refusal("10.2.terror", f"{g.name(unit)} is not an Allied unit on the map")
        if (quality := quality_of(g, unit)) > 2:
            return Refusal("10.2.terror-unit", f"{g.name(unit)} has a quality of {quality}, which must be 2 or less")
        return None

    def fly_terror(self, g: PlanJaune) -> None:
        g.bombers[self.side] -= 1
        g.terror_on = g.turn
