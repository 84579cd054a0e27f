"""How a game went: the front, the score, the losses and the dice, turn by turn. Made by playing its orders again.

>>> import meuse
>>> tale = history(meuse.load("tests/replay/skirmish.meuse"), None)
>>> [turn.turn for turn in tale.turns]
[1, 2, 3, 4]
"""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from meuse.audit import look_back_on, worst
from meuse.counters import SIDES, Side, SideWord, Unit
from meuse.dice import Dice
from meuse.events import Event, visible
from meuse.game import Game
from meuse.report import count
from meuse.state import Result
from meuse.steps import Order

MOST_SWINGS = 6
MOST_SLIPS = 8
STEPS, WHOLE = ("loss",), ("eliminated",)
"""Kinds of events that name units which lose steps, or all that they had."""


class TurnTale(msgspec.Struct, kw_only=True):
    """A turn as it ended: after `number` orders, with the hexes each side holds and where its units stand."""

    turn: int
    title: str
    number: int
    control: dict[SideWord, list[str]]
    units: dict[SideWord, list[str]]
    losses: dict[SideWord, int]
    score: dict[str, float] = {}
    level: str = ""


class Swing(msgspec.Struct, kw_only=True):
    """An order that changed much: by how much, in favour of `side`, and what happened."""

    number: int
    turn: int
    side: SideWord
    by: float
    text: str
    rule: str


class Source(msgspec.Struct, kw_only=True):
    """Points of a side by the rule that gave them."""

    side: SideWord
    rule: str
    title: str
    points: float
    times: int


class Luck(msgspec.Struct, kw_only=True):
    """The dice of one kind: how many, their mean, the mean they should have, and how far chance spreads such a mean."""

    side: SideWord
    kind: str
    dice: int
    mean: float
    expected: float
    spread: float


class Deed(msgspec.Struct, kw_only=True):
    """What stands out in a unit's game."""

    title: str
    unit: str
    side: SideWord
    text: str


class Slip(msgspec.Struct, kw_only=True):
    """A blunder: after which order, what it was, and whether the enemy made use of it."""

    number: int
    turn: int
    side: SideWord
    text: str
    punished: bool


class History(msgspec.Struct, kw_only=True):
    """The whole tale. `measure` says what the swings are counted in; scores and levels are told after the end only."""

    over: bool
    winner: SideWord | Literal[""]
    level: str
    text: str
    rule: str
    orders: int
    dice: int
    battles: int
    measure: Literal["points", "steps lost"]
    turns: list[TurnTale]
    swings: list[Swing]
    sources: list[Source]
    luck: list[Luck]
    deeds: list[Deed]
    slips: list[Slip] = []
    """The worst blunders of both sides; told after the end only."""


def history(game: Game, eyes: Side | None) -> History:
    """The tale of a game as one side (None: a spectator) may hear it; after the end all hear everything.

    One that went over to other rules is told from there on.
    """
    start = game.beginning()
    return retell(start, [(entry.side, entry.order) for entry in game.journal[len(start.journal) :]], game.result, eyes)


def retell(start: Game, orders: Iterable[tuple[Side, Order]], result: Result | None, eyes: Side | None) -> History:
    """The tale of these orders, from the beginning of a game on; `result` is how it ended, if it did."""
    told = list(orders)
    slips = [] if result is None else _slips(start.copy(), told)
    teller = Teller(start, result, eyes)
    for side, order in told:
        teller.play(side, order)
    return msgspec.structs.replace(teller.tale(), slips=slips)


def _slips(start: Game, orders: Sequence[tuple[Side, Order]]) -> list[Slip]:
    """The worst blunders of both sides."""
    return [
        Slip(number=one.number, turn=one.turn, side=one.side, text=_sentence(one.text), punished=one.punished)
        for one in worst(look_back_on(start, orders).blunders, MOST_SLIPS)
    ]


class Witness(Dice, frozen=True, kw_only=True):
    """The same dice, but every throw is written down, with the number of faces."""

    thrown: list[tuple[int, int]]

    def at(self, order: int) -> Dice:
        return Witness(seed=self.seed, order=order, thrown=self.thrown)

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        face, then = super().roll(faces)
        self.thrown.append((faces, face))
        return face, Witness(seed=self.seed, order=then.order, drawn=then.drawn, thrown=self.thrown)


