"""A match as the service holds it: its live game, who plays, and the states that seats and spectators see."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from meuse.counters import SIDES, Side, SideWord
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.report import OddsReport
from meuse.seat import Seat, battle_of, rolled_of, stage_of
from meuse.server.eyes import Eyes
from meuse.server.live import LiveGame
from meuse.server.messages import (
    DecisionView,
    IntentLine,
    LogLine,
    MatchInfo,
    OpenChoice,
    SeatInfo,
    SeatState,
    Thinking,
    Update,
    Waiting,
)
from meuse.server.phases import phases
from meuse.steps import Choice

CLEARLY = 0.01
"""By how much a bot must have got further for the pages to be told."""

MOST = {"order": 5000, "undo": 500, "takeback": 100, "offer": 30, "decline": 30, "name": 30}
"""How often a side may do things in a turn."""

CHAT_SHOWN = 50
"""Messages that come with a state; earlier ones are asked for."""

MANY = 200
"""Choices that are sent only when they are asked for."""


class Match:
    """An open match."""

    def __init__(self, info: MatchInfo, live: LiveGame) -> None:
        self.id, self.live = info.id, live
        self.seats: dict[SideWord, SeatInfo] = info.seats
        self.thinking: SideWord | Literal[""] = ""
        self.far: float | None = None
        """How far the bot says it is that thinks."""
        self.hurried = False
        self.stalled = False
        """Whether a bot that is asked has given up; nobody thinks, until somebody asks for it again."""
        self.asked_itself: dict[SideWord, int] = {}
        """In which turn a side's bot last asked itself whether to offer a draw."""
        self.stand_ins: dict[SideWord, tuple[int, str]] = {}
        """Who plays for a side's bot that has failed, and in which turn."""
        self._done: Counter[tuple[Side, str, int]] = Counter()
        """How often a side has done things of a kind in a turn."""
        self.rematch = ""
        self._first = info

    # -- what anyone may know

    def info(self, changed: str = "") -> MatchInfo:
        game = self.live.seen(None)
        return msgspec.structs.replace(
            self._first,
            turn=game.state.turn,
            asked=() if game.over else tuple(side.word for side in SIDES if game.seat(side).decision is not None),
            over=game.over,
            verdict=game.result.text if game.result else "",
            orders=len(game.journal),
            changed=changed or self._first.changed,
            seats={side: self._seat(side) for side in self.seats},
        )

    def _seat(self, side: SideWord) -> SeatInfo:
        return msgspec.structs.replace(self.seats[side], name=self.live.names.get(side, ""))

    def remember(self, info: MatchInfo) -> None:
        self._first, self.seats = info, dict(info.seats)  # a bot may have sat down at one

    @property
    def bot_due(self) -> bool:
        """Whether a bot has something to answer."""
        bots = [side for side in SIDES if self.bot_of(side)]
        return any(self.live.asked(side) or self.is_offered_a_draw(side) for side in bots)

    def is_offered_a_draw(self, side: Side) -> bool:
        """Whether a bot that listens to such things has to answer an offer."""
        return self.seats[side.word].manners and self.live.offers.draw == side.enemy.word

    def bot_of(self, side: Side) -> str:
        seat = self.seats[side.word]
        return seat.bot if seat.kind == "bot" else ""

    def may(self, side: Side, kind: str) -> bool:
        """Whether a side may do something once more in this turn: all of it is kept for ever."""
        key = (side, kind, self.live.game.state.turn)
        self._done[key] += 1
        return kind not in MOST or self._done[key] <= MOST[kind]

    # -- bots that think

    def stand_in(self, side: Side) -> str:
        """Who plays for a side's bot now, if it has failed in this turn."""
        turn, bot = self.stand_ins.get(side.word, (-1, ""))
        return bot if turn == self.live.game.state.turn else ""

    def nobody_thinks(self) -> None:
        self.thinking, self.far, self.hurried, self.stalled = "", None, False, False

    def is_further(self, far: float) -> bool:
        """Take in how far a bot is; whether that is worth telling."""
        if self.far is not None and abs(far - self.far) < CLEARLY:
            return False
        self.far = far
        return True

    @property
    def thought(self) -> Thinking | None:
        """What everyone may know of what a bot thinks: its plans are a secret of its side, their number too."""
        if not self.thinking or self.far is None:
            return None
        words = f"{self.seats[self.thinking].bot.capitalize()} weighs its plans."
        return Thinking(round(self.far, 2), words, self.hurried)

    def thinking_message(self) -> Update:
        thought = msgspec.to_builtins(self.thought)
        return {"type": "thinking", "side": self.thinking, "stalled": self.stalled, "thought": thought}

    # -- what a seat may know

    def state(self, side: Side | None, eyes: Eyes, at: int | None) -> SeatState:
        """What a seat (None: a spectator) sees, now or after `at` orders; `eyes` see the board."""
        live = self.live
        number = live.number(side)
        then = number if at is None else min(at, number)
        now, past = live.seen(side), live.past(side, then)
        seat = None if side is None else now.seat(side)
        decision = seat.decision if seat is not None and then == number else None
        return SeatState(
            match=self.info(),
            side=side.word if side is not None else "",
            number=number,
            at=then,
            view=eyes(past),
            phases=phases(past),
            stage=stage_of(now) if then == number else "",
            battle=battle_of(now) if then == number else None,
            rolled=self._rolled(side) if then == number else None,
            decision=decision_view(now, seat, decision) if seat is not None and decision is not None else None,
            waiting=_waiting(now, side),
            can_undo=seat is not None and seat.can_undo,
            rewrites=live.rewrites(side),
            thinking=self.thinking,
            thought=self.thought,
            stalled=self.stalled,
            intents=self._intents(),
            chat=live.talk(side)[-CHAT_SHOWN:],
            said=len(live.talk(side)),
            notes="",
            offers=live.offers,
            rematch=self.rematch,
            present=[],
        )

    def _rolled(self, side: Side | None) -> OddsReport | None:
        """The battle that the last order has rolled the die of, as far as a side may know."""
        last = self.live.number(side) - 1
        if last < self.live.first or not any(event.kind == "battle" for event in self.live.events(side, last)):
            return None
        entry = self.live.journal(side, last)[0]
        return rolled_of(self.live.past(side, last), entry.side, entry.order)

    def _intents(self) -> list[IntentLine]:
        """What the bots meant to do, which nobody may know before the end."""
        if not self.live.is_open:
            return []
        told: list[IntentLine] = []
        for one in self.live.intents:
            line = IntentLine(Side.of(one.side).word, one.turn, one.orders, one.plan.title)
            if line.title not in [last.title for last in told if last.side == line.side][-1:]:
                told.append(line)
        return told

    def log(self, side: Side | None, start: int) -> list[LogLine]:
        """The orders from number `start` on. Of two sealed together both are told again: the later may stand first."""
        entries = self.live.journal(side)
        if 0 < start < len(entries) and entries[start].secret and entries[start - 1].secret:
            start -= 1
        return [
            LogLine(
                number=number + 1,
                side=entry.side.word,
                order=entry.order,
                dice=entry.dice,
                note=entry.note,
                events=self.live.events(side, number),
                committed=entry.committed,
                turn=self.live.told(number).turn,
                phase=self.live.told(number).phase,
                whose=self.live.told(number).whose,
            )
            for number, entry in enumerate(entries[start:], start=start)
        ]


