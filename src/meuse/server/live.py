"""A game being played, in memory, with what the players have said and agreed, and what each side may see of it.

It is a fold over its records, which are only ever added to, so opening it again gives the same game. The other side and
spectators see the game as it was at the last commitment (`shown`), not orders that can still be taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from meuse.advice import Plan
from meuse.changeover import release
from meuse.counters import SIDES, Side
from meuse.events import Event, visible
from meuse.game import Entry, Game
from meuse.server.messages import ChatLine, Offers
from meuse.server.records import Intent, Mark, Memory, Origin, Record, Revision, Setup, Snapshot, Told
from meuse.snapshot import BadSnapshot, dump, load
from meuse.state import Result

DRAW_TALK = (("offer", "draw"), ("decline", "draw"))
"""Records that stand in the log, though they are not orders."""

SNAPSHOT_EVERY = 20
"""Orders between two remembered moments of the past."""


class LiveGame:
    """The game of one match. `add` takes a record in; if the engine raises, so does `add`, and nothing has changed.

    A game that went over to other rules begins there, with a memory of what came before; raises BadSnapshot.
    """

    def __init__(self, setup: Setup, memory: Memory | None = None) -> None:
        self.setup = setup
        self._memory = memory or Memory()
        self.origin = Origin(setup, tuple(told.entry for told in self._memory.told), self._memory.changeovers)
        self.records = 0
        self.stamp = 0
        """Counts whatever changed the game, taking back included; who thinks ahead compares it."""
        self.chat: list[ChatLine] = []
        self.offers = Offers()
        self.intents: list[Intent] = []
        """What bots meant to do, in turn; whoever shows it sees to it that the game is over."""
        self.draws: dict[str, dict[str, int]] = {"offer": {}, "decline": {}}
        """In which turn each side last offered a draw, and declined one."""
        self.ended = ""
        """How the match ended, if not by its rules."""
        self._marks = list(self._memory.marks)
        self._rewritten: Counter[str] = Counter()
        self._begin([])

    # -- records

    def add(self, record: Record) -> list[Event]:
        """Take in a record; returns the events of an order."""
        happened = getattr(self, f"_{record.kind}")(record)
        self._count(record)
        self.records += 1
        return happened or []

    def recall(self, records: Sequence[Record]) -> None:
        """Take in what was stored before the game went over to other rules: what was said and agreed, but no orders."""
        for record in records:
            self._count(record)
            if record.kind == "chat" or (record.kind in ("offer", "decline") and record.body == "delete"):
                self.add(record)
            elif record.kind == "revision":
                self._tell_revision(record)
            elif record.kind in ("resign", "draw") and self.game.result is not None:
                self.ended = self.game.result.text
        self.records = len(records)

    @property
    def orders(self) -> tuple[tuple[str, str], ...]:
        """The orders that stand, by side and text, as they came in."""
        return tuple((record.side, record.body) for record in self._orders)

    def asked(self, side: Side) -> bool:
        """Whether the game waits for this side."""
        return self.game.seat(side).decision is not None

    def plans_of(self, side: Side) -> tuple[tuple[int, Plan], ...]:
        """What a side's bot has meant to do, by how many orders had been given."""
        return tuple((intent.orders, intent.plan) for intent in self.intents if intent.side == side.word)

    # -- what may be seen

    def seen(self, side: Side | None) -> Game:
        """The game as far as a side (None: a spectator) may follow it."""
        return self.game if self.moving in (None, side) else self.shown

    @property
    def moving(self) -> Side | None:
        """The side whose last orders can still be taken back."""
        last = self.game.journal[-1] if self.game.journal else None
        return None if last is None or last.committed or self.game.over else last.side

    def number(self, side: Side | None) -> int:
        """How many orders have been given, as far as a side may know."""
        return len(self.seen(side).journal)

    def past(self, side: Side | None, at: int) -> Game:
        """The game as it was after so many orders."""
        game = self.seen(side)
        if at >= len(game.journal):
            return game
        if at < self.first:
            return self._earlier(at)
        start = max(n for n in self._snapshots if n <= at)
        then = self._snapshots[start].copy()
        then.quiet = True
        for entry in game.journal[start:at]:
            then.play(entry.order, entry.side)
        return then

    def journal(self, side: Side | None) -> list[Entry]:
        """The orders as a side may know them."""
        game = self.seen(side)
        if side is not None:
            return game.seat(side).journal
        if game.over:
            return list(game.journal)
        known = [game.seat(s).journal for s in SIDES]
        return [known[entry.side.enemy][n] for n, entry in enumerate(game.journal)]

    def events(self, side: Side | None, number: int) -> list[Event]:
        """What order `number` brought about, as far as a side may know; after the end, all of it."""
        events = self._told[number].events
        return events if self.game.over else visible(events, side)

    def told(self, number: int) -> Told:
        """What there is to tell of order `number`; only `events` says who may hear of what."""
        return self._told[number]

    def rewrites(self, side: Side | None) -> int:
        """How often the log of a seat has become another, by more than new lines.

        What the other side takes back before anybody has seen it changes nothing here. The end opens all secrets.
        """
        own = self._rewritten[side.word] if side is not None else 0
        return self._rewritten[""] + own + int(self.game.over)

    def talk(self, side: Side | None) -> list[ChatLine]:
        """What was said, as far as it was for a side."""
        return [line for line in self.chat if line.only in ("", side.word if side is not None else "")]

    def fresh(self, side: Side, number: int) -> bool:
        """Whether a side that knows so many orders knows the game. What the other side has sealed changes nothing."""
        unknown = self.seen(side).journal[number:]
        behind = self.number(side) - number
        return behind == 0 or (behind == 1 and unknown[0].secret and unknown[0].side is not side)

    # -- taking in, by kind

    def _order(self, record: Record) -> list[Event]:
        order = tuple(record.body.split())
        events = self.game.play(order, record.side)
        self._orders.append(record)
        self._told.append(Told(self.game.journal[-1], events, self.game.state.turn, _phase(self.game)))
        self.stamp += 1
        self.offers = Offers(delete=self.offers.delete)
        self._show()
        return events

    def _undo(self, record: Record) -> None:
        self.game.play("undo", record.side)
        self._orders.pop()
        self._told.pop()
        self._forget_intents()
        self.stamp += 1

    def _takeback(self, record: Record) -> None:
        kept = self._orders[self.first : int(record.body)]
        self._begin(kept)
        self._forget_intents()
        self._marks = [mark for mark in self._marks if mark.orders <= int(record.body)]
        self.stamp += 1
        self.offers = Offers(delete=self.offers.delete)

    def _offer(self, record: Record) -> None:
        kind, _, to = record.body.partition(" ")
        self.offers = msgspec.structs.replace(self.offers, **{kind: record.side})
        if to:
            self.offers.takeback_to = int(to)
        if kind == "draw":
            self.offers.declined = None
            self._enter_draw(record, "offers a draw")

    def _decline(self, record: Record) -> None:
        self.offers = msgspec.structs.replace(self.offers, **{record.body: None})
        if record.body == "takeback":
            self.offers.takeback_to = None
        elif record.body == "draw":
            self.offers.declined = Side.of(record.side).word
            self._enter_draw(record, "declines the draw")

    def _resign(self, record: Record) -> None:
        loser = Side.of(record.side)
        self._end(loser.enemy, "resignation", f"The {loser.title} side has resigned.")
        self._enter(Event("resignation", self.ended, side=loser.word))

    def _draw(self, record: Record) -> None:
        self._end(None, "draw", "Both sides have agreed to a draw.")
        self._enter(Event("draw", self.ended))

    def _plan(self, record: Record) -> None:
        """Where the other side has sealed its order already, that may come to stand behind the one this plan led to."""
        plan, before = msgspec.json.decode(record.body, type=Plan), len(self._orders) - len(self.game.state.sealed)
        self.intents.append(Intent(record.side, before, self.game.state.turn, plan))

    def _chat(self, record: Record) -> None:
        self.chat.append(ChatLine(record.side, record.body, record.at))

    def _revision(self, record: Record) -> None:
        """The game already stands where it goes on under the present rules."""
        self._tell_revision(record)
        self.offers = Offers(delete=self.offers.delete)
        self.stamp += 1

    # -- snapshots for other rules

    @property
    def first(self) -> int:
        """How many orders were given before the game went over to the present rules; they cannot be taken back."""
        return len(self.origin.past)

    @property
    def due(self) -> bool:
        """Whether this moment is to be stored: it is committed to, and the first, of a new turn, the end, or due."""
        g = self.game.state
        if self.moving is not None or (g.sealed and not self.game.over):
            return False
        if not self._marks or self.game.over:
            return not self._marks or self._marks[-1].digest != g.digest()
        last = self._marks[-1].orders
        turn = self._told[last - 1].turn if last else self._snapshots[0].state.turn
        return g.turn != turn or len(self._told) >= last + SNAPSHOT_EVERY

    def snapshot(self) -> Snapshot:
        """This moment, to be stored."""
        rules, before = self.game.rules, self._marks[-1] if self._marks else None
        mark = Mark(
            records=self.records,
            orders=len(self.game.journal),
            before=before.records if before is not None else None,
            revision=rules.revision,
            data=rules.data_hash,
            release=release(),
            digest=self.game.state.digest(),
        )
        start = before.orders if before is not None else 0
        lines = zip(self.game.journal[start:], self._told[start:], strict=True)
        told = tuple(msgspec.structs.replace(told, entry=entry) for entry, told in lines)
        return Snapshot(mark, dump(self.game.state), told)

    def keep(self, mark: Mark) -> None:
        """Say that this moment is stored."""
        self._marks.append(mark)

    def agrees(self, mark: Mark) -> bool:
        """Whether the game stands as it did when this was stored."""
        return mark.orders == len(self.game.journal) and mark.digest == self.game.state.digest()

    # -- helpers

    def _count(self, record: Record) -> None:
        if record.kind == "undo":
            self._rewritten[record.side] += 1
        elif record.kind in ("takeback", "revision") or (record.kind, record.body) in DRAW_TALK:
            self._rewritten[""] += 1

    def _enter_draw(self, record: Record, words: str) -> None:
        side = Side.of(record.side)
        self.draws[record.kind][side.word] = self.game.state.turn
        self._enter(Event("draw", f"The {side.title} side {words}.", side=side.word))

    def _enter(self, event: Event) -> None:
        """Put what the players settle in the log: at the last line that all may see."""
        for told in self._told[: len(self.shown.journal)][-1:]:
            told.events.append(event)

    def _forget_intents(self) -> None:
        """Whoever is taken back means again what it meant then."""
        self.intents = [intent for intent in self.intents if intent.orders <= len(self._orders)]

    def _begin(self, orders: Sequence[Record]) -> None:
        self.game = self.origin.game()
        self.shown = self.game.copy()
        self._orders = list(self._memory.orders)
        self._told = list(self._memory.told)
        self._snapshots = {self.first: self.game.copy()}
        for record in orders:
            self._order(record)

    def _earlier(self, at: int) -> Game:
        """A moment under earlier rules: the last one before it that is stored and can still be read."""
        start = max((n for n in self._memory.states if n <= at), default=self.first)
        rules, scenario = self.game.rules, self.game.state.scenario
        try:
            return Game(rules, load(self._memory.states[start], rules, scenario))
        except BadSnapshot:
            return self._snapshots[self.first]

    def _tell_revision(self, record: Record) -> None:
        """To both that the rules have changed, to each side which of its own orders are gone; others may be secret."""
        changed = msgspec.json.decode(record.body, type=Revision)
        words = revision_words(changed)
        self.chat.append(ChatLine("", words, record.at))
        for told in self._told[: changed.orders][-1:]:
            told.events.append(Event("rules", words))
        for side in SIDES:
            if lost := [order for owner, order in changed.dropped if owner == side.word]:
                text = f"Your orders that are no longer possible and must be given again: {'; '.join(lost)}."
                self.chat.append(ChatLine("", text, record.at, side.word))

    def _show(self) -> None:
        """What has been committed to is seen by all; now and then it is remembered for those who look back."""
        if self.moving is not None:
            return
        self.shown = self.game.copy()
        length = len(self.game.journal)
        if length >= max(self._snapshots) + SNAPSHOT_EVERY and not self.game.state.sealed and not self.game.over:
            self._snapshots[length] = self.shown.copy()

    def _end(self, winner: Side | None, level: str, text: str) -> None:
        """The players end the match; the engine is told, so that it asks nobody and keeps no secret any more."""
        self.ended = text
        self.stamp += 1
        self.offers = Offers(delete=self.offers.delete)
        self.game.end(Result(winner, level, text))
        self.shown = self.game.copy()


def _phase(game: Game) -> str:
    """The step above the turns: the phase that the game is in."""
    words = [text for step in game.state.stack[1:2] if (text := step.title_now(game.state))]
    return words[0] if words else ""


def revision_words(changed: Revision) -> str:
    """A change of the rules, as both players may read it."""
    if changed.over:
        return f"The rules have changed since this game ended: revision {changed.before} → {changed.after}."
    return (
        f"The rules have changed: revision {changed.before} → {changed.after}. The game continues under the new ones"
        f" from turn {changed.turn}, order {changed.orders}; later orders are kept where they are still possible."
    )
