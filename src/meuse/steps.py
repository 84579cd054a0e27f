"""Steps and verbs: the sequence of play as a stack of small frozen values, and what may be ordered at each of them.

A `Step` is a moment of the sequence: a phase, a battle, a retreat. It either acts by itself (`run`) or waits for a side
(`decider`) and offers *verbs*. A `Verb` spells out its orders token by token: `next` lists what may follow a beginning,
so all its orders form a trie, and nothing else in the program decides what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from meuse.counters import SIDES, Side
from meuse.ledger import Refusal
from meuse.report import Mobility
from meuse.state import State

Token = str
Args = tuple[Token, ...]
"""The tokens of an order after its verb."""

Order = tuple[Token, ...]
Commits = Literal["none", "die", "secret"]
Kind = Literal["verb", "unit", "hex", "hexside", "waypoint", "cell", "piece", "number", "word", "done", "back"]


class Surcharge(msgspec.Struct, frozen=True):
    """What a step of a path costs beyond the terrain of the hex: a river, a zone left behind."""

    at: str
    cost: str
    text: str
    rule: str = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A token that may come next, described for a person."""

    token: Token
    kind: Kind
    label: str
    at: str = ""
    completes: bool = False
    commits: Commits = "none"
    default: bool = False
    member: bool = False
    """One of a set that others may join."""
    cost: str = ""
    stop: bool = False
    path: tuple[str, ...] = ()
    surcharges: tuple[Surcharge, ...] = ()
    odds: str = ""
    leaves: float | None = None
    """The chance that the hexes attacked fall, where this answers a question about a battle before its die."""
    succeeds: float | None = None
    """The chance that it succeeds, where it rolls a die of its own and no battle is asked about."""
    price: str = ""
    says: str = ""
    """What choosing it does, in a sentence, where the label alone does not tell."""
    places: tuple[str, ...] = ()
    """The places it means, lit on the map while it is pointed at: the hexes of an objective, the units of a group."""
    rules: tuple[str, ...] = ()


Topic = Literal["", "moves", "attacks", "air", "supply", "stacking", "arrivals", "support"]
"""What a warning is about, in the same words in all games; a player can silence a topic."""


