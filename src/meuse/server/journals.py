"""Journals as files. While a game goes on nobody's file holds the other side's secrets, nor the seed of the dice.

A player alone against a bot wants to continue from his file: it carries the whole game in a sealed line that only this
service can open again, and only with a bot in the other seat.
"""

from __future__ import annotations

import secrets

import msgspec

from meuse.counters import Side
from meuse.game import Game
from meuse.journal import write
from meuse.server import errors
from meuse.server.copies import SEALED_SEED, Wanted
from meuse.server.house import House, now
from meuse.server.match import Match
from meuse.server.messages import Created, Seats, Upload
from meuse.server.turnstile import present
from meuse.server.uploads import OTHER_TABLES, Refused, Uploads, opened
from meuse.server.vault import Vault

VAULT = "# vault "
SEALED_REASON = "The sealed game in this file cannot be continued under the present rules."


def seat_journal(house: House, secret: str) -> tuple[str, str]:
    """The name and the text of a seat's journal."""
    player = house.sit(secret)
    text = _text(player.match, player.side)
    if not player.match.live.game.over and player.match.bot_of(player.side.enemy):
        text += VAULT + Vault(house.storage).seal(player.side.word, write(player.match.live.game)) + "\n"
    return _name(player.match), text


def public_journal(house: House, match_id: str) -> tuple[str, str]:
    """The name and the text of the journal that anyone may have."""
    match = house.open(match_id)
    return _name(match), _text(match, None)


async def upload(house: House, uploads: Uploads, wanted: Upload) -> Created:
    """Start a match from a journal."""
    copy = await house.ask(_copy, house, wanted)
    sent = await uploads.replayed(copy, wanted.ticket, present().names[0])
    if isinstance(sent, Refused):
        raise _bad_copy(copy, sent)
    return await house.ask(lambda: house.enter(opened(sent), wanted.seats))


# -- helpers


def _name(match: Match) -> str:
    return f"{match.live.setup.game}-{match.id}.meuse"


def _text(match: Match, side: Side | None) -> str:
    game = match.live.seen(side)
    if match.live.is_open:
        return _whole(match, game)
    told = game.copy()
    told.journal = match.live.journal(side)
    return "\n".join(_sealed_rows(write(told), game.fingerprint)) + "\n"


def _sealed_rows(text: str, fingerprint: str) -> list[str]:
    """Without the seed, and without fingerprints and snapshots of the state, which hold secrets."""
    rows = [row for row in text.splitlines() if not row.startswith("#") or row.startswith("# revision ")]
    seed = next(n for n, row in enumerate(rows) if row.startswith("seed "))
    rows[seed] = f"seed {SEALED_SEED}{fingerprint}"
    return rows


def _whole(match: Match, game: Game) -> str:
    """A finished game; one that the players ended is written as it stood, with the end as a remark."""
    if not match.live.ended:
        return write(game)
    stood = game.copy()
    stood.state.result = None
    return write(stood) + f"# {match.live.ended}\n"


def _copy(house: House, wanted: Upload) -> Wanted:
    """What is to be replayed: what is in the sealed line, if there is one."""
    by_link = any(seat.kind == "link" for seat in (wanted.seats.german, wanted.seats.allied))
    copy = Wanted(
        text=wanted.journal, upto=wanted.upto, sealed_for="", by_link=by_link, seed=secrets.token_hex(16), at=now()
    )
    sealed = [row for row in wanted.journal.splitlines() if row.startswith(VAULT)]
    if not sealed:
        return copy
    content = Vault(house.storage).open(sealed[-1].removeprefix(VAULT).strip())
    if content is None:
        raise _bad_journal(wanted.journal, len(wanted.journal.splitlines()), "the sealed line is from another service")
    other = Side.of(content.side).enemy
    if _kind(wanted.seats, other) != "bot":
        text = f"This file holds sealed orders of the {other.title} side, so only a bot can take that seat."
        raise errors.ServiceError(403, "sealed", text)
    return msgspec.structs.replace(copy, text=content.journal, sealed_for=content.side)


def _bad_copy(copy: Wanted, wrong: Refused) -> errors.ServiceError:
    if wrong.reason == OTHER_TABLES:
        return errors.conflict("other_tables", wrong.reason)
    if copy.sealed_for:  # its reason might tell the sealed orders
        return errors.ServiceError(
            422, "bad_journal", SEALED_REASON, line=1, reason="the sealed game cannot be continued", orders_before=0
        )
    return _bad_journal(copy.text, wrong.line or 1, wrong.reason)


def _kind(seats: Seats, side: Side) -> str:
    return (seats.german if side is Side.GERMAN else seats.allied).kind


def _bad_journal(text: str, line: int, reason: str) -> errors.ServiceError:
    rows = text.splitlines()
    start = rows.index("---") if "---" in rows else len(rows)
    before = sum(1 for row in rows[start + 1 : line - 1] if row.partition("#")[0].strip())
    return errors.ServiceError(
        422, "bad_journal", f"Line {line}: {reason}.", line=line, reason=reason, orders_before=before
    )
