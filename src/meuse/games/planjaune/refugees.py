"""11.7: refugees, who fill the roads of the Allies."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.zones import COUNTRY_NAMES, LOW_COUNTRIES, around, occupied
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.supply import distances, within
from meuse.orders import order
from meuse.phases.until_done import UntilEnd
from meuse.report import count
from meuse.state import derived


class Refugees(UntilEnd, frozen=True):
    """11.7: refugees leave their cities, and flee along the railways."""

    @order(
        "refugees {hex}",
        label="Place refugees",
        rule="11.7b",
        says="Allied units pay one point more to enter the hex, or to move out of it.",
    )
    def refugees(self, g: PlanJaune, h: Hex) -> None:
        """11.7b, R.11.7b.1: one marker for each city and phase."""
        g.move_refugees(g.refugees.index(OFF_MAP), h)
        text = f"Refugees fill the roads around {g.map.spot(h)}"
        g.emit("refugees", text, "11.7b", at=(g.map.labels[h],), side="german")

    @refugees.closed_if
    def why_not_marker(self, g: PlanJaune) -> Refusal | None:
        return None if OFF_MAP in g.refugees else Refusal("11.7.pool", "all six refugee markers are on the map")

    @refugees.choices("hex")
    def frightened(self, g: PlanJaune) -> Iterator[Hex]:
        return (h for h in sorted(g.scenario.all_cities) if self.why_not_refugees(g, h) is None)

    @refugees.refuses("hex")
    def why_not_refugees(self, g: PlanJaune, h: Hex) -> Refusal | None:
        there = g.map.labels[h]
        if h not in g.scenario.all_cities or not g.friendly(h, Side.ALLIED):
            return Refusal("11.7b", f"{there} is not a major city in Allied hands")
        if g.map.country[h] in LOW_COUNTRIES and g.map.country[h] not in g.invaded:  # R.11.7b.2
            return Refusal("11.7b", f"{COUNTRY_NAMES[g.map.country[h]]} is still neutral")
        if any(at == h and on == g.turn for at, on in zip(g.refugees, g.refugees_on, strict=True)):
            return Refusal("11.7b", f"{there} has already got a refugee marker this phase")
        near = g.scenario.tables["refugees"]["near"]
        if not around(g, h, near) & occupied(g, Side.GERMAN):
            return Refusal("11.7b", f"no German unit is within {count(near, 'hex', 'hexes')} of {there}")
        return None

    @order("flee {from:hex} {hex}", label="Move refugees", rule="11.7c", says="Moves the marker along the railway.")
    def flee(self, g: PlanJaune, start: Hex, h: Hex) -> None:
        """11.7c: up to two railway hexes; 11.7e: they never go away."""
        g.move_refugees(self.marker(g, start), h)
        text = f"Refugees flee from {g.map.spot(start)} to {g.map.spot(h)}"
        g.emit("refugees", text, "11.7c", at=(g.map.labels[h],), side="german")

    @flee.choices("from")
    def old(self, g: PlanJaune) -> list[Hex]:
        return sorted({h for h in g.refugees if h >= 0 and self.marker(g, h) >= 0 and self.roads(g, h)})

    @flee.choices("hex")
    def roads(self, g: PlanJaune, start: Hex) -> list[Hex]:
        near = within(g.scenario.rails, start, g.scenario.tables["refugees"]["hexes"], lambda h: 1)
        found = sorted(h for h in near if h != start)
        if g.scenario.options.get("11.7c.opt"):
            far = to_the_edge(g)
            found = [h for h in found if far[h] < far[start]]
        return found

    @flee.refuses("from")
    def why_not_from(self, g: PlanJaune, start: Hex) -> Refusal:
        return Refusal("11.7c", f"there are no refugees in {g.map.labels[start]} that can move this turn")

    @flee.refuses("hex")
    def why_not_road(self, g: PlanJaune, start: Hex, h: Hex) -> Refusal:
        if g.scenario.options.get("11.7c.opt"):
            return Refusal(
                "11.7c.opt", "refugees flee up to two hexes along railways, closer to the south or west edge"
            )
        return Refusal("11.7c", "refugees flee up to two hexes along railways")

    def marker(self, g: PlanJaune, h: Hex) -> int:
        """A marker in a hex that has not been put there or moved in this turn."""
        found = (n for n, at in enumerate(g.refugees) if at == h and g.refugees_on[n] < g.turn)
        return next(found, -1)


@derived()
def to_the_edge(g: PlanJaune) -> tuple[int, ...]:
    """11.7c.opt: how many railway hexes it is from each hex to the edges that refugees head for."""
    return distances(g.scenario.rails, g.map.regions["refugee-exits"].hexes)
