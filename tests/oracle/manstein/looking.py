"""The one page that knows the engine: it reads the board, and asks the engine what the account works out by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import meuse
from meuse.games.manstein import board as engine
from meuse.games.manstein import logistics
from oracle.frame import Difference
from oracle.manstein.asking import everything
from oracle.manstein.board import Board, Bridge, Fight, Piece, Sum, Told, printed
from oracle.manstein.chart import HOME, MAP, Hex
from oracle.manstein.results import followed, rolled


class MansteinAccount:
    """The second account of Manstein's War; of the moment before it remembers enough to follow a battle."""

    def __init__(self) -> None:
        self._before: tuple[int, Board, str, Fight | None] | None = None

    def differences(self, game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
        board, asked = read(game), Voice(game)
        yield from self._follow(game, board, asked)
        self._before = len(game.journal), board, asked.step, asked.fight
        yield from everything(board, asked, units)

    def _follow(self, game: meuse.Game, board: Board, asked: Voice) -> Iterator[Difference]:
        """What the last order has led to, if it was a battle."""
        if self._before is None or self._before[0] != len(game.journal) - 1:
            return
        _, before, step, fight = self._before
        entry = game.journal[-1]
        battle = rolled(before, step, fight, entry.order, entry.dice)
        if battle is not None:
            yield from followed(before, board, asked, battle)


class Voice:
    """What is asked now, and the answers of the engine (see `board.Asked`)."""

    def __init__(self, game: meuse.Game) -> None:
        self._game, self._decision = game, game.decision
        step: Any = self._decision.step
        self.step: str = type(step).__name__
        self.side: str = self._decision.side.word
        lost = getattr(step, "unit", None)
        listed = getattr(step, "units", None) or getattr(step, "left", ())
        self.units = _ids(game, listed if isinstance(listed, tuple) else ()) if lost is None else _ids(game, (lost,))
        length = getattr(step, "length", getattr(step, "overrun", None))
        self.length = int(step.left if self.step == "Lose" else length or 0)
        where = getattr(step, "vacated", getattr(step, "hex", -1))
        self.where = MAP.labels[where] if where >= 0 else ""
        self.mech_first = bool(getattr(step, "mech_first", False))
        self.fight = _fight_of(game, step)

    def choices(self, *prefix: str) -> list[str]:
        return self._decision.choices(prefix)

    def told(self, *prefix: str) -> dict[str, Told]:
        return {c.token: Told(c.cost, c.stop, c.price) for c in self._decision.describe(prefix)}

    def odds(self, *order: str) -> Sum | None:
        report = self._game.odds(order)
        if report is None:
            return None
        shifts = [shift for shift in report.shifts if not shift.open]
        return Sum(
            attack=sum(int(s.counted) for s in report.attackers),
            defence=sum(int(s.counted) for s in report.defenders),
            start=report.start,
            final=report.final,
            shifts={rule: sum(s.value for s in shifts if s.rule == rule) for rule in {s.rule for s in shifts}},
            faces=tuple(face.code for face in report.faces),
            means=tuple(face.text for face in report.faces),
            assumed=report.assumptions,
        )

    def covered(self, side: str) -> set[Hex]:
        """The hexes that the map shows as covered by the zones of a side."""
        areas = self._game.seat(self.side).overlay("zones").areas
        return {hex_ for area in areas if area.look == "zone" and area.whose == side for hex_ in area.hexes}

    def supported(self, unit: str) -> bool:
        return logistics.is_supported(self._state, self._number(unit))

    def sustained(self, unit: str) -> bool:
        return logistics.is_sustained(self._state, self._number(unit))

    def cut_off(self, unit: str) -> bool:
        return logistics.is_cut_off(self._state, self._number(unit))

    def standing(self) -> tuple[int, int, str, str]:
        """The points of both sides, the winner and the level, if the game ended now."""
        result: Any = self._game.rules.standing(self._state)
        winner = result.winner.word if result.winner is not None else ""
        return int(result.score["german"]), int(result.score["allied"]), winner, result.level

    @property
    def _state(self) -> Any:
        return self._game.state

    def _number(self, unit: str) -> int:
        return int(self._state.scenario.unit_named[unit])


def read(game: meuse.Game) -> Board:
    """The board as it lies."""
    g: Any = game.state
    pieces = {c.id: _piece(g, u) for u, c in enumerate(g.scenario.counters)}
    stacks: dict[Hex, list[Piece]] = {}
    for piece in pieces.values():
        if piece.on_map:
            stacks.setdefault(piece.at, []).append(piece)
    owner = {1: "german", 2: "allied"}
    return Board(
        turn=g.turn,
        step=type(game.decision.step).__name__,
        side=game.decision.side.word,
        playing=g.now.side.word,
        marker=g.now.marker,
        commands=g.now.commands,
        corps=frozenset(_ids(game, g.now.corps)),
        flown=frozenset(_ids(game, g.now.air_used)),
        pieces=pieces,
        stacks=stacks,
        control={MAP.labels[h]: owner[c] for h, c in enumerate(g.control) if c},
        destroyed=_labels(g.destroyed),
        bombed=_labels(g.bombed),
        open_cities=_labels(g.open_cities),
        bridges=tuple(_bridge(n, *row) for n, row in g.bridgeheads.items()),
        surrendered=frozenset(HOME[nation] for nation in g.surrendered),
        rough_for_three=g.manstein_rough,
        plan_turn=g.manstein_turn,
        extended=g.extended,
        trains=g.rail_left,
        points=dict(g.rp),
        landings=frozenset(_ids(game, g.landings)),
        first=g.first.word,
        plans={side.word: g.plans[side] for side in meuse.SIDES},
        played=g.played,
        evac_lapsed=g.evac_lapsed and "evac" not in g.offered[1],
        evacuating="evac" in g.played and "evac" in g.offered[1],
        flown_turn=g.doctrine_turn,
        no_ships=g.naval_barred,
        options=dict(g.scenario.options),
    )


def _piece(g: Any, u: int) -> Piece:
    status = g.status[u]
    return Piece(
        **printed(g.scenario.counters[u].id, g.steps[u]),
        arrives=g.arrival[u],
        at=g.scenario.place_word(g.hex_of[u]),
        moved=bool(status & engine.MOVED),
        railed=bool(status & engine.RAILED),
        fought=bool(status & engine.FOUGHT),
        attacked=bool(status & engine.ATTACKED),
        activated=bool(status & engine.ACTIVATED),
        spent_reserve=bool(status & engine.RESERVE_USED),
        landed=bool(status & engine.LANDED),
        opposed=bool(status & engine.OPPOSED),
        flown=bool(status & engine.FLOWN),
        ready=bool(status & engine.READY),
        left=g.budget[u],
    )


def _bridge(side: int, owner: int, start: int) -> Bridge:
    pair = MAP.sides[side]
    beyond = pair.a if pair.b == start else pair.b
    return Bridge(meuse.SIDES[owner].word, MAP.labels[start], MAP.labels[beyond])


def _fight_of(game: meuse.Game, step: Any) -> Fight | None:
    """The combat that a step is about, if it is about one."""
    if type(step).__name__ == "Bridgehead":
        return Fight(step.side.word, MAP.labels[step.target], _ids(game, step.units), "attack", "", ())
    battle = getattr(step, "battle", None)
    return None if battle is None else _fight(game, battle)


def _fight(game: meuse.Game, battle: Any) -> Fight:
    units, silent = _ids(game, battle.units), _ids(game, battle.silent)
    return Fight(battle.side.word, MAP.labels[battle.target], units, battle.kind, battle.table, silent)


def _labels(hexes: Collection[int]) -> frozenset[str]:
    return frozenset(MAP.labels[h] for h in hexes)


def _ids(game: meuse.Game, units: Collection[int]) -> tuple[str, ...]:
    return tuple(game.state.scenario.unit_ids[u] for u in units)