class Teller:
    """Plays a game again and takes notes."""

    def __init__(self, start: Game, result: Result | None, eyes: Side | None) -> None:
        self.game, self.result, self.eyes = start, result, eyes
        self.thrown: list[tuple[int, int]] = []
        start.state.dice = Witness(seed=start.state.dice.seed, thrown=self.thrown)
        scenario = start.state.scenario
        self.titles = {rule.id: rule.title for rule in scenario.ledger.rule}
        self.names = {counter.id: counter.name for counter in scenario.counters}
        self.turns: list[TurnTale] = []
        self.swings: list[Swing] = []
        self.sources: dict[tuple[str, str], Source] = {}
        self.luck: dict[tuple[SideWord, str], list[tuple[int, int]]] = {}
        self.fights: Count[Unit] = Count()
        self.marched: Count[Unit] = Count()
        self.lost: Count[str] = Count()
        self.battles = 0
        self.standing = self._standing()

    # -- one order

    @property
    def over(self) -> bool:
        return self.result is not None

    def play(self, side: Side, order: Order) -> None:
        before, turn, thrown = self.game.state.copy(), self.game.state.turn, len(self.thrown)
        events = self.game.play(order, side)
        known = events if self.over else visible(events, self.eyes)
        lost = self._losses(before.steps, known)
        self._count_swing(turn, lost, known)
        self._count_dice(side, known, self.thrown[thrown:])
        self._count_marches(before.hex_of)
        if self.game.state.turn != turn and turn >= 0:
            self._close(turn, len(self.game.journal) - 1)

    def _losses(self, steps: Sequence[int], events: list[Event]) -> dict[Side, int]:
        """The steps that units of each side lost, by the events that name them."""
        g = self.game.state
        found = dict.fromkeys(SIDES, 0)
        named = {u: event.kind for event in events if event.kind in (*STEPS, *WHOLE) for u in self._units(event)}
        for u, kind in named.items():
            found[g.scenario.side_of[u]] += steps[u] if kind in WHOLE else max(0, steps[u] - g.steps[u])
        for side in SIDES:
            self.lost[side.word] += found[side]
        return found

    def _count_swing(self, turn: int, lost: dict[Side, int], events: list[Event]) -> None:
        """What an order was worth: by the score where the game has one, else by the steps lost."""
        before, self.standing = self.standing, self._standing()
        if before is None or self.standing is None or not self.standing.score:
            gain = float(lost[Side.ALLIED] - lost[Side.GERMAN])
        else:
            changes = {side: self.standing.score.get(side.word, 0) - before.score.get(side.word, 0) for side in SIDES}
            gain = changes[Side.GERMAN] - changes[Side.ALLIED]
            self._count_sources(changes, events)
        if gain:
            side = Side.GERMAN if gain > 0 else Side.ALLIED
            text, rule = self._told(events)
            number = len(self.game.journal)
            swing = Swing(number=number, turn=max(turn, 0), side=side.word, by=abs(gain), text=text, rule=rule)
            self.swings.append(swing)

    def _count_sources(self, changes: dict[Side, float], events: list[Event]) -> None:
        causes = [event for event in events if event.kind in WHOLE] or [event for event in events if event.rule]
        rule = causes[-1].rule if causes else ""
        for side, points in changes.items():
            if points:
                empty = Source(side=side.word, rule=rule, title=self.titles.get(rule, "Other"), points=0, times=0)
                source = self.sources.setdefault((side.word, rule), empty)
                source.points += points
                source.times += 1

    def _count_dice(self, by: Side, events: list[Event], thrown: list[tuple[int, int]]) -> None:
        """Dice that events show, with the faces they had; what is drawn from a cup is neither good nor bad."""
        left = iter(thrown)
        for event in events:
            if event.kind == "battle":
                self.battles += 1
                self.fights.update(self._units(event))
            shown = [throw for want in event.dice if (throw := _next(left, want)) is not None]
            if shown:
                self.luck.setdefault((event.side or by.word, event.kind), []).extend(shown)

    def _count_marches(self, before: Sequence[int]) -> None:
        g = self.game.state
        for u, (old, new) in enumerate(zip(before, g.hex_of, strict=True)):
            if old != new and old >= 0 and new >= 0:
                self.marched[u] += g.map.distance(old, new)

    def _close(self, turn: int, number: int) -> None:
        """A turn is over."""
        g, is_hidden = self.game.state, self.game.rules.views.is_hidden
        seen = [u for u in range(len(g.hex_of)) if g.hex_of[u] >= 0 and (self.over or not is_hidden(g, u, self.eyes))]
        labels, side_of = g.map.labels, g.scenario.side_of
        standing = self.standing
        tale = TurnTale(
            turn=turn,
            title=self._title(turn),
            number=number,
            control={s.word: [labels[h] for h, owner in enumerate(g.control) if owner == 1 + s] for s in SIDES},
            units={s.word: sorted({labels[g.hex_of[u]] for u in seen if side_of[u] is s}) for s in SIDES},
            losses={s.word: self.lost[s.word] - sum(t.losses[s.word] for t in self.turns) for s in SIDES},
            score=dict(standing.score) if standing is not None else {},
            level=standing.level if standing is not None else "",
        )
        self.turns.append(tale)

    # -- the whole

    def tale(self) -> History:
        result = self.result
        self._close(max(self.game.state.turn, 0), len(self.game.journal))
        largest = sorted(self.swings, key=lambda swing: (-swing.by, swing.number))[:MOST_SWINGS]
        return History(
            over=self.over,
            winner=result.winner.word if result and result.winner is not None else "",
            level=result.level if result else "",
            text=result.text if result else "",
            rule=result.rule if result else "",
            orders=len(self.game.journal),
            dice=len(self.thrown),
            battles=self.battles,
            measure="points" if self.standing is not None and self.standing.score else "steps lost",
            turns=self.turns,
            swings=sorted(largest, key=lambda swing: swing.number),
            sources=sorted(self.sources.values(), key=lambda source: (source.side, -abs(source.points), source.rule)),
            luck=[_luck(side, kind, dice) for (side, kind), dice in sorted(self.luck.items())],
            deeds=self._deeds(),
        )

    def _deeds(self) -> list[Deed]:
        """A few sentences about units: who fought and marched most, who did neither."""
        found = []
        for side in SIDES:
            own = [u for u, s in enumerate(self.game.state.scenario.side_of) if s is side]
            fought, marched = (max(own, key=lambda u: (most[u], -u)) for most in (self.fights, self.marched))
            if self.fights[fought]:
                found.append(self._deed("Most battles", fought, f"attacked {_times(self.fights[fought])}"))
            if self.marched[marched]:
                found.append(
                    self._deed("Longest march", marched, f"moved {count(self.marched[marched], 'hex', 'hexes')}")
                )
        return found

    def _deed(self, title: str, u: Unit, text: str) -> Deed:
        counter = self.game.state.scenario.counters[u]
        return Deed(title=title, unit=counter.name, side=counter.side.word, text=text)

    # -- helpers

    def _standing(self) -> Result | None:
        """What the score would be now. It may tell a secret plan, so it is kept until the end."""
        return self.game.rules.standing(self.game.state) if self.over else None

    def _units(self, event: Event) -> list[Unit]:
        named = self.game.state.scenario.unit_named
        return [named[name] for name in event.units if name in named]

    def _told(self, events: list[Event]) -> tuple[str, str]:
        """The events of an order in one line, those that say most first, with the names of units."""
        rank = {"battle": 0, "surrender": 1, "eliminated": 2}
        best = sorted(events, key=lambda event: rank.get(event.kind, 3))
        text = "; ".join(event.text for event in best[:2])
        named = re.sub(r"[\w.]+", lambda word: self.names.get(word[0], word[0]), text)
        return named, best[0].rule if best else ""

    def _title(self, turn: int) -> str:
        """The turn as the track names it: "3: 22-26 May"."""
        tracks = [part for part in self.game.rules.views.parts(self.game.state, self.eyes) if part.kind == "track"]
        cells = {cell.id: cell.label for part in tracks[:1] for cell in part.cells}
        return cells.get(str(turn), str(turn))


def _next(thrown: Iterator[tuple[int, int]], face: int) -> tuple[int, int] | None:
    """The next throw that shows this face."""
    return next((throw for throw in thrown if throw[1] == face), None)


def _luck(side: SideWord, kind: str, dice: list[tuple[int, int]]) -> Luck:
    count = len(dice)
    variance = sum((faces * faces - 1) / 12 for faces, _ in dice) / count**2
    return Luck(
        side=side,
        kind=kind,
        dice=count,
        mean=round(sum(face for _, face in dice) / count, 2),
        expected=round(sum((faces + 1) / 2 for faces, _ in dice) / count, 2),
        spread=round(variance**0.5, 2),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
