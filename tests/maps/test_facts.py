"""Every entry of facts/<map>.toml is one test: what the books and the country say about a map.

A fact is one statement with its source (`rule`, the book's number, or `why`). A hex may be named by its label or by a
place that lies in it. The forms:

    place = "Liège", hex = "1110"                          the place lies in this hex; instead of or besides hex:
                                                           kinds = [...] (at least these), terrain, country, coast, edge
    hex = "1808", terrain = "rough", country = "germany"   also coast = true, edge = true, kinds = [...] (of its places)
    hexes = [...], terrain = ["woods"], at_least = 0.6     that share of the hexes (1.0 if not given) has one of these
    side = "0411/0412", has = ["all_sea"], lacks = [...]   also of = "0411", owner = "french", name = "Meuse"
    neighbours = ["1511", "1512"]                          not_neighbours = [...] for the contrary
    between = ["Paris", "Sedan"], distance = 9
    path = ["road"], from = "Namur", to = "Dinant"         joined by hexsides that carry one of these features;
                                                           a region's id may stand for an end
    land_path = [a, b]   no_land_path = [a, b]             on foot, without ferries; causeways and bridges count
    river = "Meuse", separates = ["Bouillon", "Sedan"]     no short way leads round; feature = [...] instead of river
    river = "Meuse", same_bank = ["Sedan", "Stonne"]       a short way leads there without crossing it
    river = "Meuse", unbroken = true, from = "edge"        one chain of hexsides (but for bends off the map); from, to:
                                                           "edge", "sea", "river" (it meets another), "source", or a
                                                           hex that the end touches
    region = "army-group-a", has = [...], lacks = [...]    also count = 12, side = "german", only = [...] (exactly)
    kind = "port", places = [...]                          exactly these places; or count = 4
    feature = ["causeway"], count = 1                      number of hexsides that carry it
"""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from meuse import theatre
from meuse.hexmap import OFF_MAP, Hex, HexMap, Hexside, load_map

HERE = Path(__file__).parent / "facts"
WATER = {"sea", "lake"}
DRY_CROSSINGS = {"causeway", "bridge", "rail_bridge"}
RIVERS = {"river_minor", "river_major", "river_rhine", "canal", "tidal", "marsh_river"}


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    place: str = ""
    hex: str = ""
    hexes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    terrain: str | tuple[str, ...] = ()
    at_least: float = 1.0
    country: str = ""
    coast: bool | None = None
    edge: bool | None = None
    side: str = ""
    has: str | tuple[str, ...] = ()
    lacks: str | tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    of: str = ""
    owner: str = ""
    name: str = ""
    neighbours: tuple[str, ...] = ()
    not_neighbours: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    distance: int = -1
    path: str | tuple[str, ...] = ()
    start: str = msgspec.field(name="from", default="")
    end: str = msgspec.field(name="to", default="")
    land_path: tuple[str, ...] = ()
    no_land_path: tuple[str, ...] = ()
    river: str = ""
    feature: str | tuple[str, ...] = ()
    separates: tuple[str, ...] = ()
    same_bank: tuple[str, ...] = ()
    unbroken: bool = False
    region: str = ""
    kind: str = ""
    places: tuple[str, ...] = ()
    count: int = -1
    rule: str | tuple[str, ...] = ()
    why: str = ""


Faults = Iterator[str]
Check = Callable[[HexMap, Fact], Faults]


def test_the_facts_are_many() -> None:
    assert len(list(all_facts())) >= 150


@pytest.mark.parametrize("map_id", theatre.maps())
def test_every_map_has_its_facts(map_id: str) -> None:
    assert len(read_facts(map_id)) >= 25


def all_facts() -> Iterator[object]:
    for map_id in theatre.maps():
        for fact in read_facts(map_id):
            yield pytest.param(map_id, fact, id=f"{map_id}: {title(fact)}")


def read_facts(map_id: str) -> list[Fact]:
    path = HERE / f"{map_id}.toml"
    if not path.exists():
        return []
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["fact"]
    return [msgspec.convert(entry, Fact) for entry in entries]


def title(fact: Fact) -> str:
    """The fact in one line: what it says, without its source."""
    said = {key: value for key, value in msgspec.to_builtins(fact).items() if key not in ("rule", "why")}
    return ", ".join(f"{key} {' '.join(value) if isinstance(value, tuple) else value}" for key, value in said.items())


# -- what each form claims; a check yields what is wrong, nothing if the fact holds