class Warning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What leaving a step would mean: it cannot be left (must), something is lost (loses), or just a word (note)."""

    kind: Literal["must", "loses", "note"]
    text: str
    rule: str = ""
    at: tuple[str, ...] = ()
    topic: Topic = ""


F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G", bound=State)
S = TypeVar("S", bound="Step")

_OVERRIDES = "overrides an inherited method"


class Verb(Generic[G, S]):
    """One kind of order at one kind of step. Games write them as methods of the step (`orders.order`)."""

    word: str
    label: str = ""
    rule: str = ""
    says: str = ""
    """What the order does, in a sentence, where its label alone does not tell a newcomer."""

    secret: bool = False
    """Whether only the side that gives the order may read it; between `Together` all orders are secret anyway."""

    back: bool = False
    """Whether the order takes something back; walkers use it only where nothing else is left."""

    rolls: bool = True
    """Whether dice may fall on the order; one that never rolls need not be tried on a copy to know it."""

    was: tuple[str, ...] = ()
    """Words by which it was once ordered: older journals are read by them, and written with the present one. One of
    several tokens was a choice of another order: "coup none"."""

    def closed(self, g: G, step: S) -> Refusal | None:
        """Why no order with this verb can be given now."""
        return None

    def is_open(self, g: G, step: S) -> bool:
        """Whether any order with this verb can be given now."""
        if self.closed(g, step) is not None:
            return False
        following = self.next(g, step, ())
        return following is None or bool(following)

    def next(self, g: G, step: S, args: Args) -> Sequence[Token] | None:
        """What may follow; None says that the order is complete. Every token listed leads to a complete order."""
        return None

    def is_complete(self, g: G, step: S, args: Args) -> bool:
        """Whether nothing may follow the beginning of a legal order; told without listing what may."""
        return self.next(g, step, args) is None

    def why_not(self, g: G, step: S, args: Args, token: Token) -> Refusal | None:
        """Why a token is not among the next ones."""
        return None

    def describe(self, g: G, step: S, args: Args, token: Token) -> dict[str, Any]:
        """What a person should know of a choice: any fields of `Choice`."""
        return {}

    def canonical(self, g: G, step: S, args: Args) -> Args:
        """The order as the trie lists it: sets sorted, a path cut down to its goal. Unknown tokens are left alone."""
        return args

    def spell(self, g: G, step: S, args: Args, given: Args) -> Args | Refusal:
        """The order as the journal writes it and `play` takes it, paths in full; `given` is what was written."""
        return args

    def goes_on(self, g: G, step: S, args: Args, path: Sequence[int]) -> Mapping[int, dict[str, Any]] | Refusal | None:
        """Where a way that begins with these hexes can end, each goal with fields of `Choice`; None if not asked."""
        return None

    def play(self, g: G, step: S, args: Args) -> None:
        """Carry out a complete, legal order; the verb replaces or pops its step."""
        raise NotImplementedError

    def overridden(self, by: Callable[..., None]) -> Verb[G, S]:
        """The same verb as a subclass of its step carries it out."""
        raise TypeError(f"the order {self.word!r} cannot be overridden by a method")


MOST_RUNS = 100_000
"""Steps that act by themselves in a row; after so many, a position set up by hand leads nowhere."""


def settle(g: State) -> Side | None:
    """Let steps that act by themselves act, until a side is asked; None if the game ends first."""
    for _ in range(MOST_RUNS):
        if not g.stack or g.result is not None:
            return None
        top = g.stack[-1]
        if (side := top.decider(g)) is not None:
            return side
        top.run(g)
    raise RuntimeError("the sequence of play asks no one")


def overrides(method: F) -> F:
    """Say that a method of a step stands in the place of an inherited one; if there is none, importing it fails."""
    setattr(method, _OVERRIDES, True)
    return method


def _text(words: Any, g: Any) -> str:
    """Words that may depend on the board."""
    return words if isinstance(words, str) else str(words(g))


def _spaced(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _inherited(cls: type, name: str) -> Any:
    """What the bases of a class have by this name."""
    return next((vars(base)[name] for base in cls.__mro__[1:] if name in vars(base)), None)


def _must_override(cls: type, name: str, value: Any) -> None:
    marked = getattr(getattr(value, "carry_out", value), _OVERRIDES, False)
    if marked and _inherited(cls, name) is None:
        raise TypeError(f"{cls.__name__}.{name} overrides nothing: no base of {cls.__name__} has {name!r}")


class Step(msgspec.Struct, frozen=True):
    """A moment of the sequence of play.

    `rule` is the rule it follows. `title` says what is going on ("German combat", "Retreat from 4718"), `question` what
    is asked ("Who advances?"): each a text, or a method (self, g) where it varies. What acts by itself needs neither.
    """

    rule: ClassVar[str] = ""
    title: ClassVar[Any] = ""
    question: ClassVar[Any] = ""
    questions: ClassVar[tuple[str, ...]] = ()
    """Where one order asks for several words: a question for each, asked in turn."""

    before_die: ClassVar[bool] = False
    """Whether the die of its `battle` is still to be rolled: then what is asked here is asked about that battle."""

    after_die: ClassVar[bool] = False
    """Whether it carries out what the die of a battle has brought: losses, retreats, advances."""

    formality: ClassVar[str] = ""
    """The word of an order that a player need not give himself where it is the only one; never that of a way out."""

    can_wait: ClassVar[tuple[str, ...]] = ()
    """Orders that do not count for that: they can be given before it and after it as well."""

    orders: ClassVar[tuple[Verb[Any, Any], ...]] = ()
    """The orders written as methods of the step, in the order of the page."""

    renamed: ClassVar[tuple[tuple[Token, Order], ...]] = ()
    """The words of orders that were once others: the present word, and what stood for it."""

    order_names: ClassVar[tuple[str, ...]] = ()
    """Under which names its class has them; one that a subclass redefines stands where the subclass has it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, value in list(vars(cls).items()):
            _must_override(cls, name, value)
            before = _inherited(cls, name)
            if isinstance(before, Verb) and not isinstance(value, Verb):
                setattr(cls, name, before.overridden(value))
        own = [name for name, value in vars(cls).items() if isinstance(value, Verb)]
        inherited = (name for base in cls.__bases__ for name in getattr(base, "order_names", ()) if name not in own)
        cls.order_names = tuple(dict.fromkeys((*inherited, *own)))  # an order that two bases share comes once
        cls.orders = tuple(getattr(cls, name) for name in cls.order_names)
        cls.renamed = tuple((verb.word, tuple(words.split())) for verb in cls.orders for words in verb.was)

    def decider(self, g: Any) -> Side | None:
        """Who is asked; None where the step acts by itself."""
        return None

    def run(self, g: Any) -> None:
        """Act, and leave the stack. Only for steps without a decider."""
        raise NotImplementedError(f"{type(self).__name__} neither asks nor acts")

    def verbs(self, g: Any) -> Sequence[Verb[Any, Any]]:
        return self.orders

    def title_now(self, g: Any) -> str:
        """What is going on, in the list that players see; empty if they need not be told of it."""
        return _text(self.title, g)

    def question_now(self, g: Any) -> str:
        """What is asked; its title, if it asks no question."""
        return _text(self.question, g) or self.title_now(g)

    def called(self, g: Any) -> str:
        """How tests and editors call this moment: by its title, or else by the name of the step."""
        return self.title_now(g) or type(self).__name__

    def help(self, g: Any) -> str:
        return ""

    def remaining(self, g: Any) -> str:
        """What can still be done here: "19 units can still move"."""
        return ""

    def warnings(self, g: Any) -> Sequence[Warning]:
        """What the way out of this step would mean."""
        return ()

    def mobility(self, g: Any) -> Iterable[Mobility]:
        """What the units of the side that is asked may still spend on movement; nothing where nobody moves."""
        return ()

    def battle_ahead(self, g: Any) -> Any:
        """The battle whose die comes next, as the forecast of the game reads one; None where there is none."""
        return getattr(self, "battle", None) if self.before_die else None

    def about(self, g: Any) -> tuple[str, ...]:
        """The places this step is about, to be lit on the map."""
        return ()


