"""The only page that knows the engine: it reads the state into a board, and asks the engine the same questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import Any

import meuse
from meuse.decision import Decision
from meuse.games.caseyellow import engaged, supply
from meuse.games.caseyellow import odds as battles
from meuse.games.caseyellow.board import (
    ADVANCED,
    ARRIVED,
    ATTACKED,
    DEFENDED,
    DISRUPTED,
    MOVED,
    OOS,
    STARTED,
    TURNED,
    CaseYellow,
)
from meuse.steps import Choice
from oracle.caseyellow.board import Board, Piece, other, printed
from oracle.caseyellow.chart import chart_of
from oracle.caseyellow.combat import Attacks
from oracle.caseyellow.limits import goes_forward, waits
from oracle.caseyellow.losses import fighting_on, takers
from oracle.caseyellow.movement import reach
from oracle.caseyellow.odds import all_shifts, capped, codes, combat, first_column, last_column
from oracle.caseyellow.overrun import overruns
from oracle.caseyellow.rail import entries, rail_goals
from oracle.caseyellow.retreats import advances, retreats
from oracle.caseyellow.stacking import has_room
from oracle.caseyellow.supply import attack_supplied, lines_of, supplied
from oracle.caseyellow.targets import (
    bridgehead_held,
    bridgehead_vacant,
    crossed,
    dived,
    evacuated,
    fled,
    fortified,
    interdicted,
    landings,
    replaceable,
    terrified,
)
from oracle.caseyellow.victory import belgium_falls, dutch_cities, germans_win, level, places_taken
from oracle.caseyellow.zones import zone_hexes
from oracle.frame import Difference, compare_sets, compare_values

Units = Collection[str] | None


def read_board(game: meuse.Game) -> Board:
    g = game.state
    assert isinstance(g, CaseYellow)
    labels = g.map.labels

    def of(hexes: Collection[int]) -> frozenset[str]:
        return frozenset(labels[h] for h in hexes)

    pieces = {id: _piece(g, u, id) for u, id in enumerate(g.scenario.unit_ids)}
    stacks: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        if piece.at in g.map.index:
            stacks.setdefault(piece.at, []).append(piece)
    return Board(
        chart=chart_of(g.scenario.id),
        turn=g.turn,
        options=dict(g.scenario.options),
        pieces=pieces,
        stacks=stacks,
        control={label: ("", "german", "allied")[g.control[h]] for h, label in enumerate(labels)},
        destroyed=of(g.destroyed),
        interdicted=frozenset(
            frozenset((labels[g.map.sides[side].a], labels[g.map.sides[side].b])) for side in g.interdicted
        ),
        bridgeheads=of(g.bridgeheads),
        refugees=of(g.refugees),
        terror=labels[g.terror] if g.terror >= 0 else "",
        open_city=g.open_city,
        surrendered=frozenset(g.surrendered),
        better=of(g.better),
        engaged={labels[h]: (fight.side.word, tuple(g.id(u) for u in fight.units)) for h, fight in g.engaged.items()},
        fought=of(g.fought),
        port=labels[g.port] if g.port >= 0 else "",
        railed=g.railed,
        west_wall_used=g.west_wall_used,
        moving=tuple(g.id(u) for u in getattr(g.stack[-1], "moving", ())),
    )


def _piece(g: CaseYellow, u: int, id: str) -> Piece:
    acts, status, h = g.acts[u], g.status[u], g.hex_of[u]
    facts: dict[str, Any] = printed(id, g.steps[u])
    return Piece(
        **facts,
        at=g.map.labels[h] if h >= 0 else g.scenario.place_word(h),
        disrupted=bool(status & DISRUPTED),
        hungry=bool(status & OOS),
        moved=bool(acts & (MOVED | STARTED)),
        spent=g.spent[u],
        attacked=bool(acts & ATTACKED),
        defended=bool(acts & DEFENDED),
        advanced=bool(acts & ADVANCED),
        arrived=bool(acts & ARRIVED),
        turned=bool(acts & TURNED),
    )


class CaseYellowAccount:
    """What is asked at each kind of decision."""

    def differences(self, game: meuse.Game, units: Units) -> Iterator[Difference]:
        board, verbs, step = read_board(game), game.decision.choices(), type(game.decision.step).__name__
        if "move" in verbs:
            for ask in (moves, marches, overrun, trains):
                yield from ask(game, board, units)
        if step == "Attacks":
            yield from attacks(game, board, units)
        if step in BY_STEP:
            yield from BY_STEP[step](game, board)
        yield from marked(game, board)
        yield from supplies(game, board, units)
        if units is None:
            yield from shown(game, board)
            yield from engagements(game, board)
        if step == "ChooseAction" and not game.state.rounds:
            yield from hunger(game, board)


def moves(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """10.1a: which units can move, and where to."""
    decision, side = game.decision, game.decision.side.word
    listed = set(decision.choices(("move",)))
    for id, piece in board.pieces.items():
        if piece.side != side or piece.at not in board.chart.land or (units is not None and id not in units):
            continue
        if piece.spent and goes_forward(board, piece):
            continue  # R.1.0.1: where its move began cannot be seen
        mine = {} if waits(board, piece) else reach(board, [piece])
        goals = decision.describe(("move", id)) if id in listed else []
        yield from compare_goals("reach", f"move {id} from {piece.at}", goals, mine)


def compare_goals(subject: str, question: str, goals: list[Choice], mine: dict[str, int]) -> Iterator[Difference]:
    yield from compare_sets(subject, question, "10.1a", [goal.token for goal in goals], mine)
    both = [goal for goal in goals if goal.token in mine and goal.cost]
    costs, own = [f"{goal.token}:{goal.cost}" for goal in both], [f"{goal.token}:{mine[goal.token]}" for goal in both]
    yield from compare_sets(f"{subject} cost", question, "10.1b", costs, own)


def marches(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """10.1b: where stacks get to: those of two that start in a hex, and whole ones."""
    decision, side = game.decision, game.decision.side.word
    if "march" not in decision.choices():
        return
    for label, stack in sorted(board.stacks.items()):
        mine = [piece for piece in stack if piece.side == side]
        if len(mine) < 2 or (units is not None and not any(piece.id in units for piece in mine)):
            continue
        for group in {(mine[0], mine[1]), (mine[-2], mine[-1]), tuple(mine)}:
            if any(goes_forward(board, piece) or (board.open_city and side == "allied") for piece in group):
                continue  # R.1.0.1, 12.7c: those that are bound in where they end are ordered one by one
            order = ("march", *(piece.id for piece in group), "go")
            goals = decision.describe(order) if can_begin(decision, order) else []
            reached = {} if any(waits(board, piece) for piece in group) else reach(board, list(group))
            yield from compare_goals("march", f"{' '.join(order)} from {label}", goals, reached)


def can_begin(decision: Decision, order: tuple[str, ...]) -> bool:
    try:
        decision.choices(order)
    except meuse.IllegalOrder:
        return False
    return True


def supplies(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """7.2, 7.6: who has a Line of Supply, and who Attack Supply: of all units every ninth."""
    g = game.state
    nets = {side: lines_of(board, side) for side in ("german", "allied")}
    chosen = [piece for piece in board.pieces.values() if piece.at in board.chart.land]
    if units is None:
        chosen = chosen[len(game.journal) % 9 :: 9]
    for piece in chosen:
        if (units is not None and piece.id not in units) or piece.depot:
            continue
        u, lines = g.scenario.unit_named[piece.id], nets[piece.side]
        question = f"{piece.id} in {piece.at}"
        yield from compare_values("supply", question, "7.2", supply.is_supplied(g, u), supplied(lines, piece))
        mine = attack_supplied(lines, piece, cut_off=True)
        yield from compare_values("attack supply", question, "7.6", supply.attack_supplied(g, u), mine)


def hunger(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """7.5: who is under an Out of Supply marker when the Supply Phase is over."""
    nets = {side: lines_of(board, side) for side in ("german", "allied")}
    for piece in board.pieces.values():
        if piece.at in board.chart.land and not piece.depot:
            mine = board.turn > 1 and not supplied(nets[piece.side], piece)
            yield from compare_values("hunger", f"{piece.id} in {piece.at}", "7.5", piece.hungry, mine)


def shown(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """9.1: the zones; 12.8d: who is winning; 12.5a: how many Dutch cities are taken; 3.1a: what is taken is scored."""
    for area in game.seat(game.decision.side).overlay("zones").areas:
        if area.look == "zone":
            yield from compare_sets("zones", area.whose, "9.1", area.hexes, zone_hexes(board, area.whose))
    g = game.state
    result = game.rules.standing(g)
    if board.chart.rules.get("victory_points"):
        yield from compare_values("verdict", "level", "12.8d", result.level, level(board, *g.points))
        if not g.rounds and g.turn > 1:
            scored = {name.removeprefix("taken ") for name in g.scored}
            yield from compare_sets("scored", "places", "3.1a", places_taken(board) & scored, places_taken(board))
    else:
        winner = "german" if germans_win(board) else "allied"
        assert result.winner is not None
        yield from compare_values("verdict", "winner", "3.2", result.winner.word, winner)
    cell = next(cell for part in game.rules.views.parts(g, None) if part.id == "surrenders" for cell in part.cells)
    yield from compare_values("surrender", "Dutch cities", "12.5a", int(cell.note.split()[0]), dutch_cities(board))


def engagements(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """11.9: who fights on in each Engaged combat."""
    for label in board.engaged:
        g = game.state.copy()
        h = g.map.hex(label)
        theirs = engaged.members(g, h, g.engaged.pop(h))
        yield from compare_sets("engaged", label, "11.9b", g.ids(theirs), fighting_on(board, label))


def evacuations(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """13.4: who may leave by sea, and with how many steps in this round."""
    decision, g, figures = game.decision, game.state, board.chart.tables["dynamo"]
    if game.decision.side.word == "allied" and board.port:
        left = max(figures["least"], figures["capacity"] - g.port_disruption) - g.evacuated
        mine = [id for id, piece in board.pieces.items() if evacuated(board, piece, left)]
        listed = decision.choices(("evacuate",)) if "evacuate" in decision.choices() else []
        yield from compare_sets("evacuate", board.port, "13.4.3", listed, mine)


def surrenders(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """12.5: the countries that have surrendered by the end of their segment."""
    if "regions" in board.chart.rules:
        return
    mine = set(board.surrendered)
    if dutch_cities(board) >= board.chart.tables["surrender"]["dutch_cities"]:
        mine.add("netherlands")
    if belgium_falls(board):
        mine.add("belgium")
    yield from compare_sets("surrender", "countries", "12.5", board.surrendered, mine)


def marked(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """5.1, 10.8, 12.3 to 12.11, 13.4: hexes and units that an order about markers may name."""
    decision, g = game.decision, game.state
    step, verbs = type(decision.step).__name__, decision.choices()
    tried = {g.map.labels[h] for h in g.tried}
    free = len(board.bridgeheads) < board.chart.tables["markers"]["bridgehead"]
    german, allied = lines_of(board, "german"), lines_of(board, "allied")
    questions: dict[tuple[str, str], Callable[[], set[str]]] = {
        ("Interdiction", "interdict"): lambda: interdicted(board),
        ("DiveBombing", "bomb"): lambda: dived(board) if decision.step.only < 0 else {board.port},
        ("Bridgeheads", "bridgehead"): lambda: bridgehead_vacant(board, tried) if free else set(),
        ("Movement", "bridgehead"): lambda: bridgehead_held(board, tried) if free else set(),
        ("TerrorBombing", "terror"): lambda: terrified(board),
        ("Refugees", "place"): lambda: fled(board, german),
        ("BetterDefence", "place"): lambda: fortified(board, allied) if g.better_pool else set(),
    }
    for (where, verb), answer in questions.items():
        if where == step and (verb in verbs or step != "Movement"):
            listed = decision.choices((verb,)) if verb in verbs else []
            yield from compare_sets(verb, step, "2.2d", listed, answer())


def landing(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """5.1d: where paratroops and those after them land."""
    decision = game.decision
    for id in decision.choices(("drop",)):
        mine = {h for h in landings(board, board.pieces[id]) if has_room(board, board.pieces[id], h)}
        yield from compare_sets("land", f"drop {id}", "R.5.1d.1", decision.choices(("drop", id)), mine)


def crossing(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """12.3: who crosses over a bridgehead, and where."""
    decision = game.decision
    listed, step = set(decision.choices(("cross",))), decision.step
    entered = {game.state.map.labels[h] for h in step.crossed}
    for piece in board.pieces.values():
        if piece.side == "german" and piece.at in board.chart.land:
            goals = decision.choices(("cross", piece.id)) if piece.id in listed else []
            yield from compare_sets(
                "cross", f"cross {piece.id} {piece.at}", "12.3a", goals, crossed(board, piece, entered)
            )


def replacements(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """12.10: who may be given a step."""
    decision, g, side = game.decision, game.state, game.decision.side.word
    infantry, armour = (g.replacements[0], 0) if side == "german" else g.replacements[1:]
    lines = lines_of(board, side)
    own = [piece for piece in board.pieces.values() if piece.side == side]
    mine = [piece.id for piece in own if replaceable(board, piece, lines, infantry, armour)]
    yield from compare_sets("replace", "replace", "12.10c", decision.choices(("replace",)), mine)


def attacks(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """11.1, 11.2: who may attack what, what an attack owes; 11.3: its odds."""
    decision, step, side = game.decision, game.decision.step, game.decision.side.word
    if step.named:
        return
    oracle = Attacks(board, side, step.motor, game.state.motor_left)
    listed = set(decision.choices(("attack",))) if "attack" in decision.choices() else set()
    for label in sorted(oracle.targets | listed):
        able = oracle.eligible(label)
        if units is not None and not any(u.id in units for u in [*able, *board.stacks.get(label, ())]):
            continue
        for group in some_groups(able):
            order = ("attack", label, *(unit.id for unit in group), "go")
            mine = oracle.legal(label, group)
            yield from compare_values("attack", " ".join(order), "11.2", decision.allows(order), mine)
            if mine:
                yield from reckoning(game, oracle, label, group, order)


def some_groups(able: list[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Each unit alone, each two, each hex, and all."""
    yield from combinations(able, 1)
    yield from combinations(able[:6], 2)
    hexes = {unit.at: tuple(u for u in able if u.at == unit.at) for unit in able}
    yield from (group for group in hexes.values() if len(group) > 2)
    if len(able) > 2 and len(hexes) > 1:
        yield tuple(able)