def check_place(m: HexMap, f: Fact) -> Faults:
    place = next((p for p in m.places if p.name == f.place), None)
    if place is None:
        yield f"there is no place {f.place!r}; near spellings: {', '.join(near_names(m, f.place)) or 'none'}"
        return
    label = m.label(place.hex)
    if f.hex and f.hex != label:
        yield f"{f.place} lies in {label}, not in {f.hex}"
    if missing := set(f.kinds) - place.kinds:
        yield f"{f.place} is no {', '.join(sorted(missing))}; it is {', '.join(sorted(place.kinds)) or 'nothing'}"
    yield from ground_faults(m, f, place.hex)


def check_hex(m: HexMap, f: Fact) -> Faults:
    h = find(m, f.hex)
    kinds = {kind for place in m.places_at.get(h, ()) for kind in place.kinds}
    if missing := set(f.kinds) - kinds:
        yield f"hex {m.label(h)} has no {', '.join(sorted(missing))}; it has {', '.join(sorted(kinds)) or 'nothing'}"
    yield from ground_faults(m, f, h)


def ground_faults(m: HexMap, f: Fact, h: Hex) -> Faults:
    if f.terrain and m.terrain[h] not in many(f.terrain):
        yield f"the terrain of {m.label(h)} is {m.terrain[h]}, not {' or '.join(many(f.terrain))}"
    if f.country and m.country[h] != f.country:
        yield f"{m.label(h)} lies in {m.country[h] or 'no country'}, not in {f.country}"
    if f.coast is not None and m.coast[h] != f.coast:
        yield f"{m.label(h)} is {'' if m.coast[h] else 'not '}on the coast"
    if f.edge is not None and m.on_edge(h) != f.edge:
        yield f"{m.label(h)} is {'' if m.on_edge(h) else 'not '}on the map edge"


def check_hexes(m: HexMap, f: Fact) -> Faults:
    found = {label: m.terrain[find(m, label)] for label in f.hexes}
    right = [label for label, terrain in found.items() if terrain in many(f.terrain)]
    if len(right) < f.at_least * len(found):
        others = ", ".join(f"{label} {terrain}" for label, terrain in found.items() if label not in right)
        yield f"{len(right)} of {len(found)} hexes are {' or '.join(many(f.terrain))}; the others: {others}"


def check_side(m: HexMap, f: Fact) -> Faults:
    side = find_side(m, f.side)
    kinds = [feature.kind for feature in side.features]
    carries = ", ".join(kinds) or "nothing"
    yield from (f"hexside {f.side} has no {kind}; it carries {carries}" for kind in many(f.has) if kind not in kinds)
    yield from (f"hexside {f.side} has {kind}; it carries {carries}" for kind in many(f.lacks) if kind in kinds)
    named = [x for x in side.features if not f.has or x.kind in many(f.has)]
    if f.of and not any(x.of == find(m, f.of) for x in named):
        yield f"what lies on hexside {f.side} does not belong to {f.of}"
    if f.owner and not any(x.owner == f.owner for x in named):
        yield f"hexside {f.side}: the owner is {', '.join(x.owner or 'nobody' for x in named)}, not {f.owner}"
    if f.name and not any(f.name in names(x.name) for x in named):
        yield f"hexside {f.side} is named {', '.join(x.name or 'nothing' for x in named)}, not {f.name}"


def check_neighbours(m: HexMap, f: Fact) -> Faults:
    a, b = f.neighbours or f.not_neighbours
    if (m.distance(find(m, a), find(m, b)) == 1) != bool(f.neighbours):
        yield f"the distance of {a} and {b} is {m.distance(find(m, a), find(m, b))}"


def check_distance(m: HexMap, f: Fact) -> Faults:
    a, b = (find(m, end) for end in f.between)
    if m.distance(a, b) != f.distance:
        yield f"the distance of {f.between[0]} and {f.between[1]} is {m.distance(a, b)}, not {f.distance}"


def check_path(m: HexMap, f: Fact) -> Faults:
    goals = ends(m, f.end)
    reached = flood(ends(m, f.start), lambda h: (n for n in m.adjacent[h] if carries(m, h, n, many(f.path))), len(m))
    if not goals & reached.keys():
        yield f"no {' or '.join(many(f.path))} leads from {f.start} to {f.end}; {len(reached)} hexes are reached"


def check_land_path(m: HexMap, f: Fact) -> Faults:
    a, b = f.land_path or f.no_land_path
    reached = flood({find(m, a)}, lambda h: (n for n in m.adjacent[h] if joined_by_land(m, h, n)), len(m))
    if (find(m, b) in reached) != bool(f.land_path):
        yield f"a land path {'leads' if f.no_land_path else 'is missing'} from {a} to {b}"


def check_separates(m: HexMap, f: Fact) -> Faults:
    a, b = (find(m, end) for end in f.separates)
    if b in flood({a}, lambda h: (n for n in m.adjacent[h] if not crosses(m, h, n, f)), m.distance(a, b) + 3):
        yield f"{f.river or many(f.feature)} does not separate {' and '.join(f.separates)}: a short way leads round it"


