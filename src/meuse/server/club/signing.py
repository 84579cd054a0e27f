"""Signing in, where a club asks for accounts: with a passkey, or by a link sent by mail. There are no passwords."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from cryptography.fernet import Fernet
from sqlalchemy.engine import Connection

import meuse
from meuse.server import errors, turnstile
from meuse.server.club import accounts, players
from meuse.server.club.accounts import Keeper, Passkey
from meuse.server.club.club import Caller, Club
from meuse.server.club.letters import Letters
from meuse.server.club.mail import Allowance, Mailer
from meuse.server.club.messages import Account, Ceremony, Credential, FollowLink, NewKey, SignedIn, SignInWays

LINKS_TO_ONE, LINKS_FROM_ONE = 3, 10
"""Links in a quarter of an hour that are sent to one address, and for one visitor."""

QUARTER = 900.0


class SignInTerms(msgspec.Struct, frozen=True):
    """What a club asks for: the server's address as players know it, and where its mail goes out; "" for no mail."""

    address: str
    smtp: str = ""
    mail_from: str = ""


class Signing:
    """Gives whoever proves who he is the key of his name."""

    def __init__(self, club: Club, terms: SignInTerms) -> None:
        self._club, self._address = club, terms.address.rstrip("/")
        self._passkeys = _passkeys(terms.address)
        self.mailer = Mailer(terms.smtp, terms.mail_from) if terms.smtp else None
        if self.mailer is not None:
            Letters(club, self.mailer, terms.address)
        self._keeper = Keeper(club.house.storage.setting("accounts", Fernet.generate_key().decode()))
        self._to_one, self._from_one = Allowance(LINKS_TO_ONE, QUARTER), Allowance(LINKS_FROM_ONE, QUARTER)
        club.sign_in = SignInWays(mail=self.mailer is not None)
        club.on_new_key = self._keep_key

    def close(self) -> None:
        if self.mailer is not None:
            self.mailer.close()

    async def account(self, caller: Caller) -> Account:
        return await self._club.ask(accounts.account_of, caller.player.id)

    async def notify(self, caller: Caller, wanted: bool) -> Account:
        await self._club.ask(_set_notices, caller, wanted)
        return await self.account(caller)

    # -- links by mail

    async def send_link(self, mail: str, caller: Caller | None = None) -> None:
        """Send a link that signs in; for somebody who has, one that adds the address to his account."""
        if self.mailer is None:
            raise errors.conflict("no_mail", "This server sends no mail. Sign in with a passkey.")
        to = mail.casefold()
        if not self._from_one.take(turnstile.present().names[0]) or not self._to_one.take(to):
            raise errors.ServiceError(
                429,
                "too_many",
                "Links have been sent already. Look among unwanted mail, or try again in a quarter of an hour.",
            )
        token = await self._club.ask(_new_link, to, caller, self._keeper)
        where = f"{self._address}/name#link={token}"
        what = f"add this address to {caller.player.name}" if caller else "sign in"
        self.mailer.send(
            mail,
            "Your link to Meuse",
            f"Follow this link to {what}:\n\n{where}\n\nIt is good for {accounts.LINK_MINUTES} minutes and for one "
            "time. If you have not asked for it, do nothing: only you can use it.\n",
        )

    async def follow(self, wanted: FollowLink) -> SignedIn:
        """Sign in by a link; whoever is new here says a name first, and the link stays good meanwhile."""
        return SignedIn(await self._club.ask(_followed, wanted, self._club, self._keeper))

    # -- passkeys

    async def begin_new_name(self, name: str, invitation: str) -> Ceremony:
        """Whoever is new here makes a passkey for a name."""
        self._club.must_be_invited(invitation)
        await self._club.ask(_must_be_new, name)
        asked: Ceremony = self._passkeys.to_make(name)
        return asked

    async def new_name(self, sent: Credential) -> NewKey:
        self._club.must_be_invited(sent.invitation)
        name = self._passkeys.name_for(sent.ticket)
        made = await asyncio.to_thread(self._passkeys.made, sent.ticket, sent.credential, "")
        return await self._club.ask(_signed_up, name, made, self._keeper)

    async def begin_passkey(self, caller: Caller) -> Ceremony:
        """Whoever has signed in makes one more passkey, for another device."""
        known = await self._club.ask(accounts.passkeys_of, caller.player.id)
        asked: Ceremony = self._passkeys.to_make(caller.player.name, known)
        return asked

    async def add_passkey(self, caller: Caller, sent: Credential) -> Account:
        made = await asyncio.to_thread(self._passkeys.made, sent.ticket, sent.credential, caller.player.id)
        await self._club.ask(_added, caller, made, self._keeper)
        return await self.account(caller)

    def begin(self) -> Ceremony:
        asked: Ceremony = self._passkeys.to_show()
        return asked

    async def sign_in(self, sent: Credential) -> NewKey:
        known = await self._club.ask(accounts.passkey, str(sent.credential.get("id", "")))
        if known is None:
            raise errors.ServiceError(401, "bad_passkey", "This passkey does not belong to an account here.")
        count = await asyncio.to_thread(self._passkeys.shown, sent.ticket, sent.credential, known)
        await self._club.ask(accounts.set_count, known, count)
        return await self._club.ask(accounts.sign_in, known.player, self._keeper)

    # -- in the club's thread

    def _keep_key(self, db: Connection, caller: Caller, key: str) -> None:
        accounts.change_key(db, caller.player, key, self._keeper)


def _passkeys(address: str) -> Any:
    """The library that knows passkeys is there only where somebody wants them."""
    try:
        from meuse.server.club.passkeys import Passkeys
    except ModuleNotFoundError as error:
        raise ValueError(f"--accounts needs more than is installed: pip install 'meuse[accounts]' ({error})") from error
    return Passkeys(address)


def _new_link(db: Connection, mail: str, caller: Caller | None, keeper: Keeper) -> str:
    if caller is not None:
        accounts.open_account(db, caller.player, caller.key, keeper)
    return accounts.new_link(db, mail, caller.player.id if caller else "")


def _followed(db: Connection, wanted: FollowLink, club: Club, keeper: Keeper) -> NewKey | None:
    link = accounts.link(db, wanted.token)
    player = link.player or accounts.player_at(db, link.mail)
    if not player and wanted.name is None:
        return None
    accounts.use_up(db, wanted.token)
    if link.player:
        accounts.set_mail(db, link.player, link.mail)
    if player:
        return accounts.sign_in(db, player, keeper)
    club.must_be_invited(wanted.invitation)
    new, key = accounts.sign_up(db, wanted.name or "", meuse.bots(), keeper)
    accounts.set_mail(db, new.id, link.mail)
    return key


def _must_be_new(db: Connection, name: str) -> None:
    players.must_be_free(db, name, meuse.bots())


def _signed_up(db: Connection, name: str, made: Passkey, keeper: Keeper) -> NewKey:
    player, key = accounts.sign_up(db, name, meuse.bots(), keeper)
    accounts.add_passkey(db, msgspec.structs.replace(made, player=player.id))
    return key


def _added(db: Connection, caller: Caller, made: Passkey, keeper: Keeper) -> None:
    accounts.open_account(db, caller.player, caller.key, keeper)
    accounts.add_passkey(db, made)


def _set_notices(db: Connection, caller: Caller, wanted: bool) -> None:
    accounts.set_notices(db, caller.player.id, wanted=wanted)