def reckoning(
    game: meuse.Game, oracle: Attacks, label: str, group: tuple[Piece, ...], order: tuple[str, ...]
) -> Iterator[Difference]:
    """11.3: strengths, shifts, column and results."""
    report, board, fight = game.odds(order), oracle.board, combat(oracle.board, label, group)
    assert report is not None
    if not fight.defenders and not board.enemy_fort(label, fight.side):
        return  # 7.9e.alone: a depot alone is lost without a die
    columns, question = board.chart.tables["crt"]["columns"], " ".join(order)
    shifts = all_shifts(board, fight, oracle.lines)
    shown = sorted((shift.rule, shift.value) for shift in report.shifts if shift.value and not shift.open)
    cap = capped(board, fight, shifts) - sum(value for _, value in shifts)
    mine = sorted([*shifts, ("11.3b.cap", cap)]) if cap else shifts
    yield from compare_values("shifts", question, "11.3c", shown, mine)
    first = min(first_column(board, fight), len(columns) - 1)
    yield from compare_values("first column", question, "11.3a", report.start, columns[first])
    last = last_column(board, fight, shifts)
    final = columns[last] if last >= 0 else "1-4"
    yield from compare_values("last column", question, "11.3b", report.final, final)
    battle = battles.Battle(
        battles.Attack(
            game.state.map.hex(label), tuple(sorted(game.state.scenario.unit_named[unit.id] for unit in group))
        )
    )
    for side in ("german", "allied"):
        theirs, _ = battles.takers(game.state, battle, meuse.SIDES[side == "allied"])
        mine = takers(board, fight, side)
        yield from compare_sets("takers", f"{question}: {side}", "11.3e", game.state.ids(theirs), mine)
    faces = [face.code for face in report.faces]
    yield from compare_values("results", question, "11.3d", faces, codes(board, fight, last))


