"""Journals as files. While a game goes on nobody's file holds the other side's secrets, nor the seed of the dice.

A player alone against a bot wants to continue from his file: it carries the whole game in a sealed line that only this
service can open again, and only with a bot in the other seat.
"""

from __future__ import annotations

import msgspec

import meuse
from meuse.counters import Side
from meuse.game import Game
from meuse.journal import Journal, parse, replay, write
from meuse.server import errors
from meuse.server.house import House, now
from meuse.server.match import Match
from meuse.server.messages import Created, Seats, Upload
from meuse.server.records import Record, Setup
from meuse.server.vault import Vault

VAULT = "# vault "
SEALED = "sealed-"
"""How the seed of a game in play begins; what follows is its fingerprint."""
MOST_SEED = 200


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


def upload(house: House, wanted: Upload) -> Created:
    """Start a match from a journal."""
    text = _opened(house, wanted)
    try:
        journal = parse(text)
        _must_be_whole(journal)
        _must_be_of_one_revision(journal)
        _must_be_on_our_tables(journal)
        orders = journal.lines if wanted.upto is None else journal.lines[: wanted.upto]
        checks = journal.checks if wanted.upto is None else ()
        game = replay(msgspec.structs.replace(journal, lines=orders, checks=checks))
    except meuse.BadJournal as error:
        raise _bad_journal(text, error.line, error.reason) from error
    except ValueError as error:  # a figure that is none
        raise _bad_journal(text, 1, str(error)) from error
    played = [Record("order", line.side.word, " ".join(line.order), now()) for line in orders]
    setup = Setup(journal.game, game.state.scenario.id, journal.seed, game.state.scenario.options)
    return house.found(setup, wanted.seats, played, chosen_seed=True)


# -- helpers


def _name(match: Match) -> str:
    return f"{match.live.setup.game}-{match.id}.meuse"


def _text(match: Match, side: Side | None) -> str:
    game = match.live.seen(side)
    if game.over:
        return _whole(match, game)
    told = game.copy()
    told.journal = match.live.journal(side)
    return "\n".join(_sealed_rows(write(told), game.fingerprint)) + "\n"


def _sealed_rows(text: str, fingerprint: str) -> list[str]:
    """Without the seed, and without fingerprints and snapshots of the state, which hold secrets."""
    rows = [row for row in text.splitlines() if not row.startswith("#") or row.startswith("# revision ")]
    seed = next(n for n, row in enumerate(rows) if row.startswith("seed "))
    rows[seed] = f"seed {SEALED}{fingerprint}"
    return rows


def _whole(match: Match, game: Game) -> str:
    """A finished game; one that the players ended is written as it stood, with the end as a remark."""
    if not match.live.ended:
        return write(game)
    stood = game.copy()
    stood.state.result = None
    return write(stood) + f"# {match.live.ended}\n"


def _opened(house: House, wanted: Upload) -> str:
    """The text to be played: what is in the sealed line, if there is one."""
    sealed = [row for row in wanted.journal.splitlines() if row.startswith(VAULT)]
    if not sealed:
        return wanted.journal
    content = Vault(house.storage).open(sealed[-1].removeprefix(VAULT).strip())
    if content is None:
        raise _bad_journal(wanted.journal, len(wanted.journal.splitlines()), "the sealed line is from another service")
    other = Side.of(content.side).enemy
    if _kind(wanted.seats, other) != "bot":
        text = f"This file holds sealed orders of the {other.title} side, so only a bot can take that seat."
        raise errors.ServiceError(403, "sealed", text)
    try:
        replay(parse(content.journal))
    except ValueError as error:  # its reason might tell the sealed orders
        reason = "the sealed game cannot continue under the present rules"
        raise _bad_journal(wanted.journal, 1, reason) from error
    return content.journal


def _kind(seats: Seats, side: Side) -> str:
    return (seats.german if side is Side.GERMAN else seats.allied).kind


def _must_be_on_our_tables(journal: Journal) -> None:
    if journal.tables != meuse.rule_book(journal.game).own_tables:
        raise errors.conflict("other_tables", "This game uses other tables than this server.")


def _must_be_whole(journal: Journal) -> None:
    if journal.seed.startswith(SEALED):
        raise meuse.BadJournal(1, "this is one side's view of a game in play; the complete file comes when it is over")
    if len(journal.seed) > MOST_SEED:
        raise meuse.BadJournal(1, f"the seed is longer than {MOST_SEED} letters")


def _must_be_of_one_revision(journal: Journal) -> None:
    """A snapshot or position from outside could hold any state at all, such as no game ever comes to."""
    if journal.changes:
        reason = "the rest was played under other rules; only the match that it comes from can continue it"
        raise meuse.BadJournal(journal.changes[0].number, reason)
    if journal.position:
        raise meuse.BadJournal(1, "it begins at a position set up by hand; the service does not accept such games")


def _bad_journal(text: str, line: int, reason: str) -> errors.ServiceError:
    rows = text.splitlines()
    start = rows.index("---") if "---" in rows else len(rows)
    before = sum(1 for row in rows[start + 1 : line - 1] if row.partition("#")[0].strip())
    return errors.ServiceError(
        422, "bad_journal", f"Line {line}: {reason}.", line=line, reason=reason, orders_before=before
    )
