"""A seat: the only door for browsers, bots and logs. What comes through it does not depend on the enemy's secrets.

>>> import meuse
>>> seat = meuse.new("skirmish", seed=7).seat("allied")
>>> seat.side.title
'Allied'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from meuse.counters import SIDES, Side, Unit
from meuse.decision import Decision, IllegalOrder
from meuse.entries import UNDO, Entry, Lines
from meuse.events import Event, visible
from meuse.ledger import Refusal
from meuse.muster import engagements, muster
from meuse.report import Engagement, OddsReport, Overlay, OverlayKind, Standing, UnitView, View
from meuse.steps import Choice, Order, Together, Token
from meuse.underway import battle_now, battle_rolled_on, with_chances
from meuse.views import printed_view

if TYPE_CHECKING:  # a seat is given its game, and makes none
    from meuse.game import Game

Stage = Literal["", "before", "after"]
"""Where a battle stands: none is going on, or it is before its die, or after it."""

SEALED = ("sealed",)
"""How a secret order of the other side stands in a seat's journal while the game goes on."""


class Mark:
    """A moment of a game, by the orders that led to it; a seat tells whether the game has continued from there."""

    def __init__(self, past: list[Entry]) -> None:
        self._past = past

    def led_to(self, journal: Lines) -> bool:
        return journal[: len(self._past)] == self._past


class Seat:
    """One side's place at the table."""

    def __init__(self, game: Game, side: Side) -> None:
        self._game, self.side = game, side

    @property
    def over(self) -> bool:
        return self._game.over

    @property
    def view(self) -> View:
        """The board as this side sees it."""
        return view_of(self._game, self.side)

    @property
    def decision(self) -> Decision | None:
        """What this side is asked now, or None."""
        game = self._game
        if game.over:
            return None
        return game.decision if game.decision.side is self.side else game.asked(self.side)

    def choices(self, prefix: Order = ()) -> list[Token]:
        return self._must_decide(prefix).choices(prefix)

    def describe(self, prefix: Order = ()) -> list[Choice]:
        """The choices for a person; in a battle before its die, each with the chance that it leaves."""
        decision, game = self._must_decide(prefix), self._game
        return with_chances(game.rules.forecast, decision, game.state, prefix, decision.describe(prefix))

    def why_not(self, prefix: Order, token: Token) -> Refusal | None:
        """Why a token may not follow; the reason is that it is not this side's turn, if it is not."""
        decision = self.decision
        if decision is None:
            return self._not_asked()
        return decision.why_not(prefix, token)

    def play(self, order: str | Order) -> list[Event]:
        """Give an order; returns what this side may know of what happened."""
        return visible(self._game.play(order, self.side), self.side)

    @property
    def can_undo(self) -> bool:
        """Whether this side may take back the last order (by ordering `undo`)."""
        return self._game.why_not_undo(self.side) is None

    def onward(self, prefix: Order, way: Token) -> list[Choice]:
        """Where a move can go that begins with a way written by hand: 1512.1513."""
        return self._must_decide(prefix).onward(prefix, way)

    def odds(self, order: str | Order, support: Mapping[str, int] | None = None) -> OddsReport | None:
        """The arithmetic of a planned attack, as far as this side can know it; with support that might be added."""
        tokens = tuple(order.split()) if isinstance(order, str) else order
        return self._game.rules.odds(self._game.state, self.side, tokens, support or {})

    @property
    def battle(self) -> OddsReport | None:
        """The battle that is being prepared, with all that both sides have added to it; None if there is none."""
        return battle_of(self._game)

    def threat(
        self,
        at: str,
        after: Sequence[Order] = (),
        without: Sequence[str] = (),
        support: Mapping[str, int] | None = None,
    ) -> OddsReport | None:
        """The best attack that the enemy could make on this hex in its next turn: as things are, or after some orders.

        An order that could not be taken back cannot be looked behind.
        """
        game = self._after(after) if after else self._game
        named = game.state.scenario.unit_named
        out = frozenset(named[unit] for unit in without if unit in named)
        return game.rules.threat(game.state, self.side, at, out, support or {})

    def muster(
        self, at: str, without: Sequence[str] = (), support: Mapping[str, int] | None = None
    ) -> OddsReport | None:
        """The best attack that this side could still bring about on this hex, with the moves that lead to it."""
        named = self._game.state.scenario.unit_named
        out = frozenset(named[unit] for unit in without if unit in named)
        return muster(self._game, self.side, self._must_decide(()), at, out, support or {})

    def engagements(self) -> list[Engagement]:
        """The enemy hexes that could be attacked as the units stand, each with the units that could attack it."""
        return engagements(self._game, self.side, self._must_decide(()))

    def overlay(self, kind: OverlayKind, unit: str = "") -> Overlay:
        """A layer over the map as this side may know it; of one unit, if it is named."""
        return overlay_of(self._game, self.side, kind, unit)

    @property
    def journal(self) -> list[Entry]:
        """The journal; while the game goes on, the other side's secret orders are only known to have been given."""
        return self.lines(0)

    def lines(self, start: int) -> list[Entry]:
        """The journal from line `start` on."""
        lines = self._game.journal[start:]
        return lines if self.over else [entry if self._may_know(entry) else _sealed(entry) for entry in lines]

    def imagine(self, seed: int | str) -> Game:
        """A playable copy for thinking ahead, in which all that this side cannot know is drawn afresh."""
        return self._game.imagine(self.side, seed)

    # -- the past

    def mark(self, before: int = 0) -> Mark:
        """This moment, or the one so many orders before it, to be recognised by `follows`."""
        journal = self._game.journal
        return Mark(journal[: len(journal) - before])

    def follows(self, mark: Mark) -> bool:
        """Whether the game has continued from a moment: nothing was taken back since, and it is the same game."""
        return mark.led_to(self._game.journal)

    def again(self) -> Iterator[tuple[Seat, Order]]:
        """The game once more: this seat as it was before each of its own orders, and the order it gave.

        Of a game without a past (an imagined one, one laid out by hand) there is nothing to tell.
        """
        game = self._game
        if game.imagined or game.laid_out:
            return
        then = game.beginning()
        then.quiet = True
        for entry in game.journal[len(then.journal) :]:
            if entry.side is self.side:
                yield Seat(then.copy(), self.side), entry.order
            then.play(entry.order, entry.side)

    # -- helpers

    def _must_decide(self, prefix: Order) -> Decision:
        decision = self.decision
        if decision is None:
            raise IllegalOrder(prefix, self._not_asked())
        return decision

    def _after(self, orders: Sequence[Order]) -> Game:
        """The game as it would be after orders of this side that can be taken back."""
        game = self._game.copy()
        game.quiet = True
        for order in orders:
            if order == UNDO:
                raise IllegalOrder(order, Refusal("", "a threat is shown after an order to come, not after an undo"))
            game.play(order, self.side)
            if game.journal[-1].committed:
                reason = Refusal("", "a threat cannot be shown beyond a die roll, a secret or the enemy's reply")
                raise IllegalOrder(order, reason)
        return game

    def _not_asked(self) -> Refusal:
        if self.over:
            return Refusal("", "the game is over")
        return Refusal("", f"it is not the {self.side.title} side's decision")

    def _may_know(self, entry: Entry) -> bool:
        return not entry.secret or entry.side is self.side


