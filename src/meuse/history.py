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

from meuse.accounts import Credit, joined
from meuse.audit import look_back_on, worst
from meuse.counters import SIDES, Side, SideWord, Unit
from meuse.dice import Dice
from meuse.events import Event, visible
from meuse.fronts import Ground, ground
from meuse.game import Game
from meuse.report import count
from meuse.state import Result, State
from meuse.steps import Order
from meuse.swings import Changes, Moment, lasting

MOST_SWINGS = 6
MOST_SLIPS = 8
STEPS_LOST = "steps lost"
STEPS, WHOLE = ("loss",), ("eliminated",)
"""Kinds of events that name units which lose steps, or all that they had."""


class TurnTale(msgspec.Struct, kw_only=True):
    """A turn as it ended: after `number` orders, with the ground each side holds."""

    turn: int
    title: str
    number: int
    ground: dict[SideWord, list[str]]
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
    """Points of a side for one kind of thing, and the places or units they were given for."""

    side: SideWord
    rule: str
    title: str
    points: float
    what: tuple[str, ...]


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


Replayed = Literal["", "agrees", "agrees since", "differs"]
"""Whether the game, played again from its orders and dice, came to the state that it stood at: from its beginning, or
since it went over to other rules or other dice. Empty where nobody has compared them."""


class History(msgspec.Struct, kw_only=True):
    """The whole tale. `measure` says what is counted: points, objectives, or steps lost where there is no score.

    Scores, levels and the reason of the result are told after the end only.
    """

    over: bool
    winner: SideWord | Literal[""]
    level: str
    why: str
    """Who won and by which rule, in plain words for whoever reads it."""
    rule: str
    orders: int
    dice: int
    battles: int
    measure: str
    swung: str
    """What the swings are counted in: the same, or steps where nothing changed the score."""
    turns: list[TurnTale]
    swings: list[Swing]
    sources: list[Source]
    luck: list[Luck]
    deeds: list[Deed]
    slips: list[Slip] = []
    """The worst blunders of both sides; told after the end only."""
    replayed: Replayed = ""


def history(game: Game, eyes: Side | None) -> History:
    """The tale of a game as one side (None: a spectator) may hear it; after the end all hear everything.

    One that went over to other rules is told from there on.
    """
    start = game.beginning()
    return retell(start, [(entry.side, entry.order) for entry in game.journal[len(start.journal) :]], game.result, eyes)


def retell(
    start: Game, orders: Iterable[tuple[Side, Order]], result: Result | None, eyes: Side | None, digest: str = ""
) -> History:
    """The tale of these orders, from the beginning of a game on; `result` is how it ended, if it did.

    `digest` is the fingerprint of the state that they must lead to, as `standing` tells it.
    """
    told = list(orders)
    slips = [] if result is None else _slips(start.copy(), told)
    teller = Teller(start, result, eyes)
    for side, order in told:
        teller.play(side, order)
    return msgspec.structs.replace(teller.tale(), slips=slips, replayed=_compared(teller.game, digest))


def standing(game: Game) -> str:
    """The fingerprint of a state that orders lead to, whatever the players have agreed on since."""
    g = game.state.copy()
    g.dice, g.result = Dice(g.dice.seed), None
    return g.digest()


def _compared(game: Game, digest: str) -> Replayed:
    if not digest:
        return ""
    if standing(game) != digest:
        return "differs"
    return "agrees since" if game.changeovers else "agrees"


def steps_lost(g: State, steps: Sequence[int], events: Iterable[Event]) -> dict[Side, int]:
    """The steps that units of each side lost in an order, by its events and by the steps they had before it."""
    kinds = {u: event.kind for event in events if event.kind in (*STEPS, *WHOLE) for u in _named(g, event)}
    found = dict.fromkeys(SIDES, 0)
    for u, kind in kinds.items():
        found[g.scenario.side_of[u]] += steps[u] if kind in WHOLE else max(0, steps[u] - g.steps[u])
    return found