def check_same_bank(m: HexMap, f: Fact) -> Faults:
    a, b = (find(m, end) for end in f.same_bank)
    if b not in flood({a}, lambda h: (n for n in m.adjacent[h] if not crosses(m, h, n, f)), m.distance(a, b) + 2):
        yield f"{f.river or many(f.feature)} lies between {' and '.join(f.same_bank)}"


def check_unbroken(m: HexMap, f: Fact) -> Faults:
    sides = [n for n in range(len(m.sides)) if bears(m, n, f.river)]
    if not sides:
        yield f"no hexside is named {f.river}"
        return
    tips, _ = corner_table(m)
    pieces = chains(m, sides)
    inland = [p for p in pieces if not any(touches(m, f.river, tip, "edge") for n in sorted(p) for tip in tips[n])]
    if len(pieces) > 1 and inland:
        yield f"{f.river} is in {len(pieces)} pieces: {', '.join(m.side_label(min(piece)) for piece in pieces)} ..."
    corners = {tip for n in sides for tip in tips[n]}
    for end in (f.start, f.end):
        if end and not any(touches(m, f.river, corner, end) for corner in sorted(corners)):
            yield f"{f.river} does not reach {end}"


def check_region(m: HexMap, f: Fact) -> Faults:
    if f.region not in m.regions:
        yield f"there is no region {f.region!r}; the map has {', '.join(sorted(m.regions))}"
        return
    region = m.regions[f.region]
    inside = {find(m, label) for label in many(f.has)}
    outside = {find(m, label) for label in many(f.lacks)}
    if inside - region.hexes:
        yield f"{f.region} lacks {', '.join(m.label(h) for h in sorted(inside - region.hexes))}"
    if outside & region.hexes:
        yield f"{f.region} has {', '.join(m.label(h) for h in sorted(outside & region.hexes))}"
    if f.only and {find(m, label) for label in f.only} != region.hexes:
        yield f"{f.region} has {', '.join(m.label(h) for h in sorted(region.hexes))}"
    if f.count >= 0 and len(region.hexes) != f.count:
        yield f"{f.region} has {len(region.hexes)} hexes, not {f.count}"
    if f.side and region.side != f.side:
        yield f"{f.region} belongs to {region.side or 'nobody'}, not to {f.side}"


def check_kind(m: HexMap, f: Fact) -> Faults:
    found = sorted(place.name for place in m.with_kind(f.kind))
    if f.places and found != sorted(f.places):
        yield f"the places of kind {f.kind} are {', '.join(found)}"
    if f.count >= 0 and len(found) != f.count:
        yield f"{len(found)} places are of kind {f.kind}: {', '.join(found)}"


def check_feature_count(m: HexMap, f: Fact) -> Faults:
    found = [n for n, s in enumerate(m.sides) if any(feature.kind in many(f.feature) for feature in s.features)]
    if len(found) != f.count:
        yield f"{len(found)} hexsides carry it: {', '.join(m.side_label(n) for n in found[:20])}"


FORMS: tuple[tuple[set[str], Check, set[str]], ...] = (
    ({"path"}, check_path, {"from", "to"}),
    ({"land_path"}, check_land_path, set()),
    ({"no_land_path"}, check_land_path, set()),
    ({"separates"}, check_separates, {"river", "feature"}),
    ({"same_bank"}, check_same_bank, {"river", "feature"}),
    ({"river", "unbroken"}, check_unbroken, {"from", "to"}),
    ({"neighbours"}, check_neighbours, set()),
    ({"not_neighbours"}, check_neighbours, set()),
    ({"between", "distance"}, check_distance, set()),
    ({"region"}, check_region, {"has", "lacks", "only", "count", "side"}),
    ({"kind"}, check_kind, {"places", "count"}),
    ({"feature", "count"}, check_feature_count, set()),
    ({"side"}, check_side, {"has", "lacks", "of", "owner", "name"}),
    ({"hexes", "terrain"}, check_hexes, {"at_least"}),
    ({"place"}, check_place, {"hex", "kinds", "terrain", "country", "coast", "edge"}),
    ({"hex"}, check_hex, {"kinds", "terrain", "country", "coast", "edge"}),
)


def check_of(fact: Fact) -> Check:
    """The check for this form of fact; a field that the form does not know is refused."""
    given = set(msgspec.to_builtins(fact)) - {"rule", "why"}
    for needed, check, optional in FORMS:
        if needed <= given:
            assert given <= needed | optional, f"fields {sorted(given - needed - optional)} mean nothing here: {fact}"
            return check
    raise AssertionError(f"no form of fact has the fields {sorted(given)}")


