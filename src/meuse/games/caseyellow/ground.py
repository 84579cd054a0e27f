"""10.1 to 10.6: what a step costs and where it may lead; units as they enter a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.counters import Side, Unit
from meuse.games.caseyellow import command
from meuse.games.caseyellow.board import CONDITION, MARKERS, MOVED, ROADSIDE, TURNED, CaseYellow
from meuse.games.caseyellow.hexsets import country, held, land, owned
from meuse.games.caseyellow.losses import eliminate
from meuse.games.caseyellow.markers import refugee_hexes, vacated
from meuse.games.caseyellow.stacking import is_open_port
from meuse.games.caseyellow.zones import between_two, feared, feared_in_ruins, zone_hexes, zones
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import HexSet, bits, bits_of, column
from meuse.mechanics.reach import HexByHex, Reach, can_leave, swift_reach
from meuse.state import ALLIED_UNITS, CONTROL, ENEMY, GERMAN_UNITS, OWN, derived

BELGIANS_ABROAD = 2
"""10.10b: how many Belgian units may be in France."""

# -- who may move, and how far


def left_to_move(g: CaseYellow, u: Unit) -> int:
    """10.1a, R.10.1a.1: points a unit may still spend in this round; nothing when its move is over."""
    acts = g.acts[u]
    if acts & MOVED or (acts & TURNED and g.is_supply_unit(u)) or (g.engaged and is_engaged(g, u)):
        return 0
    if g.scenario.side_of[u] is Side.ALLIED and command.why_not_unit(g, u) is not None:
        return 0
    return max(0, g.allowance(u) - g.spent[u])


def why_not_move(g: CaseYellow, u: Unit) -> Refusal | None:
    """Why a unit cannot move at all in this round."""
    name = g.name(u)
    if is_engaged(g, u):
        return Refusal("11.9b.mark", f"{name} is engaged", (g.map.labels[g.hex_of[u]],))
    if g.is_supply_unit(u) and g.acts[u] & TURNED:
        return Refusal("7.9c", f"{name} has already moved in another round this turn")
    if g.acts[u] & MOVED:
        return Refusal("10.1a", f"{name} has finished its move")
    return command.why_not_unit(g, u) if g.side(u) is Side.ALLIED else None


def is_engaged(g: CaseYellow, u: Unit) -> bool:
    """11.9b.mark: whether a unit is in a hex with an Engaged marker."""
    return bool(g.engaged) and g.hex_of[u] in engaged_hexes(g)


@derived(GERMAN_UNITS, ALLIED_UNITS, ROADSIDE)
def engaged_hexes(g: CaseYellow) -> set[Hex]:
    """11.9b.mark: the defenders' hex and all the attackers' hexes; R.11.9b.1: while there are both."""
    found: set[Hex] = set()
    for target, engagement in g.engaged.items():
        hexes = {g.hex_of[u] for u in engagement.units if still_near(g, u, target)}
        if not hexes.isdisjoint(g.map.adjacent[target]) and g.fighters(target, engagement.side.enemy):
            found |= {target, *hexes}
    return found


def still_near(g: CaseYellow, u: Unit, target: Hex) -> bool:
    """R.11.2d.2: whether an attacker is still there to attack; 11.8a: ARKO from two hexes away."""
    reach = 2 if g.counter(u).kind == "artillery" else 1
    return g.hex_of[u] >= 0 and g.map.distance(g.hex_of[u], target) <= reach


# -- one step


class Exits(HexByHex):
    """10.1b: how one unit moves as the board stands; see reach.Mover.

    The rules are asked only where marks by hex say that they could have something to say: `shut` by enemies and
    their forts, `limits` of nation and command, `ratings` of enemy zones, `dear` hexes that may cost more than the
    chart says.
    """

    def __init__(self, g: CaseYellow, u: Unit) -> None:
        side = g.side(u)
        self._g, self._unit, self._start = g, u, g.hex_of[u]
        self._budget = left_to_move(g, u)
        self._least = g.tactical(u) if g.scenario.yellow[u] else 1  # 9.3a: lower ratings have nothing to say
        self._fresh = g.spent[u] == 0 and bool(g.scenario.options["one_hex"])
        self.ways = g.scenario.ways[g.scenario.movement_kind[u]]
        self._shut, self._limits, self._ratings, self._dear, self.special = field_of(g, side, g.nation(u))
        if self._fresh and not self.special[self._start]:
            marks = bytearray(self.special)
            marks[self._start] = 1  # 10.1c is looked at for the first hex
            self.special = bytes(marks)

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        if self._shut[b]:
            return None
        g, u, ratings = self._g, self._unit, self._ratings
        if (self._limits[a] or self._limits[b]) and why_not_allied_step(g, u, a, b):
            return None
        stops = ratings[b] >= self._least
        if stops and (ratings[a] >= self._least or between_two(g, u, a, b)):
            return None
        if self._dear[b]:
            if why_not_across(g, u, a, b):
                return None
            price += surcharge(g, u, a, b)
            stops = stops or feared_in_ruins(g, u, b)
        if a == self._start and self._fresh and price > self._budget:
            return self._budget, True  # 10.1c, R.10.1c.1: one hex can always be entered, and then the unit stops
        return price, stops


def why_not_enter(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """10.1b.closed, R.10.1b.closed.1: enemies, enemy Fortified Lines; then nations, Paris and commands."""
    refusal = None if is_walked_over(g, g.side(u), b) else why_not_past_enemies(g, g.side(u), b)
    return refusal or (why_not_allied_step(g, u, a, b) if g.side(u) is Side.ALLIED else None)


def is_walked_over(g: CaseYellow, side: Side, b: Hex) -> bool:
    """10.1b.closed, by option: enemy Attack Supply Units without fighters and walls do not bar a hex to movement."""
    if g.scenario.options["depots_bar"] or not g.held(side.enemy)[b]:
        return False
    return not g.fighters(b, side.enemy) and g.standing_fort(b) is None


def walk_over(g: CaseYellow, u: Unit, h: Hex) -> None:
    """10.1b.closed, 7.9e.alone: an Attack Supply Unit that is walked over is eliminated."""
    for depot in g.units_in(h, g.side(u).enemy) if is_walked_over(g, g.side(u), h) else ():
        eliminate(g, depot, "7.9e.alone")


def why_not_past_enemies(g: CaseYellow, side: Side, b: Hex) -> Refusal | None:
    """10.1b.closed, 10.9a.enter: enemy units, and enemy Fortified Lines that are not destroyed."""
    there = g.map.labels[b]
    if g.held(side.enemy)[b]:
        return Refusal("10.1b.closed", f"enemy units are in {there}", (there,))
    fort = g.standing_fort(b)
    if fort is not None and fort.side is not side:
        return Refusal("10.9a.enter", f"the Fortified Line in {there} has not been destroyed", (there,))
    return None


def why_not_allied_step(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """10.10a, 10.10b, 12.7c: what bars Allied units by nation, from Paris, and by command."""
    return why_not_into(g, u, b) or command.why_not_step(g, u, a, b)


def why_not_into(g: CaseYellow, u: Unit, b: Hex) -> Refusal | None:
    """10.10a, 10.10b, 11.4b.nation: Dutch stay at home; Belgians out of the Netherlands, two at most in France.

    12.7c: nobody goes into the open city of Paris.
    """
    if g.open_city and b in g.scenario.paris and g.side(u) is Side.ALLIED:
        return Refusal("12.7c", "Paris is an open city", (g.map.labels[b],))
    nation, country = g.nation(u), g.map.country[b]
    if nation == "dutch" and country != "netherlands":
        return Refusal("10.10a", f"{g.name(u)} is Dutch and cannot leave the Netherlands")
    if nation != "belgian":
        return None
    if country == "netherlands":
        return Refusal("10.10b", f"{g.name(u)} is Belgian and cannot enter the Netherlands")
    if country == "france" and g.map.country[g.hex_of[u]] != "france" and belgians_in_france(g) >= BELGIANS_ABROAD:
        return Refusal("10.10b", "two Belgian units are already in France")
    return None


@derived(ALLIED_UNITS)
def belgians_in_france(g: CaseYellow) -> int:
    """10.10b: how many Belgian units are in France."""
    country, hex_of = g.map.country, g.hex_of
    return sum(hex_of[u] >= 0 and country[hex_of[u]] == "france" for u in belgians(g))


@derived()
def belgians(g: CaseYellow) -> tuple[Unit, ...]:
    return tuple(u for u in g.scenario.units_of[Side.ALLIED] if g.nation(u) == "belgian")


def why_not_across(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """7.9d, 10.7b: a German Attack Supply Unit does not use an interdicted crossing."""
    if not g.interdicted or not g.is_supply_unit(u) or g.side(u) is Side.ALLIED:
        return None
    cut = g.map.side_between(a, b) in g.interdicted
    return Refusal("7.9d", f"the crossing to {g.map.labels[b]} is interdicted", (g.map.labels[b],)) if cut else None


def why_not_through_zone(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """9.2b, R.9.2b.1, 9.4a.between: from zone to zone, and over a great river between two enemies."""
    if feared(g, u, a) and feared(g, u, b):
        return Refusal("9.2b", f"{g.name(u)} cannot move directly from one enemy zone of control into another")
    if between_two(g, u, a, b):
        return Refusal(
            "9.4a.between", f"two enemy hexes exert zones of control across the river into {g.map.labels[b]}"
        )
    return None


def surcharge(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> int:
    """What a step costs beyond the chart: crossings, interdiction, works, refugees, congestion."""
    figures, side = g.scenario.tables["hexside"], g.map.side_between(a, b)
    assert side is not None
    total = figures["river"] if pays_minor_crossing(g, g.side(u), side, b) else 0
    if g.side(u) is Side.GERMAN:
        total += figures["interdicted"] * (side in g.interdicted)  # 10.7b, 10.7e, 5.1c.mp
        total += figures["works"] * g.standing_works(b)  # 10.9b
    elif refugee_hexes(g)[b]:
        total += figures["refugees"]  # 10.11, 13.4.4: into the Dynamo port too
    if congested(g, u, side, b):
        total += figures["congestion"]
    return int(total)


def pays_minor_crossing(g: CaseYellow, side: Side, hexside: int, b: Hex) -> bool:
    """10.6a.minor, 12.5a.rivers, 12.5b.rivers: a Minor River Crossing is free where the far bank is one's own."""
    if g.scenario.river[hexside] != "minor_river" or hexside not in g.scenario.crossing or g.controls(side, b):
        return False
    quiet = side is Side.GERMAN and g.map.country[b] in g.surrendered and not zones(g, side.enemy).ratings[b]
    return not quiet


