"""What the staff would do in a side's place, and how its chance to win has gone: as far as that side can know.

Whoever is asked gets a seat and nothing else, and thinks on a board that it imagines.

>>> import meuse
>>> game = meuse.new("skirmish", seed=3)
>>> counsel(game.seat("german")).words
'Bid: 1.'
"""

from __future__ import annotations

import msgspec

from meuse import Game, Order, Seat, Side
from meuse.advice import Plan
from meuse.decision import Decision, IllegalOrder
from meuse.lab.courses import Course, Recorder
from meuse.lab.judging import turn_is_over
from meuse.lab.tale import Tale, phase_of, turn_of
from meuse.opponents.fates import Fates
from meuse.opponents.quick import QuickStaff
from meuse.opponents.staff import advice_of
from meuse.value import value_of

SEED = "counsel"
"""Whatever a side cannot know is drawn alike each time it asks."""

MOST_ORDERS = 400
"""How many orders to look ahead at most."""

BOARDS = 3
"""How many imagined boards a position is valued on."""


class Prospect(msgspec.Struct, frozen=True):
    """A side's chance to win, as far as it could know, after a number of orders."""

    number: int
    turn: int
    title: str
    chance: float


def counsel(seat: Seat, plan: Plan | None = None) -> Course:
    """What the staff would do from here to the first battle of this turn, by its own plan or another; in a battle, its
    answer. Raises ValueError where the side is not asked.
    """
    decision = seat.decision
    if decision is None:
        raise ValueError("the side has nothing to decide")
    return _Look(seat, decision, plan).course()


def chance(seat: Seat) -> float:
    """A side's chance to win as things stand, as far as it can know."""
    boards = [seat.imagine(f"{SEED} {number}") for number in range(BOARDS)]
    return round(sum(value_of(board, seat.side) for board in boards) / BOARDS, 4)


def prospects(tale: Tale, side: Side) -> list[Prospect]:
    """A side's chance at the beginning, at the end of each turn, and now."""
    return Prospects(side).upto(tale)


class Prospects:
    """How a side's chance has gone, for a game that goes on: what is known already is not worked out again."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._game: Game | None = None
        self._played: tuple[tuple[Side, Order], ...] = ()
        self._found: list[Prospect] = []

    def upto(self, tale: Tale) -> list[Prospect]:
        """The chance at each turn of a tale, and now."""
        if self._game is None or tale.orders[: len(self._played)] != self._played:
            self._game = tale.start.copy()
            self._game.quiet = True
            self._played, self._found = (), [self._prospect(self._game, phase_of(self._game), self._game.state.turn)]
        for order in tale.orders[len(self._played) :]:
            self._follow(self._game, *order)
        self._played = tale.orders
        now = self._prospect(self._game, phase_of(self._game), self._game.state.turn)
        return [*self._found, now] if now.number > self._found[-1].number else list(self._found)

    def _follow(self, game: Game, side: Side, order: Order) -> None:
        turn, number, title = turn_of(game), game.state.turn, phase_of(game)
        game.play(order, side)
        if turn is not None and turn != turn_of(game):
            self._found.append(self._prospect(game, title, number))

    def _prospect(self, game: Game, title: str, turn: int) -> Prospect:
        return Prospect(len(game.journal), max(0, turn), title, chance(game.seat(self._side)))


class _Look:
    """Lets the staff play a side on an imagined board, and takes notes."""

    def __init__(self, seat: Seat, decision: Decision, plan: Plan | None) -> None:
        self._side = seat.side
        self._board = seat.imagine(SEED)
        self._board.quiet = True
        self._plan = plan or advice_of(self._board).plans(self._board.state, self._side)[0]
        self._staffs = {
            self._side: QuickStaff(SEED, plan=self._plan),
            self._side.enemy: QuickStaff(f"{SEED} enemy"),
        }
        self._moves = "move" in decision.choices() or self._declares(decision)
        self._step = decision.step
        self._recorder = Recorder(self._board, self._side)

    def course(self) -> Course:
        board, fates, is_over = self._board, Fates(SEED, 0), turn_is_over(self._board)
        for _ in range(MOST_ORDERS):
            if board.over or is_over() or self._is_enough():
                break
            asked = board.decision.side
            order = self._staffs[asked].choose(board.seat(asked))
            if asked is self._side:
                self._note(board.decision, order)
            before = board.state.copy()
            fates.play(board, order)
            if asked is self._side:
                self._recorder.follow(before, board.state)
            if board.state.rolled and (self._recorder.has_struck or not self._moves):
                break
        return self._recorder.course(board, self._plan.title)

    def _is_enough(self) -> bool:
        """Where no unit moves, only the question is answered that is asked now."""
        if self._moves:
            return False
        return self._board.decision.side is not self._side or self._board.decision.step != self._step

    def _note(self, decision: Decision, order: Order) -> None:
        self._recorder.note(self._board, order)
        if not self._moves:
            self._recorder.answered(answer_words(decision, order))

    def _declares(self, decision: Decision) -> bool:
        """Whether attacks can be declared."""
        forecast = self._board.rules.forecast
        return forecast is not None and not set(forecast.words).isdisjoint(decision.choices())


def answer_words(decision: Decision, order: Order) -> str:
    """An order in the words of the page: "Lose a step: 10 Pz"."""
    words: list[str] = []
    for at, token in enumerate(order):
        try:
            words.append(decision.describe_one(order[:at], token).label)
        except IllegalOrder:  # a path, spelled hex by hex
            words.append(token.rpartition(".")[2])
    return f"{words[0]}: {', '.join(words[1:])}" if len(words) > 1 else words[0]