class Question(Step, frozen=True):
    """A step that asks one given side, or nobody if there is nothing to ask; then it is over."""

    side: Side

    def decider(self, g: Any) -> Side | None:
        return self.side

    def run(self, g: Any) -> None:
        g.pop()

    def title_now(self, g: Any) -> str:
        """Whoever is asked is told of it, if only by the name of the step: CoupDeMain is "Coup de main"."""
        return super().title_now(g) or _spaced(type(self).__name__)


class Turns(Step, frozen=True):
    """The bottom of the stack: the whole sequence of play of the scenario, from entry `at` on."""

    at: int = 0

    def run(self, g: State) -> None:
        if self.at < len(g.scenario.sequence):
            g.replace(g.scenario.sequence[self.at], Turns(self.at + 1))
        else:
            g.pop()


class Together(Step, frozen=True):
    """Both sides answer at once, in secret. Their orders roll nothing and read nothing of each other.

    Each side is asked by its own inner step; when both have sealed an order, they are carried out, German first.
    """

    german: Step
    allied: Step

    def inner(self, side: Side) -> Step:
        return self.german if side is Side.GERMAN else self.allied

    def waiting(self, g: State) -> tuple[Side, ...]:
        return tuple(side for side in SIDES if side not in g.sealed)

    def decider(self, g: State) -> Side | None:
        waiting = self.waiting(g)
        return waiting[0] if waiting else None

    def title(self, g: State) -> str:
        return self.german.title_now(g)

    def run(self, g: State) -> None:
        orders = [(side, g.sealed[side]) for side in SIDES]
        g.sealed.clear()
        g.pop()
        for side, order in orders:
            inner = self.inner(side)
            g.push(inner)
            verb = next(v for v in inner.verbs(g) if v.word == order[0])
            verb.play(g, inner, order[1:])
