"""Saved games: a text that a person can read and mail. A header, then one order a line with its result as a comment.

    meuse 1
    game skirmish
    scenario sedan
    revision 1
    data 0f3c...
    seed 7
    ---
    german bid 2
    german move 7Pz 1512.1513        # 7Pz moves to 1513
    ...
    # sum 90c2...
    # state 214 5b1e...

A game on a player's own tables has them in its header: `table tables.toml`, then the file, each line behind a bar.
Replaying the orders gives the same state, bit for bit; `verify` proves that no die was touched. `sum` is a fingerprint
of all lines that count, so that a damaged one is found even where the game would come to the same end.

A game that began at a position (see `position`) has that in its header: `position`, then its lines behind bars.

A game that went over to other rules says so where it did, and has a snapshot of that moment:

    # state 214 5b1e...
    # revision 2 77ab... before meuse 0.1.0
    # dice from another seed
    # secret 1 2
    # dropped german move 7Pz 1512.1513
    # | eNrtWltv2zgW...

It is replayed from the last snapshot on; the release named there can replay what comes before. `secret` numbers the
orders that were given in secret, `dropped` names those given after the snapshot that no longer fitted. `dice` says that
the game goes on with other dice, and that the seed of those before is not told.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import msgspec

from meuse.changeover import Changeover
from meuse.decision import IllegalOrder
from meuse.dice import commitment, seed_bytes
from meuse.entries import Entry
from meuse.game import Game, Position
from meuse.games import printed_book
from meuse.journaltext import BadJournal, Check, Journal, Line, parse, sum_of, write
from meuse.owntables import with_tables
from meuse.report import count
from meuse.rulebook import RuleBook

__all__ = [
    "BadJournal", "Journal", "Part", "known_by", "load", "parse", "read", "replay", "verify", "why_not_proven", "write",
]  # fmt: skip


MOST_BYTES = 10_000_000
"""How large a file may be; a long game has a third of one million."""


class Part(msgspec.Struct, frozen=True):
    """The orders from `first` to `last` of a saved game, given under one revision.

    `digest` is the state after them, if they agree with the present rules; if not, `release` can say whether they do.
    """

    first: int
    last: int
    revision: int
    digest: str = ""
    release: str = ""
    other_dice: bool = False
    """Whether its dice came from another seed, which the file does not tell."""

    @property
    def words(self) -> str:
        return f"orders {self.first} to {self.last}" if self.last >= self.first else f"no order after {self.last}"


def replay(journal: Journal, told: Callable[[int], None] = lambda _: None) -> Game:
    """Play a journal through, checking dice and fingerprints; raises BadJournal with the first line that differs.

    What was played under earlier rules is taken from the last snapshot. `told` hears how many orders have been given.
    """
    game = _replay(journal, len(journal.changes), told)
    _compare_lines(journal)
    return game


def verify(journal: Journal) -> list[Part]:
    """Play every part of a journal through; raises BadJournal if one of the present rules does not agree, or none."""
    parts, last = [], len(journal.changes)
    for number in range(last + 1):
        if number < last and journal.changes[number].changeover.new_dice:
            start, end = _bounds(journal, number)
            parts.append(Part(start + 1, end, _edition(journal, number)[0], other_dice=True))
            continue
        try:
            digest, failure = _replay(journal, number).state.digest(), None
        except BadJournal as error:
            if _edition(journal, number) == _present(journal):
                raise
            digest, failure = "", error
        release = "" if digest or number == last else journal.changes[number].changeover.release
        start, end = _bounds(journal, number)
        parts.append(Part(start + 1, end, _edition(journal, number)[0], digest, release))
    if failure is not None and not any(part.digest for part in parts):
        raise failure
    _compare_lines(journal)
    return parts


def why_not_proven(journal: Journal, parts: list[Part]) -> list[str]:
    """What a file that agrees with itself leaves open: whether a game by these rules ever comes to where it begins."""
    reasons = []
    if journal.tables:
        reasons.append(f"the file has tables of its own: {', '.join(sorted(journal.tables))}")
    if journal.position:
        reasons.append("it begins at a position that was set up by hand")
    for part, following in pairwise(parts):
        if not part.digest and following.digest:
            reasons.append(f"{following.words} follow from a snapshot in the file")
    return reasons


def known_by(journal: Journal) -> str:
    """The fingerprints of the tables that a file is played on and of its seed, which a server shows before the game."""
    return f"tables {_rules(journal).data_hash}, seed {commitment(seed_bytes(journal.seed))[:16]}"


def read(path: str | Path) -> Journal:
    """The journal in a file, not yet played; raises BadJournal."""
    if Path(path).stat().st_size > MOST_BYTES:
        raise BadJournal(1, f"the file is longer than {MOST_BYTES // 1_000_000} megabytes")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadJournal(1, "this is not a text file") from error
    return parse(text)


def load(path: str | Path) -> Game:
    """The game in a file; raises BadJournal."""
    return replay(read(path))


# -- replaying, part by part: the orders up to a changeover, and those after the last one


def _replay(journal: Journal, part: int, told: Callable[[int], None] = lambda _: None) -> Game:
    game, stale = _begin(journal, part), _other_rules(journal, part)
    checks = {check.orders: check for check in journal.checks}
    start, end = _bounds(journal, part)
    _compare(game, checks.get(start), stale)
    for number, line in enumerate(journal.lines[start:end], start=start + 1):
        _replay_line(game, line, stale)
        told(number)
        _compare(game, checks.get(number), stale)
    return game


def _begin(journal: Journal, part: int) -> Game:
    at = journal.changes[part - 1].number if part else 1
    try:
        rules = _rules(journal)
        if journal.position and not part:
            return Position(journal.position).play(journal.seed)
        scenario = rules.opened(journal.scenario, journal.options)
        if not part:
            return Game(rules, rules.begin(scenario, seed_bytes(journal.seed)))
        game = Game.resumed(rules, scenario, _past(journal, part), _changeovers(journal)[:part])
        game.start = Position(journal.position) if journal.position else None
    except ValueError as error:
        raise BadJournal(at, str(error)) from error
    if game.state.dice.seed != seed_bytes(journal.seed):
        raise BadJournal(at, "the snapshot is of a game with another seed")
    return game


def _rules(journal: Journal) -> RuleBook:
    rules = printed_book(journal.game)
    return with_tables(rules, journal.tables) if journal.tables else rules


def _past(journal: Journal, part: int) -> list[Entry]:
    """The orders before a part, as the file tells them."""
    change = journal.changes[part - 1]
    secret = frozenset(change.secret)
    return [
        Entry(line.side, line.order, line.dice or (), True, number in secret, line.note)
        for number, line in enumerate(journal.lines[: change.changeover.orders], start=1)
    ]


def _changeovers(journal: Journal) -> list[Changeover]:
    return [change.changeover for change in journal.changes]


def _bounds(journal: Journal, part: int) -> tuple[int, int]:
    """How many orders stand before a part, and how many when it ends."""
    stops = [0, *(change.orders for change in _changeovers(journal)), len(journal.lines)]
    return stops[part], stops[part + 1]


def _replay_line(game: Game, line: Line, stale: str) -> None:
    try:
        game.play(line.order, line.side)
    except IllegalOrder as error:
        raise BadJournal(line.number, f"{error}{stale}") from error
    rolled = game.journal[-1].dice
    if line.dice is not None and rolled != line.dice:
        raise BadJournal(line.number, f"the dice are {rolled}, but the file says {line.dice}{stale}")


def _compare(game: Game, check: Check | None, stale: str) -> None:
    if check is not None and check.digest != game.state.digest():
        raise BadJournal(check.number, f"after {count(check.orders, 'order')} the state is not the one recorded{stale}")


def _compare_lines(journal: Journal) -> None:
    if journal.sum is not None and journal.sum.digest != sum_of(journal):
        raise BadJournal(journal.sum.number, "a line has been changed: the file is not the one that was written")


def _edition(journal: Journal, part: int) -> tuple[int, str]:
    """The revision and the tables of a part."""
    if part:
        return journal.changes[part - 1].revision, journal.changes[part - 1].data
    return journal.revision, journal.data


def _present(journal: Journal) -> tuple[int, str]:
    rules = _rules(journal)
    return rules.revision, rules.data_hash


def _other_rules(journal: Journal, part: int) -> str:
    """What to add to a complaint about orders given under other rules or tables."""
    (revision, data), (present, own) = _edition(journal, part), _present(journal)
    if revision != present:
        return f"; the file was made under revision {revision} of the rules, this is {present}"
    return "; the file was made with other tables" if data != own else ""
