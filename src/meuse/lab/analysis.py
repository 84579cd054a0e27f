"""A game analysed: the chance to win as a curve, its turning points, luck and judgement kept apart, its blunders.

>>> import meuse
>>> from meuse.lab.analysis import analyse
>>> found = analyse(meuse.load("tests/replay/skirmish.meuse"))
>>> found.points[-1].value, len(found.sides), found.sides[1].side
(0.0, 2, 'allied')

An analysis is work in pieces (`Errand`), which can be done by several processes, in three rounds: what the game looks
like, what each turn was, and what would have been better where most was lost. `working` yields the rounds and is sent
what came of them; `analyse` does the work itself, the service has it done in its own processes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Literal, NamedTuple

import msgspec

from meuse import SIDES, Game
from meuse.audit import Blunder, look_back_on
from meuse.counters import SideWord
from meuse.lab.better import Better, better
from meuse.lab.judging import Judged, Point, Roll, Told, judged
from meuse.lab.tale import Stretch, Tale, outline, tale_of
from meuse.opponents import adopt, registered
from meuse.value import appreciation_of, is_certain

MOST_ROLLS, MOST_DECISIONS = 5, 5
"""How many rolls and decisions to report as turning points, the largest first."""

LEAST = 0.015
"""What moves the chance by less than this is not a turning point."""

SHARES = (0.08, 0.77, 0.15)
"""What each round takes of the whole, roughly."""


class Errand(NamedTuple):
    """A piece of work: a function and what it is called with. Both can be sent to another process."""

    function: Callable[..., Any]
    given: tuple[Any, ...]


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at which the game turned: dice, or a decision with what would have been better."""

    number: int
    """Open the board after this many orders to see it coming."""
    turn: int
    side: SideWord
    """Who gained by it."""
    by: float
    """How much of the chance to win."""
    kind: Literal["dice", "decision"]
    text: str
    better: Better | None = None


class PhaseSum(msgspec.Struct, frozen=True):
    """The phases of one name in all turns of a side."""

    title: str
    phases: int
    accuracy: float
    judgement: float


class SideSum(msgspec.Struct, frozen=True, kw_only=True):
    """A side's game as a whole."""

    side: SideWord
    luck: float
    """What dice did for it, those of both sides."""
    judgement: float
    """What its decisions gained or lost beside the staff's."""
    accuracy: float
    """Of its phases, each weighed by its orders; in per cent."""
    phases: tuple[PhaseSum, ...]


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A blunder as the audit finds it, in words."""

    number: int
    turn: int
    side: SideWord
    kind: str
    at: str
    text: str
    punished: bool


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """All that an analysis tells. Values are the German side's chance to win."""

    game: str
    scenario: str
    title: str
    orders: int
    verdict: str
    certain: bool
    """Whether the values were learnt from games; if not, they are a rule of thumb."""
    points: tuple[Point, ...]
    rolls: tuple[Roll, ...]
    phases: tuple[Judged, ...]
    turning_points: tuple[TurningPoint, ...]
    sides: tuple[SideSum, ...]
    faults: tuple[Fault, ...]


Rounds = Generator[list[Errand], list[Any], Analysis]


def analyse(game: Game, *, jobs: int = 1, told: Callable[[float], None] | None = None) -> Analysis:
    """Analyse a game, finished or not, on so many processes; `told` hears what share of the work is done.

    Raises NoAppreciation where the game does not say what counts in it, ValueError where there is nothing to tell.
    """
    tale = tale_of(game)
    appreciation_of(game.rules)
    if not tale.orders:
        raise ValueError("no order has been given yet: there is nothing to analyse")
    rounds, hear = working(tale), told or (lambda share: None)
    if jobs == 1:
        return driven(rounds, lambda errands: (one.function(*one.given) for one in errands), hear)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=adopt, initargs=(registered(),)) as pool:

        def done(errands: Sequence[Errand]) -> Iterator[Any]:
            waiting = [pool.submit(one.function, *one.given) for one in errands]
            return (one.result() for one in waiting)

        return driven(rounds, done, hear)


def driven(
    rounds: Rounds, done: Callable[[Sequence[Errand]], Iterator[Any]], hear: Callable[[float], None]
) -> Analysis:
    """Have the rounds of an analysis done; `hear` is told the share of the work that is."""
    errands, before = next(rounds), 0.0
    for share in SHARES:
        found = []
        for one in done(errands):
            found.append(one)
            hear(before + share * len(found) / len(errands))
        before += share
        try:
            errands = rounds.send(found)
        except StopIteration as over:
            hear(1.0)
            result: Analysis = over.value
            return result
    raise AssertionError("an analysis has three rounds")


