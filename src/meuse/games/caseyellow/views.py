"""What a player of Case Yellow sees beside the map: counters, tracks, cups and boxes."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit, army_words
from meuse.games.caseyellow import calendar, layers
from meuse.games.caseyellow.board import DISRUPTED, NO_ATTACK_SUPPLY, OOS, CaseYellow
from meuse.games.caseyellow.dynamo import capacity
from meuse.games.caseyellow.endphase import dutch_cities
from meuse.games.caseyellow.ground import is_engaged
from meuse.games.caseyellow.refit import TRACKS
from meuse.mechanics.parts import box_part
from meuse.report import Cell, Part, UnitView, count
from meuse.views import Views

STATUS = {DISRUPTED: "disrupted", OOS: "out of supply", NO_ATTACK_SUPPLY: "no attack supply"}


def unit_view(g: CaseYellow, plain: UnitView, u: Unit) -> UnitView:
    words = [word for flag, word in STATUS.items() if g.status[u] & flag]
    if g.hex_of[u] >= 0 and is_engaged(g, u):
        words.append("engaged")
    counter = g.counter(u)
    facts = [f"strength {g.strength(u)}, tactical rating {g.tactical(u)}, movement {g.allowance(u)}"]
    facts += [army_words(counter.army), f"figures {counter.figures}"]
    return msgspec.structs.replace(plain, status=tuple(words), facts=tuple(facts))


# -- off-map parts (2.1d)


def parts(g: CaseYellow, side: Side | None) -> list[Part]:
    return [
        calendar.turn_track(g),
        round_track(g),
        cup(g),
        *(air_part(g, side) for side in SIDES),
        points_part(g),
        *replacement_part(g),
        *(box_part(g, box, title, rule) for box, title, rule in POOLS),
        surrender_part(g),
        *dynamo_part(g),
    ]


POOLS = (
    ("reserve", "Reinforcements", "10.2a"),
    ("airborne", "German airborne units", "5.1d"),
    ("refit", "Panzer Refit", "12.12c"),
    ("evacuated", "Evacuated", "13.4.5"),
)


def round_track(g: CaseYellow) -> Part:
    """2.1d: the eight boxes of the Action Round track."""
    cells = tuple(Cell(id=str(n), label=f"{n}: {side.title} {kind}") for n, (side, kind) in enumerate(g.rounds, 1))
    return Part(id="rounds", kind="track", title="Action Rounds", rule="2.1d", cells=cells)


def cup(g: CaseYellow) -> Part:
    words = ("German", "Allied move", "Allied combat")
    cells = tuple(Cell(id=word, label=f"{word}: {left}") for word, left in zip(words, g.cup, strict=True))
    return Part(id="cup", kind="cup", title="Chits in the cup", rule="2.2d.chits", cells=cells)


def air_part(g: CaseYellow, side: Side) -> Part:
    away = tuple(
        Cell(id=f"away-{n}", label=f"back on turn {turn}")
        for n, (whose, turn) in enumerate(g.air_lost)
        if whose is side
    )
    cells = (Cell(id="available", label=str(g.air[side])), *away)
    title = "Stukas" if side is Side.GERMAN else "Allied Air Assets"
    return Part(id=f"air-{side.word}", kind="points", title=title, owner=side.word, rule="5.1b.roll", cells=cells)


def points_part(g: CaseYellow) -> Part:
    cells = tuple(Cell(id=side.word, label=f"{side.title} {g.points[side]}") for side in SIDES)
    return Part(id="points", kind="points", title="Victory Points", rule="12.8b", cells=cells)


def replacement_part(g: CaseYellow) -> list[Part]:
    """12.10b, 2.1d: the steps left on the Replacement Tracks."""
    table = g.scenario.rules.get("replacements")
    if table is None or g.turn < table["first"]:
        return []
    left = zip(TRACKS, g.replacements, strict=True)
    cells = tuple(Cell(id=word, label=f"{word}: {steps}") for word, steps in left)
    return [Part(id="replacements", kind="points", title="Replacement steps", rule="12.10b", cells=cells)]


def surrender_part(g: CaseYellow) -> Part:
    """12.5a: how near the Netherlands are to it."""
    of = count(g.scenario.tables["surrender"]["dutch_cities"], "city", "cities")
    held = f"{dutch_cities(g)} of {of} under German control"
    cells = tuple(
        Cell(id=country, label=country.capitalize(), on=country in g.surrendered, note=note)
        for country, note in (("netherlands", held), ("belgium", ""))
    )
    return Part(id="surrenders", kind="checklist", title="Surrenders", rule="12.5a", cells=cells)


def dynamo_part(g: CaseYellow) -> list[Part]:
    if g.port < 0:
        return []
    note = f"{g.map.spot(g.port)}: {count(capacity(g), 'step')} a round, until the end of turn {g.dynamo_ends}"
    return [Part(id="dynamo", kind="card", title="Operation Dynamo", rule="13.3", note=note)]


VIEWS = Views(
    unit=unit_view,
    parts=parts,
    markers=layers.markers,
    supply_of=layers.supply_of,
    layers=layers.LAYERS,
)
