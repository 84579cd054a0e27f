"""What a player of Plan Jaune sees: counters and off-map parts."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.counters import SIDES, Side, Unit, Value, army_words
from meuse.games.planjaune import calendar, command, layers, victory
from meuse.games.planjaune.board import (
    HALVED,
    REACTS,
    UNSUPPLIED,
    PlanJaune,
    is_cadre,
    movement_of,
    quality_of,
    strength_of,
)
from meuse.games.planjaune.events import WORDS
from meuse.games.planjaune.zones import COUNTRY_NAMES
from meuse.hexmap import OFF_MAP
from meuse.mechanics.parts import box_part
from meuse.report import Cell, Part, UnitView
from meuse.views import Views

STATUS = {UNSUPPLIED: "unsupplied", HALVED: "slowed", REACTS: "reacts"}


def unit_view(g: PlanJaune, plain: UnitView, u: Unit) -> UnitView:
    status = [word for flag, word in STATUS.items() if g.status[u] & flag]
    counter = g.counter(u)
    facts = [army_words(counter.army)] if counter.army else []
    if g.is_corps(u):
        facts = [f"{counter.parent}: " + ", ".join(g.name(m) for m in g.members(u))]
    elif is_cadre(g, u):
        status.append("cadre")
    shown = msgspec.structs.replace(plain, status=tuple(status))
    if counter.has("hq"):
        words = f"support {counter.support}, command {counter.command}, movement {counter.movement}"
        return msgspec.structs.replace(shown, facts=(words, *facts))
    return msgspec.structs.replace(shown, **figures(g, u, facts))


def figures(g: PlanJaune, u: Unit, facts: list[str]) -> dict[str, Any]:
    """1a to 1c: strength and movement at the foot, the quality in a ring beside the symbol; all three in words."""
    if not (g.members(u) if g.is_corps(u) else g.steps[u]):
        return {"facts": tuple(facts)}
    strength, quality, movement = strength_of(g, u), quality_of(g, u), movement_of(g, u)
    words = f"strength {strength}, quality {quality}, movement {movement}"
    return {"values": (Value(str(strength)), Value(str(movement))), "mark": str(quality), "facts": (words, *facts)}


# -- off-map parts


def parts(g: PlanJaune, side: Side | None) -> list[Part]:
    return [
        calendar.turn_track(g),
        event_card(g),
        *(air_part(g, s) for s in SIDES),
        coup_track(g),
        replacement_part(g),
        *(corps_part(g, s) for s in SIDES),
        box_part(g, "arrivals", "Reinforcements due", "9.1a", due(g)),
        *(box_part(g, box, title, rule) for box, title, rule in POOLS),
        refugee_part(g),
        plans_part(g),
        *secret_part(g, side),
        objectives_part(g),
        countries_part(g),
    ]


POOLS = (
    ("airborne", "Airborne units", "11.5a"),
    ("evacuated", "Evacuated", "11.8d"),
    ("exited", "Off the map", "11.13.o2"),
)


def event_card(g: PlanJaune) -> Part:
    return Part(id="event", kind="card", title="Event of the turn", rule="11.11a", note=WORDS[g.event])


def air_part(g: PlanJaune, side: Side) -> Part:
    cells = (Cell(id="bombers", label=str(g.bombers[side]), note="bombers left this turn"),)
    return Part(
        id=f"air-{side.word}", kind="points", title=f"{side.title} air", owner=side.word, rule="10.1b", cells=cells
    )


def coup_track(g: PlanJaune) -> Part:
    most = g.scenario.tables["coup"]["turn"]
    cells = tuple(Cell(id=str(n), label=str(n), on=n == g.coups) for n in range(most + 1))
    return Part(id="coups", kind="track", title="Coups de main tried", owner="german", rule="11.6d", cells=cells)


def replacement_part(g: PlanJaune) -> Part:
    cells = tuple(
        Cell(id=f"{kind}-{side.word}", label=str(points[side]), note=f"{side.title} {kind}")
        for side in SIDES
        for kind, points in (("motorized", g.motorized_points), ("infantry", g.infantry_points))
    )
    return Part(id="replacements", kind="points", title="Replacement points", rule="9.2a", cells=cells)


def corps_part(g: PlanJaune, side: Side) -> Part:
    """11.2c: the corps displays."""
    cells = tuple(
        Cell(id=g.id(u), label=g.name(u), pieces=g.ids(g.members(u)), note=g.counter(u).parent)
        for u in g.scenario.corps_box
        if g.scenario.side_of[u] is side
    )
    return Part(
        id=f"corps-{side.word}", kind="holder", title=f"{side.title} corps", owner=side.word, rule="11.2c", cells=cells
    )


def due(g: PlanJaune) -> str:
    """9.1a: when each reinforcement arrives."""
    return ", ".join(f"{g.name(u)}: turn {g.counter(u).turn}" for u in g.at.get(g.scenario.box("arrivals"), ()))


def refugee_part(g: PlanJaune) -> Part:
    cells = tuple(
        Cell(id=str(n), label=g.map.labels[h] if h != OFF_MAP else "not placed", on=h != OFF_MAP)
        for n, h in enumerate(g.refugees)
    )
    return Part(id="refugees", kind="display", title="Refugees", owner="german", rule="11.7.pool", cells=cells)


def plans_part(g: PlanJaune) -> Part:
    """11.12: main efforts, and the Allied armies that are free."""
    cells = [Cell(id=s.word, label=command.NAMES[group], note="main effort") for s, group in sorted(g.effort.items())]
    cells += [Cell(id=army, label=army_words(army), note="released", on=True) for army in sorted(g.released)]
    return Part(id="efforts", kind="display", title="War plans", rule="11.12c", cells=tuple(cells))


def secret_part(g: PlanJaune, side: Side | None) -> list[Part]:
    """11.13a: only the Axis sees its plan."""
    if side is not Side.GERMAN or "objective" not in g.plans:
        return []
    words = victory.OBJECTIVES[g.plans["objective"]]
    return [Part(id="plan", kind="card", title="Secret plan", owner="german", rule="11.13a", note=words)]


def objectives_part(g: PlanJaune) -> Part:
    lost = victory.losses(g)
    cells = [Cell(id=str(n), label=words, on=victory.reached(g, n)) for n, words in victory.OBJECTIVES.items()]
    label = f"Steps lost: Axis {lost.axis}, Allies {lost.allied}"
    cells.append(Cell(id="losses", label=label, rule="11.13d"))
    return Part(id="victory", kind="checklist", title="Objectives", rule="11.13b", cells=tuple(cells))


def countries_part(g: PlanJaune) -> Part:
    cells = tuple(
        Cell(id=country, label=COUNTRY_NAMES[country], on=country in g.surrendered, note=_attitude(g, country))
        for country in ("netherlands", "belgium", "luxembourg")
    )
    return Part(id="countries", kind="checklist", title="Neutral countries", rule="11.12.surrender", cells=cells)


def _attitude(g: PlanJaune, country: str) -> str:
    if country in g.surrendered:
        return "has surrendered"
    return "invaded" if country in g.invaded else "neutral"


VIEWS = Views(
    unit=unit_view,
    parts=parts,
    markers=layers.markers,
    supply_of=layers.supply_of,
    layers=layers.LAYERS,
)
