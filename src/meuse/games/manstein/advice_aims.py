"""What the staff wants in Manstein's War: hexes that count for points, by side and command; and where danger is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from meuse.advice import Plan
from meuse.counters import Side, Unit
from meuse.games.manstein import logistics, victory
from meuse.games.manstein.activation import activates
from meuse.games.manstein.advice_plans import guards_of, lateness, next_on_axis
from meuse.games.manstein.appreciation import APPRECIATION, prizes
from meuse.games.manstein.board import ARMY_GROUPS, MARKS, Manstein, controls, held
from meuse.hexmap import OFF_MAP, Hex
from meuse.opponents.fields import distances, influence
from meuse.opponents.tasks import Task, give_out
from meuse.state import ALLIED_UNITS, CONTROL, ENEMY, GERMAN_UNITS, derived

PER_MOVE = 6.0
"""What a movement of a unit is worth while goals are shared out."""


def lead(g: Manstein) -> int:
    """3.6: German points minus Allied points."""
    totals = [sum(points for points, _, _ in victory.score(g, side)) for side in (Side.GERMAN, Side.ALLIED)]
    return totals[0] - totals[1]


@derived(MARKS)
def values(g: Manstein, side: Side) -> dict[Hex, float]:
    """3.4a, 3.5a: the hexes that count for a side's points, held or not."""
    worth = {h: float(victory.hex_value(g, side, h)) for h in range(len(g.map))}
    return {h: value for h, value in worth.items() if value}


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def goals(g: Manstein, side: Side) -> dict[Hex, float]:
    """3.4a: what the Germans want and the Allies hold, by its points; single forts apart."""
    prizes = {h: value for h, value in values(g, Side.GERMAN).items() if value > 1.0}
    held = {h: value for h, value in prizes.items() if controls(g, Side.GERMAN, h) != (side is Side.GERMAN)}
    return held or prizes


def aims(g: Manstein, u: Unit, plan: Plan) -> tuple[Hex, ...]:
    """What a unit is sent to take, or to hold."""
    counter = g.counter(u)
    if counter.side is Side.ALLIED:
        return tuple(sorted(own_goals(g, counter.nation, plan.chosen(counter.command, "belgium france"))))
    if u in guards_of(g, plan):
        return (posts_of(g, plan).get(u, g.hex_of[u]),)
    return errands(g, plan).get(u) or tuple(sorted(german_goals(g)))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def posts_of(g: Manstein, plan: Plan) -> dict[Unit, Hex]:
    """Which place of the frontier each guard keeps: those that lie open without it, by those who are near."""
    kept = guards_of(g, plan)
    guards = [u for u in g.on_map(Side.GERMAN) if u in kept and g.attack_of(u)]
    ways: dict[tuple[str, Hex], list[int]] = {}

    def price(u: Unit, h: Hex) -> float | None:
        if g.defence_of(u) < LEAST_GUARD or (kind_of(g, u) == "army" and g.map.terrain[h] == "rough"):
            return None
        key = kind_of(g, u), h
        if key not in ways:
            ways[key] = _field(g, Side.GERMAN, key[0], (h,))
        return PER_MOVE * min(MOST_MOVES, ways[key][g.hex_of[u]] / g.counter(u).movement)

    return {u: task.at for u, task in give_out(frontier(g, guards), guards, price).items()}


def frontier(g: Manstein, guards: Sequence[Unit]) -> list[Task]:
    """What is to be guarded in Germany: first what an enemy could walk into if the guards were not there."""
    danger, found = danger_to(g, Side.GERMAN), []
    lying = visitors(g, Side.GERMAN) | deserted(g, Side.GERMAN, frozenset(guards))
    for h, value in sorted(prizes(g).items()):
        if g.map.country[h] == "germany" and not held(g, Side.ALLIED)[h] and not is_garrisoned(g, h):
            share = 1.0 if h in lying else BEHIND * min(1.0, danger[h] / MUCH_DANGER)
            found.append(Task(h, share * (POST + POST_PER_POINT * value)))
    return [task for task in found if task.worth]


def is_garrisoned(g: Manstein, h: Hex) -> bool:
    """Whether a fortress unit keeps a place of the frontier for the time being."""
    return any(g.counter(u).is_static for u in g.ground(h, Side.GERMAN))


LEAST_GUARD = 3
"""The least defence that is sent to keep a place; weaker units would only be points for the enemy."""

POST, POST_PER_POINT, BEHIND, MUCH_DANGER = 6.0, 4.0, 0.2, 10.0
"""What a guard is worth at a place that lies open; behind the line a share of it, the more strength could come."""

