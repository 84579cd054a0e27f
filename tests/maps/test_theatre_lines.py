"""Lines laid on hexes: rivers, fortified lines, roads, railways, crossings; first small ones, then the real ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import pytest

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
from meuse.theatre.banks import Town
from meuse.theatre.courses import Course, in_order, stems
from meuse.theatre.forts import FortLine, FortSide, lay_forts, rear_facing
from meuse.theatre.model import theatre
from meuse.theatre.projection import Projection
from meuse.theatre.rivers import Network, Stretch, Water, lay_rivers
from meuse.theatre.sheet import read_sheet
from meuse.theatre.snap import (
    Hexside,
    Likings,
    corner_web,
    edge_sides,
    follow,
    hands,
    hex_web,
    hexside,
    on_map,
    sides_of,
)
from meuse.theatre.ways import Span, Stop, Track, WaySide, bridges, lay_spans, lay_ways

GRID = Grid("flat", "col,row", "east", "south", "odd")
POINTY = Grid("pointy", "row,col", "west", "south", "even")
FIELD = [GRID.at(col, row) for col in range(1, 13) for row in range(1, 11)]
KM = 10.0


def at(label: str, dx: float = 0.0, dy: float = 0.0) -> Point:
    """A point of the plane, measured from the centre of a hex."""
    x, y = GRID.centre(GRID.spot(label))
    return x + dx, y + dy


def side(text: str) -> Hexside:
    return hexside(*map(GRID.spot, text.split("/")))


def labels(sides: Sequence[Hexside]) -> list[str]:
    return ["/".join(sorted(map(GRID.label, pair))) for pair in sides]


def river(*points: Point, name: str = "Meuse", rank: str = "major", feature: str = "river") -> Course:
    return Course(name, rank, feature, points)  # type: ignore[arg-type]


def town(label: str, dx: float = 0.0, dy: float = 0.0, **banks: lines.Bank) -> Town:
    return Town(label, GRID.spot(label), at(label, dx, dy), 4.0, banks)


def laid(*courses: Course, towns: Sequence[Town] = (), water: Water | None = None) -> Network:
    return lay_rivers(GRID, FIELD, courses, towns, water or Water(), KM)


def is_unbroken(network: Network, number: int = 0) -> bool:
    """Whether a reach is a chain: every hexside joins the corner before and after it, and none comes twice."""
    reach = network.reaches[number]
    joined = [network.web.side(a, b) for a, b in pairwise(reach.corners)]
    return joined == list(reach.sides) and len({*reach.corners}) == len(reach.corners)


# -- lines in the plane


def test_banks_are_left_and_right_looking_along_the_line() -> None:
    assert lines.foot([(0, 0), (10, 0)], (4, -1)).bank == "left"  # north of a line to the east
    assert lines.foot([(0, 0), (10, 0)], (4, 1)).bank == "right"
    assert lines.foot([(0, 0), (10, 0)], (-2, 1)).beyond


def test_the_bank_at_a_sharp_bend_is_judged_by_both_arms() -> None:
    spit = [(0.0, 0.0), (5.0, 0.0), (0.0, 1.0)]
    assert lines.foot(spit, (6.0, 0.05)).bank == "left"
    assert lines.foot(spit, (4.0, 0.1)).bank == "right"


def test_spacing_keeps_the_ends_and_smoothing_keeps_them_too() -> None:
    line = [(0.0, 0.0), (1.0, 0.7), (2.0, 0.0)]
    assert lines.spaced(line, 0.5)[0] == line[0]
    assert lines.spaced(line, 0.5)[-1] == line[-1]
    assert lines.smooth(line)[0] == line[0]
    assert lines.smooth(line)[-1] == pytest.approx(line[-1])
    assert max(y for _, y in lines.smooth(line)) < 0.7


# -- chains


def test_every_corner_of_the_field_joins_two_or_three_hexsides() -> None:
    web = corner_web(GRID, FIELD)
    assert {len(steps) for steps in web.steps} == {2, 3}


def test_left_and_right_of_a_hexside() -> None:
    web = corner_web(GRID, FIELD)
    south_west, south_east = (
        web.number[tuple(sorted((GRID.spot("0505"), GRID.spot("0506"), GRID.spot(third))))]
        for third in ("0406", "0606")
    )
    assert [GRID.label(spot) for spot in hands(GRID, web, south_west, south_east)] == ["0505", "0506"]


def test_a_chain_takes_the_bends_of_its_line_in_order() -> None:
    web = hex_web(GRID, FIELD)
    hairpin = [at("0204"), at("0904"), at("0906"), at("0206")]
    chain = follow(web, hairpin, web.near(hairpin[0], 0.1), web.near(hairpin[-1], 0.1))
    passed = [GRID.label(web.hexes[node][0]) for node in chain]
    assert passed.index("0504") < passed.index("0905") < passed.index("0506")


def test_a_chain_never_comes_back_to_a_corner() -> None:
    web = corner_web(GRID, FIELD)
    knot = [at("0205"), at("0805"), at("0808"), at("0503"), at("1103")]
    chain = follow(web, knot, web.near(knot[0]), web.near(knot[-1]))
    assert len(chain) == len({*chain})


def test_a_closed_hexside_is_not_used_and_a_dear_one_is_avoided() -> None:
    web = corner_web(GRID, FIELD)
    line = [at("0205", 0, 0.5), at("0905", 0, 0.5)]
    free = sides_of(web, follow(web, line, web.near(line[0]), web.near(line[-1])))
    again = follow(web, line, web.near(line[0]), web.near(line[-1]), Likings(toll={free[5]: 3.0}))
    assert free[5] not in sides_of(web, again)


def test_a_line_is_cut_at_the_map_edge_but_not_by_a_short_trip_beyond() -> None:
    pieces = on_map(
        GRID,
        FIELD,
        [at("0105", -2), at("0505"), at("0502"), at("0501", 0, -0.7), at("0502", 0.4), at("0902"), at("0909", 0, 4)],
    )
    assert [(piece.enters, piece.leaves) for piece in pieces] == [(True, True)]
    apart = on_map(GRID, FIELD, [at("0105"), at("0501", 0, -4), at("0905")])
    assert [(piece.enters, piece.leaves) for piece in apart] == [(False, True), (True, False)]


# -- rivers


def test_a_river_runs_unbroken_from_edge_to_edge() -> None:
    network = laid(river(at("0104", -2), at("0505"), at("0806"), at("1204", 2)))
    assert is_unbroken(network)
    assert {*network.reaches[0].corners[:: len(network.reaches[0].corners) - 1]} <= edge_corners(network)


def edge_corners(network: Network) -> set[int]:
    return {n for n, hexes in enumerate(network.web.hexes) if not {*FIELD}.issuperset(hexes)}


@pytest.mark.parametrize("label", ["0304", "0504", "0604", "0704", "0904"])
@pytest.mark.parametrize("dy", [-0.35, -0.1, 0.1, 0.35])
def test_a_town_keeps_its_bank_wherever_it_lies_in_its_hex(label: str, dy: float) -> None:
    """The line runs straight from west to east a little above the town, so the town is on the right bank."""
    north = at(label, 0, dy - 0.1)[1]
    network = laid(river((-1.0, north), (12.0, north)), towns=[town(label, 0, dy)])
    assert network.misplaced == ()
    chain = [network.web.points[corner] for corner in network.reaches[0].corners]
    assert lines.foot(chain, GRID.centre(GRID.spot(label))).bank == "right"


def test_a_demanded_bank_goes_before_the_true_one() -> None:
    line = river(at("0205", -2), at("1205", 1))
    assert laid(line, towns=[town("0605", 0, 0.4)]).misplaced == ()
    turned = laid(line, towns=[town("0605", 0, 0.4, Meuse="left")])
    chain = [turned.web.points[corner] for corner in turned.reaches[0].corners]
    assert lines.foot(chain, GRID.centre(GRID.spot("0605"))).bank == "left"


@pytest.mark.parametrize("dy", [-0.4, -0.2, 0.0, 0.2, 0.4])
def test_a_river_comes_round_a_town_that_the_book_moved(dy: float) -> None:
    """The town lies just north of the line, its hex well south of it."""
    moved = Town("moved", GRID.spot("0606"), at("0605", 0, dy - 0.2), 16.0)
    assert laid(river(at("0205", -2, dy), at("1205", 1, dy)), towns=[moved]).misplaced == ()


def test_of_two_towns_in_a_hex_the_weightier_keeps_its_bank() -> None:
    small = Town("small", GRID.spot("0605"), at("0605", 0, -0.3), 1.0)
    great = Town("great", GRID.spot("0605"), at("0605", 0, 0.3), 8.0)
    network = laid(river(at("0205", -2), at("1205", 1)), towns=[small, great])
    assert [lost.town for lost in network.misplaced] == ["small"]


def test_a_tributary_ends_on_its_river_and_touches_it_nowhere_else() -> None:
    main = river(at("0205", -2), at("1205", 1))
    brook = river(at("0402"), at("0604"), at("0805"), name="Semois", rank="minor", feature="brook")
    network = laid(main, brook)
    assert {*network.reaches[1].corners} & {*network.reaches[0].corners} == {network.reaches[1].corners[-1]}
    assert is_unbroken(network, 1)
    assert network.loose == ()


def test_a_confluence_lies_on_the_right_side_of_its_town() -> None:
    """Both towns lie in the fork of two rivers: one flows north, the other comes from the west and joins it."""
    main = river(at("0605", 0.45, 6), at("0605", 0.45, -6), name="Rhine")
    above = river(at("0605", -4, -2), at("0605", 0.45, -0.2), name="Moselle", rank="minor")
    assert laid(main, above, towns=[town("0605", 0.3, -0.4)]).misplaced == ()
    below = river(at("0605", -4, 2), at("0605", 0.45, 0.2), name="Moselle", rank="minor")
    assert laid(main, below, towns=[town("0605", 0.3, 0.4)]).misplaced == ()


def test_a_mouth_ends_at_the_first_corner_of_open_water() -> None:
    sea = frozenset(GRID.at(col, row) for col in range(1, 4) for row in range(1, 11))
    network = laid(river(at("1105"), at("0305")), water=Water(sea))
    wet = [bool(sea.intersection(network.web.hexes[corner])) for corner in network.reaches[0].corners]
    assert wet == [False] * (len(wet) - 1) + [True]


def test_courses_that_flow_into_each_other_are_one_chain_with_two_names() -> None:
    network = laid(river(at("0205"), at("0605"), name="Rhine"), river(at("0605"), at("1205", 1), name="Waal"))
    assert len(network.reaches) == 1
    assert network.reaches[0].names == tuple(sorted(network.reaches[0].names))
    assert {*network.reaches[0].names} == {"Rhine", "Waal"}


def test_where_a_canal_crosses_a_river_they_share_a_hexside_with_both_names() -> None:
    canal = river(at("0602"), at("0608"), name="Nord", rank="canal", feature="canal")
    network = laid(river(at("0205", -2), at("1205", 1)), canal)
    shared = {found.name: found.feature for found in network.sides.values() if " / " in found.name}
    assert shared == {"Meuse / Nord": "river"}


def test_two_rivers_close_together_keep_hexsides_of_their_own() -> None:
    sambre = river(at("0405", 0, 0.3), at("1005", 0, 0.3), name="Sambre")
    assert laid(river(at("0205", -2), at("1205", 1)), sambre).left_out == ()


def test_a_stretch_carries_its_own_feature() -> None:
    course = river(at("0205", -2), at("1205", 1))
    stretch = Stretch("Meuse", "brook", None, at("0605"))
    network = lay_rivers(GRID, FIELD, [course], [], Water(), KM, [stretch])
    features = network.reaches[0].features
    assert features[0] == "brook"
    assert features[-1] == "river"
    assert features == tuple(sorted(features))


def test_what_has_no_feature_or_is_too_short_is_not_drawn() -> None:
    main = river(at("0205", -2), at("1205", 1))
    assert laid(main, river(at("0402"), at("0604"), name="Bar", feature="")).left_out == ()
    stub = laid(main, river(at("0605", 0, -0.7), at("0605"), name="Bar", rank="minor"))
    assert stub.left_out == ("Bar",)
    assert {found.name for found in stub.sides.values()} == {"Meuse"}


def test_a_river_that_flows_into_nothing_is_reported() -> None:
    assert laid(river(at("0105", -1), at("0905"))).loose == ("Meuse",)


def test_rivers_are_laid_after_those_they_join() -> None:
    feeder = river(at("0302"), at("0405"), name="feeder", rank="canal")
    through = river(at("0205"), at("0605"), name="through", rank="canal")
    assert [stem.courses[0].name for stem in in_order(stems([feeder, through], 0.2), 0.2)] == ["through", "feeder"]


# -- fortified lines


def fort(*points: Point, name: str = "Maginot", rear: Point, country: str = "") -> FortLine:
    return FortLine(name, "fort", "french", points, rear, country)


def test_a_fortified_line_defends_the_hexes_towards_its_rear() -> None:
    sides = lay_forts(GRID, FIELD, [fort(at("0305"), at("1005"), rear=at("0610"))], [], [], {})
    assert {GRID.centre(found.of)[1] > min(GRID.centre(spot)[1] for spot in found.side) for found in sides} == {True}
    assert all(found.of in found.side for found in sides)


def test_a_line_that_faces_south_defends_the_north() -> None:
    points = [at("0305"), at("1005")]
    sides = lay_forts(GRID, FIELD, [fort(*points, rear=rear_facing(points, "south"))], [], [], {})
    assert all(found.of == min(found.side, key=lambda spot: GRID.centre(spot)[1]) for found in sides)


def test_lines_that_meet_in_the_country_meet_on_the_map() -> None:
    rear = at("0610")
    west, east = fort(at("0305"), at("0605", 0, 0.2), rear=rear), fort(at("0605", 0, 0.2), at("1004"), rear=rear)
    sides = lay_forts(GRID, FIELD, [west, east], [], [], {})
    assert pieces([found.side for found in sides]) == 1


def pieces(sides: Sequence[Hexside]) -> int:
    """The number of connected pieces that hexsides form."""
    web = corner_web(GRID, FIELD)
    ends = {pair: {n for n, steps in enumerate(web.steps) if any(pair == step for _, step in steps)} for pair in sides}
    groups: list[set[int]] = []
    for corners in ends.values():
        touched = [group for group in groups if group & corners]
        groups = [group for group in groups if not group & corners] + [corners.union(*touched)]
    return len(groups)


def test_a_line_takes_to_the_river_that_it_follows() -> None:
    network = laid(river(at("0205", -2), at("1205", 1)))
    sides = lay_forts(
        GRID, FIELD, [fort(at("0305", 0, 0.2), at("1005", 0, 0.2), rear=at("0610"))], network.sides, [], {}
    )
    assert {found.side for found in sides} <= {*network.sides}


def test_a_line_defends_its_own_country_and_never_the_sea() -> None:
    country = {
        spot: "france" if GRID.centre(spot)[1] > GRID.centre(GRID.spot("0605"))[1] else "germany" for spot in FIELD
    }
    line = fort(at("0305", 0, -0.3), at("1005", 0, -0.3), rear=at("0610"), country="france")
    assert {country[found.of] for found in lay_forts(GRID, FIELD, [line], [], [], country)} == {"france"}
    sea = {spot for spot in FIELD if spot[0] > GRID.spot("0705")[0]}
    dry: list[FortSide] = lay_forts(GRID, FIELD, [line], [], sea, country)
    assert dry
    assert not sea & {found.of for found in dry}


# -- roads, railways, crossings


def road(*points: Point, name: str = "N1", feature: str = "road", order: int = 0) -> Track:
    return Track(name, feature, order, points)


def roads(
    *tracks: Track,
    stops: Sequence[Stop] = (),
    closed: Sequence[Hexside] = (),
    rivers: Sequence[Hexside] = (),
    sea: Sequence[Spot] = (),
) -> dict[Hexside, WaySide]:
    return lay_ways(GRID, FIELD, tracks, stops, closed, rivers, sea, KM)


def test_a_road_crosses_the_hexsides_from_centre_to_centre() -> None:
    assert labels(list(roads(road(at("0303"), at("0306"))))) == ["0303/0304", "0304/0305", "0305/0306"]


def test_a_road_passes_through_the_hex_of_a_town_that_the_book_moved() -> None:
    moved = Stop("Arras", at("0605"), GRID.spot("0606"))
    laid_through = roads(road(at("0305"), at("0605"), at("0905")), stops=[moved])
    assert GRID.spot("0606") in {spot for pair in laid_through for spot in pair}


def test_a_road_leaves_the_map_over_the_edge() -> None:
    found = roads(road(at("0205"), at("0105", -3)))
    assert {*found} & {*edge_sides(GRID, FIELD)}


def test_a_road_goes_round_open_water_and_over_a_causeway() -> None:
    strait = [side("0604/0605"), side("0504/0505"), side("0504/0604"), side("0604/0704"), side("0505/0604")]
    straight = road(at("0603"), at("0606"))
    assert not {*strait} & {*roads(straight, closed=strait)}
    assert side("0604/0605") in roads(straight, closed=strait[1:])


def test_a_road_never_enters_the_sea() -> None:
    sea = [GRID.spot("0604"), GRID.spot("0605")]
    assert not {*sea} & {spot for pair in roads(road(at("0602"), at("0608")), sea=sea) for spot in pair}


def test_a_road_along_a_river_keeps_to_its_bank() -> None:
    network = laid(river(at("0205", -2), at("1205", 1)))
    assert (
        bridges(
            network.sides,
            roads(road(at("0206", 0, -0.5), at("0605", 0, 0.3), at("1105", 0, 0.3)), rivers=list(network.sides)),
        )
        == []
    )


def test_a_bridge_stands_where_a_road_crosses_a_river() -> None:
    network = laid(river(at("0205", -2), at("1205", 1)))
    assert len(bridges(network.sides, roads(road(at("0602"), at("0608")), rivers=list(network.sides)))) == 1


def test_the_better_of_two_roads_counts() -> None:
    lane = road(at("0303"), at("0306"), name="lane", feature="lane", order=1)
    assert {way.feature for way in roads(lane, road(at("0303"), at("0306"))).values()} == {"road"}


def test_a_ferry_takes_the_wet_hexside_that_it_crosses() -> None:
    wet = [side("0604/0605"), side("0505/0605")]
    ferry = Span("Breskens", "ferry", at("0604", 0, 0.4), at("0605", 0, -0.3))
    assert labels(list(lay_spans(GRID, [ferry], wet, {}, []))) == ["0604/0605"]
    assert lay_spans(GRID, [ferry], [], {}, []) == {}


def test_a_bridge_belongs_to_the_river_that_it_names() -> None:
    names = {side("0604/0605"): "Waal", side("0603/0604"): "Nederrijn / Lek"}
    point = at("0604", 0, 0.2)
    assert labels(list(lay_spans(GRID, [Span("Vianen", "bridge", point, point, "Lek")], [], names, []))) == [
        "0603/0604"
    ]


def test_a_long_causeway_crosses_all_water_on_its_way_once() -> None:
    dam = Span("Afsluitdijk", "causeway", at("0604"), at("0607"))
    head = Span("Den Oever", "causeway", at("0604", -0.3), at("0604", -0.3))
    wet = [side("0604/0605"), side("0504/0604")]
    sea = [GRID.spot(label) for label in ("0505", "0506", "0606", "0705", "0706")]
    found = lay_spans(GRID, [dam, head], wet, {}, sea)
    assert labels(list(found)) == ["0604/0605", "0605/0606", "0606/0607"]
    assert {span.name for span in found.values()} == {"Afsluitdijk"}


# -- the theatre on all six grids

MAPS = ["caseyellow", "france40-dynamo", "france40-sickle-cut", "gdw1940", "manstein", "planjaune"]
TOWNS = {
    "Sedan": {"Meuse": "left"},
    "Dinant": {"Meuse": "left"},
    "Namur": {},
    "Maastricht": {},
    "Cambrai": {},
    "Amiens": {},
    "Abbeville": {},
    "Rotterdam": {},
    "Nijmegen": {},
    "Arnhem": {},
    "Strasbourg": {},
    "Köln": {},
    "Düsseldorf": {},
    "Koblenz": {},
    "Metz": {},
    "Verdun": {},
    "Reims": {},
    "Compiègne": {},
    "Soissons": {},
    "Antwerpen": {},
    "Gent": {},
    "Tournai": {},
    "Valenciennes": {},
    "Charleroi": {},
    "Maubeuge": {},
    "Liège": {},
    "Huy": {},
    "Rethel": {},
    "Péronne": {},
    "Saint-Quentin": {},
    "Rouen": {},
    "Orléans": {},
    "Basel": {},
    "Trier": {},
    "Venlo": {},
    "Roermond": {},
}
UNMET: dict[str, set[tuple[str, str]]] = {"manstein": {("Namur", "Meuse")}}
"""Town and river: Huy, on the other bank, lies in the same hex."""


@lru_cache(maxsize=6)
def real(map_id: str) -> Network:
    """The great rivers of the theatre on the grid of a map, with the towns above."""
    sheet = read_sheet(map_id)
    projection = Projection(sheet.grid, sheet.fit)
    spots = {
        sheet.grid.at(c, r)
        for c in range(sheet.cols[0], sheet.cols[1] + 1)
        for r in range(sheet.rows[0], sheet.rows[1] + 1)
    }
    courses = [
        Course(river.name, river.rank, river.rank, tuple(projection.line(river.shape)))
        for river in theatre().rivers
        if river.rank in ("rhine", "major")
    ]
    places = [theatre().town_names.one(name) for name in TOWNS]
    towns = [
        Town(place.name, projection.hex_at(place.shape), projection.point(place.shape), 4.0, TOWNS[place.name])  # type: ignore[arg-type]
        for place in places
    ]
    on_grid = [found for found in towns if found.hex in spots]
    return lay_rivers(sheet.grid, spots, courses, on_grid, Water(), projection.km_per_hex())


@pytest.mark.parametrize("map_id", MAPS)
def test_every_real_river_is_an_unbroken_chain(map_id: str) -> None:
    network = real(map_id)
    assert [n for n in range(len(network.reaches)) if not is_unbroken(network, n)] == []


@pytest.mark.parametrize("map_id", MAPS)
def test_every_tributary_reaches_its_river(map_id: str) -> None:
    assert {*real(map_id).loose} <= {
        "Haringvliet",
        "Nieuwe Maas",
        "Western Scheldt",
        "Somme",
        "Seine",
        "IJssel",
        "Weser",
    }


@pytest.mark.parametrize("map_id", MAPS)
def test_the_well_known_towns_keep_their_banks(map_id: str) -> None:
    assert {(lost.town, lost.river) for lost in real(map_id).misplaced} == UNMET.get(map_id, set())
