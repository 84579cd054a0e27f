"""The only page that knows the engine: it reads the board, asks the engine the same questions, and compares."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import meuse
from meuse.games.france40 import board as columns
from meuse.games.france40.advance import Advance
from meuse.games.france40.battle import Support
from meuse.games.france40.board import France40
from meuse.games.france40.breakthrough import Breakthrough
from meuse.games.france40.odds import Battle as EngineBattle
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.special import Disengage
from oracle.frame import Difference, compare_sets, compare_values
from oracle.france40 import advance, combat, movement, victory, zones
from oracle.france40.board import Board, Piece, piece
from oracle.france40.ground import charts, ground
from oracle.france40.orders import groups, members_of, some_sets
from oracle.france40.retreats import Flight
from oracle.france40.supply import in_supply

STATES = {
    columns.DISRUPTED: "disrupted", columns.FULL_RETREAT: "full retreat", columns.OUT_OF_SUPPLY: "out of supply",
    columns.RED: "red", columns.MOVED: "moved", columns.EXTENDED: "extended", columns.TOUCHED: "touched",
    columns.TRAIN: "train", columns.NEW_TRAIN: "new train", columns.RAILED: "railed", columns.AUTO_DS: "auto ds",
    columns.ATTACKED: "attacked", columns.DEFENDED: "defended", columns.RETREATED: "retreated",
    columns.ADVANCED: "advanced", columns.USED: "used", columns.PINNED: "pinned", columns.TRIED: "tried",
}  # fmt: skip


def seen(game: meuse.Game) -> Board:
    """The board as it is now."""
    g = game.state
    assert isinstance(g, France40)
    scenario = g.scenario.id
    labels = g.map.labels
    pieces = [_piece(g, u) for u in range(len(g.hex_of))]
    control = {labels[h]: meuse.SIDES[owner - 1].word for h, owner in enumerate(g.control) if owner}
    dyle = frozenset(labels[h] for h, done in g.dyle.items() if done)
    closed = frozenset(labels[h] for h in g.closed)
    evac = g.scenario.unit_ids[g.evac_unit] if g.evac_unit >= 0 else ""
    facts = {"calais cleared": g.calais_cleared, "evac": evac, "x exits": g.x_exits}
    return Board(scenario, ground(scenario), g.turn, pieces, control, closed, dyle, facts)


def _piece(g: France40, u: int) -> Piece:
    h, labels = g.hex_of[u], g.map.labels
    states = {word for bit, word in STATES.items() if g.status[u] & bit}
    if u in g.frozen:
        states.add("frozen")
    box = "" if h >= 0 or h == -1 else columns.BOXES[-2 - h]
    origin = labels[g.origin[u]] if g.origin[u] >= 0 else ""
    facts = {"spent": g.spent[u], "hexes": g.hexes[u], "origin": origin, "under": g.under[u]}
    return piece(g.scenario.unit_ids[u], g.steps[u], labels[h] if h >= 0 else "", box, states, g.scenario.dynamo, facts)


def differences(game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
    board = seen(game)
    yield from reaches(game, board, units)
    yield from marches(game, board, units)
    yield from attacks(game, board, units)
    yield from battles(game, board)
    yield from strikes(game, board)
    yield from advances(game, board)
    yield from retreat_goals(game, board)
    if units is None:
        yield from all_zones(game, board)
        yield from all_supply(game, board)
        yield from standings(game, board)


def standings(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """21.7, 22.10.2: the points of both sides now, award by award."""
    (part,) = [part for part in game.seat("german").view.parts if part.id == "victory"]
    engine: dict[str, int] = {}
    for cell in part.cells:
        engine[cell.rule] = engine.get(cell.rule, 0) + int(cell.label.split()[-1])
    oracle = victory.dynamo(board) if board.dynamo else victory.sickle_cut(board)
    for rule in sorted(set(engine) | set(oracle)):
        yield from compare_values("points", f"points by {rule}", rule, engine.get(rule, 0), oracle.get(rule, 0))


def all_zones(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """5, 6: the zones and bonds of both sides."""
    layer = game.seat("german").overlay("zones")
    for side in ("german", "allied"):
        engine = {h for area in layer.areas if area.look == "zone" and area.whose == side for h in area.hexes}
        yield from compare_sets("zones", f"zones of the {side} side", "5.1.1a", engine, zones.zone(board, side))
        ours = zones.bonds(board, side)
        closed = {h for area in layer.areas if area.look == "bond" and area.whose == side for h in area.hexes}
        yield from compare_sets("hex bonds", f"Hex Bonds of the {side} side", "6.1c", closed, ours.hexes)
        sides = {mark.at for mark in layer.marks if mark.sign == "bond" and mark.whose == side}
        mine = {"/".join(sorted(pair)) for pair in ours.sides}
        yield from compare_sets("hexside bonds", f"Hexside Bonds of the {side} side", "6.1d", sides, mine)


def all_supply(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """18: who is in supply at this moment; one unit of each stack is asked."""
    seat = game.seat("german")
    first = {(p.at, p.side): p for p in board.pieces.values() if p.at and board.ground.played(p.at)}
    for p in first.values():
        told = " ".join(seat.overlay("supply", p.id).notes)
        question = f"{p.id} at {p.at} in supply"
        yield from compare_values("supply", question, "18.1a", told.startswith("In supply"), in_supply(board, p))


def reaches(game: meuse.Game, board: Board, units: Collection[str] | None) -> Iterator[Difference]:
    """7: the goals of every unit that can move, and what the way there costs."""
    decision = game.decision
    if type(decision.step).__name__ != "Movement":
        return
    side = decision.side.word
    listed = set(decision.choices(("move",))) if "move" in decision.choices() else set()
    for p in board.pieces.values():
        if p.side != side or not p.at or (units is not None and p.id not in units):
            continue
        engine = {c.token: c.cost for c in decision.describe(("move", p.id))} if p.id in listed else {}
        oracle = movement.reach(board, [p])
        yield from compare_sets("reach", f"reach of {p.id} from {p.at}", "7", engine, oracle)
        for h in sorted(set(engine) & set(oracle)):
            yield from compare_values("cost", f"cost of {p.id} from {p.at} to {h}", "7.5", engine[h], oracle[h])


def marches(game: meuse.Game, board: Board, units: Collection[str] | None) -> Iterator[Difference]:
    """7.1b: the goals of whole stacks."""
    decision = game.decision
    if type(decision.step).__name__ != "Movement" or "march" not in decision.choices():
        return
    for h in decision.choices(("march",)):
        if units is not None and not any(p.id in units for p in board.at[h]):
            continue
        order: tuple[str, ...] = ("march", h)
        while order[-1] != "go":
            order = (*order, decision.choices(order)[0])
        party = [board.pieces[token] for token in order[2:-1]]
        engine = {choice.token: choice.cost for choice in decision.describe(order)}
        oracle = movement.reach(board, party)
        yield from compare_sets("march", f"reach of {' '.join(order)}", "7.1b", engine, oracle)
        for goal in sorted(set(engine) & set(oracle)):
            yield from compare_values("march cost", f"{' '.join(order)} {goal}", "7.1b", engine[goal], oracle[goal])


def battles(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """8.3b, 9.3, 9.4: the column of the attack being fought, with the support given so far."""
    step = game.decision.step
    if not isinstance(step, Support):
        return
    battle = _battle(game, board, step.battle)
    air, hq = step.battle.air, step.battle.hq
    more = air[0] - air[1] if battle.side == "german" else air[1] - air[0]
    if hq >= 0:
        more += 1 if battle.side == "allied" else -1
    _, _, told = game.decision.title.partition(" stands at ")
    if not told:
        return
    told = told.split(".")[0]
    final = combat.reckon(board, battle, more).final
    yield from compare_values("battle", f"the attack on {battle.target}", "8.3c", told, final)


def strikes(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """15.2.5, 15.2.6, 15.2.7: the odds of Breakthrough Combats, by the hexes spent."""
    decision = game.decision
    step = decision.step
    if not isinstance(step, Breakthrough) or "strike" not in decision.choices():
        return
    ids = game.state.scenario.unit_ids
    group = [board.pieces[ids[u]] for u in step.group]
    for h in decision.choices(("strike",)):
        for choice in decision.describe(("strike", h)):
            spent = int(choice.token)
            able = tuple(
                p for p, left in zip(group, step.left, strict=True) if left >= spent and p.attack and not exhausted(p)
            )
            battle = combat.Battle(h, able, moving_on=True)
            final = combat.reckon(board, battle, charts()["breakthrough"]["shift"][str(spent)]).final
            if choice.odds:
                yield from compare_values("strike", f"strike {h} {spent}", "15.2.7", choice.odds, final)


def exhausted(p: Piece) -> bool:
    """2.3.2, 13.2b, R.7.3b.2: an extended or shaken unit does not attack, though it may have tagged along."""
    return "extended" in p.states or not p.good


def advances(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """14: where every unit that has not begun can advance."""
    decision = game.decision
    step = decision.step
    if not isinstance(step, Advance) or "advance" not in decision.choices():
        return
    ids = game.state.scenario.unit_ids
    target = game.state.map.labels[step.battle.target]
    fresh = {ids[u] for u in step.fresh if u != step.moving}
    for token in decision.choices(("advance",)):
        if token in fresh and step.hexes:
            engine = decision.choices(("advance", token))
            party = movement.together(board, [board.pieces[token]])
            oracle = advance.goals(board, party, step.hexes, target)
            yield from compare_sets("advance", f"advance of {token} ({step.hexes})", "14", engine, oracle)


def _battle(game: meuse.Game, board: Board, battle: EngineBattle) -> combat.Battle:
    ids = game.state.scenario.unit_ids
    left_out = frozenset(ids[u] for u in battle.left_out)
    return combat.Battle(
        game.state.map.labels[battle.target], tuple(board.pieces[ids[u]] for u in battle.units), left_out
    )


def attacks(game: meuse.Game, board: Board, units: Collection[str] | None) -> Iterator[Difference]:
    """8, 9: who can be attacked by whom, and the odds of some listed sets."""
    decision = game.decision
    if type(decision.step).__name__ != "Combat":
        return
    side = decision.side.word
    listed = decision.choices(("attack",)) if "attack" in decision.choices() else []
    if units is None:
        mine = {h for h in board.at if combat.attackable(board, h, side)}
        yield from compare_sets("targets", "hexes that can be attacked", "8.1a", listed, mine)
    for h in listed:
        members = decision.choices(("attack", h, "with"))
        if units is not None and not set(units) & set(members) and len(listed) > 2:
            continue
        able = {p.id for p in combat.attackers(board, h, side)}
        yield from compare_sets(
            "attackers", f"attackers of {h}", "8.1", members_of(decision.choices, ("attack", h, "with")), able
        )
        for order in some_sets(decision.choices, ("attack", h, "with"), len(game.journal)):
            yield from odds(game, board, order)


def odds(game: meuse.Game, board: Board, order: tuple[str, ...]) -> Iterator[Difference]:
    """8.3, 8.4, 9: the whole arithmetic of one attack."""
    report = game.seat(game.decision.side).odds(order)
    names = [token for token in order if token in board.pieces]
    sum_ = combat.reckon(board, combat.Battle(order[1], tuple(board.pieces[n] for n in names)))
    asked = " ".join(order)
    if report is None:
        yield Difference("odds", asked, "8.3a", "nothing", str(sum_))
        return
    yield from compare_values("ratio", asked, "8.3a", report.ratio, f"{sum_.attack} : {sum_.defence}")
    yield from compare_values("start", asked, "8.3a", report.start, sum_.start)
    yield from compare_values("final", asked, "8.3c", report.final, sum_.final)
    told: dict[str, int] = {}
    for shift in report.shifts:
        if not shift.open:
            rule = RULE_OF.get(shift.rule, shift.rule)
            told[rule] = told.get(rule, 0) + shift.value
    told = {rule: value for rule, value in told.items() if value}
    yield from compare_values("shifts", asked, "9", sorted(told.items()), sorted(sum_.shifts.items()))
    if len(report.faces) == 6:
        codes = [combat.code(sum_.column, die) for die in range(1, 7)]
        yield from compare_values("results", asked, "10.1", [face.code for face in report.faces], codes)


RULE_OF = {"9.2.1": "9.2", "9.2.2": "9.2", "9.2.4a": "9.2", "21.4b": "16.2a"}
"""Shifts that stand in several places of the book, by the one the second account names."""


def retreat_goals(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """12, 20.3.4: where the units that must retreat can go: each by itself, and all of them together."""
    decision = game.decision
    step = decision.step
    if not isinstance(step, Retreat) or "retreat" not in decision.choices():
        return  # a Disengagement may have nowhere to go
    labels, ids = game.state.map.labels, game.state.scenario.unit_ids
    board.facts["retreat"] = step.how
    going = [board.pieces[ids[u]] for u in step.units if board.pieces[ids[u]].at == labels[step.origin]]
    for order in groups(decision.choices):
        group = [board.pieces[token] for token in order[1:-1]]
        flight = Flight(board, group, going, labels[step.origin], step.length)
        oracle = flight.anywhere() if isinstance(step, Disengage) else set(flight.goals())
        question = f"{step.how} retreat of {step.length} from {labels[step.origin]}: {' '.join(order[1:-1])}"
        yield from compare_sets("retreat", question, "12", decision.choices(order), oracle)
