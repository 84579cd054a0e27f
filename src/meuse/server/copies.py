"""A match made of a saved game: checked, replayed, and where it must be, continued with new dice.

Whoever has a complete file knows its seed, and with it every die to come. That is nobody's harm at one table or against
bots; where somebody plays by link, the game continues with other dice. So does the copy of a sealed file, and its
end opens nothing: whoever resigned it would see what the other side hides in the game that it was taken from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from meuse.changeover import release
from meuse.counters import Side
from meuse.events import visible
from meuse.game import Entry, Game, Position
from meuse.games import rule_book, variants
from meuse.journal import BadJournal, Journal, parse, replay
from meuse.server import upgrade
from meuse.server.live import LiveGame, phase_of, whose_turn
from meuse.server.records import Mark, Record, Revision, Setup, Snapshot, Told, packed
from meuse.snapshot import dump
from meuse.state import State

SEALED_SEED = "sealed-"
"""How the seed of a game in play begins in its file; what follows is its fingerprint."""

MOST_SEED = 200


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A saved game to be made a match of; `sealed_for` is the side that a sealed file was made for."""

    text: str
    upto: int | None
    sealed_for: str
    position: bool = False
    """Whether it is not a saved game but a position that a match is to begin at."""
    by_link: bool
    """Whether somebody plays by link, who must not meet dice that another knows."""
    seed: str
    """Of new dice, where they are needed."""
    at: str
    """The hour."""


class Purpose(NamedTuple):
    """What a match is for that does not begin as a scenario does: "lesson", or "problem" and its id; and its title."""

    task: str = ""
    title: str = ""


class Made(NamedTuple):
    """A match that has been played so far."""

    setup: Setup
    records: tuple[Record, ...]
    snapshot: Snapshot | None
    """Where it continues with new dice."""
    live: LiveGame
    chosen_seed: bool
    purpose: Purpose = Purpose()


class OtherTables(ValueError):
    """The file is of a game on other tables."""


def made_of(wanted: Wanted, told: Callable[[int, int], None]) -> Made:
    """The match; raises BadJournal and OtherTables. `told` hears how many orders of how many have been given."""
    if wanted.position:
        return begun_at(Position(wanted.text), wanted.seed)
    journal = parse(wanted.text)
    if not wanted.sealed_for:
        _must_be_whole(journal)
        _must_be_of_one_revision(journal)
    tables = _offered(journal.game, journal.tables)
    if wanted.upto is not None:  # it need not end where the file does
        journal = msgspec.structs.replace(journal, lines=journal.lines[: wanted.upto], checks=(), sum=None)
    every = 2 * len(journal.lines)
    game = replay(journal, lambda done: told(done, every))
    if not game.over and (wanted.sealed_for or wanted.by_link):
        return _with_new_dice(game, wanted, tables)
    setup = Setup(journal.game, game.state.scenario.id, journal.seed, game.state.scenario.options, tables)
    live = LiveGame(setup)
    records = tuple(_record(entry, wanted.at) for entry in game.journal)
    for number, record in enumerate(records, start=1):
        if live.due:
            live.shelve(live.snapshot())
        live.add(record)
        told(len(records) + number, every)
    return Made(setup, records, None, live, chosen_seed=True)


def begun_at(position: Position, seed: str) -> Made:
    """A match that begins at a position; raises BadPosition and OtherTables."""
    game = position.play(seed)
    g = game.state
    tables = _offered(game.rules.id, dict(game.rules.own_tables))
    setup = Setup(game.rules.id, g.scenario.id, seed, g.scenario.options, tables, position.text)
    return Made(setup, (), None, LiveGame(setup), chosen_seed=False)


# -- new dice


def _with_new_dice(game: Game, wanted: Wanted, tables: dict[str, str]) -> Made:
    """The game as it stands, with nothing to take back, and from here on with dice of another seed."""
    g = game.state
    setup = Setup(game.rules.id, g.scenario.id, wanted.seed, g.scenario.options, tables)
    if not game.journal:
        return Made(setup, (), None, LiveGame(setup), chosen_seed=False)
    past = _past(game, wanted.sealed_for)
    snapshot = _snapshot(game, _with_seed(g, wanted.seed), past)
    mark = snapshot.mark
    change = Revision(
        basis=mark.records,
        orders=mark.orders,
        turn=g.turn,
        before=mark.revision,
        after=mark.revision,
        new_dice=True,
        is_sealed=bool(wanted.sealed_for),
    )
    turned = Record("revision", "", msgspec.json.encode(change).decode(), wanted.at)
    records = (*(_record(told.entry, wanted.at) for told in past), turned)
    live = upgrade.unfold(upgrade.Files(setup, records, (snapshot,)))
    return Made(setup, records, snapshot, live, chosen_seed=False)


def _past(game: Game, sealed_for: str) -> list[Told]:
    """What there is to tell of the orders so far; of a sealed file, what its side may know."""
    then = game.beginning()
    entries = game.seat(sealed_for).journal if sealed_for else game.journal
    found = [Told(entry, [], then.state.turn, "") for entry in entries[: len(then.journal)]]
    for entry, shown in list(zip(game.journal, entries, strict=True))[len(found) :]:
        whose = whose_turn(then)
        events = then.play(entry.order, entry.side)
        known = visible(events, Side.of(sealed_for)) if sealed_for else events
        found.append(Told(shown, known, then.state.turn, phase_of(then), whose))
    return found


def _with_seed(g: State, seed: str) -> State:
    found = g.copy()
    found.dice = msgspec.structs.replace(g.dice, seed=seed.encode())
    return found


def _snapshot(game: Game, g: State, past: list[Told]) -> Snapshot:
    mark = Mark(
        records=len(past),
        orders=len(past),
        before=None,
        revision=game.rules.revision,
        data=game.rules.data_hash,
        release=release(),
        digest=g.digest(),
    )
    return Snapshot(mark, dump(g), packed(past))


def _record(entry: Entry, at: str) -> Record:
    return Record("order", entry.side.word, " ".join(entry.order), at)


# -- what the service does not take


def _offered(game: str, tables: dict[str, str]) -> dict[str, str]:
    """The files of a variant that this server offers; other tables than the server's own are refused."""
    if any(tables == variant.files for variant in variants().values()):
        return tables
    if tables != rule_book(game).own_tables:
        raise OtherTables
    return {}


def _must_be_whole(journal: Journal) -> None:
    if journal.seed.startswith(SEALED_SEED):
        raise BadJournal(1, "this is one side's view of a game in play; the complete file comes when it is over")
    if len(journal.seed) > MOST_SEED:
        raise BadJournal(1, f"the seed is longer than {MOST_SEED} letters")


def _must_be_of_one_revision(journal: Journal) -> None:
    """A snapshot or position from outside could hold any state at all, such as no game ever comes to."""
    if journal.changes:
        reason = "the rest was played under other rules; only the match that it comes from can continue it"
        raise BadJournal(journal.changes[0].number, reason)
    if journal.position:
        raise BadJournal(1, "it begins at a position set up by hand; the service does not accept such games")
