"""What `staff` thinks things are worth in 1940: places, battles; who goes where; and where the enemy is feared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import neutrals, odds, victory
from meuse.games.gdw1940.appreciation import APPRECIATION, PLAN
from meuse.games.gdw1940.board import EIGHTHS, Gdw1940
from meuse.games.gdw1940.forecast import FORECAST
from meuse.games.gdw1940.odds import Battle
from meuse.hexmap import Hex
from meuse.opponents.fields import distances, influence
from meuse.state import derived

AXIS = 8.0
"""So many movement points from what is wanted the way to it begins."""

FEW_FORTS = 6
"""When no more forts than these are manned, the Maginot Line is an objective within reach."""

LATE = 9
"""From this game turn on what has been taken is guarded with more than one unit."""

FOR_HOLLAND = ("de.pz9", "de.SSV", "de.SSC", "de.kav1", "de.IX")
"""Who goes for Holland beside the 18th Army, until it surrenders: enough for the Dutch, and no panzer corps."""

COVERING = ("de.16", "de.1", "de.7")
"""The armies that cover the left flank of the main effort, and the frontier."""

BESIEGING = ("de.1", "de.7")
"""Those of them that go for the Maginot Line in time."""

MAIN = ("de.4", "de.12")
"""The armies that follow the panzer corps."""


# -- places


def goals(g: Gdw1940, side: Side) -> dict[Hex, float]:
    """The hexes a side wants: objectives not yet German; for the Allies the same, to be held."""
    wanted: dict[Hex, float] = {}
    for plan, value in ((victory.NORTH, 3.0), (victory.PARIS, 2.5)):
        wanted |= dict.fromkeys(victory.objective_hexes(g, plan), value)
    if "holland" in g.joined and "holland" not in g.surrendered:
        wanted |= dict.fromkeys(neutrals.major_cities(g, "holland"), 2.5)
    if side is Side.GERMAN:
        wanted = {h: value for h, value in wanted.items() if not g.friendly(h, Side.GERMAN)}
        line = forts(g)
        return wanted | dict.fromkeys(line, 1.0) if len(line) <= FEW_FORTS or not wanted else wanted
    return wanted


def first_goals(g: Gdw1940, side: Side) -> Collection[Hex]:
    """19.plan: what the plan asks for comes before what only raises the level; Holland has troops of its own."""
    if side is Side.ALLIED:
        return goals(g, side)
    dutch = dutch_goals(g)
    wanted = [h for h in lacking(g) if h not in dutch]
    return (wanted or second_goals(g)) + (endangered(g) if g.turn >= LATE else [])


def second_goals(g: Gdw1940) -> list[Hex]:
    """19.level: what is left of another objective, Paris or the Maginot Line, whichever is held by less."""
    paris = [h for h in victory.objective_hexes(g, victory.PARIS) if not g.friendly(h, Side.GERMAN)]
    left = [hexes for hexes in (forts(g), paris) if hexes]
    return min(left, key=lambda hexes: garrison(g, hexes), default=list(goals(g, Side.GERMAN)))


def garrison(g: Gdw1940, hexes: Collection[Hex]) -> int:
    """The factors of the Allies in these hexes."""
    return sum(g.counter(u).combat for h in hexes for u in g.units_in(h, Side.ALLIED))


def endangered(g: Gdw1940) -> list[Hex]:
    """19.plan: what the plan asks for, is German, and could be attacked."""
    danger, prizes = threat_field(g, Side.GERMAN), APPRECIATION.prizes(g, Side.GERMAN)
    return [h for h, worth in prizes.items() if worth >= PLAN and g.friendly(h, Side.GERMAN) and danger[h] > 0]


def forts(g: Gdw1940) -> list[Hex]:
    """19.plan.maginot: the hexes of the Maginot Line with Allied units in them."""
    return [h for h in victory.objective_hexes(g, victory.MAGINOT) if g.held_allied[h]]


def lacking(g: Gdw1940) -> list[Hex]:
    """19.plan: what the plan asks for and is not German."""
    prizes = APPRECIATION.prizes(g, Side.GERMAN)
    return [h for h, worth in prizes.items() if worth >= PLAN and not g.friendly(h, Side.GERMAN)]


def ground_worth(g: Gdw1940, side: Side, brief: Brief) -> Callable[[Hex], float]:
    """What it is worth, beside his losses, that the enemy leaves a hex: a prize, the way to one, a blow at Holland."""
    prizes = APPRECIATION.prizes(g, side)
    if side is Side.ALLIED:
        return lambda h: brief["prize"] * prizes.get(h, 0.0)
    far, dutch, line = distances(g.scenario.ways["motorized"], first_goals(g, side)), fortress_holland(g), forts(g)

    def worth(h: Hex) -> float:
        near = max(0.0, 1.0 - far[h] / (AXIS * EIGHTHS))
        special = brief["holland"] * (h in dutch) + brief["fort"] * (h in line)
        return brief["prize"] * prizes.get(h, 0.0) + brief["axis"] * near + special

    return worth


# -- Holland, and who is meant for it


def dutch_goals(g: Gdw1940) -> list[Hex]:
    """13.holland.surrender: the Dutch major cities that are still wanted."""
    if "holland" not in g.joined or "holland" in g.surrendered:
        return []
    return [h for h in neutrals.major_cities(g, "holland") if not g.friendly(h, Side.GERMAN)]


@derived()
def fortress_holland(g: Gdw1940) -> frozenset[Hex]:
    """Holland, but for what lies south of the rivers, on the way of the 6th Army."""
    return frozenset(h for h, of in enumerate(g.map.country) if of == "holland" and g.map.labels[h] < "07")


def is_for_holland(g: Gdw1940, u: Unit) -> bool:
    """13.holland.surrender: whether a unit has Holland to beat, and nothing else."""
    counter = g.counter(u)
    return bool(dutch_goals(g)) and (counter.army == "de.18" or counter.id in FOR_HOLLAND)


def is_covering(g: Gdw1940, u: Unit) -> bool:
    """Whether a unit covers the left flank of the main effort, or Germany."""
    return g.counter(u).army in COVERING


def is_besieging(g: Gdw1940, u: Unit) -> bool:
    """Whether a unit is meant for the Maginot Line."""
    return g.counter(u).army in BESIEGING


def is_main(g: Gdw1940, u: Unit) -> bool:
    """Whether a unit on foot follows the main effort."""
    return g.counter(u).army in MAIN


# -- battles


def attack_worth(g: Gdw1940, battle: Battle, brief: Brief) -> float:
    """The expected gain of a battle as it is, over the exact chances of its results."""
    return FORECAST.value(g, battle, lambda code: result_worth(g, battle, code, brief))


def result_worth(g: Gdw1940, battle: Battle, code: str, brief: Brief) -> float:
    """What a result is worth to the attacker; the same worths as in `advice_attacks`."""
    attack, side = battle.attack, odds.attacker(g, battle)
    if code == "AE":
        return -sum(unit_worth(g, u, brief) for u in attack.units)
    if code == "AR":
        return -brief["repulsed"] * sum(g.counter(u).combat for u in attack.units)
    leaving = [h for h in attack.hexes if code == "DE" or odds.gives_way(g, battle, h, code)]
    beaten = [u for h in leaving for u in odds.defenders(g, side.enemy, h)]
    worth = sum(unit_worth(g, u, brief) for u in beaten)
    if code != "DE":
        worth = brief["harried"] * worth + brief["driven_off"] * sum(g.counter(u).combat for u in beaten)
    prizes = APPRECIATION.prizes(g, side)
    ground = sum(brief["ground"] + brief["prize"] * prizes.get(h, 0.0) for h in leaving)
    return worth + ground if leaving else -brief["in_vain"]


def unit_worth(g: Gdw1940, u: Unit, brief: Brief) -> float:
    """A unit in victory points, and something for what it can still do."""
    return victory.worth(g, u) + brief["factor"] * g.counter(u).combat


# -- the enemy


def enemies(g: Gdw1940, side: Side) -> Iterator[tuple[Hex, float, int]]:
    """The enemy units that could attack: where they are, how strong, how many hexes they reach."""
    for u in g.on_map(side.enemy):
        if g.in_play(u) and not g.disrupted(u):
            yield g.hex_of[u], float(g.counter(u).combat), g.counter(u).movement // 3


def threat_field(g: Gdw1940, side: Side) -> list[float]:
    """The strength that the enemy could bring to bear on each hex."""
    return influence(g.map, enemies(g, side))
