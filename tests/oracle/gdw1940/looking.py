"""The one page that knows the engine: it reads the board, and asks the engine what the account works out by itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

import meuse
from meuse.games.gdw1940 import board as engine
from oracle.frame import Difference
from oracle.gdw1940.asking import everything
from oracle.gdw1940.board import Board, Piece, Sum, Told
from oracle.gdw1940.ground import MAP, Hex
from oracle.gdw1940.history import Memory, Ordered, begin
from oracle.gdw1940.watching import watched


class Gdw1940Account:
    """The second account of 1940; it watches one game at a time."""

    def __init__(self) -> None:
        self._records: list[tuple[int, Memory]] = []

    def differences(self, game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
        board, asked = read(game), Voice(game)
        yield from self._watch(game, board, asked)
        _, memory = self._records[-1]
        yield from everything(board, asked, memory, units)

    def _watch(self, game: meuse.Game, board: Board, asked: Voice) -> Iterator[Difference]:
        """Goes on with the record by the last order; it begins afresh where the thread is lost."""
        length = len(game.journal)
        while self._records and self._records[-1][0] > length:
            self._records.pop()
        if length and self._records and self._records[-1][0] == length - 1:
            entry = game.journal[-1]
            order = Ordered(entry.side.word, entry.order, entry.dice)
            memory, found = watched(self._records[-1][1], order, board, asked)
            self._records.append((length, memory))
            yield from found
        elif not length or not self._records or self._records[-1][0] != length:
            self._records = [(length, begin(board))]


class Voice:
    """What is asked now, and the answers of the engine (see `board.Asked`)."""

    def __init__(self, game: meuse.Game) -> None:
        self._game, self._decision = game, game.decision
        step: Any = self._decision.step
        self.step, self.side = type(step).__name__, self._decision.side.word
        attacks = (*_field(step, "named"), *_field(step, "left"), *_attack_of(step))
        self.named = tuple((_labels(a.hexes), _ids(game, a.units)) for a in attacks)
        self.units = _ids(game, _field(step, "units") or _field(step, "fresh"))
        self.origins = _labels(_field(step, "origins"))

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
            shifts={rule: sum(s.value for s in shifts if s.rule == rule) for rule in {s.rule for s in shifts}},
            faces=tuple(face.code for face in report.faces),
            falls=report.outcomes[0].chance,
        )

    def covered(self, side: str) -> set[Hex]:
        """The hexes that the map shows as covered by the zones of a side."""
        overlay = self._game.seat(self.side).overlay("zones")
        return {hex_ for area in overlay.areas if area.look == "zone" and area.whose == side for hex_ in area.hexes}

    def line(self, unit: str) -> tuple[Hex, ...]:
        """The line of supply that the map shows for a unit; none, if it has none."""
        lines = self._game.seat(self.side).overlay("supply", unit).lines
        return lines[0].hexes if lines else ()

    def standing(self) -> tuple[int, int, str]:
        """Points of the Germans and the Allies, and the level, if the game ended now."""
        result: Any = self._game.rules.standing(self._game.state)
        return result.score["german"], result.score["allied"], result.level


def read(game: meuse.Game) -> Board:
    """The board as it lies."""
    g: Any = game.state
    pieces = {c.id: _piece(g, u) for u, c in enumerate(g.scenario.counters)}
    owner = {1: "german", 2: "allied"}
    return Board(
        turn=g.turn,
        impulse=g.impulse,
        clock=g.impulses_done,
        side=game.decision.side.word,
        step=type(game.decision.step).__name__,
        pieces=pieces,
        control={MAP.labels[h]: owner[c] for h, c in enumerate(g.control) if c},
        joined=dict(g.joined),
        groups=dict(g.groups),
        chosen_group=g.plans.get("group", 0),
        geb_for=g.geb_for,
        plan=g.plans.get("objective", 0),
        main_group=g.plans.get("effort", 0),
        released=g.released,
        bef_free_from=g.bef_free_from,
        belgian_cities_fell="be" in g.released,
        interdicted={side.word: frozenset(_labels(g.interdicted[side])) for side in meuse.SIDES},
        dropped_on=frozenset(_labels(g.dropped_on)),
        broken=frozenset(_labels(g.destroyed)) | frozenset(_labels(g.beaten)),
        ruined=frozenset(_labels(g.destroyed)),
        surrendered=g.surrendered,
        options=dict(g.scenario.options),
        railed=g.railed,
        port_used={MAP.labels[h]: n for h, n in g.port_used.items()},
        air={"german": g.air[0], "allied": g.air[1] + g.air[2]},
    )


def _piece(g: Any, u: int) -> Piece:
    counter, status = g.scenario.counters[u], g.status[u]
    return Piece(
        id=counter.id,
        side=counter.side.word,
        nation=counter.nation,
        symbol=counter.symbol,
        size=counter.size,
        combat=counter.combat,
        movement=counter.movement,
        army=counter.army,
        pool=counter.pool,
        traits=counter.traits,
        at=g.scenario.place_word(g.hex_of[u]),
        disrupted="DR" if status & engine.DR else "AR" if status & engine.AR else "",
        unsupplied=bool(status & engine.UNSUPPLIED),
        moved=bool(status & engine.MOVED),
        retreated=bool(status & engine.RETREATED),
        dropped=bool(status & engine.DROPPED),
        railed=bool(status & engine.RAILED),
        abroad=bool(status & engine.CUT_LOOSE),
        grounded=bool(status & engine.GROUNDED),
        spent=Fraction(g.spent[u], engine.EIGHTHS),
    )


def _attack_of(step: Any) -> tuple[Any, ...]:
    """The attack that a step is about, if there is one."""
    attack = getattr(step, "attack", None) or getattr(getattr(step, "battle", None), "attack", None)
    return () if attack is None or callable(attack) else (attack,)


def _figure(text: str) -> Fraction:
    """A strength as the engine writes it: 2½, ¼, 3/16."""
    if "/" in text:
        whole, _, part = text.rpartition(" ")
        return Fraction(whole or 0) + Fraction(part)
    return sum((Fraction(unicodedata.numeric(c)) for c in text if not c.isdigit()), _whole(text))


def _whole(text: str) -> Fraction:
    return Fraction("".join(c for c in text if c.isdigit()) or 0)


def _field(step: Any, name: str) -> tuple[Any, ...]:
    """A tuple that some steps have."""
    found = getattr(step, name, ())
    return found if isinstance(found, tuple) else ()


def _labels(hexes: Collection[int]) -> tuple[str, ...]:
    return tuple(MAP.labels[h] for h in hexes)


def _ids(game: meuse.Game, units: Collection[int]) -> tuple[str, ...]:
    return tuple(game.state.scenario.unit_ids[u] for u in units)