def shown_unit(game: Game, u: Unit) -> UnitView:
    """A piece as whoever may see it does."""
    return game.rules.views.unit(game.state, printed_view(game.state, u), u)


def view_of(game: Game, side: Side | None) -> View:
    """The board as a side sees it; None is a spectator."""
    g, rules, views = game.state, game.rules, game.rules.views
    units = range(len(g.scenario.counters))
    top = g.stack[-1] if g.stack else None
    waiting = top.waiting(g) if isinstance(top, Together) else ()
    asked = () if game.over else waiting or (game.decision.side,)
    return View(
        game=rules.id,
        scenario=g.scenario.id,
        seat=side.word if side is not None else "",
        turn=g.turn,
        units=tuple(views.unit(g, printed_view(g, u), u) for u in units if not views.is_hidden(g, u, side)),
        control={g.map.labels[h]: Side(owner - 1).word for h, owner in enumerate(g.control) if owner},
        parts=tuple(views.parts(g, side)),
        stack=tuple(words for step in g.stack if (words := step.title_now(g))),
        asked=tuple(s.word for s in asked),
        over=game.over,
        verdict=game.result.text if game.result else "",
        markers=tuple(views.markers(g)),
        overlays=tuple(views.layers),
        about=top.about(g) if top is not None else (),
        standing=standing_of(game, side),
    )


def standing_of(game: Game, side: Side | None) -> Standing | None:
    """The points, and the level they mean for whoever may know it: a secret plan decides it in some games."""
    found = game.result or game.rules.standing(game.state)
    if found is None or not all(side.word in found.score for side in SIDES):
        return None
    german, allied = (found.score[side.word] for side in SIDES)
    owner = game.rules.verdict_secret_of
    if owner is None or owner is side or game.over:
        return Standing(german, allied, found.level, found.text)
    return Standing(german, allied)


def battle_of(game: Game) -> OddsReport | None:
    """The battle that is being prepared: both sides see what has been added to it."""
    return None if game.over else battle_now(game.rules.forecast, game.state)


def rolled_of(before: Game, side: Side, order: Order) -> OddsReport | None:
    """The battle whose die an order rolled, as it was then; `before` is the game that a side gave the order in."""
    decision = before.asked(side)
    return battle_rolled_on(before.rules.forecast, decision, before.state, order) if decision is not None else None


def stage_of(game: Game) -> Stage:
    """Whether what is asked now belongs to a battle: before its die, or after it."""
    if game.over or not game.state.stack:
        return ""
    top = game.state.stack[-1]
    if top.before_die:
        return "before"
    return "after" if top.after_die else ""


def overlay_of(game: Game, side: Side | None, kind: OverlayKind, unit: str = "") -> Overlay:
    """A layer over the map as a side sees it; None is a spectator. A unit out of its sight is as good as unknown."""
    g, views = game.state, game.rules.views
    found: Unit | None = g.scenario.unit_named.get(unit)
    if found is not None and views.is_hidden(g, found, side):
        found = None
    if kind not in views.layers or (unit and found is None):
        return Overlay(kind=kind)
    return views.supply_line(g, found) if kind == "supply" and found is not None else views.layers[kind](g, side)


def _sealed(entry: Entry) -> Entry:
    return Entry(entry.side, SEALED, (), entry.committed, True, "")