def congested(g: CaseYellow, u: Unit, hexside: int, b: Hex) -> bool:
    """10.4b.traffic, 7.9d: a motorized unit finds another motorized one on a Forest road.

    R.10.3c.mp.3: not an enemy, who is gone when an overrun enters his hex.
    """
    if not g.scenario.motorized[u] or g.map.terrain[b] != "forest" or hexside not in g.scenario.road:
        return False
    return any(g.scenario.motorized[v] and v != u for v in g.units_in(b, g.side(u)))


# -- where the rules must be asked


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS, ROADSIDE, CONDITION)
def field_of(g: CaseYellow, side: Side, nation: str) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """Marks where a step is barred or may be, enemy ratings, marks where it may cost more, and where to ask at all."""
    ratings, shut = zones(g, side.enemy).ratings, shut_hexes(g, side)
    limits, dear = limited_hexes(g, nation), dear_hexes(g, side)
    special = shut | limits | dear | zone_hexes(g, side.enemy)
    return _column(g, shut), _column(g, limits), ratings, _column(g, dear), _column(g, special)


@derived()
def _column(g: CaseYellow, hexes: HexSet) -> bytes:
    return column(hexes, len(g.map))


@derived(ENEMY, MARKERS)
def shut_hexes(g: CaseYellow, side: Side) -> HexSet:
    """10.1b.closed, 10.9a.enter: hexes with enemies or their forts, unless they are walked over."""
    depots = {g.hex_of[u] for u in g.on_map(side.enemy) if g.is_supply_unit(u)}
    walked_over = bits_of(h for h in depots if is_walked_over(g, side, h))
    return held(g, side.enemy) & ~walked_over | enemy_forts(g, side)


