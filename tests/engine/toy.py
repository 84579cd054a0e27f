"""A toy: a game of a few steps that a test puts together, for what the skirmish does not have."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from meuse.counters import Counter, Side, Unit
from meuse.game import Game
from meuse.hexmap import Hex
from meuse.ledger import Ledger, Refusal, Rule
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.rulebook import RuleBook, ScenarioInfo
from meuse.scenario import Components, Scenario
from meuse.state import Result, State
from meuse.steps import Question, Step, overrides

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
DATA = Path(str(files("meuse.games.skirmish"))) / "data"


class ToyBook(RuleBook):
    """Three German counters and one French on the map of the skirmish, and whatever steps a test asks for."""

    id, title, summary, revision, data = "toy", "Toy", "A toy.", 1, DATA
    scenarios = (ScenarioInfo("one", "One", "The only one."),)
    steps: tuple[Step, ...] = ()

    def scenario(self, box: Components) -> Scenario:
        names = ("A", GERMAN), ("B", GERMAN), ("C", GERMAN), ("F", ALLIED)
        counters = tuple(Counter(id=i, name=i, side=side, nation=side.word, steps=2) for i, side in names)
        ledger = Ledger(game={"title": "Toy"}, rule=(Rule(id="1", title="All", text="Anything goes."),))
        return Scenario(**box.named() | {"ledger": ledger}, map=box.read_map(), counters=counters, boxes=("pool",))

    def sequence(self, scenario: Scenario) -> tuple[Step, ...]:
        return (*self.steps, End())

    def set_up(self, g: State) -> None:
        for u, label in enumerate(("4319", "4319", "4320", "4420")):
            g.place(u, g.map.hex(label))

    def resample(self, g: State, side: Side, rng: random.Random) -> None:
        pass


def toy(*steps: Step, seed: str = "1") -> Game:
    """A game of these steps."""
    book = ToyBook()
    book.steps = steps
    return Game(book, book.begin(book.opened(None, {}), seed.encode()))


class End(Step, frozen=True):
    def run(self, g: State) -> None:
        g.result = Result(None, "draw", "The toy is over.")


class Roll(Step, frozen=True):
    """Rolls a die by itself."""

    def run(self, g: State) -> None:
        g.emit("event", f"rolled {g.roll()}")
        g.pop()


class Vote(Question, frozen=True):
    """An order that does not say that it commits."""

    rule = "1"

    @order("vote {number}")
    def vote(self, g: State, number: int) -> None:
        g.set_steps(self.side, number)
        g.emit("bid", f"{self.side.title} votes {number}")
        g.pop()

    @vote.choices("number")
    def numbers(self, g: State) -> range:
        return range(-1, 3)


class Ballot(UntilDone, frozen=True):
    """Votes for as long as there are steps to lose; the last vote is counted at once."""

    rule = "1"

    @order("against {unit}")
    def against(self, g: State, unit: int) -> None:
        g.set_steps(unit, g.steps[unit] - 1)
        if not list(self.standing(g)):
            g.roll()

    @against.choices("unit")
    def standing(self, g: State) -> Iterator[int]:
        return (u for u in g.on_map(self.side) if g.steps[u])

    done = UntilDone.done.told(label="No more votes")


class Whisper(Question, frozen=True):
    """A secret order outside of any question to both sides."""

    @order("whisper {word}", secret=True)
    def whisper(self, g: State, word: str) -> None:
        g.pop()

    @whisper.choices("word")
    def words_(self, g: State) -> list[str]:
        return ["left", "right"]


class VoteTwice(Vote, frozen=True):
    """The same order with other choices, and carried out otherwise."""

    @overrides
    def numbers(self, g: State) -> range:
        return range(len(super().numbers(g)))

    @overrides
    def vote(self, g: State, number: int) -> None:
        Vote.vote.carry_out(self, g, 2 * number)


class March(Question, frozen=True):
    """A path behind a set; only the way that the program finds can be gone."""

    @order("march {units} {path}", rule="1")
    def march(self, g: State, units: Sequence[Unit], path: Sequence[Hex]) -> None:
        for u in units:
            g.place(u, path[-1])
        g.pop()

    @march.choices("units")
    def marching(self, g: State, chosen: Sequence[Unit]) -> list[Unit]:
        return [u for u in range(3) if not chosen or g.hex_of[u] == g.hex_of[chosen[0]]]

    @march.choices("path")
    def goals(self, g: State, units: Sequence[Unit]) -> list[Hex]:
        return [g.map.hex("4121"), g.map.hex("4220")]

    @march.way
    def way(self, g: State, units: Sequence[Unit], goal: Hex) -> list[Hex]:
        return [g.map.hex("4220"), g.map.hex("4120"), goal] if g.map.label(goal) == "4121" else [goal]


class Stumble(Question, frozen=True):
    """An order with a fault: it moves a unit, rolls a die, and breaks before it is done."""

    @order("stumble {unit}")
    def stumble(self, g: State, unit: Unit) -> None:
        g.place(unit, g.map.hex("4220"))
        g.roll()
        g.pop()
        raise ZeroDivisionError("a fault of the game")

    @stumble.choices("unit")
    def stumblers(self, g: State) -> range:
        return range(3)


class Trip(Step, frozen=True):
    """A step with a fault: it acts by itself, and breaks."""

    def run(self, g: State) -> None:
        g.place(0, g.map.hex("4220"))
        raise ZeroDivisionError("a fault of the game")


class Strike(Question, frozen=True):
    """Two sets, one behind the other; two units at least."""

    rule = "1"

    @order("strike {hexes} {units}", at_least=2)
    def strike(self, g: State, hexes: Sequence[Hex], units: Sequence[Unit]) -> None:
        g.pop()

    @strike.choices("hexes")
    def targets(self, g: State, chosen: Sequence[Hex]) -> list[Hex]:
        return [g.map.hex(label) for label in ("4420", "4220", "4321")]

    @strike.choices("units")
    def strikers(self, g: State, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> list[Unit]:
        return [0, 1, 2]


class Lift(Question, frozen=True):
    """A set that is complete only when it weighs enough: each unit lifts its number and one."""

    rule = "1"

    @order("lift {units}")
    def lift(self, g: State, units: Sequence[Unit]) -> None:
        g.pop()

    @lift.choices("units")
    def lifters(self, g: State, chosen: Sequence[Unit]) -> list[Unit]:
        return [0, 1, 2]

    @lift.enough("units")
    def too_heavy(self, g: State, chosen: Sequence[Unit]) -> Refusal | None:
        return Refusal("1", "too heavy") if sum(u + 1 for u in chosen) < 4 else None


class Renamed(Question, frozen=True):
    """An order that had another word once, and a set of hexes that was one hex."""

    @order("strike {hexes} {units}", was=("hit",))
    def strike(self, g: State, hexes: Sequence[Hex], units: Sequence[Unit]) -> None:
        g.pop()

    @strike.choices("hexes")
    def targets(self, g: State, chosen: Sequence[Hex]) -> list[Hex]:
        return [] if chosen else [g.map.hex("4420"), g.map.hex("4220")]

    @strike.choices("units")
    def strikers(self, g: State, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> list[Unit]:
        return [0, 1, 2]
