"""Opens a match from its newest snapshot, and plays only what came after it.

A snapshot is trusted if it was taken under the present revision of the rules and with the present tables. Whether the
whole match still leads there is looked at later and elsewhere, once for every change of the program (`verifying.py`).
"""

from __future__ import annotations

import logging

import msgspec

from meuse.server.errors import where
from meuse.server.live import LiveGame
from meuse.server.records import Memo, Memory, Snapshot, Trail, unpacked
from meuse.server.upgrade import Disagrees, Files, remember, standing_orders, standing_snapshots, way_to

log = logging.getLogger("meuse.server")


def resumed(files: Files) -> LiveGame | None:
    """The live game of a match from its newest snapshot; None if there is none to be trusted, or it cannot be read."""
    newest = _newest(files)
    if newest is None:
        return None
    try:
        return _resumed(files, newest)
    except Exception as error:  # a damaged row: whoever plays the whole match says what is wrong
        log.warning("a match of %s cannot be opened from its snapshot: %s", files.setup.game, where(error))
        return None


def are_intact(files: Files) -> bool:
    """Whether the records of a match are those that led to its newest snapshot."""
    newest = max(files.snapshots, key=lambda snapshot: snapshot.mark.records, default=None)
    if newest is None or newest.memo is None:
        return False
    memo = msgspec.json.decode(newest.memo, type=Memo)
    return Trail(files.records[: newest.mark.records]).word == memo.trail


def _newest(files: Files) -> Snapshot | None:
    """The last one on the way under the present rules, unless the match has gone over to others since."""
    rules = files.setup.rules
    snapshots = standing_snapshots(files)
    newest = snapshots[-1] if snapshots else None
    if newest is None or newest.memo is None:
        return None
    later = any(record.kind == "revision" for record in files.records[newest.mark.records :])
    ours = (newest.mark.revision, newest.mark.data) == (rules.revision, rules.data_hash)
    return newest if ours and not later else None


def _resumed(files: Files, newest: Snapshot) -> LiveGame:
    mark = newest.mark
    before = files.records[: mark.records]
    changed = any(record.kind == "revision" for record in before)
    memory = Memory(
        changeovers=remember(files).changeovers if changed else (),
        orders=tuple((record.side, record.body) for _, record in standing_orders(before)),
        way=tuple(way_to({snapshot.mark.records: snapshot for snapshot in files.snapshots}, mark.records)),
    )
    memo = msgspec.json.decode(newest.memo or "", type=Memo)
    if Trail(before).word != memo.trail:
        raise Disagrees("these are not the records that led to the snapshot")
    if not len(memory.orders) == mark.orders == sum(len(unpacked(snapshot.told)) for snapshot in memory.way):
        raise Disagrees("the snapshot was taken after another number of orders")
    live = LiveGame(files.setup, memory)
    live.resume(memo, before)
    for record in files.records[mark.records :]:
        live.add(record)
    return live
