"""Opens matches that were played under other rules: silently if everything agrees, else from a snapshot on.

A match is a fold over its records. Under changed rules the fold may be refused, or lead to another state than the
fingerprints say that were stored along with it. Then the game continues from the newest snapshot that can be read,
which is recorded like everything else, and the orders given since are given again. What does not agree although the
rules are the same is damaged, and nothing is changed about it.
"""

from __future__ import annotations

import logging

import msgspec

from meuse.changeover import Changeover
from meuse.decision import IllegalOrder
from meuse.game import Game
from meuse.report import count
from meuse.server.errors import where
from meuse.server.live import LiveGame
from meuse.server.records import Mark, Memory, Record, Revision, Setup, Snapshot

log = logging.getLogger("meuse.server")


class Files(msgspec.Struct, frozen=True):
    """All that is stored of a match."""

    setup: Setup
    records: tuple[Record, ...]
    snapshots: tuple[Snapshot, ...]


class OtherRules(ValueError):
    """A match that cannot be played on: neither do its orders fit the present rules, nor can a snapshot be read."""


class Damaged(ValueError):
    """A match that was stored under the present rules and tables, and does not agree with them."""


class Disagrees(ValueError):
    """The game does not stand as it did when this was stored."""


def opened(files: Files, at: str) -> tuple[LiveGame, tuple[Record, ...]]:
    """The live game of a match, and the records that must be added to it; raises OtherRules, and Damaged."""
    try:
        return unfold(files), ()
    except Exception as error:  # whatever changed rules make of old orders
        if _is_of_present_rules(files):
            raise Damaged(f"a match of {files.setup.game} is damaged: {where(error)}") from error
        log.warning("a match of %s does not fit the present rules: %s", files.setup.game, where(error))
    return gone_over(files, at)


def gone_over(files: Files, at: str) -> tuple[LiveGame, tuple[Record, ...]]:
    """The live game of a match, continued from the newest snapshot that can be read; raises OtherRules."""
    for snapshot in reversed(standing_snapshots(files)):
        try:
            added = go_over(files, snapshot.mark, at)
            return unfold(msgspec.structs.replace(files, records=(*files.records, *added))), added
        except Exception as error:  # whatever they make of an old state
            log.warning("a snapshot of %s cannot be used: %s", files.setup.game, where(error))
    raise OtherRules("no snapshot can be read")


def unfold(files: Files) -> LiveGame:
    """The live game of a match since its last change of rules; raises whatever does not agree."""
    start = max((n for n, record in enumerate(files.records) if record.kind == "revision"), default=None)
    live = LiveGame(files.setup, remember(files) if start is not None else None)
    if start is not None:
        live.recall(files.records[:start])
    marks = {snapshot.mark.records: snapshot.mark for snapshot in files.snapshots}
    if start is None:
        _confirm(live, marks)
    for record in files.records[start or 0 :]:
        live.add(record)
        _confirm(live, marks)
    return live


def go_over(files: Files, mark: Mark, at: str) -> tuple[Record, ...]:
    """The records that let a game continue from a snapshot; raises BadSnapshot."""
    change = Revision(basis=mark.records, orders=mark.orders, turn=0, before=mark.revision, after=0)
    game = LiveGame(files.setup, remember(_with(files, _record(change, at)))).game
    if not game.over and not game.decision.choices():
        raise Disagrees("no order could be given there")
    turn, later = game.state.turn, [record for _, record in standing_orders(files.records)[mark.orders :]]
    kept, dropped = _play_on(game, later)
    change = msgspec.structs.replace(
        change,
        turn=turn,
        after=game.rules.revision,
        over=game.over,
        dropped=tuple((record.side, record.body) for record in dropped),
    )
    ends = [record for record in files.records[mark.records :] if record.kind in ("resign", "draw")]
    return (_record(change, at), *kept, *ends)


def remember(files: Files) -> Memory:
    """What is known of a match from before its last change of rules."""
    kept = {snapshot.mark.records: snapshot for snapshot in files.snapshots}
    changes = [msgspec.json.decode(record.body, type=Revision) for record in files.records if record.kind == "revision"]
    way = way_to(kept, changes[-1].basis)
    standing = [change for n, change in enumerate(changes, start=1) if all(c.basis > change.basis for c in changes[n:])]
    return Memory(
        changeovers=tuple(_told(kept[change.basis], change) for change in standing),
        orders=tuple((record.side, record.body) for _, record in standing_orders(files.records)[: way[-1].mark.orders]),
        way=tuple(way),
    )


def standing_orders(records: tuple[Record, ...]) -> list[tuple[int, Record]]:
    """The orders that have not been taken back, each with the number of records up to it; told without any rules."""
    found: list[tuple[int, Record]] = []
    for number, record in enumerate(records, start=1):
        if record.kind == "order":
            found.append((number, record))
        elif record.kind == "undo":
            found.pop()
        elif record.kind == "takeback":
            del found[int(record.body) :]
        elif record.kind == "revision":
            del found[msgspec.json.decode(record.body, type=Revision).orders :]
    return found


def standing_snapshots(files: Files) -> list[Snapshot]:
    """Those on the way to where the match stands; after a take-back others lie beside it."""
    orders = standing_orders(files.records)

    def stands(mark: Mark) -> bool:
        return mark.orders == 0 or (mark.orders <= len(orders) and orders[mark.orders - 1][0] <= mark.records)

    return [snapshot for snapshot in files.snapshots if stands(snapshot.mark)]


# -- helpers


def _is_of_present_rules(files: Files) -> bool:
    """Whether the newest snapshot was taken under the rules and the tables of this program."""
    rules = files.setup.rules
    newest = max((snapshot.mark for snapshot in files.snapshots), key=lambda mark: mark.records, default=None)
    return newest is not None and (newest.revision, newest.data) == (rules.revision, rules.data_hash)


def _play_on(game: Game, orders: list[Record]) -> tuple[list[Record], list[Record]]:
    """Give orders again; returns those that were taken and those that were not.

    After the first that does not fit nobody is committed to anything: neither dice nor an end of turn are kept.
    """
    kept: list[Record] = []
    dropped: list[Record] = []
    for number, record in enumerate(orders):
        trial = game.copy()
        try:
            trial.play(tuple(record.body.split()), record.side)
        except IllegalOrder:
            dropped.append(record)
            continue
        if dropped and trial.journal[-1].committed:
            return kept, dropped + orders[number:]
        game = trial
        kept.append(record)
    return kept, dropped


def _confirm(live: LiveGame, marks: dict[int, Mark]) -> None:
    mark = marks.get(live.records)
    if mark is not None:
        if not live.agrees(mark):
            raise Disagrees(f"after {count(mark.orders, 'order')} the state is not the one recorded")
        live.keep(mark)


def way_to(kept: dict[int, Snapshot], basis: int) -> list[Snapshot]:
    """The snapshots from the first one to this."""
    way = [kept[basis]]
    while (before := way[0].mark.before) is not None:
        way.insert(0, kept[before])
    return way


def _told(snapshot: Snapshot, change: Revision) -> Changeover:
    mark = snapshot.mark
    return Changeover(
        orders=mark.orders,
        revision=mark.revision,
        data=mark.data,
        release=mark.release,
        digest=mark.digest,
        snapshot=snapshot.state,
        dropped=tuple(f"{side} {order}" for side, order in change.dropped),
        new_dice=change.new_dice,
    )


def _with(files: Files, record: Record) -> Files:
    return msgspec.structs.replace(files, records=(*files.records, record))


def _record(change: Revision, at: str) -> Record:
    return Record("revision", "", msgspec.json.encode(change).decode(), at)
