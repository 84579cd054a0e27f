"""Invitations to everybody: made, bid for, accepted, withdrawn."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.counters import SIDES, Side, SideWord
from meuse.server import errors
from meuse.server.club.matches import Agreed, people_of
from meuse.server.club.messages import Invited, Terms
from meuse.server.club.players import PlayerRow, by_id
from meuse.server.club.tables import invitations
from meuse.server.house import now

MOST_OPEN = 10
"""Invitations of one player that may be open at a time."""


class Open(msgspec.Struct, frozen=True):
    """An open invitation as stored."""

    id: str
    host: str
    guest: str
    created: str
    terms: Terms
    title: str
    bidder: str
    bid: int


def invite(db: Connection, host: PlayerRow, terms: Terms, title: str, bid: int) -> str:
    """Make an invitation; the host's is the first bid."""
    mine = sa.select(sa.func.count()).where(invitations.c.host == host.id, invitations.c.match_id.is_(None))
    if db.execute(mine).scalar_one() >= MOST_OPEN:
        raise errors.conflict("too_many", f"You have {MOST_OPEN} open invitations. Withdraw one first.")
    new = secrets.token_hex(6)
    bids = terms.sides == "bid"
    values = {
        "id": new,
        "host": host.id,
        "guest": "",
        "created": now(),
        "terms": msgspec.json.encode(terms).decode(),
        "title": title,
        "bidder": host.id if bids else "",
        "bid": bid if bids else 0,
    }
    db.execute(sa.insert(invitations).values(values))
    return new


def every(db: Connection) -> list[Invited]:
    """All open invitations, the newest first."""
    rows = db.execute(_open().order_by(invitations.c.created.desc())).all()
    people = people_of(db, {who for row in rows for who in (row.host, row.guest, row.bidder)})
    return [
        Invited(
            id=row.id,
            host=people[row.host],
            created=row.created,
            title=row.title,
            terms=msgspec.json.decode(row.terms, type=Terms),
            bidder=people.get(row.bidder),
            bid=row.bid,
            guest=people.get(row.guest),
        )
        for row in rows
    ]


def raise_bid(db: Connection, invitation: str, player: PlayerRow, bid: int) -> None:
    """Offer more points for the side; from the first such bid on, two players have it to themselves."""
    found = one(db, invitation)
    _must_concern(found, player)
    if found.terms.sides != "bid":
        raise errors.conflict("no_bids", "The sides of this game are not bid for.")
    if player.id == found.bidder:
        raise errors.conflict("own_bid", "Yours is the highest bid. Wait for the other player.")
    if bid <= found.bid:
        raise errors.conflict("low_bid", f"Bid more than {found.bid}, or accept.")
    guest = found.guest or (player.id if player.id != found.host else "")
    _change(db, invitation, bidder=player.id, bid=bid, guest=guest)


def withdraw(db: Connection, invitation: str, player: PlayerRow) -> None:
    """The host takes his invitation back."""
    if player.id != one(db, invitation).host:
        raise errors.ServiceError(403, "not_yours", "Only whoever has made an invitation withdraws it.")
    db.execute(sa.delete(invitations).where(invitations.c.id == invitation))


def accepted(db: Connection, invitation: str, player: PlayerRow) -> tuple[Open, Agreed]:
    """What is agreed on if this player accepts."""
    found = one(db, invitation)
    _must_concern(found, player)
    if player.id == (found.bidder or found.host):
        raise errors.conflict("own_bid", "Somebody else has to accept this.")
    rival = by_id(db, found.bidder or found.host)
    assert rival is not None  # players who have left take their invitations with them
    side = _side_of(found)
    agreed = _agreed(found.terms, rival, player, side)
    bids = found.terms.sides == "bid"
    return found, msgspec.structs.replace(agreed, bid_side=side if bids else "", bid=found.bid)


def with_bot(terms: Terms, player: PlayerRow, bot: PlayerRow) -> Agreed:
    """What is agreed on with a bot, which does not bid."""
    side = terms.bid_for if terms.sides == "bid" else _drawn(terms)
    return _agreed(terms, player, bot, side)


def close(db: Connection, invitation: str, match_id: str) -> None:
    """It has become a match; whoever comes too late hears so."""
    open_still = (invitations.c.id == invitation, invitations.c.match_id.is_(None))
    if db.execute(sa.update(invitations).where(*open_still).values(match_id=match_id)).rowcount != 1:
        raise _gone()


def one(db: Connection, invitation: str) -> Open:
    row = db.execute(_open().where(invitations.c.id == invitation)).one_or_none()
    if row is None:
        raise _gone()
    facts = {name: getattr(row, name) for name in Open.__struct_fields__}
    return Open(**facts | {"terms": msgspec.json.decode(row.terms, type=Terms)})


# -- helpers


def _open() -> sa.Select[Any]:
    return sa.select(invitations).where(invitations.c.match_id.is_(None))


def _gone() -> errors.ServiceError:
    return errors.ServiceError(404, "unknown_invitation", "Somebody was quicker, or the invitation was withdrawn.")


def _must_concern(found: Open, player: PlayerRow) -> None:
    if found.guest and player.id not in (found.host, found.guest):
        raise errors.conflict("bidding", "Two players are bidding for this game.")


def _side_of(found: Open) -> SideWord:
    """The side of whoever has bid, or else of the host."""
    if found.terms.sides == "bid":
        return found.terms.bid_for
    return _drawn(found.terms)


def _drawn(terms: Terms) -> SideWord:
    """The host's side: as he has chosen, or by lot."""
    return Side.of(terms.sides).word if terms.sides in ("german", "allied") else secrets.choice(SIDES).word


def _agreed(terms: Terms, first: PlayerRow, second: PlayerRow, side: SideWord) -> Agreed:
    """The first player has this side."""
    german, allied = (first, second) if side == "german" else (second, first)
    return Agreed(german=german, allied=allied, pace=terms.pace, rated=terms.rated)


def _change(db: Connection, invitation: str, **values: Any) -> None:
    db.execute(sa.update(invitations).where(invitations.c.id == invitation).values(values))