MOST_MOVES = 1.5
"""At home the trains run: no post counts for farther than so many movements."""


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def errands(g: Manstein, plan: Plan) -> dict[Unit, tuple[Hex, ...]]:
    """Where each German unit goes: along the axis of its command, or to what is assigned to it."""
    kept = guards_of(g, plan)
    found: dict[Unit, tuple[Hex, ...]] = {}
    free: list[Unit] = []
    for u in g.on_map(Side.GERMAN):
        if u in kept or not g.attack_of(u):
            continue
        ahead = next_on_axis(g, u, plan)
        if ahead is not None:
            found[u] = (ahead,)
        else:
            free.append(u)
    return found | {u: (h,) for u, h in shared_out(g, free).items()}


def shared_out(g: Manstein, units: Sequence[Unit]) -> dict[Unit, Hex]:
    """Who goes for which goal: as many as its defence asks for, those who are nearest."""
    wanted, field = german_goals(g), {}
    tasks = [Task(h, task) for h, value in sorted(wanted.items()) for task in shares(g, h, value)]

    def price(u: Unit, h: Hex) -> float:
        kind = kind_of(g, u)
        if (kind, h) not in field:
            field[kind, h] = _field(g, Side.GERMAN, kind, (h,))
        return PER_MOVE * field[kind, h][g.hex_of[u]] / g.counter(u).movement

    return {u: task.at for u, task in give_out(tasks, units, price).items()}


def shares(g: Manstein, h: Hex, value: float) -> list[float]:
    """A goal wants somebody, and the more the stronger it is held; every further one is worth less."""
    defence = sum(g.defence_of(u) for u in g.ground(h, Side.ALLIED))
    count = 1 + min(3, 3 * defence // 10)
    return [30.0 + 2.0 * value - 8.0 * n for n in range(count)]


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def german_goals(g: Manstein) -> dict[Hex, float]:
    """What the Allies hold and the Germans want; less the Maginot Line."""
    wanted = {h: value for h, value in goals(g, Side.GERMAN).items() if not in_maginot_line(g, h)}
    return wanted or goals(g, Side.GERMAN)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def own_goals(g: Manstein, nation: str, areas: str) -> dict[Hex, float]:
    """8.5c, 8.5d: the Dutch and the Belgians hold their own country; the others go where the plan wants them."""
    if "germany" in areas:
        return values(g, Side.ALLIED)
    near = {"dutch": "netherlands", "belgian": "belgium france"}.get(nation, areas).split()
    wanted = goals(g, Side.ALLIED)
    found = {h: value for h, value in wanted.items() if g.map.country[h] in near}
    return found or wanted


def in_maginot_line(g: Manstein, h: Hex) -> bool:
    """17.0a: the major fortifications are those of the Maginot Line."""
    fort = g.scenario.forts.get(h)
    return fort is not None and fort.major


def kind_of(g: Manstein, u: Unit) -> str:
    """8.4: which movement costs a unit pays."""
    counter = g.counter(u)
    return "army" if counter.is_army else "mech" if counter.mech else "foot"


def field(g: Manstein, u: Unit, plan: Plan) -> list[int]:
    """How far each hex is from a unit's aims, along the path of least resistance."""
    return _field(g, g.side(u), kind_of(g, u), aims(g, u, plan))


@derived(ENEMY, MARKS, keep=256)
def _field(g: Manstein, side: Side, kind: str, wanted: tuple[Hex, ...]) -> list[int]:
    return distances(g.scenario.ways[kind], wanted, resistance(g, side))


@derived(ENEMY, MARKS)
def resistance(g: Manstein, side: Side) -> dict[Hex, int]:
    """What it takes to pass a hex that the enemy holds."""
    found: dict[Hex, int] = {}
    for u in g.on_map(side.enemy):
        h = g.hex_of[u]
        found[h] = found.get(h, 1 + (g.own_fort(h, side.enemy) is not None)) + g.defence_of(u) // 4
    return found


@derived(ENEMY)
def front(g: Manstein, side: Side) -> list[int]:
    """How far the nearest enemy is."""
    return distances(g.scenario.ways["foot"], sorted({g.hex_of[u] for u in g.on_map(side.enemy)}))


# -- danger


def threats(g: Manstein, side: Side) -> Iterable[tuple[Hex, float, int]]:
    """Enemy units that could attack: where they are, how strong, how many hexes they reach."""
    for u in attackers(g, side):
        yield threat(g, u)


def attackers(g: Manstein, side: Side) -> Iterator[Unit]:
    return (u for u in g.on_map(side.enemy) if g.attack_of(u))


def threat(g: Manstein, u: Unit) -> tuple[Hex, float, int]:
    """9.0: the French at home may come by rail."""
    at_home = g.counter(u).side is Side.ALLIED and g.map.country[g.hex_of[u]] == "france"
    return g.hex_of[u], float(g.attack_of(u)), 1 + g.counter(u).movement // (1 if at_home else 2)


def danger_to(g: Manstein, side: Side) -> list[float]:
    """The strength that the enemy could bring against each hex in one impulse: one command with the reserves (5.8c)."""
    return _danger(g, side, still_to_come(g, side.enemy))


def visitors(g: Manstein, side: Side) -> frozenset[Hex]:
    """What counts, and the enemy could be in before one's own units act again."""
    return _visitors(g, side, still_to_come(g, side.enemy))


def deserted(g: Manstein, side: Side, free: frozenset[Unit]) -> frozenset[Hex]:
    """What counts and only these units keep, where the enemy could be before one's own units act again."""
    kept = {g.hex_of[u] for u in free} & prizes(g).keys()
    left = frozenset(h for h in kept if all(u in free or APPRECIATION.is_frail(g, u) for u in g.ground(h, side)))
    return _deserted(g, side, left, still_to_come(g, side.enemy)) if left else left


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS, keep=16)
def _deserted(g: Manstein, side: Side, left: frozenset[Hex], markers: frozenset[str] | None) -> frozenset[Hex]:
    board = g.copy()
    for u in [u for h in sorted(left) for u in board.ground(h, side)]:
        board.place(u, OFF_MAP)
    return _walked_into(board, side, left, markers)