@derived(MARKERS)
def enemy_forts(g: CaseYellow, side: Side) -> HexSet:
    return bits_of({h for h, fort in g.scenario.forts.items() if fort.side is not side} - g.destroyed)


@derived(MARKERS)
def limited_hexes(g: CaseYellow, nation: str) -> HexSet:
    """Hexes where nation, the open city or commands may bar an Allied step."""
    if nation == "german":
        return 0
    home = {"dutch": "netherlands", "belgian": "belgium"}.get(nation)
    found = land(g) & ~country(g, home) if home else 0
    if g.open_city:
        found |= bits_of(g.scenario.paris)
    return found | _beside(g, command.meuse(g)) if g.turn in g.scenario.rules.get("meuse_turns", ()) else found


def dear_hexes(g: CaseYellow, side: Side) -> HexSet:
    """Hexes that may cost more than the chart says: not one's own behind a Minor River Crossing, or marked, or full."""
    return behind_crossings(g) & ~owned(g, side) | marked_hexes(g, side) | vehicles(g, side)


@derived()
def behind_crossings(g: CaseYellow) -> HexSet:
    return _beside(g, (side for side in g.scenario.crossing if g.scenario.river[side] == "minor_river"))


@derived(MARKERS, ROADSIDE)
def marked_hexes(g: CaseYellow, side: Side) -> HexSet:
    """Refugees for the Allies, interdiction and works for the Germans."""
    if side is Side.ALLIED:
        return bits(refugee_hexes(g))
    return _beside(g, g.interdicted) | bits_of(g.scenario.works.keys() - g.destroyed)


