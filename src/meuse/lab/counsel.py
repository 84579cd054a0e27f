"""What the staff would do in a side's place, and how its chance to win has gone: as far as that side can know.

Whoever is asked gets a seat and nothing else, and thinks on a board that it imagines.

>>> import meuse
>>> game = meuse.new("skirmish", seed=3)
>>> counsel(game.seat("german")).words
'Bid: 0.'
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse import Game, Order, Seat, Side
from meuse.advice import Plan
from meuse.decision import Decision, IllegalOrder
from meuse.lab.courses import Course, Recorder
from meuse.lab.judging import turn_is_over
from meuse.lab.tale import Stretch, Tale, outline, phase_of
from meuse.opponents.fates import Fates
from meuse.opponents.quick import QuickStaff
from meuse.opponents.staff import advice_of
from meuse.value import value_of

SEED = "counsel"
"""Whatever a side cannot know is drawn alike each time it asks."""

MOST_ORDERS = 400
"""So many orders are looked ahead, at the most."""

BOARDS = 3
"""On so many imagined boards a position is valued."""


class Prospect(msgspec.Struct, frozen=True):
    """A side's chance to win, as far as it could know, after so many orders."""

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


def prospects(tale: Tale, side: Side, known: Sequence[Prospect] = ()) -> list[Prospect]:
    """A side's chance at the beginning, at the end of each turn, and now; what is `known` is not valued again."""
    game, found = tale.start.copy(), list[Prospect]()
    game.quiet = True
    kept = {one.number: one for one in known}
    ends = {stretch.last: stretch for stretch in outline(tale)}
    for number in range(tale.first, tale.last + 1):
        if number in ends or number in (tale.first, tale.last):
            found.append(kept.get(number) or _prospect(game, side, number, ends.get(number)))
        if number < tale.last:
            asked, order = tale.orders[number - tale.first]
            game.play(order, asked)
    return found


def _prospect(game: Game, side: Side, number: int, ended: Stretch | None) -> Prospect:
    title = ended.phases[-1].title if ended is not None and ended.phases else phase_of(game)
    turn = ended.turn if ended is not None else max(0, game.state.turn)
    return Prospect(number, turn, title, chance(game.seat(side)))


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
