"""Orders as methods of a step: what a rule book calls an action, spelled as a form, with the choices for each blank.

    class Lose(Step, frozen=True):
        units: tuple[Unit, ...]

        @order("lose {unit}", why="only a unit that fought in this battle loses the step")
        def lose(self, g, unit):
            lose_step(g, unit)
            g.pop()

        @lose.choices("unit")
        def bearers(self, g):
            return [u for u in self.units if g.hex_of[u] >= 0]

A blank is `{kind}` or `{name:kind}`. The kinds: `unit`, `hex`, `number`, `word`; `path`, a hex with the way to it; and
`units`, a set of units that ends with `go`. Choices are given as values (unit and hex numbers) and written as tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from meuse.counters import Unit
from meuse.hexmap import Hex, UnknownHex
from meuse.ledger import Refusal
from meuse.mechanics.reach import goal_of, path_of, path_token
from meuse.state import State
from meuse.steps import Args, Commits, Step, Token, Verb

GO = "go"
"""Ends a set."""

BlankKind = Literal["unit", "hex", "number", "word", "path", "units"]
F = TypeVar("F", bound=Callable[..., Any])


class Blank(msgspec.Struct, frozen=True):
    name: str
    kind: BlankKind


class order(Verb[Any, Any]):  # noqa: N801 - reads as a decorator
    """A method of a step that carries out one kind of order."""

    def __init__(
        self,
        form: str,
        *,
        label: str = "",
        rule: str = "",
        commits: Commits = "none",
        back: bool = False,
        at_least: int = 1,
        why: str = "",
    ) -> None:
        self.word, self.blanks = _read_form(form)
        self.label, self.rule, self.commits, self.back = label or self.word.capitalize(), rule, commits, back
        self.at_least, self.why = at_least, why
        self._choices: dict[str, Callable[..., Iterable[Any]]] = {}
        self._refuses: dict[str, Callable[..., Refusal | None]] = {}
        self._describes: dict[str, Callable[..., dict[str, Any]]] = {}
        self._closed: Callable[..., Refusal | None] | None = None
        self._way: Callable[..., Sequence[Hex]] | None = None
        self._walks: Callable[..., Refusal | None] | None = None

    def __call__(self, carry_out: Callable[..., None]) -> order:
        self._carry_out = carry_out
        self.__doc__ = carry_out.__doc__
        return self

    # -- what a step says of its order; each decorates a method of the step

    def choices(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier): what may be filled in. For a set: (self, g, *earlier, chosen): who may join."""
        return self._register(self._choices, blank)

    def refuses(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier, value): why something may not be filled in."""
        return self._register(self._refuses, blank)

    def describes(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier, value): what a person should know of a choice, as fields of `Choice`."""
        return self._register(self._describes, blank)

    def closed_if(self, function: F) -> F:
        """(self, g): why the order cannot be given at all now."""
        self._closed = function
        return function

    def way(self, function: F) -> F:
        """(self, g, *earlier, goal): the way to a goal, hex by hex, where the order names none."""
        self._way = function
        return function

    def walks(self, function: F) -> F:
        """(self, g, *earlier, path): why a way written out by hand cannot be gone."""
        self._walks = function
        return function

    def _register(self, where: dict[str, Any], blank: str) -> Callable[[F], F]:
        if blank not in {b.name for b in self.blanks}:
            raise TypeError(f"the order {self.word!r} has no blank {blank!r}")

        def keep(function: F) -> F:
            where[blank] = function
            return function

        return keep

    # -- Verb

    def closed(self, g: State, step: Step) -> Refusal | None:
        return self._closed(step, g) if self._closed else None

    def next(self, g: State, step: Step, args: Args) -> Sequence[Token] | None:
        values, blank, chosen = self._filled(g, args)
        if blank is None:
            return None
        if blank.kind == "units":
            more = self._joining(g, step, values, chosen)
            tokens = [_token(g, "unit", u) for u in more]
            return [*tokens, GO] if len(chosen) >= self.at_least else tokens
        return [_token(g, blank.kind, value) for value in self._choices[blank.name](step, g, *values)]

    def why_not(self, g: State, step: Step, args: Args, token: Token) -> Refusal | None:
        values, blank, chosen = self._filled(g, args)
        if blank is None:
            return None
        value = _value(g, blank.kind, token)
        if value is not None and blank.name in self._refuses:
            earlier = (*values, chosen) if blank.kind == "units" else values
            if refusal := self._refuses[blank.name](step, g, *earlier, value):
                return refusal
        if value is None and not self._near_miss(blank, token):
            return None
        return Refusal(self.rule or step.rule, self.why) if self.why else None

    def describe(self, g: State, step: Step, args: Args, token: Token) -> dict[str, Any]:
        values, blank, chosen = self._filled(g, args)
        if blank is None:
            return {}
        if token == GO and blank.kind == "units":
            return {"kind": "done", "label": self.label}
        if blank.name not in self._describes:
            return {}
        earlier = (*values, chosen) if blank.kind == "units" else values
        return self._describes[blank.name](step, g, *earlier, _value(g, blank.kind, token))

    def canonical(self, g: State, step: Step, args: Args) -> Args:
        out: list[Token] = []
        rest = list(args)
        for blank in self.blanks:
            if not rest:
                break
            if blank.kind == "units":
                members = rest[: rest.index(GO)] if GO in rest else rest
                rest = rest[len(members) :]
                out += sorted(members, key=lambda token: g.scenario.unit_named.get(token, -1))
            token = rest.pop(0) if rest else None
            if token is not None:
                out.append(goal_of(token) if blank.kind == "path" else token)
        return (*out, *rest)

    def spell(self, g: State, step: Step, args: Args, given: Args) -> Args | Refusal:
        """Writes out the way where a path was given by its goal only; checks it where it was given in full."""
        place = next((n for n, blank in enumerate(self.blanks) if blank.kind == "path"), None)
        if place is None or self._way is None:
            return args
        values, _, _ = self._filled(g, args)
        written = given[place]
        if "." not in written:
            path = tuple(self._way(step, g, *values[: place + 1]))
            return (*args[:place], path_token(g.map, path), *args[place + 1 :])
        try:
            path = path_of(g.map, written)
        except UnknownHex as error:
            return Refusal("", str(error))
        refusal = self._walks(step, g, *values[:place], path) if self._walks else None
        return refusal or (*args[:place], written, *args[place + 1 :])

    def play(self, g: State, step: Step, args: Args) -> None:
        values: list[Any] = []
        rest = list(args)
        for blank in self.blanks:
            if blank.kind == "units":
                members = rest[: rest.index(GO)]
                values.append(tuple(g.scenario.unit_named[token] for token in members))
                rest = rest[len(members) + 1 :]
            elif blank.kind == "path":
                values.append(path_of(g.map, rest.pop(0)))
            else:
                values.append(_value(g, blank.kind, rest.pop(0)))
        self._carry_out(step, g, *values)

    # -- helpers

    def _filled(self, g: State, args: Args) -> tuple[list[Any], Blank | None, tuple[Unit, ...]]:
        """The values of a beginning, the blank it stands at (None: complete), and the set as far as it goes."""
        values: list[Any] = []
        n = 0
        for blank in self.blanks:
            if blank.kind == "units":
                chosen: list[Unit] = []
                while n < len(args) and args[n] != GO:
                    chosen.append(g.scenario.unit_named[args[n]])
                    n += 1
                if n == len(args):
                    return values, blank, tuple(chosen)
                values.append(tuple(chosen))
            elif n == len(args):
                return values, blank, ()
            else:
                values.append(_value(g, blank.kind, args[n]))
            n += 1
        return values, None, ()

    def _joining(self, g: State, step: Step, values: list[Any], chosen: tuple[Unit, ...]) -> list[Unit]:
        """Who may join a set: in counter order, and only if the set can still get as large as it must be."""
        candidates = self._choices[self._set_name](step, g, *values, chosen)
        last = chosen[-1] if chosen else -1
        able = sorted(u for u in candidates if u > last)
        if len(chosen) + 1 >= self.at_least:
            return able
        return [u for u in able if self._joining(g, step, values, (*chosen, u))]

    @property
    def _set_name(self) -> str:
        return next(blank.name for blank in self.blanks if blank.kind == "units")

    def _near_miss(self, blank: Blank, token: Token) -> bool:
        """Whether a token is at least of the kind that is asked for, so that the rule should answer."""
        return blank.kind in ("number", "word") and (token.isdigit() or blank.kind == "word")


def _read_form(form: str) -> tuple[str, tuple[Blank, ...]]:
    word, *blanks = form.split()
    found = []
    for text in blanks:
        match = re.fullmatch(r"\{(?:(\w+):)?(unit|hex|number|word|path|units)\}", text)
        if match is None:
            raise TypeError(f"{text!r} in the order {form!r} is no blank")
        found.append(Blank(match[1] or match[2], match[2]))  # type: ignore[arg-type]
    return word, tuple(found)


def _token(g: State, kind: str, value: Any) -> Token:
    if kind == "unit":
        return g.name(value)
    return g.map.label(value) if kind in ("hex", "path") else str(value)


def _value(g: State, kind: str, token: Token) -> Any:
    if kind in ("unit", "units"):
        return g.scenario.unit_named.get(token)
    if kind in ("hex", "path"):
        return g.map.index.get(token)
    if kind == "number":
        return int(token) if token.lstrip("-").isdigit() else None
    return token
