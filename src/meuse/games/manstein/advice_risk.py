"""What a stack risks where it stands in Manstein's War: the strongest attack that is likely, by the assault table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from meuse.counters import Side, Unit
from meuse.games.manstein import odds
from meuse.games.manstein.advice_aims import step_prices, supported_hexes
from meuse.games.manstein.advice_odds import outcomes
from meuse.games.manstein.board import Manstein, feared, held
from meuse.hexmap import Hex

AIR = {Side.GERMAN: 1.0, Side.ALLIED: 2.0}
"""10.5: the columns that aircraft and leaders are likely to add to an attack on a side."""

SHUT = (1.0, 0.6, 0.3, 0.1)
"""7.2e: how likely a retreat leads through enemy zones, by the number of neighbouring hexes that are free of them."""


def risk(g: Manstein, danger: float, units: Iterable[Unit], h: Hex) -> float:
    """What the strongest attack that is likely would cost the units in a hex.

    The owner chooses who loses steps (10.6b), so an army that can spare some shields whoever is with it; each unit
    without support helps the attacker (15.5c); in enemy zones a retreat costs every unit a step more (7.2e).
    """
    there = [u for u in units if g.steps[u]]
    if not there or danger <= 0:
        return 0.0
    side = g.side(there[0])
    fort = g.own_fort(h, side) is not None
    hungry = sum(h not in supported_hexes(g, u) for u in there if not g.counter(u).is_static)
    shift = odds.ground_shift(g, h) - fort + hungry + AIR[side]
    column = place_on_table(g, 100.0 * danger / max(1, sum(g.defence_of(u) for u in there)), shift)
    prices = [step_prices(g, u) for u in there]
    lost = list(accumulate(sorted(price for each in prices for price in each), initial=0.0))
    back = shut(g, side, h) * sum(each[0] for each in prices)
    whole = int(column)
    share = column - whole
    costs = [toll(g, number, fort, lost, back) for number in ((whole, whole + 1) if share else (whole,))]
    return costs[0] + share * (costs[-1] - costs[0])


def place_on_table(g: Manstein, percent: float, shift: float) -> float:
    """10.4, 10.5: the column of an attack, and how far it is to the next."""
    lowest = g.scenario.tables["columns"]["lowest"]
    at = max(n for n, bound in enumerate(lowest) if percent >= bound)
    further = (percent - lowest[at]) / (lowest[at + 1] - lowest[at]) if at + 1 < len(lowest) else 0.0
    return float(max(0.0, min(len(lowest) - 1, at + further + shift)))


def toll(g: Manstein, column: int, fort: bool, lost: list[float], back: float) -> float:
    """What a column costs on average: `lost` is the price of so many steps, `back` what a retreat costs on top."""
    most = len(lost) - 1
    faces = outcomes(g, "assault", fort)[column]
    steps = [min(most, owed) for owed, *_ in faces]
    retreats = sum(retreat and not fort and owed < most for owed, _, retreat, *_ in faces)
    return (sum(lost[owed] for owed in steps) + back * retreats) / len(faces)


def shut(g: Manstein, side: Side, h: Hex) -> float:
    """11.1, 7.2e: how likely whoever retreats from a hex must pass enemy zones."""
    zones, enemies = feared(g, side), held(g, side.enemy)
    free = sum(not zones[n] and not enemies[n] for n in g.scenario.links[h])
    return SHUT[min(free, len(SHUT) - 1)]
