"""A game in play: a scenario, its state, and the journal of orders that led there.

>>> import meuse
>>> game = meuse.new("skirmish", seed=7)
>>> game.over
False
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from meuse import journaltext, pickled, position
from meuse.changeover import Changeover, state_after
from meuse.counters import Side
from meuse.decision import Decision, IllegalOrder, decision_of
from meuse.dice import commitment, seed_bytes
from meuse.entries import MOST_UNDO, UNDO, CannotUndo, Entry, Lines, Undo, put_in_order
from meuse.events import Event
from meuse.ledger import Refusal
from meuse.positiontext import BadPosition, state_of, text_in
from meuse.report import OddsReport, View, count
from meuse.rulebook import RuleBook
from meuse.scenario import Scenario
from meuse.seat import Seat, view_of
from meuse.state import Result, State
from meuse.steps import Order, Together, settle

__all__ = ["UNDO", "CannotUndo", "Entry", "Game", "Position"]


class Imagination(msgspec.Struct, frozen=True):
    """An imagined game: for which side, by which seed it drew what this side cannot know, and its first orders."""

    side: Side
    seed: int | str
    orders: int

    def redraw(self, rules: RuleBook, g: State) -> None:
        """Draw afresh what the side cannot know, future dice included."""
        g.dice = type(g.dice)(seed_bytes(f"imagined {self.seed}"))
        rules.resample(g, self.side, random.Random(f"{self.seed}/{self.side.word}"))


class Game:
    """A game in play. `meuse.new` and `meuse.load` make one; `seat` is the door for players and bots."""

    def __init__(self, rules: RuleBook, state: State) -> None:
        self.rules, self.state = rules, state
        self.journal: Lines = []
        self.changeovers: tuple[Changeover, ...] = ()
        """Where its rules changed; orders before the last of these points cannot be replayed."""
        self.start: Position | None = None
        """Where it began, if not at the beginning of its scenario."""
        self.laid_out = False
        """Whether the board was changed by hand since: then no orders lead here, and only its position can be saved."""
        self.imagined: Imagination | None = None
        self.quiet = False
        """No events and no notes are made, for simulations that do not need them."""
        self._before: list[tuple[int, State]] = []
        self._decision: Decision | None = None
        _settle(state)

    # -- what is asked

    @property
    def decision(self) -> Decision:
        """What the game waits for. Raises ValueError when the game is over."""
        if self._decision is None:
            self._decision = self.asked()
            if self._decision is None:
                raise ValueError("the game is over")
        return self._decision

    def asked(self, side: Side | None = None) -> Decision | None:
        """What the game asks this side, or whoever is asked first; None where it asks nothing."""
        decision = decision_of(self.state, side)
        return decision and decision.with_undo(Undo(self.why_not_undo(decision.side)))

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """How the game ended, with the scores of both sides; None while it is in play."""
        ended = self.state.result
        return None if ended is None else self.rules.scored(self.state, ended)

    # -- orders

    def play(self, order: str | Order, side: Side | str | None = None) -> list[Event]:
        """Give an order, as text or tokens; returns what happened.

        `side` is needed only where both sides are asked at once. Raises IllegalOrder. An order happens as a whole or
        not at all: whatever is raised on the way, the game stands as it stood before.
        """
        tokens = _tokens(order)
        if tokens == UNDO:
            self._take_back(Side.of(side) if isinstance(side, str) else side)
            return []
        decision = self._asked(tokens, side)
        tokens = decision.canonical(tokens)
        before, length = self.state.copy(), len(self.journal)
        try:
            return self._carry_out(decision, tokens, before)
        except BaseException:
            self.state, self._decision = before, None
            del self.journal[length:]
            raise

    @property
    def can_undo(self) -> bool:
        return self.why_not_undo() is None

    def why_not_undo(self, side: Side | None = None) -> Refusal | None:
        """Why the last order cannot be taken back, by this side if one is named; None if it can."""
        if not self.journal:
            return Refusal("", "there is nothing to take back")
        last = self.journal[-1]
        if side is not None and last.side is not side:
            return Refusal("", "the last order was the other side's")
        if len(self.journal) == self._first:
            return Refusal("", self.changeovers[-1].since)
        if self._before and not last.committed:
            return None
        if last.committed or self.laid_out:
            return Refusal("", last.why_not_undo)
        return Refusal("", "the game is over" if self.over else f"only {MOST_UNDO} orders can be taken back in a row")

    def undo(self) -> Order:
        """Take back the last order and return it; raises CannotUndo behind a die, a secret, or the other side."""
        return self._take_back(None)

    def copy(self) -> Game:
        """An independent copy with the same future dice."""
        new = object.__new__(Game)
        new.rules, new.state, new.journal = self.rules, self.state.copy(), self.journal.copy()
        new.changeovers, new.start, new.laid_out = self.changeovers, self.start, self.laid_out
        new.imagined, new.quiet = self.imagined, self.quiet
        new._before, new._decision = self._before.copy(), None
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled.put_together, (type(self), *pickled.taken_apart(self))

    def at(self, length: int) -> Game:
        """The game as it was after this many orders, replayed from its beginning."""
        game = self.beginning()
        if length < len(game.journal):
            raise ValueError(f"after {count(length, 'order')} the game was played under other rules")
        for entry in self.journal[len(game.journal) : length]:
            game.play(entry.order, entry.side)
        return game

    def beginning(self) -> Game:
        """The game at its first moment; if its rules changed, as it stood then."""
        if self.imagined:
            raise ValueError("an imagined game has no past")
        scenario = self.state.scenario
        if self.changeovers:
            return Game.resumed(self.rules, scenario, self.journal[: self._first], self.changeovers)
        if self.start is not None:
            return self.start.play(self.state.dice.seed.decode())
        return Game(self.rules, self.rules.begin(scenario, self.state.dice.seed))

    @staticmethod
    def resumed(rules: RuleBook, scenario: Scenario, past: Sequence[Entry], changeovers: Sequence[Changeover]) -> Game:
        """The game as it stood at the last of these changeovers, to be played under the present rules.

        Nothing before it can be taken back. Raises BadSnapshot.
        """
        game = Game(rules, state_after(changeovers, rules, scenario))
        game.changeovers = tuple(changeovers)
        game.journal = [*past[:-1], *(msgspec.structs.replace(entry, committed=True) for entry in past[-1:])]
        return game

    def end(self, result: Result) -> None:
        """End the game as the players have agreed, whatever its rules say. This cannot be taken back."""
        self.state.result = result
        self._decision = None
        self._before.clear()

    def forget(self) -> None:
        """Say that the state was changed by hand (by a test or an editor): nothing can be taken back past this."""
        self._decision = None
        self._before.clear()
        self.laid_out = True

    @property
    def position(self) -> Position:
        """This moment as a text that can be edited and played on from."""
        return Position.of(self)

    # -- the doors

    def seat(self, side: Side | str) -> Seat:
        """The seat of one side: everything it may know, and nothing else."""
        return Seat(self, Side.of(side) if isinstance(side, str) else side)

    def view(self, side: Side | str | None = None) -> View:
        """The board as a side sees it; None is a spectator."""
        return view_of(self, Side.of(side) if isinstance(side, str) else side)

    def odds(self, order: str | Order) -> OddsReport | None:
        """The arithmetic of a planned attack."""
        return self.rules.odds(self.state, self.decision.side, _tokens(order), {})

    def threat(self, at: str) -> OddsReport | None:
        """The best attack that the enemy of the side to move could make on this hex in its next turn."""
        return self.rules.threat(self.state, self.decision.side, at, frozenset(), {})

    def imagine(self, side: Side, seed: int | str) -> Game:
        """A playable copy in which all that this side cannot know, future dice included, is drawn afresh.

        Of its past it has only the orders that can still be taken back: without them it might have no way out.
        """
        game = self.copy()
        first = self._before[0][0] if self._before else len(self.journal)
        game.journal, game.changeovers = self.journal[first:], ()
        game._before = [(length - first, before) for length, before in self._before]
        game.imagined = Imagination(side, seed, len(game.journal))
        game.imagined.redraw(self.rules, game.state)
        return game

    @property
    def fingerprint(self) -> str:
        """The commitment to the seed, which can be shown from the first order on."""
        return commitment(self.state.dice.seed)

    # -- files and pictures

    def save(self, path: str | Path) -> None:
        """Write the game to a file; raises ValueError where its orders do not lead here."""
        Path(path).write_text(journaltext.write(self), encoding="utf-8")

    def _repr_svg_(self) -> str:
        # Drawing is above the engine, which does not need it; only a notebook asks for this.
        from meuse.drawing.position import draw_position

        return draw_position(self)

    def __repr__(self) -> str:
        asked = self.result.text if self.result else f"{self.decision.side.title}: {self.decision.question}"
        return f"<Game {self.rules.id}/{self.state.scenario.id}, {len(self.journal)} orders; {asked}>"

    # -- helpers

    def _carry_out(self, decision: Decision, tokens: Order, before: State) -> list[Event]:
        """Carry out an order in its canonical spelling, and let steps act until a side is asked."""
        g, verb = self.state, decision.verb(tokens)
        events: list[Event] = []
        g.events = None if self.quiet else events
        g.dice, g.rolled = g.dice.at(len(self.journal)), ()
        together = isinstance(g.stack[-1], Together)
        if together:
            g.sealed[decision.side] = tokens
        else:
            verb.play(g, decision.step, tokens[1:])
        self._decision = _settle(g)
        g.events = None
        self._before.append((len(self.journal), before))
        del self._before[:-MOST_UNDO]
        self._record(decision.side, tokens, secret=together or verb.secret, events=events)
        if self._decision is not None:
            self._decision.with_undo(Undo(self.why_not_undo(self._decision.side)))
        if together and not g.sealed:
            put_in_order(self.journal)
        return events

    @property
    def _first(self) -> int:
        """How many orders were given under earlier rules."""
        return self.changeovers[-1].orders if self.changeovers else 0

    def _take_back(self, side: Side | None) -> Order:
        if refusal := self.why_not_undo(side):
            raise CannotUndo(refusal.text)
        length, before = self._before.pop()
        self.state = before.copy()  # copies of this game may go back to the same moment
        if self.imagined and length < self.imagined.orders:
            self.imagined.redraw(self.rules, self.state)
        self._decision = None
        entry = self.journal[length]
        del self.journal[length:]
        return entry.order

    def _asked(self, order: Order, side: Side | str | None) -> Decision:
        if self.over:
            raise IllegalOrder(order, Refusal("", "the game is over"))
        if side is None:
            return self.decision
        asked = Side.of(side) if isinstance(side, str) else side
        decision = self.decision if self.decision.side is asked else self.asked(asked)
        if decision is None:
            raise IllegalOrder(order, Refusal("", f"it is not the {asked.title} side's decision"))
        return decision

    def _record(self, side: Side, order: Order, *, secret: bool, events: list[Event]) -> None:
        asked = self._decision
        committed = secret or bool(self.state.rolled) or asked is None or asked.side is not side
        note = "; ".join(event.text for event in events if event.only is None)
        self.journal.append(Entry(side, order, self.state.rolled, committed, secret, note))
        if committed:
            self._before.clear()


class Position(msgspec.Struct, frozen=True):
    """A moment of a game. `Position.of(game)` takes it, `text` writes it down, `play` starts a game from it."""

    text: str

    @staticmethod
    def of(game: Game) -> Position:
        """This moment, with everything that either side knows."""
        return Position(position.written(game.rules, game.state))

    @staticmethod
    def read(path: str | Path) -> Position:
        """The position in a file; raises BadPosition."""
        return Position.parse(text_in(path))

    @staticmethod
    def parse(text: str) -> Position:
        """The position in a text, checked line by line; raises BadPosition."""
        found = Position(text)
        found.play()
        return found

    def write(self, path: str | Path) -> None:
        Path(path).write_text(self.text, encoding="utf-8")

    def play(self, seed: int | str = 0) -> Game:
        """A game that begins here; raises BadPosition with the line and the reason."""
        rules, state = state_of(self.text, seed)
        with _faults_of_lines(len(self.text.splitlines())):
            game = Game(rules, state)
            game.start = self
            choices = [] if game.over else game.decision.choices()
            game.view()
        if not game.over and not choices:
            asked, shut = game.decision, game.decision.shut
            reason = shut.refusal.text if shut else asked.question
            raise BadPosition(len(self.text.splitlines()), f"nothing can be ordered here: {reason}")
        return game


def _tokens(order: str | Order) -> Order:
    return tuple(order.split()) if isinstance(order, str) else tuple(order)


def _settle(g: State) -> Decision | None:
    """Let the game run until a side is asked; None if the game ends first."""
    side = settle(g)
    if side is None:
        return None
    top = g.stack[-1]
    return Decision(g, side, top.inner(side) if isinstance(top, Together) else top)


@contextmanager
def _faults_of_lines(last: int) -> Iterator[None]:
    """Check that the game can continue from here: if it breaks, the lines are at fault and not the program."""
    try:
        yield
    except Exception as error:
        raise BadPosition(last, f"play cannot continue from here: {type(error).__name__}: {error}") from error
