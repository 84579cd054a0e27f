"""Signing in: with a passkey, or by a link sent by mail. These addresses are there only where a club asks for it."""

from __future__ import annotations

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from meuse.server.club.messages import (
    Account,
    Ceremony,
    Credential,
    FollowLink,
    MailTo,
    NewKey,
    NewName,
    Notify,
    SignedIn,
)
from meuse.server.club.routes_players import CLUB_REFUSALS, Key, TheClub
from meuse.server.club.signing import Signing
from meuse.server.errors import ServiceError
from meuse.server.limits import NEW_MATCH

Perhaps = NamedDependency[Signing | None]


@post("/club/sign-in/mail", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200, opt=NEW_MATCH)
async def mail(signing: Perhaps, data: JSONBody[MailTo]) -> None:
    """Send a link to an address. The answer is the same whether or not anybody here has it."""
    await _asked_for(signing).send_link(data.mail)


@post("/club/sign-in/link", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200)
async def follow(signing: Perhaps, data: JSONBody[FollowLink]) -> SignedIn:
    """Sign in by a link."""
    return await _asked_for(signing).follow(data)


@post("/club/sign-in/passkey/begin", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200)
async def begin(signing: Perhaps) -> Ceremony:
    """What a browser is asked for."""
    return _asked_for(signing).begin()


@post("/club/sign-in/passkey", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200)
async def sign_in(signing: Perhaps, data: JSONBody[Credential]) -> NewKey:
    """Sign in with a passkey."""
    return await _asked_for(signing).sign_in(data)


@post("/club/sign-up/begin", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200)
async def begin_new(signing: Perhaps, data: JSONBody[NewName]) -> Ceremony:
    """Make a passkey for a new name."""
    return await _asked_for(signing).begin_new_name(data.name, data.invitation)


@post("/club/sign-up", tags=["accounts"], responses=CLUB_REFUSALS)
async def sign_up(signing: Perhaps, data: JSONBody[Credential]) -> NewKey:
    """Have a new name by a passkey."""
    return await _asked_for(signing).new_name(data)


@get("/club/me/account", tags=["accounts"], responses=CLUB_REFUSALS)
async def account(signing: Perhaps, club: TheClub, authorization: Key = "") -> Account:
    """What whoever shows this key signs in with."""
    return await _asked_for(signing).account(await club.caller(authorization))


@post("/club/me/mail", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200, opt=NEW_MATCH)
async def add_mail(signing: Perhaps, club: TheClub, data: JSONBody[MailTo], authorization: Key = "") -> None:
    """Send a link that adds an address to the account."""
    await _asked_for(signing).send_link(data.mail, await club.caller(authorization))


@post("/club/me/notices", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200)
async def notify(signing: Perhaps, club: TheClub, data: JSONBody[Notify], authorization: Key = "") -> Account:
    """Be told by mail when it is one's turn, in games with days for a move."""
    return await _asked_for(signing).notify(await club.caller(authorization), data.notices)


@post("/club/me/passkeys/begin", tags=["accounts"], responses=CLUB_REFUSALS, status_code=200)
async def begin_passkey(signing: Perhaps, club: TheClub, authorization: Key = "") -> Ceremony:
    """Make one more passkey."""
    return await _asked_for(signing).begin_passkey(await club.caller(authorization))


@post("/club/me/passkeys", tags=["accounts"], responses=CLUB_REFUSALS)
async def add_passkey(signing: Perhaps, club: TheClub, data: JSONBody[Credential], authorization: Key = "") -> Account:
    return await _asked_for(signing).add_passkey(await club.caller(authorization), data)


ACCOUNT_ROUTES = [
    mail, follow, begin, sign_in, begin_new, sign_up, account, add_mail, notify, begin_passkey, add_passkey,
]  # fmt: skip


def _asked_for(signing: Signing | None) -> Signing:
    if signing is None:
        raise ServiceError(404, "no_accounts", "This server has no accounts: a name is enough.")
    return signing
