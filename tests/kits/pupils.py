"""A pupil with a guided first game: what the guide says, played by whoever does as he likes.

The walk is that of the page (`web/src/screens/guide.svelte.ts`), without what only a page can show.
"""

from __future__ import annotations

import meuse
from meuse.events import Event
from meuse.game import Game
from meuse.guide import Guide, GuideStep, Moment, guide_of
from meuse.lessons import opening
from meuse.opponents import Bot, bot
from meuse.steps import Order

MOST_ORDERS = 1500


class Lesson:
    """A guided first game, in which `pupil` gives the orders of its side and a cadet those of the other."""

    def __init__(self, game_id: str, pupil: Bot, seed: int) -> None:
        guide = guide_of(game_id)
        assert guide is not None
        self.guide: Guide = guide
        self.side = meuse.Side.of(guide.card.side)
        start = opening(game_id)
        self.game: Game = start.play(seed) if start else meuse.new(game_id, guide.card.scenario, seed)
        self._players = {self.side: pupil, self.side.enemy: bot(guide.card.opponent, seed)}
        self.given: list[str] = []
        """The words of the pupil's orders."""
        self.told: set[str] = set()
        """The kinds of what has happened."""
        self.passed: list[int] = []
        self.shown: list[str] = []
        """The titles of the steps that were shown, in turn."""
        self._prepare()
        self._first = self.game.state.turn

    def play(self) -> None:
        """Play until the lesson's turn is over; the guide is looked at after each order."""
        self.look()
        for _ in range(MOST_ORDERS):
            if self.over:
                return
            self._order()
            self.look()

    @property
    def over(self) -> bool:
        return self.game.over or self.game.state.turn > self._first

    @property
    def step(self) -> GuideStep | None:
        """What the guide says now."""
        n = self._number
        return None if n is None else self.guide.step[n]

    def look(self) -> None:
        """Take in what the guide says; it goes on by itself where what it waits for has happened."""
        while (n := self._number) is not None:
            step = self.guide.step[n]
            self.shown += [step.title] if self.shown[-1:] != [step.title] else []
            if not any(self.holds(moment) for moment in step.until):
                return
            self.passed.append(n)

    def press_next(self) -> None:
        """Pass the step that is shown."""
        if self._number is not None:
            self.passed.append(self._number)
        self.look()

    def holds(self, moment: Moment) -> bool:
        """Whether a moment has come; what only a page shows has not."""
        asked = self.game.asked(self.side) if not self.game.over else None
        return (
            (not moment.verb or (asked is not None and moment.verb in asked.choices()))
            and (not moment.order or self.given.count(moment.order) >= moment.times)
            and (not moment.event or moment.event in self.told)
            and not moment.picked
            and not moment.shows
            and (moment.turn is None or self.game.state.turn >= moment.turn)
            and (not moment.over or self.game.over)
        )

    @property
    def _number(self) -> int | None:
        """The first step not yet passed whose moment is now."""
        open_steps = (n for n, step in enumerate(self.guide.step) if n not in self.passed and self._is_now(step))
        return next(open_steps, None)

    def _is_now(self, step: GuideStep) -> bool:
        return not step.when or any(self.holds(moment) for moment in step.when)

    def _prepare(self) -> None:
        """Give what is prepared, as the page does before it shows the game."""
        while self.guide.begins:
            asked = self.game.asked(self.side)
            if asked is not None and self.guide.begins in asked.choices():
                return
            order = None if asked is None else self._prepared(asked.choices())
            if order is None:
                self._answer(self.side.enemy)
            else:
                self.game.play(order, self.side)

    def _prepared(self, words: list[str]) -> Order | None:
        return next((order for order in self.guide.prepare if order[0] in words), None)

    def _order(self) -> None:
        self._answer(self.game.decision.side)

    def _answer(self, side: meuse.Side) -> None:
        order = self._players[side].choose(self.game.seat(side))
        self._note(self.game.play(order, side))
        if side is self.side:
            self.given.append(order[0])

    def _note(self, events: list[Event]) -> None:
        self.told |= {event.kind for event in events}
