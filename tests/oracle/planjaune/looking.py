"""The one page that knows the engine: it reads the board, and asks the engine what the account works out by itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

import meuse
from meuse.games.planjaune import board as engine
from meuse.games.planjaune import supply as lines
from meuse.hexmap import OFF_MAP
from oracle.frame import Difference
from oracle.planjaune.answers import Answers, Sum, Told
from oracle.planjaune.asking import everything, remember
from oracle.planjaune.board import Board, Piece
from oracle.planjaune.ground import MAP, Hex
from oracle.planjaune.movement import Memory

PHASES = {"motorized": "motorized", "foot": "foot", "exploitation": "exploitation"}


class PlanJauneAccount:
    """The second account of Plan Jaune; it watches one game at a time."""

    def __init__(self) -> None:
        self._phase: tuple[object, ...] = ()
        self._memory = Memory(frozenset(), frozenset())

    def differences(self, game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
        board = read(game)
        phase = (id(game), board.turn, board.side, board.phase)
        if board.phase and phase != self._phase:
            self._phase, self._memory = phase, remember(board)
        yield from everything(board, Voice(game), self._memory, units)


class Voice(Answers):
    """What is asked now, and the answers of the engine."""

    def __init__(self, game: meuse.Game) -> None:
        self._game, self._decision = game, game.decision
        step: Any = self._decision.step
        self.step, self.side = type(step).__name__, self._decision.side.word
        scenario = game.state.scenario
        self.moving = _unit(game, getattr(step, "moving", -1))
        named = getattr(step, "named", ())
        self.named = tuple((MAP.labels[a.target], tuple(scenario.unit_ids[u] for u in a.units)) for a in named)
        self.origin = _label(getattr(step, "origin", OFF_MAP))
        self.length = step.length if self.step == "Retreat" else 0
        self.points = step.points if self.step == "Split" else 0
        self.target = _label(getattr(step, "target", OFF_MAP))
        self.units = tuple(scenario.unit_ids[u] for u in getattr(step, "fresh", ()))
        battle = getattr(step, "battle", None)
        self.battle = battle and (
            battle.side.word,
            MAP.labels[battle.target],
            tuple(scenario.unit_ids[u] for u in battle.units),
        )
        self.used = tuple(scenario.unit_ids[u] for u in (step.used if self.step == "Reaction" else ()))

    def choices(self, *prefix: str) -> list[str]:
        return self._decision.choices(prefix)

    def told(self, *prefix: str) -> dict[str, Told]:
        return {c.token: Told(c.cost, c.stop, c.path) for c in self._decision.describe(prefix)}

    def odds(self, *order: str) -> Sum | None:
        report = self._game.odds(order)
        if report is None:
            return None
        shifts = [shift for shift in report.shifts if not shift.open]
        return Sum(
            attackers={s.unit: _figure(s.counted) for s in report.attackers},
            defence=sum((_figure(s.counted) for s in report.defenders), Fraction(0)),
            start=report.start,
            final=report.final,
            shifts=tuple(sorted((shift.rule, shift.value) for shift in shifts)),
            faces=tuple(face.code for face in report.faces),
            dice=next((int(text.split()[0]) for text in report.assumptions if text.endswith((" die", " dice"))), 1),
        )

    def covered(self, side: str) -> set[Hex]:
        """The hexes that the map shows as covered by the zones of a side."""
        overlay = self._game.seat(self.side).overlay("zones")
        return {hex_ for area in overlay.areas if area.look == "zone" and area.whose == side for hex_ in area.hexes}

    def cut_off(self) -> set[str]:
        """The units that have no line of supply now."""
        g: Any = self._game.state
        return {g.scenario.unit_ids[u] for side in meuse.SIDES for u in g.on_map(side) if not lines.traces(g, u)}

    def standing(self) -> tuple[tuple[bool, ...], str]:
        """The objectives that the board says are reached, and the level if the game ended now."""
        g, rules = self._game.state, self._game.rules
        cells = next(part.cells for part in rules.views.parts(g, meuse.SIDES[0]) if part.id == "victory")
        result: Any = rules.standing(g)
        return tuple(cell.on for cell in cells if cell.id.isdigit()), result.level


def read(game: meuse.Game) -> Board:
    """The board as it lies."""
    g: Any = game.state
    step: Any = game.decision.step
    pieces = {c.id: _piece(g, u) for u, c in enumerate(g.scenario.counters)}
    by_hex: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        by_hex.setdefault(piece.at, []).append(piece)
    owner = {1: "german", 2: "allied"}
    kind = type(step).__name__
    return Board(
        turn=g.turn,
        scenario=g.scenario.id,
        side=game.decision.side.word,
        step=kind,
        phase="reaction" if kind == "Reaction" else PHASES.get(getattr(step, "phase", ""), ""),
        pieces=pieces,
        by_hex=by_hex,
        control={MAP.labels[h]: owner[c] for h, c in enumerate(g.control) if c},
        last_in={
            MAP.labels[h]: (n % engine.MOTORIZED_LINE, "motorized" if n >= engine.MOTORIZED_LINE else "foot")
            for h, n in enumerate(g.last_in)
            if n
        },
        rails={MAP.labels[h]: owner[c] for h, c in enumerate(g.rail_owner) if c},
        refugees=frozenset(_labels(h for h in g.refugees if h >= 0)),
        interdicted={side.word: frozenset(_labels(g.interdicted[side])) for side in meuse.SIDES},
        destroyed=frozenset(_labels(g.destroyed)),
        invaded=g.invaded,
        surrendered=g.surrendered,
        released=g.released,
        effort={side.word: group for side, group in g.effort.items()},
        plan=g.plans.get("objective", 0),
        options=dict(g.scenario.options),
        marched=g.marched,
        railed=g.railed,
        supporting=frozenset(g.scenario.unit_ids[u] for u in g.supporting),
        steps_lost=dict(g.steps_lost),
        exited=g.exited,
        british_destroyed=g.british_destroyed,
        armour_destroyed=g.armour_destroyed,
        bombed_city=_label(g.bombed_city),
        italian_bonus=g.italian_bonus,
        named=frozenset(g.scenario.unit_ids[u] for u in g.reacted),
        coups=g.coups,
        event=g.event,
        italy=g.italy,
        bombers={side.word: g.bombers[side] for side in meuse.SIDES},
        motorized_points={side.word: g.motorized_points[side] for side in meuse.SIDES},
        infantry_points={side.word: g.infantry_points[side] for side in meuse.SIDES},
        brought_in=frozenset(_labels(g.brought_in)),
        launched=_labels(g.launched),
        refugees_left=sum(h == OFF_MAP for h in g.refugees),
        fled_to=frozenset(MAP.labels[h] for h, turn in zip(g.refugees, g.refugees_on, strict=True) if turn == g.turn),
        released_on=g.released_on,
    )


def _piece(g: Any, u: int) -> Piece:
    counter, status = g.scenario.counters[u], g.status[u]
    return Piece(
        id=counter.id,
        side=counter.side.word,
        nation=counter.nation,
        steps=g.steps[u],
        full=counter.steps,
        strengths=counter.strengths,
        printed_quality=counter.quality,
        printed_points=counter.points,
        printed_movement=counter.movement,
        command=counter.command,
        support=counter.support,
        army=counter.army,
        group=counter.group,
        traits=counter.traits,
        at=g.scenario.place_word(g.hex_of[u]),
        unsupplied=bool(status & engine.UNSUPPLIED),
        moved=bool(status & engine.MOVED),
        railed=bool(status & engine.RAILED),
        slowed=bool(status & engine.HALVED),
        activated=bool(status & engine.REACTS),
        dropped=bool(status & engine.DROPPED),
        pinned=bool(status & engine.PINNED),
        been_in_belgium=bool(status & engine.IN_BELGIUM),
        overran=bool(status & engine.OVERRAN),
        stopped=bool(status & engine.STOPPED),
        spent=g.spent[u],
        replaced=bool(status & engine.REPLACED),
        pool=counter.pool,
        due=counter.turn,
        entry=counter.entry,
    )


def _figure(text: str) -> Fraction:
    """A strength as the engine writes it: 2½, ¼, 3/16, 1 5/6."""
    if "/" in text:
        whole, _, part = text.rpartition(" ")
        return Fraction(whole or 0) + Fraction(part)
    whole = Fraction("".join(c for c in text if c.isdigit()) or 0)
    return sum((Fraction(unicodedata.numeric(c)).limit_denominator(1000) for c in text if not c.isdigit()), whole)


def _unit(game: meuse.Game, u: Any) -> str:
    return game.state.scenario.unit_ids[u] if isinstance(u, int) and u >= 0 else ""


def _label(h: Any) -> Hex:
    """A hex; some steps have none, or another thing by that name."""
    return MAP.labels[h] if isinstance(h, int) and h >= 0 else ""


def _labels(hexes: Iterator[int] | Collection[int]) -> tuple[str, ...]:
    return tuple(MAP.labels[h] for h in hexes)