def working(tale: Tale) -> Rounds:
    """The work of an analysis, round by round."""
    stretches, faults = yield [Errand(outline, (tale,)), Errand(faults_of, (tale,))]
    told: list[Told] = yield [Errand(judged, (tale, stretch)) for stretch in stretches]
    phases = [phase for one in told for phase in one.phases]
    lost = sorted(phases, key=lambda phase: (phase.judgement, phase.first))[:MOST_DECISIONS]
    worst = [phase for phase in lost if phase.judgement <= -LEAST]
    betters = yield [Errand(better, (tale, phase, _end(stretches, phase))) for phase in worst]
    return _assembled(tale, told, faults, list(zip(worst, betters, strict=True)))


def faults_of(tale: Tale) -> list[Fault]:
    """The blunders of both sides."""
    return [_fault(one) for one in look_back_on(tale.start.copy(), tale.orders).blunders]


# -- put together


def _assembled(
    tale: Tale, told: Sequence[Told], faults: list[Fault], worst: Sequence[tuple[Judged, Better | None]]
) -> Analysis:
    scenario = tale.start.state.scenario
    rolls = tuple(roll for one in told for roll in one.rolls)
    phases = tuple(phase for one in told for phase in one.phases)
    turning = [*_turned_by_dice(rolls), *_turned_by_decisions(worst)]
    return Analysis(
        game=tale.start.rules.id,
        scenario=scenario.id,
        title=f"{tale.start.rules.title}: {scenario.title}",
        orders=tale.last,
        verdict=tale.result.text if tale.result is not None else "",
        certain=is_certain(tale.start.rules, scenario.id),
        points=tuple(point for one in told for point in one.points),
        rolls=rolls,
        phases=phases,
        turning_points=tuple(sorted(turning, key=lambda one: one.number)),
        sides=tuple(_sum(side.word, rolls, phases) for side in SIDES),
        faults=tuple(faults),
    )


def _turned_by_dice(rolls: Sequence[Roll]) -> Iterator[TurningPoint]:
    for roll in sorted(rolls, key=lambda roll: (-abs(roll.luck), roll.number))[:MOST_ROLLS]:
        if abs(roll.luck) >= LEAST:
            side: SideWord = "german" if roll.luck > 0 else "allied"
            yield TurningPoint(
                number=roll.number, turn=roll.turn, side=side, by=round(abs(roll.luck), 4), kind="dice", text=roll.text
            )


def _turned_by_decisions(worst: Sequence[tuple[Judged, Better | None]]) -> Iterator[TurningPoint]:
    for phase, found in worst:
        if found is not None:
            enemy: SideWord = "allied" if phase.side == "german" else "german"
            lost = round(found.chance - found.played_chance, 4)
            title = f"{phase.side.title()} {phase.title[:1].lower()}{phase.title[1:]}"
            yield TurningPoint(
                number=phase.first, turn=phase.turn, side=enemy, by=lost, kind="decision", text=title, better=found
            )


def _sum(side: SideWord, rolls: Sequence[Roll], phases: Sequence[Judged]) -> SideSum:
    own = [phase for phase in phases if phase.side == side]
    luck = sum(roll.luck for roll in rolls)
    by_title: dict[str, list[Judged]] = defaultdict(list)
    for phase in own:
        by_title[phase.title].append(phase)
    return SideSum(
        side=side,
        luck=round(luck if side == "german" else -luck, 4),
        judgement=round(sum(phase.judgement for phase in own), 4),
        accuracy=_accuracy(own),
        phases=tuple(
            PhaseSum(title, len(some), _accuracy(some), round(sum(phase.judgement for phase in some), 4))
            for title, some in by_title.items()
        ),
    )


def _accuracy(phases: Sequence[Judged]) -> float:
    orders = sum(phase.orders for phase in phases)
    return round(sum(phase.accuracy * phase.orders for phase in phases) / orders, 1) if orders else 100.0


def _fault(one: Blunder) -> Fault:
    text = f"{one.text[:1].upper()}{one.text[1:]}"
    return Fault(
        number=one.number, turn=one.turn, side=one.side, kind=one.kind, at=one.at, text=text, punished=one.punished
    )


def _end(stretches: Sequence[Stretch], phase: Judged) -> int:
    return next(stretch.last for stretch in stretches if stretch.first <= phase.first < stretch.last)
