"""What a position of Case Yellow is worth by its own rules: the places that count, supply, who could be where."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from meuse.appreciation import Appreciation, Historical, Unspent
from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import (
    COMBAT_CHIT,
    CONDITION,
    GERMAN_CHIT,
    MARKERS,
    MOVE_CHIT,
    OF_THE_ROUND,
    ROADSIDE,
    TURNED,
    CaseYellow,
)
from meuse.games.caseyellow.dynamo import capacity, is_dynamo_turn
from meuse.games.caseyellow.endphase import dutch_cities
from meuse.games.caseyellow.ground import reach_of
from meuse.games.caseyellow.movement import bound_end, reach_ends
from meuse.games.caseyellow.sequence import EndRound
from meuse.games.caseyellow.supply import is_supplied
from meuse.hexmap import Hex
from meuse.state import CONTROL, derived

MEUSE = ("1924", "2024", "2123", "2124", "2223", "2323", "2423", "2523")
"""The far bank of the Meuse from Stenay to above Dinant, as the panzers see it."""
HOME = 0.5
"""What a city of the Ruhr is worth beyond its points: all German Attack Supply comes from there (7.8)."""
LAST_PORT = 0.5
"""7.3c: what a port is worth to the units it supplies; 13.3b: or from which Dynamo can be run."""
OBJECTIVE = 3.0
"""3.2: what a place that decides Scenario 3 or 4 is worth in points."""
EVENTS = (
    Historical("meuse", "The Meuse is crossed between Dinant and Sedan", 1),
    Historical("holland", "The Netherlands surrender", 2),
    Historical("channel", "The panzers reach the Channel at Abbeville", 3),
    Historical("belgium", "Belgium surrenders", 5),
    Historical("dynamo", "The evacuation begins", 5),
    Historical("dunkerque", "Dunkerque falls", 7),
    Historical("paris", "German troops enter Paris", 9),
)
PLACES = {"channel": ("Abbeville",), "dunkerque": ("Dunkerque",), "paris": ("Paris", "Paris (west)", "Saint-Denis")}


class CaseYellowAppreciation(Appreciation[CaseYellow]):
    def prizes(self, g: CaseYellow, side: Side) -> Mapping[Hex, float]:
        return prizes(g)

    def holds(self, g: CaseYellow, side: Side, h: Hex) -> bool:
        """2.4ctl: a hex belongs to who was in it last."""
        return g.controls(side, h)

    def strength(self, g: CaseYellow, u: Unit) -> float:
        return float(g.strength(u))

    def is_supplied(self, g: CaseYellow, u: Unit) -> bool:
        return is_supplied(g, u)

    def reach(self, g: CaseYellow, u: Unit) -> Mapping[Hex, int]:
        """10.1: R.1.0.1, 12.7c: only hexes where its move may end."""
        cost = reach_of(g, u).cost
        ends = reach_ends(g, u) if bound_end(g, u) else cost
        return {g.hex_of[u]: 0} | {h: cost[h] for h in ends}

    def turn_of(self, g: CaseYellow) -> tuple[Side, Hashable] | None:
        """2.4a: an Action Round is a turn; the Air and End Phases lie in between."""
        step = next((step for step in g.stack if isinstance(step, EndRound)), None)
        return None if step is None else (step.side, (g.turn, len(g.rounds)))

    def on_their_turn(self, g: CaseYellow, side: Side) -> CaseYellow:
        """10.1a: every round gives a full allowance; 7.9c: depots move once a turn, so again if no chit is left."""
        fresh = g.copy()
        again = OF_THE_ROUND if chits_left(g, side) else OF_THE_ROUND | TURNED
        for u in fresh.on_map(side):
            fresh.acts[u] &= ~again
            fresh.spent[u] = 0
        fresh.touch(CONDITION)
        return fresh

    def could_act(self, g: CaseYellow, u: Unit) -> bool:
        """4.1c: nobody moves in a Combat Round."""
        return g.round_kind == "move"

    def supply_period(self, g: CaseYellow) -> Hashable:
        """7.5: supply is judged once a turn, in the Supply Phase, however many rounds a turn has."""
        return g.turn

    def is_frail(self, g: CaseYellow, u: Unit) -> bool:
        """7.9e: Attack Supply Units are lost when attacked alone; ARKO has next to no strength."""
        return g.is_supply_unit(u) or g.counter(u).kind == "artillery"

    def unspent(self, g: CaseYellow, side: Side) -> Iterator[Unspent]:
        """11.3c.air: Air Assets left when no round of use is left; 13.4.2: room on the ships for those who wait."""
        own = chits_left(g, side)
        if g.air[side] and not own and (side is Side.GERMAN or not chits_left(g, Side.GERMAN)):
            yield Unspent("Air Assets", float(g.air[side]))
        if side is Side.ALLIED and g.port >= 0 and g.round_kind == "move":
            waiting = sum(g.steps[u] for u in g.units_in(g.port, side) if g.strength(u))
            if room := min(waiting, capacity(g) - g.evacuated):
                yield Unspent("room on the ships", float(room), g.port)

    def historical(self, g: CaseYellow) -> Iterable[Historical]:
        if "regions" in g.scenario.rules:
            return (Historical("holland", "The Netherlands surrender", 1),)
        return EVENTS if g.scenario.rules.get("dynamo") else tuple(e for e in EVENTS if e.id != "dynamo")

    def has_happened(self, g: CaseYellow, event: str) -> bool:
        if event in ("holland", "belgium"):
            return ("netherlands" if event == "holland" else "belgium") in g.surrendered
        if event == "dynamo":
            return is_dynamo_turn(g)
        hexes = [g.map.hex(h) for h in MEUSE] if event == "meuse" else [g.map.place(p).hex for p in PLACES[event]]
        return any(g.controls(Side.GERMAN, h) for h in hexes)

    def progress(self, g: CaseYellow) -> float:
        """Within a turn, by its Action Rounds: Scenario 4 has only one turn."""
        return min(1.0, max(0.0, g.turn - 1 + len(g.rounds) / 8) / self.last_turn(g))

    def last_turn(self, g: CaseYellow) -> int:
        return int(g.scenario.rules["turns"])


def chits_left(g: CaseYellow, side: Side) -> int:
    """2.2d.chits: how many rounds of a side may still come out of the cup."""
    return g.cup[GERMAN_CHIT] if side is Side.GERMAN else g.cup[MOVE_CHIT] + g.cup[COMBAT_CHIT]


# -- what places are worth


def prizes(g: CaseYellow) -> Mapping[Hex, float]:
    """3.1a, 3.2, 12.5, 7: what has not been scored yet, what may still make a country surrender, and home."""
    return _prizes(g, g.scored)


@derived(CONTROL, MARKERS, ROADSIDE)
def _prizes(g: CaseYellow, scored: frozenset[str]) -> dict[Hex, float]:
    found: dict[Hex, float] = {}
    decisive = points(g, scored) if g.scenario.rules.get("victory_points") else objectives(g)
    for part in (decisive, surrenders(g), home(g, scored)):
        for h, value in part.items():
            found[h] = found.get(h, 0.0) + value
    return {h: value for h, value in found.items() if not g.scenario.closed[h]}


def points(g: CaseYellow, scored: frozenset[str]) -> dict[Hex, float]:
    """3.1a, 12.8c: places whose points nobody has got yet; Paris above all; Lille and Antwerpen until turn 5."""
    chart = g.scenario.tables["victory"]
    roll = sum(chart["variable"]) / len(chart["variable"])
    worth = {name: float(value) for name, value in chart["hexes"].items() if f"taken {name}" not in scored}
    worth |= {name: roll for name in chart["variable_hexes"] if f"taken {name}" not in scored}
    if g.turn <= chart["held_turn"]:
        for name in chart["held"]:
            worth[name] = worth.get(name, 0.0) + roll
    found = {g.map.place(name).hex: value for name, value in worth.items()}
    for h in g.scenario.paris:
        found[h] = found.get(h, 0.0) + chart["paris_held"] / len(g.scenario.paris)
    if g.port >= 0:
        found[g.port] = found.get(g.port, 0.0) + roll + capacity(g) * chart["evacuated_step"]  # 13.4.5
    return found


def objectives(g: CaseYellow) -> dict[Hex, float]:
    """3.2: Paris, or the four cities, in Scenario 3."""
    if "regions" in g.scenario.rules:
        return {}
    names = g.scenario.tables["victory"]["scenario_3"]
    return dict.fromkeys((*g.scenario.paris, *(g.map.place(name).hex for name in names)), OBJECTIVE)


def surrenders(g: CaseYellow) -> dict[Hex, float]:
    """12.5a, 12.5b: a share of the points for a surrender for each city that counts towards it."""
    table = g.scenario.tables["surrender"]
    found: dict[Hex, float] = {}
    if "netherlands" not in g.surrendered:
        share = value_of(g, "dutch_surrender") / max(1, table["dutch_cities"] - min(5, dutch_cities(g)))
        dutch = [h for h in g.scenario.cities if g.map.country[h] == "netherlands"]
        towns = [h for h in g.scenario.towns if g.map.country[h] == "netherlands"]
        found |= dict.fromkeys(towns, share / table["towns_per_city"]) | dict.fromkeys(dutch, share)
    if "belgium" not in g.surrendered:
        cities = [g.map.place(name).hex for name in table["belgian_cities"]]
        lacking = sum(g.controls(Side.ALLIED, h) for h in cities)
        found |= dict.fromkeys(cities, value_of(g, "belgian_surrender") / max(1, lacking))
    return found


def value_of(g: CaseYellow, chart: str) -> float:
    """3.1a: what a surrender in this turn is worth; as much as an objective where no points are counted."""
    if not g.scenario.rules.get("victory_points"):
        return 4 * OBJECTIVE if "regions" in g.scenario.rules else OBJECTIVE
    rows = g.scenario.tables["victory"][chart]
    return float(rows.get(str(g.turn), rows.get("earlier", rows["later"]) if g.turn < 3 else rows["later"]))


def home(g: CaseYellow, scored: frozenset[str]) -> dict[Hex, float]:
    """3.1a, 7.4: German cities, each of which the Allies may score once; 7.3c: ports from which armies are fed."""
    chart = g.scenario.tables["victory"]
    found: dict[Hex, float] = {}
    if "regions" in g.scenario.rules:
        return found
    for h in g.scenario.sources["german_city"]:
        lost = f"german city {g.map.labels[h]}" in scored or not g.scenario.rules.get("victory_points")
        found[h] = HOME + (0.0 if lost else float(chart["german_city"]))
    return found | dict.fromkeys(g.scenario.ports, LAST_PORT)


APPRECIATION = CaseYellowAppreciation()