def _named(g: State, event: Event) -> list[Unit]:
    """The units that an event names."""
    named = g.scenario.unit_named
    return [named[name] for name in event.units if name in named]


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
        self.blows: list[Swing] = []
        self.earned: list[Credit] = []
        self.scored, self.taken = Changes(), Changes()
        self.moments: list[Moment] = []
        self.luck: dict[tuple[SideWord, str], list[tuple[int, int]]] = {}
        self.fights: Count[Unit] = Count()
        self.marched: Count[Unit] = Count()
        self.lost: Count[str] = Count()
        self.battles = 0
        self.credits = self._credits(start.state)
        self.ground: Ground | None = None

    # -- one order

    @property
    def over(self) -> bool:
        return self.result is not None

    def play(self, side: Side, order: Order) -> None:
        before, turn, thrown = self.game.state.copy(), self.game.state.turn, len(self.thrown)
        events = self.game.play(order, side)
        known = events if self.over else visible(events, self.eyes)
        lost = self._losses(before.steps, known)
        self._take_note(lost, known)
        self._count_dice(side, known, self.thrown[thrown:])
        self._count_marches(before.hex_of)
        if self.game.state.turn != turn and turn >= 0:
            self._close(turn, len(self.game.journal) - 1)

    def _losses(self, steps: Sequence[int], events: list[Event]) -> dict[Side, int]:
        found = steps_lost(self.game.state, steps, events)
        for side in SIDES:
            self.lost[side.word] += found[side]
        return found

    def _take_note(self, lost: dict[Side, int], events: list[Event]) -> None:
        """What may have changed the score, to be looked at when the turn is over, and the steps of both sides."""
        g, number = self.game.state, len(self.game.journal)
        self.moments.append(Moment(number, g.copy(), events))
        for event in events if self.over else ():
            for one in self.game.rules.earned(g, event):
                self.earned.append(one)
                self.scored.note(number, one)
        for side in SIDES:
            if lost[side]:
                self.taken.note(number, Credit(side.enemy, lost[side], STEPS_LOST, ""))

    def _count_swings(self, turn: int) -> None:
        """A turn is over: what has lasted of it."""
        before, self.credits = self.credits, self._credits(self.game.state)
        found = [(number, [one]) for number, one in lasting(self.moments, before, self.credits, self._credits)]
        self.swings += self._swings_of([*self.scored.close(), *found], turn)
        self.blows += self._swings_of(self.taken.close(), turn)
        self.moments = []

    def _swings_of(self, found: Iterable[tuple[int, list[Credit]]], turn: int) -> Iterator[Swing]:
        """Changes by order, with what happened there."""
        orders: dict[int, list[Credit]] = {}
        for number, changes in found:
            orders.setdefault(number, []).extend(changes)
        events = {moment.number: moment.events for moment in self.moments}
        for number, changes in sorted(orders.items()):
            gain = sum(one.points if one.side is Side.GERMAN else -one.points for one in changes)
            if gain:
                text, rule = self._told(events[number])
                headline = self._headline(changes, text)
                side = Side.GERMAN if gain > 0 else Side.ALLIED
                said = f"{headline}: {text}" if headline else text
                yield Swing(number=number, turn=max(turn, 0), side=side.word, by=abs(gain), text=said, rule=rule)

    def _headline(self, changes: Sequence[Credit], text: str) -> str:
        """What was gained, unless the events of the order say it themselves."""
        gained = max(changes, key=lambda one: abs(one.points))
        said = gained.title == STEPS_LOST or gained.points < 0 or any(word in text for word in gained.what)
        return "" if said or self.earned else gained.title

    def _count_dice(self, by: Side, events: list[Event], thrown: list[tuple[int, int]]) -> None:
        """Dice that events show, with the faces they had; what is drawn from a cup is neither good nor bad."""
        left = iter(thrown)
        for event in events:
            if event.kind == "battle":
                self.battles += 1
                self.fights.update(_named(self.game.state, event))
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
        stand = {side: {g.hex_of[u] for u in seen if side_of[u] is side} for side in SIDES}
        self.ground = ground(g, stand, self.ground)
        self._count_swings(turn)
        standing = self._standing()
        tale = TurnTale(
            turn=turn,
            title=self._title(turn),
            number=number,
            ground={s.word: [labels[h] for h, owner in enumerate(self.ground) if owner == 1 + s] for s in SIDES},
            losses={s.word: self.lost[s.word] - sum(t.losses[s.word] for t in self.turns) for s in SIDES},
            score=dict(standing.score) if standing is not None else {},
            level=standing.level if standing is not None else "",
        )
        self.turns.append(tale)

    # -- the whole

    def tale(self) -> History:
        result = self.result
        self._close(max(self.game.state.turn, 0), len(self.game.journal))
        standing = self._standing()
        measure = self.game.rules.counted(self.game.state) if standing and standing.score else STEPS_LOST
        largest = sorted(self.swings or self.blows, key=lambda swing: (-swing.by, swing.number))[:MOST_SWINGS]
        return History(
            over=self.over,
            winner=result.winner.word if result and result.winner is not None else "",
            level=result.level if result else "",
            why=self._why(),
            rule=result.rule if result else "",
            orders=len(self.game.journal),
            dice=len(self.thrown),
            battles=self.battles,
            measure=measure,
            swung=measure if self.swings else STEPS_LOST,
            turns=self.turns,
            swings=sorted(largest, key=lambda swing: swing.number),
            sources=[
                Source(side=one.side.word, rule=one.rule, title=one.title, points=one.points, what=one.what)
                for one in joined([*self.earned, *self.credits])
                if one.points
            ],
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

    def _credits(self, g: State) -> tuple[Credit, ...]:
        """What the score is given for as the board stands; kept until the end, as it may tell a secret plan."""
        return self.game.rules.credits(g) if self.over else ()

    def _why(self) -> str:
        """The reason in the reader's words; a game that was given up or agreed on has only its own."""
        if self.result is None:
            return ""
        standing = self._standing()
        played_out = standing is not None and standing.rule == self.result.rule and standing.level == self.result.level
        return (self.game.rules.why(self.game.state, self.eyes) if played_out else "") or self.result.text

    def _standing(self) -> Result | None:
        """What the score would be now. It may tell a secret plan, so it is kept until the end."""
        return self.game.rules.standing(self.game.state) if self.over else None

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