# -- reading the map


def many(value: str | Collection[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def names(joined: str) -> list[str]:
    """The single names of a hexside that two rivers share: "Meuse / Semois"."""
    return [name.strip() for name in joined.split(" / ")]


def find(m: HexMap, ref: str) -> Hex:
    return m.hex(ref) if ref.isdigit() else m.place(ref).hex


def ends(m: HexMap, ref: str) -> set[Hex]:
    return set(m.regions[ref].hexes) if ref in m.regions else {find(m, ref)}


def near_names(m: HexMap, name: str) -> list[str]:
    return sorted(place.name for place in m.places if place.name[:3].casefold() == name[:3].casefold())


def find_side(m: HexMap, ref: str) -> Hexside:
    wanted = {ref, "/".join(reversed(ref.split("/")))}
    found = next((side for n, side in enumerate(m.sides) if m.side_label(n) in wanted), None)
    assert found is not None, f"there is no hexside {ref}"
    return found


def carries(m: HexMap, a: Hex, b: Hex, kinds: Collection[str]) -> bool:
    return any(feature.kind in kinds for feature in m.features_between(a, b))


def crosses(m: HexMap, a: Hex, b: Hex, f: Fact) -> bool:
    return any(f.river in names(x.name) or x.kind in many(f.feature) for x in m.features_between(a, b))


def joined_by_land(m: HexMap, a: Hex, b: Hex) -> bool:
    looks = {m.feature_kinds[feature.kind].look for feature in m.features_between(a, b)}
    wet = looks & WATER or any(m.terrain_kinds[m.terrain[h]].look in WATER for h in (a, b))
    return not wet or bool(looks & DRY_CROSSINGS)


def flood(start: set[Hex], onward: Callable[[Hex], Iterable[Hex]], limit: int) -> dict[Hex, int]:
    """All hexes within reach and the steps to them, at most `limit`."""
    steps = dict.fromkeys(start, 0)
    queue = deque(sorted(start))
    while queue:
        h = queue.popleft()
        if steps[h] < limit:
            for n in onward(h):
                if n not in steps:
                    steps[n] = steps[h] + 1
                    queue.append(n)
    return steps


Corner = tuple[int, int]


@lru_cache(maxsize=8)
def corner_table(m: HexMap) -> tuple[list[tuple[Corner, Corner]], dict[Corner, list[int]]]:
    """The two corners of every hexside, rounded so that neighbours agree, and the hexsides that meet in a corner."""
    tips: list[tuple[Corner, Corner]] = []
    meeting: dict[Corner, list[int]] = {}
    for n, side in enumerate(m.sides):
        (ax, ay), (bx, by) = m.grid.hexside(m.spots[side.a], side.direction)
        tips.append(((round(ax * 100), round(ay * 100)), (round(bx * 100), round(by * 100))))
        for tip in tips[n]:
            meeting.setdefault(tip, []).append(n)
    return tips, meeting


def bears(m: HexMap, side: int, river: str) -> bool:
    return any(river in names(feature.name) for feature in m.sides[side].features)


def chains(m: HexMap, sides: list[int]) -> list[set[int]]:
    """The hexsides in connected pieces."""
    tips, meeting = corner_table(m)
    river = set(sides)
    done: set[int] = set()
    pieces = []
    for first in sides:
        if first not in done:
            pieces.append(
                set(flood({first}, lambda n: (x for t in tips[n] for x in meeting[t] if x in river), len(river)))
            )
            done |= pieces[-1]
    return pieces


def touches(m: HexMap, river: str, corner: Corner, end: str) -> bool:
    """Whether a corner on the river is an end of this kind."""
    around = corner_table(m)[1][corner]
    hexes = {h for n in around for h in (m.sides[n].a, m.sides[n].b)}
    features = [feature for n in around for feature in m.sides[n].features]
    if end == "edge":
        return OFF_MAP in hexes
    if end == "source":
        return sum(bears(m, n, river) for n in around) == 1
    if end == "river":
        return any(m.feature_kinds[x.kind].look in RIVERS and river not in names(x.name) for x in features)
    if end == "sea":
        wet = any(m.feature_kinds[x.kind].look in WATER for x in features)
        return wet or any(m.terrain_kinds[m.terrain[h]].look in WATER for h in hexes - {OFF_MAP})
    return find(m, end) in hexes


@pytest.mark.parametrize(("map_id", "fact"), list(all_facts()))
def test_fact(map_id: str, fact: Fact) -> None:
    check = check_of(fact)
    faults = list(check(load_map(theatre.map_path(map_id)), fact))
    source = fact.why or f"rule {', '.join(many(fact.rule))}"
    assert not faults, f"{map_id} ({source}): {'; '.join(faults)}"
