"""21.6, 21.7, 22.10: Victory Points, the optional extra turn, and who has won."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40 import halt
from meuse.games.france40.board import France40
from meuse.games.france40.supply import has_long_line, in_supply, line_from
from meuse.games.france40.terrain import ground
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.phases.verdict import GameEnd
from meuse.report import count
from meuse.scenario import Options
from meuse.state import Result
from meuse.steps import Question, Step, overrides

NORTH, SOUTH = ("X", "N"), ("S", "W")
"""21.7.1c: the Entry Areas that the Allies want to keep joined."""


class Award(msgspec.Struct, frozen=True):
    """Victory Points of one kind."""

    side: Side
    points: int
    rule: str
    text: str


def before_game(scenario_id: str) -> Iterator[Step]:
    """22.2c: in Dynamo the Halt! markers are placed before the first turn."""
    if scenario_id == "dynamo":
        yield from halt.placing()


def offers(scenario_id: str, options: Options) -> Iterator[Step]:
    """21.6: whether an eleventh turn can be bought after the tenth; without it the game ends there."""
    if scenario_id == "sickle-cut" and options["21.6"]:
        yield ExtraTurn(Side.GERMAN)
        yield ExtraTurn(Side.ALLIED)
        yield EndUnlessExtended()


class ExtraTurn(Question, frozen=True):
    """21.6, R.21.6.1: a player who is level or at most five points behind may buy a turn for three."""

    rule = "21.6"
    question = "Do you pay 3 Victory Points for an extra turn?"

    def title(self, g: France40) -> str:
        return f"{self.side.title} extra turn"

    def decider(self, g: France40) -> Side | None:
        total = score(g)
        behind = total[self.side.enemy] - total[self.side]
        within = g.scenario.tables["victory"]["extra_turn_within"]
        return self.side if not g.extra_turn and 0 <= behind <= within else None

    @order(
        "extend",
        label="Buy an extra turn",
        rule="21.6",
        says="One more turn is played; its price comes off your points at the end.",
    )
    def extend(self, g: France40) -> None:
        """21.6: the price comes off the final total."""
        g.extra_turn = 1 + self.side
        g.emit("extension", f"The {self.side.title} side buys an eleventh turn", "21.6", side=self.side.word)
        g.pop()

    @order("pass", label="End the game", rule="21.6", says="The points are counted now.")
    def pass_on(self, g: France40) -> None:
        g.pop()


class EndUnlessExtended(Step, frozen=True):
    rule = "21.6"

    def run(self, g: France40) -> None:
        g.pop()
        if not g.extra_turn:
            g.push(Verdict())


class Verdict(GameEnd, frozen=True):
    """3.C: after the End Phase of the last turn victory is determined."""

    rule = "3.C"
    title = "Victory"

    @overrides
    def verdict(self, g: France40) -> Result:
        return standing(g)


def standing(g: France40) -> Result:
    """21.7, 22.10.2a: how the game ends if it ends now."""
    return dynamo_result(g) if g.scenario.dynamo else sickle_cut_result(g)


# -- 21.7 Sickle Cut


def sickle_cut_result(g: France40) -> Result:
    """21.7: more points win; equal totals are a draw."""
    german, allied = score(g)
    winner = None if german == allied else Side.GERMAN if german > allied else Side.ALLIED
    level = f"{winner.title} victory" if winner is not None else "draw"
    text = f"{level[0].upper()}{level[1:]}: {german} Victory Points to {allied}."
    return Result(winner, level, text, "21.7", {"german": german, "allied": allied})


def score(g: France40) -> tuple[int, int]:
    """The totals of both sides."""
    found = awards(g)
    totals = [sum(award.points for award in found if award.side is side) for side in (Side.GERMAN, Side.ALLIED)]
    return totals[0], totals[1]


def awards(g: France40) -> list[Award]:
    """All Victory Points as the board stands."""
    found = dynamo_awards(g) if g.scenario.dynamo else sickle_cut_awards(g)
    return [award for award in found if award.points]


def sickle_cut_awards(g: France40) -> Iterator[Award]:
    chart = g.scenario.tables["victory"]
    yield Award(Side.ALLIED, len(lost_german_units(g)), "21.7.1a", "German units eliminated")
    yield Award(Side.ALLIED, len(isolated_units(g)), "21.7.1b", "isolated mechanized units")
    if rail_link(g):
        yield Award(Side.ALLIED, chart["link"], "21.7.1c", "railway from north to south")
    else:
        yield Award(Side.ALLIED, chart["land_link"] if land_link(g) else 0, "21.7.1d", "road from north to south")
        yield Award(Side.GERMAN, chart["link"], "21.7.2b", "railway from north to south cut")
    yield Award(Side.GERMAN, closed_points(g), "21.7.2a", "Entry Hexes closed")
    yield Award(Side.GERMAN, g.x_exits, "21.7.2c", "German units that left for the Channel ports")
    if g.extra_turn:
        payer = Side.GERMAN if g.extra_turn == 1 + Side.GERMAN else Side.ALLIED
        yield Award(payer, -chart["extra_turn_price"], "21.6", "price of the extra turn")


def lost_german_units(g: France40) -> list[Unit]:
    """21.7.1a, 22.10.2d: eliminated units of more than one step; a division whose Remnant still stands is not gone."""
    lost = g.scenario.box("eliminated")
    return [u for u in g.at.get(lost, ()) if g.scenario.side_of[u] is Side.GERMAN and g.counter(u).steps > 1]


def isolated_units(g: France40) -> list[Unit]:
    """21.7.1b, R.21.7.1b.1: mechanized units of several steps on the playing area without a line of any length.

    Units in supply have one, which is known by hex; the others are traced one by one.
    """
    return [
        u
        for u in g.on_map(Side.GERMAN)
        if g.mech(u)
        and g.counter(u).steps > 1
        and g.scenario.playable[g.hex_of[u]]
        and not in_supply(g, u)
        and not has_long_line(g, u)
    ]


def rail_link(g: France40) -> bool:
    """21.7.1c: a railway from X or N to S or W, without German units and zones; an Allied unit negates zones."""
    return bool(open_railway(g))


def open_railway(g: France40) -> Sequence[Hex]:
    """21.7.1c: the hexes of one railway from north to south that is still open; empty if all are cut."""
    (starts, goals), rails = ends(g), ground(g).rails
    before: dict[Hex, Hex] = {h: h for h in sorted(starts) if runs(g, h)}
    queue = deque(before)
    while queue:
        h = queue.popleft()
        if h in goals:
            return _walked_back(before, h)
        for n in rails[h]:
            if n not in before and runs(g, n):
                before[n] = h
                queue.append(n)
    return ()


def _walked_back(before: Mapping[Hex, Hex], h: Hex) -> list[Hex]:
    way = [h]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way


def ends(g: France40) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """21.7.1c: the Entry Hexes in the north and in the south that the railway joins."""
    return _areas(g, NORTH), _areas(g, SOUTH)


def runs(g: France40, h: Hex) -> bool:
    """21.7.1c: whether a hex of the railway is free of German units and their zones."""
    return not g.held_german[h] and (bool(g.held_allied[h]) or not zones(g, Side.GERMAN)[h])


def land_link(g: France40) -> bool:
    """21.7.1d: a line of supply from an X or N Entry Hex to an S or W Entry Hex."""
    starts = (h for h in sorted(_areas(g, NORTH)) if g.controls(Side.ALLIED, h))
    return any(line_from(g, Side.ALLIED, h, SOUTH) for h in starts)


def _areas(g: France40, names: tuple[str, ...]) -> frozenset[Hex]:
    return frozenset(h for name in names for h in g.scenario.entry_hexes[name])


def closed_points(g: France40) -> int:
    """21.7.2a, R.21.7.2a.1: closed Allied Entry Hexes with a German line of supply; that south of Reims counts two."""
    reims, worth = g.map.regions["reims_entry"].hexes, g.scenario.tables["victory"]["reims"]
    allied = _areas(g, g.scenario.areas_of[Side.ALLIED])
    traced = (h for h in g.closed & allied if line_from(g, Side.GERMAN, h))
    return sum(worth if h in reims else 1 for h in traced)


# -- 22.10 Dynamo


def dynamo_result(g: France40) -> Result:
    """22.10.2a: 15 Allied points or more, or a German victory."""
    allied, needed = score(g)[Side.ALLIED], g.scenario.tables["victory"]["dynamo_points"]
    winner = Side.ALLIED if allied >= needed else Side.GERMAN
    text = f"{winner.title} victory: the Allies have {count(allied, 'Victory Point')}."
    return Result(winner, f"{winner.title} victory", text, "22.10.2a", {"german": 0, "allied": allied})


def dynamo_awards(g: France40) -> Iterator[Award]:
    on_map = g.on_map(Side.ALLIED)
    british = [u for u in g.scenario.units_of[Side.ALLIED] if g.counter(u).nation == "british"]
    away, gone = len(brought_away(g)), g.scenario.box("eliminated")
    supplied = sum(g.counter(u).nation == "french" and in_supply(g, u) for u in on_map)
    left = sum(g.hex_of[u] >= 0 or g.hex_of[u] == gone for u in british)
    yield Award(Side.ALLIED, away, "22.10.2b", "British and French units brought away")  # 22.7a, 22.9e: one each
    yield Award(Side.ALLIED, supplied, "22.10.2c", "French units in supply")
    yield Award(Side.ALLIED, len(lost_german_units(g)), "22.10.2d", "German units eliminated")
    yield Award(Side.ALLIED, -left, "22.10.2e", "British units lost or left behind")


def brought_away(g: France40) -> list[Unit]:
    """22.10.2b: British and French units evacuated or gone over the west or south edge."""
    boxes = (g.scenario.box("evacuated"), g.scenario.box("exited"))
    return [u for box in boxes for u in g.at.get(box, ()) if g.counter(u).nation in ("british", "french")]


def automatic_victory(g: France40) -> None:
    """22.10.1, R.22.10.1.1: 15 units brought away, 10 of them British, win at once."""
    if not g.scenario.dynamo:
        return
    chart, away = g.scenario.tables["victory"], brought_away(g)
    british = sum(g.counter(u).nation == "british" for u in away)
    if len(away) >= chart["dynamo_units"] and british >= chart["dynamo_british"]:
        text = f"Allied automatic victory: {count(len(away), 'unit')} are away, {british} of them British."
        g.result = Result(Side.ALLIED, "Allied automatic victory", text, "22.10.1", {"allied": float(len(away))})
        g.emit("end", text.rstrip("."), "22.10.1")