def overrun(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """10.3c: every enemy hex next to yellow units, by one of them, two, or all."""
    decision, side = game.decision, game.decision.side.word
    verbs = decision.choices()
    for label, stack in sorted(board.stacks.items()):
        mine = [piece for piece in stack if piece.side == side and piece.yellow]
        if not mine or (units is not None and not any(piece.id in units for piece in mine)):
            continue
        for target in (near for near in board.chart.near(label) if board.there(near, other(side))):
            for group in {*combinations(mine, 1), *combinations(mine, 2), tuple(mine)}:
                order = ("overrun", target, *(piece.id for piece in group), "go")
                theirs = "overrun" in verbs and decision.allows(order)
                ours = overruns(board, group, target) and not any(waits(board, piece) for piece in group)
                yield from compare_values("overrun", f"{' '.join(order)} from {label}", "10.3c", theirs, ours)


def trains(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """10.5: where trains go; of all units every seventh."""
    decision, side = game.decision, game.decision.side.word
    listed = set(decision.choices(("rail",))) if "rail" in decision.choices() else set()
    for n, (id, piece) in enumerate(board.pieces.items()):
        chosen = id in units if units is not None else n % 7 == len(game.journal) % 7
        if chosen and piece.side == side and piece.at in board.chart.land:
            mine = set() if waits(board, piece) else rail_goals(board, piece)
            goals = decision.choices(("rail", id)) if id in listed else []
            yield from compare_sets("rail", f"rail {id} from {piece.at}", "10.5c", goals, mine)


def withdrawals(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """11.4, 7.9e: where the units go that must retreat now."""
    decision, step, g = game.decision, game.decision.step, game.state
    listed = set(decision.choices(("retreat",)))
    single = type(step).__name__ == "DepotRetreat"
    for u in (step.unit,) if single else step.units:
        piece = board.pieces[g.id(u)]
        if piece.at != g.map.labels[step.origin]:
            continue  # it has gone, or is lost
        mine = retreats(board, piece, 2 if single else step.length)
        goals = decision.choices(("retreat", piece.id)) if piece.id in listed else []
        question = f"retreat {piece.id} {piece.at} by {2 if single else step.length}"
        yield from compare_sets("retreat", question, "11.4b", goals, mine)


def pursuits(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """11.5: who may advance, and how far; R.11.9d.1: two hexes in a German Combat Round only."""
    decision, step, g = game.decision, game.decision.step, game.state
    listed, far = set(decision.choices(("advance",))), g.rounds[-1] == (meuse.SIDES[0], "combat")
    taken = {g.map.labels[h] for h in step.taken} if far else None
    for u in step.fresh:
        piece = board.pieces[g.id(u)]
        if piece.at in board.chart.land:
            mine = advances(board, piece, g.map.labels[step.vacated], taken)
            goals = decision.choices(("advance", piece.id)) if piece.id in listed else []
            yield from compare_sets("advance", f"advance {piece.id} from {piece.at}", "11.5", goals, mine)


def arrivals(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """10.2: where reinforcements that are due are placed."""
    decision = game.decision
    for id in decision.choices(("enter",)):
        mine = entries(board, board.pieces[id])
        yield from compare_sets("entry", f"enter {id}", "10.2a", decision.choices(("enter", id)), mine)


BY_STEP = {
    "Retreat": withdrawals,
    "DepotRetreat": withdrawals,
    "Advance": pursuits,
    "Reinforcements": arrivals,
    "Paratroops": landing,
    "BridgeheadCrossing": crossing,
    "Replacements": replacements,
    "Movement": evacuations,
    "Refugees": surrenders,
}
