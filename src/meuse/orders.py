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
two sets: `hexes`, which ends with `with`, and `units`, which ends with `go` (`attack 1508 1608 with XIX XV go`).
Choices are given as values (unit and hex numbers) and written as tokens; they may be generators, and are asked for no
more than is needed.

An order finds its methods by their names in the class of the step it is given at, so a subclass overrides any of them
by defining it again; `@overrides` beside it makes sure that there is something to override:

    class LoseOfTheGuard(Lose, frozen=True):
        @overrides
        def bearers(self, g):
            return [u for u in super().bearers(g) if not guard(g, u)]

The method that carries an order out is overridden like the others, and called as `Lose.lose.carry_out(self, g, unit)`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

import msgspec

from meuse.hexmap import Hex, UnknownHex
from meuse.ledger import Refusal
from meuse.spelling import goal_of, path_of, path_token
from meuse.state import State
from meuse.steps import Args, Step, Token, Verb

ENDS = {"units": "go", "hexes": "with"}
"""The word that ends a set."""

BlankKind = Literal["unit", "hex", "number", "word", "path", "units", "hexes"]
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
        says: str = "",
        secret: bool = False,
        back: bool = False,
        rolls: bool = True,
        at_least: int = 1,
        why: str = "",
        was: tuple[str, ...] = (),
    ) -> None:
        self.word, self.blanks = _read_form(form)
        self.was = was
        self.label, self.rule, self.secret, self.back = label or self.word.capitalize(), rule, secret, back
        self.rolls, self.at_least, self.why, self.says = rolls, at_least, why, says
        # What a step declares about its order, as names of methods: for a blank, or (below) for the whole order.
        self._choices: dict[str, str] = {}
        self._refuses: dict[str, str] = {}
        self._describes: dict[str, str] = {}
        self._enough: dict[str, str] = {}
        self._closed = self._way = self._walks = self._onward = ""

    def __call__(self, carry_out: Callable[..., None]) -> order:
        self.carry_out = carry_out
        self.__doc__ = carry_out.__doc__
        return self

    def overridden(self, by: Callable[..., None]) -> order:
        """The same order, carried out by the method of a subclass that overrides it."""
        return self._copied()(by)

    def told(
        self,
        *,
        rule: str = "",
        label: str = "",
        says: str = "",
        why: str = "",
        was: tuple[str, ...] = (),
    ) -> order:
        """The same order under the rule and in the words of a subclass: `move = GroundMove.move.told(rule="6.1")`."""
        new = self._copied()
        new.rule, new.label, new.why = rule or self.rule, label or self.label, why or self.why
        new.says, new.was = says or self.says, (*self.was, *was)
        return new

    def _copied(self) -> order:
        """A copy for a subclass, so that what it declares about its blanks does not change the base."""
        new = copy.copy(self)
        new._choices, new._refuses = dict(self._choices), dict(self._refuses)
        new._describes, new._enough = dict(self._describes), dict(self._enough)
        return new

    # -- what a step declares about its order; each decorates a method of the step

    def choices(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier): what may be filled in. For a set: (self, g, *earlier, chosen): what may join it."""
        return self._register(self._choices, blank)

    def refuses(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier, value): why something may not be filled in."""
        return self._register(self._refuses, blank)

    def describes(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier, value): what a person should know of a choice, as fields of `Choice`."""
        return self._register(self._describes, blank)

    def enough(self, blank: str) -> Callable[[F], F]:
        """(self, g, *earlier, chosen): why a set may not end yet. More members must never make it worse."""
        return self._register(self._enough, blank)

    def closed_if(self, function: F) -> F:
        """(self, g): why the order cannot be given at all now."""
        self._closed = function.__name__
        return function

    def way(self, function: F) -> F:
        """(self, g, *earlier, goal): the path to a goal, hex by hex, if the order names none."""
        self._way = function.__name__
        return function

    def walks(self, function: F) -> F:
        """(self, g, *earlier, path): why a path given hex by hex is not legal."""
        self._walks = function.__name__
        return function

    def onward(self, function: F) -> F:
        """(self, g, *earlier, path): where a path beginning like this can end, with fields of `Choice`; or why not.

        The `path` among the fields is the whole way, so that waypoints can be set one by one.
        """
        self._onward = function.__name__
        return function

    def _register(self, where: dict[str, str], blank: str) -> Callable[[F], F]:
        if blank not in {b.name for b in self.blanks}:
            raise TypeError(f"the order {self.word!r} has no blank {blank!r}")

        def keep(function: F) -> F:
            where[blank] = function.__name__
            return function

        return keep

    # -- Verb

    def closed(self, g: State, step: Step) -> Refusal | None:
        return cast(Refusal | None, getattr(step, self._closed)(g)) if self._closed else None

    def is_open(self, g: State, step: Step) -> bool:
        if self._closed and getattr(step, self._closed)(g) is not None:
            return False
        if not self.blanks:
            return True
        first = self.blanks[0]
        if first.kind not in ENDS:
            return next(iter(self._listed(g, step, first)), None) is not None
        if self._least(first) <= 1 and first.name not in self._enough:
            return next(iter(self._listed(g, step, first, ())), None) is not None
        return bool(self._joining(g, step, first, [], ()))

    def next(self, g: State, step: Step, args: Args) -> Sequence[Token] | None:
        values, blank, chosen = self._filled(g, args)
        if blank is None:
            return None
        if blank.kind in ENDS:
            tokens = _tokens(g, blank.kind, self._joining(g, step, blank, values, chosen))
            ends = len(chosen) >= self._least(blank) and self._lacks(g, step, blank, values, chosen) is None
            return [*tokens, ENDS[blank.kind]] if ends else tokens
        return _tokens(g, blank.kind, self._listed(g, step, blank, *values))

    def is_complete(self, g: State, step: Step, args: Args) -> bool:
        return self._filled(g, args)[1] is None

    def why_not(self, g: State, step: Step, args: Args, token: Token) -> Refusal | None:
        values, blank, chosen = self._filled(g, args)
        if blank is None:
            return None
        if token == ENDS.get(blank.kind):
            if chosen and (refusal := self._lacks(g, step, blank, values, chosen)):
                return refusal
            needed = f"{self.word} needs at least {self._least(blank)} of them"
            return Refusal(self.rule or step.rule, self.why or needed)
        value = _value(g, blank.kind, token)
        if value is not None and blank.name in self._refuses:
            earlier = (*values, chosen) if blank.kind in ENDS else values
            if refused := getattr(step, self._refuses[blank.name])(g, *earlier, value):
                return cast(Refusal, refused)
        if value is None and not self._near_miss(blank, token):
            return None
        return Refusal(self.rule or step.rule, self.why) if self.why else None

    def describe(self, g: State, step: Step, args: Args, token: Token) -> dict[str, Any]:
        values, blank, chosen = self._filled(g, args)
        if blank is None:
            return {}
        if token == ENDS.get(blank.kind):
            return {"kind": "done", "label": self.label}
        plain: dict[str, Any] = {"member": True} if blank.kind in ENDS else {}
        if blank.name not in self._describes:
            return plain
        earlier = (*values, chosen) if blank.kind in ENDS else values
        own: dict[str, Any] = getattr(step, self._describes[blank.name])(g, *earlier, _value(g, blank.kind, token))
        return plain | own

    def canonical(self, g: State, step: Step, args: Args) -> Args:
        out: list[Token] = []
        rest = list(args)
        for blank in self.blanks:
            if not rest:
                break
            if blank.kind in ENDS:
                end = ENDS[blank.kind]
                if blank.kind == "hexes" and end not in rest and (n := _leading(rest, g.map.index)) < len(rest):
                    rest.insert(n, end)  # attack 4719 1Pz go, an older spelling
                members = rest[: rest.index(end)] if end in rest else rest
                rest = rest[len(members) :]
                known = g.scenario.unit_named if blank.kind == "units" else g.map.index
                out += sorted(members, key=lambda token, known=known: known.get(token, -1))  # type: ignore[misc]
            token = rest.pop(0) if rest else None
            if token is not None:
                out.append(goal_of(token) if blank.kind == "path" else token)
        return (*out, *rest)

    def spell(self, g: State, step: Step, args: Args, given: Args) -> Args | Refusal:
        """Writes out the way where a path was given by its goal only; checks it where it was given in full."""
        place = next((n for n, blank in enumerate(self.blanks) if blank.kind == "path"), None)
        if place is None or not self._way:
            return args
        values, _, _ = self._filled(g, args)
        at = self._token_index(args, place)
        written = given[at]
        if "." not in written:
            path = tuple(getattr(step, self._way)(g, *values[: place + 1]))
            return (*args[:at], path_token(g.map, path), *args[at + 1 :])
        try:
            path = path_of(g.map, written)
        except UnknownHex as error:
            return Refusal("", str(error))
        refusal = self._why_not_walked(g, step, values, place, path)
        return refusal or (*args[:at], written, *args[at + 1 :])

    def goes_on(
        self, g: State, step: Step, args: Args, path: Sequence[Hex]
    ) -> Mapping[Hex, dict[str, Any]] | Refusal | None:
        values, blank, _ = self._filled(g, args)
        if blank is None or blank.kind != "path" or not self._onward:
            return None
        goals: Mapping[Hex, dict[str, Any]] | Refusal = getattr(step, self._onward)(g, *values, tuple(path))
        return goals

    def play(self, g: State, step: Step, args: Args) -> None:
        values: list[Any] = []
        rest = list(args)
        for blank in self.blanks:
            if blank.kind in ENDS:
                members = rest[: rest.index(ENDS[blank.kind])]
                values.append(tuple(_value(g, blank.kind, token) for token in members))
                rest = rest[len(members) + 1 :]
            elif blank.kind == "path":
                values.append(path_of(g.map, rest.pop(0)))
            else:
                values.append(_value(g, blank.kind, rest.pop(0)))
        self.carry_out(step, g, *values)

    # -- helpers

    def _listed(self, g: State, step: Step, blank: Blank, *earlier: Any) -> Iterable[Any]:
        """What the step lists for a blank."""
        listed: Iterable[Any] = getattr(step, self._choices[blank.name])(g, *earlier)
        return listed

    def _filled(self, g: State, args: Args) -> tuple[list[Any], Blank | None, tuple[int, ...]]:
        """The values given so far, the next blank (None if the order is complete), and the members of a set so far."""
        values: list[Any] = []
        n = 0
        for blank in self.blanks:
            if blank.kind in ENDS:
                chosen: list[int] = []
                while n < len(args) and args[n] != ENDS[blank.kind]:
                    chosen.append(_value(g, blank.kind, args[n]))
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

    def _token_index(self, args: Args, place: int) -> int:
        """Where a blank begins among the tokens of a complete order: sets before it take several."""
        at = 0
        for blank in self.blanks[:place]:
            at = 1 + (args.index(ENDS[blank.kind], at) if blank.kind in ENDS else at)
        return at

    def _why_not_walked(
        self, g: State, step: Step, values: list[Any], place: int, path: tuple[Hex, ...]
    ) -> Refusal | None:
        """Why a path given hex by hex is not legal; without a `walks` only the path that `way` gives is."""
        if self._walks:
            return cast(Refusal | None, getattr(step, self._walks)(g, *values[:place], path))
        same = path == tuple(getattr(step, self._way)(g, *values[: place + 1]))
        return None if same else Refusal(self.rule or step.rule, "only one path leads there, and it is a different one")

    def _joining(self, g: State, step: Step, blank: Blank, values: list[Any], chosen: tuple[int, ...]) -> list[int]:
        """What may join a set: in order, and only if the set can still become large enough."""
        last = chosen[-1] if chosen else -1
        able = sorted(v for v in self._listed(g, step, blank, *values, chosen) if v > last)
        if len(chosen) + 1 < self._least(blank):
            return [v for v in able if self._joining(g, step, blank, values, (*chosen, v))]
        if blank.name in self._enough:
            return [v for v in able if self._can_end(g, step, blank, values, (*chosen, v))]
        return able

    def _lacks(self, g: State, step: Step, blank: Blank, values: list[Any], chosen: tuple[int, ...]) -> Refusal | None:
        lacks = self._enough.get(blank.name)
        return cast(Refusal | None, getattr(step, lacks)(g, *values, chosen)) if lacks else None

    def _can_end(self, g: State, step: Step, blank: Blank, values: list[Any], chosen: tuple[int, ...]) -> bool:
        """Whether a set is large enough, or would be with all who may still join it."""
        while self._lacks(g, step, blank, values, chosen):
            able = [v for v in self._listed(g, step, blank, *values, chosen) if v > chosen[-1]]
            if not able:
                return False
            chosen = (*chosen, min(able))
        return True

    def _least(self, blank: Blank) -> int:
        return self.at_least if blank.kind == "units" else 1

    def _near_miss(self, blank: Blank, token: Token) -> bool:
        """Whether a token is of the kind that is asked for, so that the refusal should come from a rule."""
        return blank.kind in ("number", "word") and (token.isdigit() or blank.kind == "word")


def _read_form(form: str) -> tuple[str, tuple[Blank, ...]]:
    word, *blanks = form.split()
    found = []
    for text in blanks:
        match = re.fullmatch(r"\{(?:(\w+):)?(unit|hex|number|word|path|units|hexes)\}", text)
        if match is None:
            raise TypeError(f"{text!r} in the order {form!r} is not a blank")
        found.append(Blank(match[1] or match[2], match[2]))  # type: ignore[arg-type]
    return word, tuple(found)


def _leading(tokens: Sequence[Token], known: Mapping[str, int]) -> int:
    """How many of the first tokens are known."""
    return next((n for n, token in enumerate(tokens) if token not in known), len(tokens))


def _tokens(g: State, kind: str, values: Iterable[Any]) -> list[Token]:
    if kind in ("unit", "units"):
        ids = g.scenario.unit_ids
        return [ids[u] for u in values]
    if kind in ("hex", "path", "hexes"):
        labels = g.map.labels
        return [labels[h] for h in values]
    return [str(value) for value in values]


def _value(g: State, kind: str, token: Token) -> Any:
    if kind in ("unit", "units"):
        return g.scenario.unit_named.get(token)
    if kind in ("hex", "path", "hexes"):
        return g.map.index.get(token)
    if kind == "number":
        # Plain digits only: int() and isdigit() disagree about others, such as ².
        return int(token) if re.fullmatch("-?[0-9]+", token) else None
    return token
