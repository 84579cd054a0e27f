"""A decision: the question a game waits on, and the trie of orders that answer it.

The browser, bots, the fuzzer and the validator all walk the same trie:

    decision.choices(())                  -> move, rail, end
    decision.choices(("move",))           -> every unit that can still move
    decision.choices(("move", "7Pz"))     -> every hex it can reach
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec

from meuse.counters import Side
from meuse.entries import Undo
from meuse.foresight import after_own_die, dice_fall
from meuse.hexmap import UnknownHex
from meuse.ledger import Refusal
from meuse.report import Mobility
from meuse.spelling import path_of
from meuse.state import State
from meuse.steps import Choice, Commits, Kind, Order, Step, Together, Token, Verb, Warning
from meuse.walks import all_orders, drawn_orders


class IllegalOrder(ValueError):
    """An order that cannot be given; `refusal` says why, with the rule."""

    def __init__(self, order: Order, refusal: Refusal) -> None:
        super().__init__(f"{' '.join(order) or 'an empty order'}: {refusal}")
        self.order, self.refusal = order, refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalOrder, (self.order, self.refusal)  # as another process gets it

    @property
    def rule(self) -> str:
        return self.refusal.rule


class ShutWay(msgspec.Struct, frozen=True):
    """The usual way out of a moment while it is closed, and why."""

    token: Token
    label: str
    refusal: Refusal


class StepWords(msgspec.Struct, frozen=True):
    """One entry of the list of what is going on, with the rule it follows."""

    title: str
    rule: str


class Decision:
    """What one side is asked now. It belongs to the state it was made for; after an order, ask the game again."""

    def __init__(self, g: State, side: Side, step: Step) -> None:
        self.side, self.step = side, step
        self._g = g
        self._verbs: dict[str, Verb[Any, Any]] = {verb.word: verb for verb in step.verbs(g)}
        self._known: dict[Order, list[Token] | None] = {}

    def with_undo(self, undo: Undo) -> Decision:
        """The same question with `undo` as the last of its orders: only a game knows what can be taken back."""
        self._verbs[undo.word] = undo
        return self

    # -- what is asked

    @property
    def title(self) -> str:
        """What is going on: "Retreat from 4718"."""
        return self.step.title_now(self._g)

    @property
    def question(self) -> str:
        """What is asked: "Where do your units retreat?"."""
        return self.step.question_now(self._g)

    @property
    def questions(self) -> tuple[str, ...]:
        """A question for each word of an order that asks for several, to be asked in turn."""
        return self.step.questions

    @property
    def help(self) -> str:
        return self.step.help(self._g)

    @property
    def remaining(self) -> str:
        return self.step.remaining(self._g)

    @property
    def mobility(self) -> list[Mobility]:
        """What the units of this side may still spend on movement."""
        return list(self.step.mobility(self._g))

    @property
    def warnings(self) -> list[Warning]:
        """What leaving this step would mean, beginning with why it is not possible yet."""
        shut = self.shut
        must = [Warning("must", shut.refusal.text, shut.refusal.rule, shut.refusal.causes)] if shut else []
        return [*must, *self.step.warnings(self._g)]

    @property
    def shut(self) -> ShutWay | None:
        """The way out (the last order on the page that is complete without further choices), if it is closed now."""
        g, step = self._g, self.step
        ways = [verb for verb in self._verbs.values() if not verb.back and verb.is_complete(g, step, ())]
        refusal = ways[-1].closed(g, step) if ways else None
        return ShutWay(ways[-1].word, ways[-1].label, refusal) if refusal else None

    @property
    def stack(self) -> list[StepWords]:
        """What is going on, from the whole to the part: German combat, attack on 1512, retreat."""
        steps = [s.inner(self.side) if isinstance(s, Together) else s for s in self._g.stack]
        return [StepWords(words, step.rule) for step in steps if (words := step.title_now(self._g))]

    @property
    def foregone(self) -> Order:
        """The only order there is, where it may be given for the player; empty where there is anything to decide."""
        words = [word for word in self.choices() if not self._verbs[word].back and word not in self.step.can_wait]
        if words != [self.step.formality]:
            return ()
        order: Order = tuple(words)
        while len(words) == 1:
            if self.complete(order):
                return order
            words = self.choices(order)
            order = (*order, *words)
        return ()

    # -- the trie

    def choices(self, prefix: Order = ()) -> list[Token]:
        """The tokens that may come next. An empty list means that the prefix is a complete order.

        Raises IllegalOrder if the prefix itself is not the beginning of an order.
        """
        known = self._known.get(prefix)
        if known is None and prefix not in self._known:
            self._must_begin(prefix)
            known = self._known[prefix] = self._next(prefix)
        return known or []

    def complete(self, order: Order) -> bool:
        """Whether this is a complete, legal order."""
        try:
            self.choices(order)
        except IllegalOrder:
            return False
        return self._known[order] is None

    def orders(self, limit: int = 1000, sample: int | str | None = None) -> list[Order]:
        """At most this many complete orders: the first of the trie, or with a seed as `sample` a random draw.

        Orders that only take something back are left out; `choices` lists them.
        """
        found = all_orders(self) if sample is None else drawn_orders(self, Random(f"orders {sample}"))
        return list(islice(found, limit))

    def commits(self, order: Order) -> Commits:
        """What a complete order commits to: it is sealed, or dice are rolled before the next question."""
        g, verb, args = self._g, self._verbs[order[0]], order[1:]
        if verb.secret or (g.stack and isinstance(g.stack[-1], Together)):
            return "secret"
        if verb.back or not verb.rolls:
            return "none"
        full = verb.spell(g, self.step, args, args)
        return "die" if not isinstance(full, Refusal) and dice_fall(g, self.step, verb, full) else "none"

    def boards_after(self, order: Order) -> list[State]:
        """The boards after a complete order, all as likely: one, or one for each face of a die that it rolls itself.

        They go up to the next die or question. There are none if the order is sealed, or takes something back.
        """
        verb = self._verbs[order[0]]
        full = verb.spell(self._g, self.step, order[1:], order[1:])
        if verb.secret or verb.back or isinstance(full, Refusal):
            return []
        return after_own_die(self._g, self.step, verb, full)

    def completes(self, prefix: Order, token: Token) -> bool:
        """Whether a listed token completes its order; cheaper than listing what comes after it."""
        verb, *args = *prefix, token
        return self._verbs[verb].is_complete(self._g, self.step, tuple(args))

    def describe(self, prefix: Order = ()) -> list[Choice]:
        """The choices for a person: labels, costs, paths, odds, rules."""
        return [self._describe(prefix, token) for token in self.choices(prefix)]

    def describe_one(self, prefix: Order, token: Token) -> Choice:
        """One of the choices for a person; cheaper than describing them all."""
        self._must_begin((*prefix, token))
        return self._describe(prefix, token)

    def why_not(self, prefix: Order, token: Token) -> Refusal | None:
        """Why a token may not follow a prefix; None if it may. Where the prefix is closed, that is the reason."""
        try:
            following = self.choices(prefix)
        except IllegalOrder as error:
            return self._closed_reason(prefix, token) or error.refusal
        if token in following:
            return None
        refusal = self._own_reason(prefix, token) or self._plain_reason(prefix, token)
        return refusal if refusal.headline else msgspec.structs.replace(refusal, headline=self._headline(prefix, token))

    def onward(self, prefix: Order, way: Token) -> list[Choice]:
        """Where a path that begins like this (1512.1513) can end; raises IllegalOrder if it is not legal."""
        self._must_begin(prefix)
        try:
            path = path_of(self._g.map, way)
        except UnknownHex as error:
            raise IllegalOrder((*prefix, way), Refusal("", str(error))) from error
        goals = self._verbs[prefix[0]].goes_on(self._g, self.step, prefix[1:], path) if prefix else None
        if goals is None:
            raise IllegalOrder((*prefix, way), Refusal("", "this order takes no path"))
        if isinstance(goals, Refusal):
            raise IllegalOrder((*prefix, way), goals)
        labels = self._g.map.labels
        return [
            Choice(**{
                "token": ".".join(fields["path"]), "kind": "waypoint", "label": labels[h], "at": labels[h],
                "completes": True, "commits": self.commits((*prefix, ".".join(fields["path"]))), **fields,
            })
            for h, fields in goals.items()
        ]  # fmt: skip

    def canonical(self, order: Order) -> Order:
        """The order in its canonical spelling, checked token by token; raises IllegalOrder."""
        order = self._renamed(order) if order else order
        verb = self._verbs.get(order[0]) if order else None
        if verb is None:
            self._must_begin(order)
            raise IllegalOrder(
                order, Refusal("", f"an order begins with a word such as {', '.join(self.choices()[:6])}")
            )
        brief = (order[0], *verb.canonical(self._g, self.step, order[1:]))
        if left := self.choices(brief):
            raise IllegalOrder(order, Refusal("", f"the order is incomplete; next comes {', '.join(left[:6])}"))
        full = verb.spell(self._g, self.step, brief[1:], order[1:])
        if isinstance(full, Refusal):
            raise IllegalOrder(order, full)
        return (order[0], *full)

    def allows(self, order: Order) -> bool:
        """Whether this order is legal, in any spelling."""
        try:
            self.canonical(order)
        except IllegalOrder:
            return False
        return True

    def verb(self, order: Order) -> Verb[Any, Any]:
        return self._verbs[order[0]]

    def backs(self) -> frozenset[Token]:
        """The verbs that only take something back, including `undo`."""
        return frozenset(word for word, verb in self._verbs.items() if verb.back)

    # -- helpers

    def _renamed(self, order: Order) -> Order:
        """An order with its present word; the old form may be a word, or the words of a choice: "coup none"."""
        for now, old in self.step.renamed:
            if order[: len(old)] == old and now in self._verbs and (len(old) > 1 or order[0] not in self._verbs):
                return (now, *order[len(old) :])
        return order

    def _must_begin(self, prefix: Order) -> None:
        first = len(prefix) - 1 if prefix and prefix[:-1] in self._known else 0  # what is known begins an order
        for n in range(first, len(prefix)):
            head, token = prefix[:n], prefix[n]
            if head not in self._known:
                self._known[head] = self._next(head)
            known = self._known[head]
            if known is None:
                raise IllegalOrder(prefix, Refusal("", f"the order is complete without {token!r}"))
            if token not in known:
                refusal = self.why_not(head, token)
                assert refusal is not None
                raise IllegalOrder(prefix, refusal)

    def _next(self, prefix: Order) -> list[Token] | None:
        g, step = self._g, self.step
        if not prefix:
            return [word for word, verb in self._verbs.items() if verb.is_open(g, step)]
        following = self._verbs[prefix[0]].next(g, step, prefix[1:])
        return None if following is None else list(following)

    def _own_reason(self, prefix: Order, token: Token) -> Refusal | None:
        """The reason the verb itself gives."""
        if prefix:
            return self._verbs[prefix[0]].why_not(self._g, self.step, prefix[1:], token)
        verb = self._verbs.get(token)
        if verb is None:
            return None
        return verb.closed(self._g, self.step) or Refusal(verb.rule, "it has no legal choices now")

    def _closed_reason(self, prefix: Order, token: Token) -> Refusal | None:
        """After a verb that has no choices now: why it is closed, or why this token is not legal."""
        verb = self._verbs.get(prefix[0])
        if verb is None or len(prefix) > 1:
            return None
        return verb.closed(self._g, self.step) or verb.why_not(self._g, self.step, (), token)

    def _plain_reason(self, prefix: Order, token: Token) -> Refusal:
        """The reason if no rule of the game gives one."""
        g, scenario = self._g, self._g.scenario
        unit = scenario.unit_named.get(token)
        if unit is not None:
            owner = scenario.side_of[unit]
            if owner is not self.side:
                return Refusal("", f"{self._name(token)} is {owner.title}; you order {self.side.title} units")
            if g.hex_of[unit] < 0:
                return Refusal("", f"{self._name(token)} is not on the map")
            return Refusal(self.step.rule, f"{self._name(token)} cannot be chosen here")
        if token in g.map.index:
            return Refusal(self.step.rule, f"hex {token} cannot be chosen here")
        if not prefix:
            return Refusal(self.step.rule, f"{token!r} cannot be ordered now")
        return Refusal("", f"{token!r} cannot follow {' '.join(prefix)!r}")

    def _headline(self, prefix: Order, token: Token) -> str:
        """Who cannot do what: "1Pz cannot move to 4320."."""
        units, known = self._g.scenario.unit_named, self._verbs.get(prefix[0] if prefix else token)
        stack = f"The stack in {prefix[1]}" if prefix[:1] == ("march",) and len(prefix) > 1 else ""
        mover = stack or next((self._name(t) for t in prefix[1:] if t in units), "")
        if not prefix or known is None:
            return f"{known.label or known.word if known else self._name(token)} is not possible now."
        if mover and token in units:
            return f"{self._name(token)} cannot join in."
        if mover and token in self._g.map.index:
            return f"{mover} cannot {known.word} to {token}."
        return f"{known.label or known.word}: {self._name(token)} is not possible."

    def _name(self, token: Token) -> str:
        """A unit by its name; anything else as it is written."""
        scenario = self._g.scenario
        return scenario.unit_names[scenario.unit_named[token]] if token in scenario.unit_named else token

    def _describe(self, prefix: Order, token: Token) -> Choice:
        verb = self._verbs[prefix[0] if prefix else token]
        completes = self.completes(prefix, token)
        facts: dict[str, Any] = {
            "token": token,
            "completes": completes,
            "commits": self.commits((*prefix, token)) if completes else "none",
        }
        if prefix:
            facts |= self._plain_facts(token) | verb.describe(self._g, self.step, prefix[1:], token)
        else:
            facts["kind"] = "back" if verb.back else "verb"
            facts["label"] = verb.label or verb.word
            facts["says"] = verb.says
            facts["rules"] = (verb.rule,) if verb.rule else ()
        return Choice(**facts)

    def _plain_facts(self, token: Token) -> dict[str, Any]:
        """What a token is, where the verb says nothing more."""
        g, scenario = self._g, self._g.scenario
        if token in scenario.unit_named:
            unit = scenario.unit_named[token]
            return {"kind": "unit", "label": scenario.unit_names[unit], "at": scenario.place_word(g.hex_of[unit])}
        if token in g.map.index:
            return {"kind": "hex", "label": token, "at": token}
        kind: Kind = "number" if token.lstrip("-").isdigit() else "word"
        return {"kind": kind, "label": token}


def decision_of(g: State, side: Side | None = None) -> Decision | None:
    """What a state waits for: the question to this side (or to whoever is asked first); None if not asked, or over."""
    if not g.stack or g.result is not None:
        return None
    top = g.stack[-1]
    if isinstance(top, Together):
        waiting = top.waiting(g)
        asked = side if side is not None else waiting[0]
        return Decision(g, asked, top.inner(asked)) if asked in waiting else None
    decider = top.decider(g)
    if decider is None or (side is not None and decider is not side):
        return None
    return Decision(g, decider, top)