@derived(OWN)
def vehicles(g: CaseYellow, side: Side) -> HexSet:
    """10.4b.traffic: Forest hexes with motorized units of a side."""
    motorized, terrain, hex_of = g.scenario.motorized, g.map.terrain, g.hex_of
    return bits_of([hex_of[u] for u in g.on_map(side) if motorized[u] and terrain[hex_of[u]] == "forest"])


def _beside(g: CaseYellow, sides: Iterable[int]) -> HexSet:
    both = (h for side in sides for h in (g.map.sides[side].a, g.map.sides[side].b))
    return bits_of(h for h in both if h != OFF_MAP)


# -- reach


def reach_of(g: CaseYellow, u: Unit) -> Reach:
    """10.1a: every hex a unit can get to with what it has left."""
    side, start, left = g.side(u), g.hex_of[u], left_to_move(g, u)
    return _reach(g, side, u, start, left, g.spent[u], friends(g, side), vehicles(g, side))


@derived(ENEMY, CONTROL, MARKERS, ROADSIDE, CONDITION, keep=512)
def _reach(
    g: CaseYellow, side: Side, u: Unit, start: Hex, left: int, spent: int, friends: tuple[int, HexSet], cars: HexSet
) -> Reach:
    return swift_reach(start, left, Exits(g, u))