def decision_view(game: Game, seat: Seat, decision: Decision) -> DecisionView:
    """A decision with the first two tokens of its orders; `can_undo` says whether the last one can be taken back."""
    return DecisionView(
        side=decision.side.word,
        question=decision.question,
        questions=decision.questions,
        help=decision.help,
        remaining=decision.remaining,
        stack=decision.stack,
        about=decision.step.about(game.state),
        warnings=decision.warnings,
        shut=decision.shut,
        choices=[_open(seat, decision, choice) for choice in seat.describe() if choice.token not in UNDO],
        mobility=decision.mobility,
        foregone=decision.foregone,
    )


def _open(seat: Seat, decision: Decision, choice: Choice) -> OpenChoice:
    following = [] if choice.completes else decision.choices((choice.token,))
    facts = {name: getattr(choice, name) for name in choice.__struct_fields__}
    return OpenChoice(**facts, next=seat.describe((choice.token,)) if len(following) <= MANY else None)


def _waiting(game: Game, side: Side | None) -> Waiting | None:
    """What a seat waits for; None where it is asked itself."""
    asked = [] if game.over else [s for s in SIDES if game.seat(s).decision is not None]
    if not asked or side in asked:
        return None
    return Waiting(tuple(s.word for s in asked), _going_on(game, asked[0]))


def _going_on(game: Game, side: Side) -> str:
    """What is going on, in the words that everyone may read; the side is named already."""
    words = [text for step in game.state.stack if (text := step.title_now(game.state))]
    about = words[-1].removeprefix(f"{side.title} ") if words else "the next step"
    return about[:1].upper() + about[1:]
