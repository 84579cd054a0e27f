"""Advice: what a game knows of playing well. A rule book offers it, an opponent such as `staff` asks for it."""

from __future__ import annotations

import random
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from meuse.counters import Side
from meuse.decision import Decision
from meuse.steps import Order

Weights = Mapping[str, float]
"""What things are worth to whoever plans, by name; a game's own stand in its `data/advice.toml`."""


class Plan(msgspec.Struct, frozen=True):
    """What a side means to do, for turns to come: data that a planner of the game carries out.

    A game says what its plans mean; these fields are the same in all. `effort` names places in the order in which the
    main effort takes them, `line` those that are held at any price, `choices` the answers to special questions of the
    book (a plan card, Dynamo), `weights` what this plan values otherwise than the staff does.
    """

    name: str
    title: str
    """What it is, for a person: "Through the Ardennes to the Channel"."""

    effort: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    weights: tuple[tuple[str, float], ...] = ()

    def chosen(self, question: str, default: str = "") -> str:
        return dict(self.choices).get(question, default)


class Brief(msgspec.Struct, frozen=True):
    """What an advice is asked with: the plan in force, and what things are worth under it."""

    plan: Plan
    weights: Weights

    def __getitem__(self, name: str) -> float:
        """A weight by its name."""
        return self.weights[name]


AS_IT_COMES = Plan("staff", "Phase by phase, wherever it is worth most")


class Advice(ABC):
    """What a game knows of playing well."""

    weights: ClassVar[Weights] = {}
    """What things are worth to its staff."""

    @abstractmethod
    def orders(self, g: Any, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        """The orders to give at this step, best first; those that turn out to be illegal are left out.

        They are asked for once a phase; when they are used up, a step that has changed since (another retreat, another
        loss) is asked again. The last one should be the way out of the step.
        """

    def plans(self, g: Any, side: Side) -> Sequence[Plan]:
        """What a side could mean to do from here on, the most promising by rule of thumb first; at least one."""
        return (AS_IT_COMES,)

    def is_spent(self, g: Any, side: Side, plan: Plan) -> bool:
        """Whether a plan has reached its end, or cannot any more: then a new one is made."""
        return False

    def brief(self, plan: Plan, weights: Weights | None = None) -> Brief:
        """A plan with the weights it goes by: the game's, others in their place, then the plan's own."""
        return Brief(plan, {**self.weights, **(weights or {}), **dict(plan.weights)})


class Weight(msgspec.Struct, frozen=True):
    """A weight as `data/advice.toml` tells it."""

    value: float
    text: str
    """What it means, in a sentence."""

    low: float | None = None
    high: float | None = None
    """Between which values `meuse tune` may move it; without them it stays."""


def weights_in(path: Path) -> Weights:
    """The values of the weights in a file."""
    return {name: weight.value for name, weight in read_weights(path).items()}


def read_weights(path: Path) -> dict[str, Weight]:
    """The weights in a file, with what they mean; raises ValueError, with the name of the one that is wrong."""
    lines = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        return {name: msgspec.convert(line, Weight) for name, line in lines.items()}
    except msgspec.ValidationError as error:
        raise ValueError(f"{path}: {error}") from error