def still_to_come(g: Manstein, side: Side) -> frozenset[str] | None:
    """5.4a: the markers with which a side may still act before the end; None while there is another turn."""
    return frozenset(g.regular[side]) if lateness(g) == 1.0 else None


def may_come(g: Manstein, u: Unit, markers: frozenset[str] | None) -> bool:
    return markers is None or any(activates(g, name, u) for name in markers)


@derived(ENEMY, keep=16)
def _danger(g: Manstein, side: Side, markers: frozenset[str] | None) -> list[float]:
    by_command: dict[str, list[Unit]] = {}
    for u in attackers(g, side):
        if may_come(g, u, markers):
            by_command.setdefault(g.counter(u).command, []).append(u)
    reserves = by_command.pop("Res", [])
    fields = [
        influence(g.map, (threat(g, u) for u in (*units, *(reserves if name in ARMY_GROUPS else ()))))
        for name, units in sorted(by_command.items())
    ]
    if not fields:
        return [0.0] * len(g.map)
    ranked = (sorted(column, reverse=True) for column in zip(*fields, strict=True))
    return [best + FOLLOW_UP * sum(others[:1]) for best, *others in ranked]


FOLLOW_UP = 0.4
"""The share of its strength for which the second command in reach of a hex counts: one by one they wear it down."""


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS, keep=16)
def _visitors(g: Manstein, side: Side, markers: frozenset[str] | None) -> frozenset[Hex]:
    return _walked_into(g, side, prizes(g).keys(), markers)


def _walked_into(g: Manstein, side: Side, hexes: Collection[Hex], markers: frozenset[str] | None) -> frozenset[Hex]:
    come = APPRECIATION.comers(g, side.enemy, hexes)
    return frozenset(
        h for h, units in come.items() if any(may_come(g, u, markers) and APPRECIATION.takes(g, u, h) for u in units)
    )


def step_prices(g: Manstein, u: Unit) -> tuple[float, ...]:
    """What each step that a unit has left is worth, the last one most; the Germans refit the others."""
    counter, left = g.counter(u), g.steps[u]
    spare = 0.5 if counter.side is Side.GERMAN else 0.8
    prices = [spare * (sum(counter.factors[-n]) - sum(counter.factors[1 - n])) / 2 for n in range(left, 1, -1)]
    return (*prices, step_price_of_last(g, u))


def step_price_of_last(g: Manstein, u: Unit) -> float:
    counter = g.counter(u)
    return sum(counter.factors[-1]) / 2 + 1.5 * victory.unit_value(g, u) + 1.5 * counter.mech


def step_price(g: Manstein, u: Unit) -> float:
    """What a unit loses with its next step; mechanized units are dearest, and the last step counts for points."""
    counter, steps = g.counter(u), g.steps[u]
    after = counter.attack(steps - 1) + counter.defence(steps - 1) if steps > 1 else 0
    last = 1.5 * victory.unit_value(g, u) * (steps == 1)
    return (g.attack_of(u) + g.defence_of(u) - after) / 2 + last + 1.5 * counter.mech


def supported_hexes(g: Manstein, u: Unit) -> frozenset[Hex]:
    """15.1b: where a unit would have a line of communication."""
    return _supported(g, g.counter(u).nation, g.counter(u).movement)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def _supported(g: Manstein, nation: str, length: int) -> frozenset[Hex]:
    lines = (logistics.source_lines(g, nation), logistics.relay_lines(g, nation))
    return frozenset(h for h in range(len(g.map)) if min(line[h] for line in lines) <= length)


def commands_by_need(g: Manstein, side: Side, names: Iterable[str]) -> list[str]:
    """The commands whose units stand nearest to the enemy in greatest strength, first."""
    danger = danger_to(g, side)
    weight = dict.fromkeys(names, 0.0)
    for u in g.on_map(side):
        if (name := g.counter(u).command) in weight:
            weight[name] += g.attack_of(u) * (danger[g.hex_of[u]] > 0) + 0.1
    return sorted(weight, key=lambda name: (-weight[name], name))
