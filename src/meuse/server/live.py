"""A game being played, in memory, with what the players have said and agreed, and what each side may see of it.

It is a fold over its records, which are only ever added to, so opening it again gives the same game. The other side and
spectators see the game as it was at the last commitment (`shown`), not orders that can still be taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from sys import getsizeof
from typing import Literal

import msgspec

from meuse.advice import Plan
from meuse.changeover import release
from meuse.counters import SIDES, Side, SideWord
from meuse.dice import seed_bytes
from meuse.entries import Shelved
from meuse.events import Event, visible
from meuse.game import Entry, Game
from meuse.rulebook import RuleBook
from meuse.scenario import Scenario
from meuse.server.messages import ChatLine, Offers, Outcome, Settled
from meuse.server.records import (
    Intent,
    Mark,
    Memo,
    Memory,
    OrderText,
    Origin,
    Record,
    Revision,
    Setup,
    Snapshot,
    Told,
    Trail,
    packed,
)
from meuse.server.shelf import Shelf
from meuse.snapshot import BadSnapshot, dump, load
from meuse.state import Result, State

DRAW_TALK = (("offer", "draw"), ("decline", "draw"))
"""Records that stand in the log, though they are not orders."""

SNAPSHOT_EVERY = 20
"""Orders between two remembered moments of the past."""

LINE = 1500
"""What a line of the log takes in memory, with what it brought about, or something that was said or meant."""


class LiveGame:
    """The game of one match. `add` takes a record in; if the engine raises, so does `add`, and nothing has changed.

    A game that went over to other rules begins there, with a memory of what came before; raises BadSnapshot.
    """

    def __init__(self, setup: Setup, memory: Memory | None = None) -> None:
        memory = memory or Memory()
        shelf = Shelf(memory.way, memory.orders)
        changed = memory.changeovers[-1].orders if memory.changeovers else 0
        self.setup = setup
        self.origin = Origin(setup, tuple(told.entry for told in shelf[:changed]), memory.changeovers)
        self.records = 0
        self.stamp = 0
        """Counts whatever changed the game, taking back included; who thinks ahead compares it."""
        self.chat: list[ChatLine] = []
        self.offers = Offers()
        self.names: dict[str, str] = {}
        """What the players want to be called, by side."""
        self.intents: list[Intent] = []
        """What bots meant to do, in turn; whoever shows it sees to it that the game is over."""
        self.draws: dict[str, dict[str, int]] = {"offer": {}, "decline": {}}
        """In which turn each side last offered a draw, and declined one."""
        self.ended = ""
        """How the match ended, if not by its rules."""
        self._is_sealed = False
        """Whether its end opens nothing."""
        self._trail = Trail()
        self._shelf: Shelf
        self._told: list[Told]
        """What is told of the orders since the newest snapshot."""
        self._orders: list[OrderText]
        self.game: Game
        self.shown: Game
        self._rewritten: Counter[str] = Counter()
        self._entered: dict[int, list[Event]] = {}
        """What was entered in lines of the log that were stored already."""
        self._turn_at_first = self.origin.game().state.turn
        self._stand(shelf)

    # -- records

    def add(self, record: Record) -> list[Event]:
        """Take in a record; returns the events of an order."""
        happened = getattr(self, f"_{record.kind}")(record)
        self._count(record)
        self._trail.add(record)
        self.records += 1
        return happened or []

    def recall(self, records: Sequence[Record]) -> None:
        """Take in what was stored before the game went over to other rules: what was said and agreed, but no orders."""
        for record in records:
            self._count(record)
            if record.kind in ("chat", "name", "relief") or (
                record.kind in ("offer", "decline") and record.body == "delete"
            ):
                self.add(record)
            elif record.kind == "revision":
                self._tell_revision(record)
            elif record.kind in ("resign", "draw") and self.game.result is not None:
                self.ended = self.game.result.text
        self.records, self._trail = len(records), Trail(records)

    def resume(self, memo: Memo, records: Sequence[Record]) -> None:
        """Take up what was so when the newest snapshot was taken, after these records; raises BadSnapshot."""
        if self.game.state.dice.seed != seed_bytes(self.setup.seed):
            raise BadSnapshot("the snapshot was taken of a game with other dice")
        self.stamp, self.offers, self.ended = memo.stamp, memo.offers, memo.ended
        self.names, self.draws = dict(memo.names), {kind: dict(memo.draws.get(kind, {})) for kind in self.draws}
        self._rewritten, self._entered = Counter(memo.rewritten), dict(memo.entered)
        for number, orders, turn in memo.intents:
            plan = msgspec.json.decode(records[number].body, type=Plan)
            self.intents.append(Intent(number, records[number].side, orders, turn, plan))
        for record in records:
            if record.kind == "chat":
                self._chat(record)
            elif record.kind == "relief":
                self.chat.append(ChatLine("", record.body, record.at))
            elif record.kind == "revision":
                self._say_revision(record)
        self.records, self._trail = len(records), Trail(records)

    @property
    def orders(self) -> tuple[OrderText, ...]:
        """The orders that stand, by side and text, as they came in."""
        return (*self._shelf.orders, *self._orders)

    @property
    def size(self) -> int:
        """How much memory it takes, in bytes, roughly."""
        states: int = (2 + len(self.game._before)) * _size(self.game.state)
        return states + self._shelf.size + LINE * (len(self._told) + len(self.chat) + len(self.intents))

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
    def is_open(self) -> bool:
        """Whether all may see everything."""
        return self.game.over and not self._is_sealed

    @property
    def moving(self) -> Side | None:
        """The side whose last orders can still be taken back."""
        last = self.game.journal[-1] if self.game.journal else None
        return None if last is None or last.committed or self.game.over else last.side

    def number(self, side: Side | None) -> int:
        """How many orders have been given, as far as a side may know."""
        return len(self.seen(side).journal)

    def past(self, side: Side | None, at: int) -> Game:
        """The game as it was after a number of orders."""
        game = self.seen(side)
        if at >= len(game.journal):
            return game
        if at < self.first:
            return self._earlier(at)
        then = self._stood(self._shelf.upto(at))
        then.quiet = True
        for entry in game.journal[len(then.journal) : at]:
            then.play(entry.order, entry.side)
        return then

    def journal(self, side: Side | None, start: int = 0) -> list[Entry]:
        """The orders from number `start` on, as a side may know them."""
        game = self.seen(side)
        if side is not None:
            return game.seat(side).lines(start)
        if game.over:
            return game.journal[start:]
        known = [game.seat(s).lines(start) for s in SIDES]
        return [known[entry.side.enemy][n] for n, entry in enumerate(game.journal[start:])]

    def events(self, side: Side | None, number: int) -> list[Event]:
        """What order `number` brought about, as far as a side may know; when the end opens everything, all of it."""
        events = [*self.told(number).events, *self._entered.get(number, ())]
        return events if self.is_open else visible(events, side)

    def latest(self, side: Side | None) -> list[Event]:
        """What the last order brought about, as far as a side may know."""
        return self.events(side, len(self.game.journal) - 1)

    def told(self, number: int) -> Told:
        """What there is to tell of order `number`; only `events` says who may hear of what."""
        shelved = len(self._shelf)
        return self._shelf[number] if number < shelved else self._told[number - shelved]

    def rewrites(self, side: Side | None) -> int:
        """How often the log of a seat has become another, by more than new lines.

        What the other side takes back before anybody has seen it changes nothing here. The end opens all secrets.
        """
        own = self._rewritten[side.word] if side is not None else 0
        return self._rewritten[""] + own + int(self.game.over)

    def talk(self, side: Side | None) -> list[ChatLine]:
        """What was said, as far as it was for a side."""
        return [line for line in self.chat if line.only in ("", side.word if side is not None else "")]

    def called(self, side: Side) -> str:
        """A side as sentences name it: by the name of whoever plays it, if it is known."""
        name = self.names.get(side.word)
        return f"{name} ({side.title})" if name else f"The {side.title} side"

    def fresh(self, side: Side, number: int) -> bool:
        """Whether a side that knows so many orders knows the game. What the other side has sealed changes nothing."""
        unknown = self.seen(side).journal[number:]
        behind = self.number(side) - number
        return behind == 0 or (behind == 1 and unknown[0].secret and unknown[0].side is not side)

    # -- taking in, by kind

    def _order(self, record: Record) -> list[Event]:
        events = self._play(record.side, record.body)
        self.stamp += 1
        if self.moving is None:  # an offer that went away would tell that somebody has begun to order
            self._forget_offers()
            if self.offers.delete == record.side:
                self.offers.delete = None  # who plays has come back
        return events

    def _undo(self, record: Record) -> None:
        self.game.play("undo", record.side)
        self._orders.pop()
        self._told.pop()
        self._forget_intents()
        self.stamp += 1

    def _takeback(self, record: Record) -> None:
        kept = self.orders[: int(record.body)]
        self._stand(self._shelf.upto(len(kept)))
        for side, order in kept[len(self._shelf) :]:
            self._play(side, order)
        self._entered = {number: events for number, events in self._entered.items() if number < len(self._shelf)}
        self._forget_intents()
        self.stamp += 1
        self._forget_offers()
        self._settle("takeback", Side.of(record.side).enemy, "accepted")

    def _offer(self, record: Record) -> None:
        kind, _, to = record.body.partition(" ")
        self.offers = msgspec.structs.replace(self.offers, **{kind: record.side}, settled=None)
        if to:
            self.offers.takeback_to = int(to)
        if kind == "draw":
            self.offers.declined = None
            self.draws["offer"][record.side] = self.game.state.turn
            self._enter_draw(record, "offers a draw")

    def _decline(self, record: Record) -> None:
        """Whoever declines his own offer withdraws it."""
        withdrawn = getattr(self.offers, record.body) == record.side
        self.offers = msgspec.structs.replace(self.offers, **{record.body: None})
        if record.body == "takeback":
            self.offers.takeback_to = None
        elif record.body == "draw" and withdrawn:
            self._enter_draw(record, "withdraws the offer of a draw")
        elif record.body == "draw":
            self.offers.declined = Side.of(record.side).word
            self.draws["decline"][record.side] = self.game.state.turn
            self._enter_draw(record, "declines the draw")
        if record.body != "delete":
            self._settle(record.body, Side.of(record.side), "withdrawn" if withdrawn else "declined")

    def _accept(self, record: Record) -> None:
        """What has consequences in another match only: a rematch."""
        self.offers.rematch = None
        self._settle(record.body, Side.of(record.side), "accepted")

    def _resign(self, record: Record) -> None:
        """The record has the words. Older ones had none, and how they ended cannot be told otherwise."""
        loser = Side.of(record.side)
        level = f"{loser.enemy.title} victory by resignation" if record.body else "resignation"
        self._end(loser.enemy, level, record.body or f"The {loser.title} side has resigned.")
        self._enter(Event("resignation", self.ended, side=loser.word))

    def _draw(self, record: Record) -> None:
        self._end(None, "draw", "Both sides have agreed to a draw.")
        self._settle("draw", Side.of(record.side), "accepted")
        self._enter(Event("draw", self.ended))

    def _name(self, record: Record) -> None:
        self.names[record.side] = record.body

    def _relief(self, record: Record) -> None:
        """A bot has taken the seat over. The service says so in the chat."""
        self.chat.append(ChatLine("", record.body, record.at))
        self.stamp += 1

    def _plan(self, record: Record) -> None:
        """Where the other side has sealed its order already, that may come to stand behind the one this plan led to."""
        plan, before = msgspec.json.decode(record.body, type=Plan), self._count_orders() - len(self.game.state.sealed)
        self.intents.append(Intent(self.records, record.side, before, self.game.state.turn, plan))

    def _chat(self, record: Record) -> None:
        self.chat.append(ChatLine(record.side, record.body, record.at))

    def _revision(self, record: Record) -> None:
        """The game already stands where it goes on under the present rules."""
        self._tell_revision(record)
        self._forget_offers()
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
        last = self._last_mark
        if last is None or self.game.over:
            return last is None or last.digest != g.digest()
        turn = self._shelf[last.orders - 1].turn if last.orders else self._turn_at_first
        return g.turn != turn or len(self.game.journal) >= last.orders + SNAPSHOT_EVERY

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """Those on the way to here."""
        return self._shelf.snapshots

    def snapshot(self) -> Snapshot:
        """This moment, to be stored."""
        rules, before = self.game.rules, self._last_mark
        mark = Mark(
            records=self.records,
            orders=len(self.game.journal),
            before=before.records if before is not None else None,
            revision=rules.revision,
            data=rules.data_hash,
            release=release(),
            digest=self.game.state.digest(),
        )
        lines = zip(self.game.journal[len(self._shelf) :], self._told, strict=True)
        told = [msgspec.structs.replace(told, entry=entry) for entry, told in lines]
        return Snapshot(mark, dump(self.game.state), packed(told), msgspec.json.encode(self._memo()).decode())

    def keep(self, mark: Mark) -> None:
        """Say that this moment is stored."""
        self.shelve(msgspec.structs.replace(self.snapshot(), mark=mark))

    def shelve(self, snapshot: Snapshot) -> None:
        """Say that this moment is stored, as this snapshot; what led to it is kept in no other way from now on."""
        self._shelf = self._shelf.with_one(snapshot, self._orders)
        self._told, self._orders = [], []
        self.game.journal = Shelved(self._shelf.entries)
        self.shown = self.game.copy()

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
        self._enter(Event("draw", f"{self.called(side)} {words}.", side=side.word))

    def _enter(self, event: Event) -> None:
        """Put what the players settle in the log: at the last line that all may see."""
        self._enter_at(len(self.shown.journal) - 1, event)

    def _enter_at(self, number: int, event: Event) -> None:
        shelved = len(self._shelf)
        if 0 <= number < shelved:
            self._entered[number] = [*self._entered.get(number, ()), event]
        elif number >= shelved:
            self._told[number - shelved].events.append(event)

    def _forget_offers(self) -> None:
        """What was offered is over; who has left has left all the same."""
        self.offers = Offers(delete=self.offers.delete)

    def _settle(self, kind: str, by: Side, how: Outcome) -> None:
        self.offers.settled = msgspec.convert({"kind": kind, "by": by.word, "how": how}, Settled)

    def _forget_intents(self) -> None:
        """Whoever is taken back means again what it meant then."""
        self.intents = [intent for intent in self.intents if intent.orders <= self._count_orders()]

    def _stand(self, shelf: Shelf) -> None:
        """Stand where the newest snapshot on a shelf was taken, or at the beginning."""
        self._shelf, self._told, self._orders = shelf, [], []
        self.game = self._stood(shelf)
        self.shown = self.game.copy()

    def _stood(self, shelf: Shelf) -> Game:
        """The game at the newest snapshot of the present rules, or where they began; raises BadSnapshot."""
        began = self.origin.game()
        if len(shelf) <= self.first:
            return began
        game = game_at(shelf.snapshots[-1], began.rules, began.state.scenario)
        game.changeovers, game.start, game.journal = began.changeovers, began.start, Shelved(shelf.entries)
        return game

    def _play(self, side: str, order: str) -> list[Event]:
        whose = whose_turn(self.game)
        events = self.game.play(tuple(order.split()), side)
        self._orders.append((side, order))
        self._told.append(Told(self.game.journal[-1], events, self.game.state.turn, phase_of(self.game), whose))
        if self.moving is None:
            self.shown = self.game.copy()  # what has been committed to is seen by all
        return events

    def _count_orders(self) -> int:
        return len(self._shelf) + len(self._orders)

    @property
    def _last_mark(self) -> Mark | None:
        return self._shelf.snapshots[-1].mark if self._shelf.snapshots else None

    def _memo(self) -> Memo:
        return Memo(
            stamp=self.stamp,
            offers=self.offers,
            names=self.names,
            draws=self.draws,
            ended=self.ended,
            rewritten=self._rewritten,
            entered=self._entered,
            trail=self._trail.word,
            intents=tuple((intent.number, intent.orders, intent.turn) for intent in self.intents),
        )

    def _earlier(self, at: int) -> Game:
        """A moment under earlier rules: the last one before it that is stored and can still be read."""
        began, snapshot = self.origin.game(), self._shelf.newest(at)
        try:
            return (
                began
                if snapshot is None
                else Game(began.rules, load(snapshot.state, began.rules, began.state.scenario))
            )
        except BadSnapshot:
            return began

    def _tell_revision(self, record: Record) -> None:
        """To both that the rules have changed: in the log and in the chat."""
        changed = msgspec.json.decode(record.body, type=Revision)
        self._enter_at(changed.orders - 1, Event("rules", revision_words(changed)))
        self._say_revision(record)

    def _say_revision(self, record: Record) -> None:
        """To each side also which of its own orders are gone; others may be secret."""
        changed = msgspec.json.decode(record.body, type=Revision)
        self._is_sealed = self._is_sealed or changed.is_sealed
        self.chat.append(ChatLine("", revision_words(changed), record.at))
        for side in SIDES:
            if lost := [order for owner, order in changed.dropped if owner == side.word]:
                text = f"Your orders that are no longer possible and must be given again: {'; '.join(lost)}."
                self.chat.append(ChatLine("", text, record.at, side.word))

    def _end(self, winner: Side | None, level: str, text: str) -> None:
        """The players end the match; the engine is told, so that it asks nobody and keeps no secret any more."""
        self.ended = text
        self.stamp += 1
        self._forget_offers()
        self.game.end(Result(winner, level, text))
        self.shown = self.game.copy()


def game_at(snapshot: Snapshot, rules: RuleBook, scenario: Scenario) -> Game:
    """The game as it stood when a snapshot was taken, without its past; raises BadSnapshot."""
    state = load(snapshot.state, rules, scenario)
    if state.digest() != snapshot.mark.digest:
        raise BadSnapshot("the state in the snapshot is not the one recorded")
    return Game(rules, state)


def _size(g: State) -> int:
    """How much memory a state takes, roughly: what its columns hold counts about as much as they do."""
    return 2 * sum(getsizeof(getattr(g, name)) for name in g.columns)


def whose_turn(game: Game) -> SideWord | Literal[""]:
    """Whose player turn is going on; what interrupts it belongs to it."""
    book = game.rules.appreciation
    turn = book.turn_of(game.state) if book is not None else None
    return "" if turn is None else turn[0].word


def phase_of(game: Game) -> str:
    """The step above the turns: the phase that the game is in."""
    words = [text for step in game.state.stack[1:2] if (text := step.title_now(game.state))]
    return words[0] if words else ""


def revision_words(changed: Revision) -> str:
    """A change of the rules or of the dice, as both players may read it."""
    if changed.new_dice:
        return f"This game continues a saved one from turn {changed.turn}, order {changed.orders}, with new dice."
    if changed.over:
        return f"The rules have changed since this game ended: revision {changed.before} → {changed.after}."
    return (
        f"The rules have changed: revision {changed.before} → {changed.after}. The game continues under the new ones"
        f" from turn {changed.turn}, order {changed.orders}; later orders are kept where they are still possible."
    )