def able_to_leave(g: CaseYellow, side: Side, units: Iterable[Unit]) -> Iterator[Unit]:
    """10.1a: those of a side's units that can move at all.

    The first hex is free of cost (10.1c), so the answer for a unit that has not moved stays true for long.
    """
    known, engaged = _known_to_leave(g, side, friends(g, side)), engaged_hexes(g) if g.engaged else ()
    acts, spent, hex_of, free = g.acts, g.spent, g.hex_of, g.scenario.options["one_hex"]
    for u in units:
        if acts[u] & MOVED or hex_of[u] in engaged:
            continue
        if spent[u] or acts[u] & TURNED or not free:
            able = _leaves(g, u)
        else:
            key = (u, hex_of[u])
            able = known[key] if key in known else known.setdefault(key, _leaves(g, u))
        if able:
            yield u


def _leaves(g: CaseYellow, u: Unit) -> bool:
    left = left_to_move(g, u)
    return left > 0 and can_leave(g.hex_of[u], left, Exits(g, u))


@derived(ENEMY, MARKERS, ROADSIDE, CONDITION)
def _known_to_leave(g: CaseYellow, side: Side, friends: tuple[int, HexSet]) -> dict[tuple[Unit, Hex], bool]:
    """The answers so far, by unit and hex."""
    return {}


def friends(g: CaseYellow, side: Side) -> tuple[int, HexSet]:
    """What friends do to the steps of others: 10.10b: Belgians in France; 9.4a.between: who stands between enemies."""
    return belgians_in_france(g) if side is Side.ALLIED else 0, held(g, side) & between_enemies(g, side)


@derived(ENEMY, MARKERS, ROADSIDE, CONDITION)
def between_enemies(g: CaseYellow, side: Side) -> HexSet:
    """9.4a.between: hexes in the zones of two enemy hexes."""
    return bits(zones(g, side.enemy).counts.translate(_TWO))


_TWO = bytes(count >= 2 for count in range(256))


# -- entering a hex


def enter(g: CaseYellow, u: Unit, h: Hex) -> None:
    """2.4ctl: a unit comes into a hex, which is its side's from now on; 10.1b: by any kind of move."""
    left = g.hex_of[u]
    g.place(u, h)
    if g.side(u) is Side.GERMAN:
        german_enters(g, h)
    else:
        allied_enters(g, u, h)
    if left >= 0:
        vacated(g, left, g.nation(u), survivors=1)


def german_enters(g: CaseYellow, h: Hex) -> None:
    """10.9b, 10.9c, 12.6b.limit: works are destroyed, refugees gone; 13.2c: the Dynamo port falls.

    10.8d, R.10.8d.2: a bridgehead that is entered has done its work.
    """
    if h in g.bridgeheads:
        g.bridgeheads -= {h}
    there = g.map.labels[h]
    if g.standing_works(h):
        g.set_marker("destroyed", g.destroyed | {h})
        g.emit("works", f"The Defensive Works in {g.map.spot(h)} are destroyed", "10.9b", at=(there,), side="german")
    if h in g.refugees:
        g.set_marker("refugees", g.refugees - {h})
    if h == g.port:
        g.port_fell = g.turn
        g.set_marker("port", -1)
        g.set_marker("port_disruption", 0)
        g.scored |= {"port captured"}  # 12.8b: scored in the next victory segment
        g.emit("dynamo", f"The Germans take the evacuation port, {g.map.spot(h)}", "13.3a", at=(there,), side="german")


def allied_enters(g: CaseYellow, u: Unit, h: Hex) -> None:
    """10.8d: an Allied unit takes a bridgehead off a vacant hex; one that comes to others in a marked hex does not.

    13.5.2, R.13.5.2.1: a unit is reduced when it enters the port.
    """
    if h in g.bridgeheads and g.units_in(h, Side.ALLIED) == (u,):
        g.bridgeheads -= {h}
    if is_open_port(g, h) and g.steps[u] > 1:
        g.set_steps(u, 1)
        g.emit("loss", f"{g.name(u)} enters the evacuation port and loses a step", "13.5.2", units=(g.id(u),))
