"""Positions that are edited, shared and played: read beside the service, so that no text keeps it waiting."""

from __future__ import annotations

import hashlib
import secrets

import meuse
from meuse import positionsheet
from meuse.game import Game, Position
from meuse.positionsheet import Sheet
from meuse.server import errors
from meuse.server.copies import Wanted
from meuse.server.house import House, now
from meuse.server.messages import Created, NewPosition, PositionEdit, PositionMatch
from meuse.server.opponents import Opponents
from meuse.server.rooms import REPORTS
from meuse.server.turnstile import present
from meuse.server.uploads import OTHER_TABLES, Refused, Uploads, opened


async def sheet(opponents: Opponents, wanted: NewPosition | PositionEdit) -> Sheet:
    """A position ready to be edited; raises ServiceError with the line and the reason."""
    found = await opponents.work(_read, wanted, REPORTS)
    if isinstance(found, Refused):
        raise _bad_position(found)
    return found


def share(house: House, text: str) -> str:
    """Keep a position, and say the id by which it is found: the same for the same position."""
    position_id = hashlib.blake2b(text.encode(), digest_size=9).hexdigest()
    house.storage.keep_position(position_id, text, now())
    return position_id


def shared(house: House, position_id: str) -> str:
    text = house.storage.position(position_id)
    if text is None:
        raise errors.ServiceError(
            404, "unknown_position", "There is no position at this address. The link may be incomplete."
        )
    return text


async def play(house: House, uploads: Uploads, wanted: PositionMatch) -> Created:
    """Start a match that begins at a position."""
    if "link" in (wanted.seats.german.kind, wanted.seats.allied.kind):
        raise errors.bad_request("A position is played at one table or against a bot, not by link.")
    copy = Wanted(
        text=wanted.text, upto=None, sealed_for="", by_link=False, seed=secrets.token_hex(16), at=now(), position=True
    )
    sent = await uploads.replayed(copy, "", present().names[0])
    if isinstance(sent, Refused):
        raise _bad_position(sent)
    return await house.ask(lambda: house.enter(opened(sent), wanted.seats))


def of_seat(house: House, secret: str) -> str:
    """The position of a seat's game: until the end, what its side cannot know is drawn by chance."""
    player = house.sit(secret)
    game = player.match.live.seen(player.side)
    known = game if game.over else game.seat(player.side).imagine(secrets.token_hex(8))
    return _text(known)


def of_match(house: House, match_id: str) -> str:
    """The position of a game that is over; before, a spectator may not know it."""
    game = house.open(match_id).live.seen(None)
    if not game.over:
        raise errors.conflict("not_over", "The whole position is shown to spectators when the game is over.")
    return _text(game)


# -- helpers


def _text(game: Game) -> str:
    return Position.of(game).text


def _read(wanted: NewPosition | PositionEdit) -> Sheet | Refused:
    """In a process of its own."""
    try:
        if isinstance(wanted, PositionEdit):
            return Sheet.of(positionsheet.edited(wanted.text, wanted.lying, wanted.moment))
        return Sheet.of(wanted.text or _text(meuse.new(wanted.game, wanted.scenario or None)))
    except meuse.BadPosition as error:
        return Refused(error.line, error.reason)
    except ValueError as error:  # a game or a scenario that there is not
        return Refused(0, str(error))


def _bad_position(wrong: Refused) -> errors.ServiceError:
    if wrong.reason == OTHER_TABLES:
        return errors.conflict("other_tables", wrong.reason)
    said = f"Line {wrong.line}: {wrong.reason}." if wrong.line else f"{wrong.reason}.".capitalize()
    return errors.ServiceError(422, "bad_position", said, line=wrong.line, reason=wrong.reason)
