"""Accounts: what players sign in with, where a club asks for that.

The key of a player is kept sealed for him, so that signing in on another device brings all his games. Names that were
said before a club asked for accounts keep their keys; their players can add a passkey or an address.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa
from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from meuse.server import errors
from meuse.server.club import players
from meuse.server.club.messages import Account, NewKey
from meuse.server.club.players import PlayerRow
from meuse.server.club.tables import accounts, passkeys, sign_in_links
from meuse.server.house import now
from meuse.server.storage import fingerprint

LINK_MINUTES = 30
MOST_PASSKEYS = 10


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as stored: its public half, and how often it says it has been used."""

    id: str
    player: str
    public_key: str
    used: int


class Link(msgspec.Struct, frozen=True):
    """A link that was sent by mail; `player` is whoever adds the address to his account, "" for whoever signs in."""

    mail: str
    player: str


class Keeper:
    """Seals the keys of players who sign in."""

    def __init__(self, key: str) -> None:
        self._lock = Fernet(key)

    def seal(self, key: str) -> str:
        return self._lock.encrypt(key.encode()).decode()

    def open(self, sealed: str) -> str:
        """Raises ServiceError for what was not sealed here."""
        try:
            return self._lock.decrypt(sealed.encode()).decode()
        except InvalidToken as error:
            raise errors.conflict("damaged", "Your account is damaged. Whoever runs this server can help.") from error


def open_account(db: Connection, player: PlayerRow, key: str, keeper: Keeper) -> None:
    """Have an account, if there is none yet."""
    if db.execute(sa.select(accounts.c.player).where(accounts.c.player == player.id)).first() is None:
        values = {"player": player.id, "key": keeper.seal(key), "mail": None, "notices": False}
        db.execute(sa.insert(accounts).values(values))


def change_key(db: Connection, player: PlayerRow, key: str, keeper: Keeper) -> None:
    db.execute(sa.update(accounts).where(accounts.c.player == player.id).values(key=keeper.seal(key)))


def account_of(db: Connection, player: str) -> Account:
    row = db.execute(sa.select(accounts).where(accounts.c.player == player)).one_or_none()
    count = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.player == player)
    own = db.execute(count).scalar_one()
    return Account(own, (row.mail if row else None) or "", bool(row and row.notices))


def sign_in(db: Connection, player_id: str, keeper: Keeper) -> NewKey:
    """The key of a player who has proved who he is; raises ServiceError."""
    player = players.by_id(db, player_id)
    sealed = db.execute(sa.select(accounts.c.key).where(accounts.c.player == player_id)).scalar_one_or_none()
    if player is None or sealed is None:
        raise errors.ServiceError(401, "no_account", "There is no account that this opens.")
    if player.blocked:
        raise errors.ServiceError(403, "blocked", "This name has been blocked by whoever runs the server.")
    return NewKey(player.id, player.name, keeper.open(sealed))


def sign_up(db: Connection, name: str, bots: Sequence[str], keeper: Keeper) -> tuple[PlayerRow, NewKey]:
    """A new player with an account."""
    player, key = players.register(db, name, bots)
    open_account(db, player, key, keeper)
    return player, NewKey(player.id, player.name, key)


# -- links by mail


def new_link(db: Connection, mail: str, player: str) -> str:
    """What is in a link that is sent to an address."""
    token = secrets.token_urlsafe(24)
    until = (datetime.now(UTC) + timedelta(minutes=LINK_MINUTES)).isoformat(timespec="milliseconds")
    db.execute(sa.delete(sign_in_links).where(sign_in_links.c.until < now()))
    db.execute(sa.insert(sign_in_links).values(token=fingerprint(token), mail=mail, player=player, until=until))
    return token


def link(db: Connection, token: str) -> Link:
    """Raises ServiceError for a link that has been followed, or is too old."""
    mine = (sign_in_links.c.token == fingerprint(token), sign_in_links.c.until >= now())
    row = db.execute(sa.select(sign_in_links).where(*mine)).one_or_none()
    if row is None:
        text = f"This link has been used, or is older than {LINK_MINUTES} minutes. Ask for another one."
        raise errors.ServiceError(401, "old_link", text)
    return Link(row.mail, row.player)


def use_up(db: Connection, token: str) -> None:
    """Of two who follow a link at the same moment only one is let in; raises ServiceError for the other."""
    done = db.execute(sa.delete(sign_in_links).where(sign_in_links.c.token == fingerprint(token)))
    if done.rowcount != 1:
        raise errors.ServiceError(401, "old_link", "This link has been used. Ask for another one.")


def player_at(db: Connection, mail: str) -> str:
    """The player whose address this is; "" for nobody."""
    return db.execute(sa.select(accounts.c.player).where(accounts.c.mail == mail)).scalar_one_or_none() or ""


def set_mail(db: Connection, player: str, mail: str) -> None:
    try:
        db.execute(sa.update(accounts).where(accounts.c.player == player).values(mail=mail))
    except IntegrityError as error:
        raise errors.conflict("taken", "This address belongs to another account here.") from error


def set_notices(db: Connection, player: str, *, wanted: bool) -> None:
    changed = sa.update(accounts).where(accounts.c.player == player, accounts.c.mail.is_not(None))
    if db.execute(changed.values(notices=wanted)).rowcount != 1:
        raise errors.conflict("no_mail", "Add an address to your account first.")


# -- passkeys


def passkey(db: Connection, passkey_id: str) -> Passkey | None:
    row = db.execute(sa.select(passkeys).where(passkeys.c.id == passkey_id)).one_or_none()
    return None if row is None else Passkey(row.id, row.player, row.public_key, row.used)


def passkeys_of(db: Connection, player: str) -> list[str]:
    return list(db.execute(sa.select(passkeys.c.id).where(passkeys.c.player == player)).scalars())


def add_passkey(db: Connection, new: Passkey) -> None:
    if len(passkeys_of(db, new.player)) >= MOST_PASSKEYS:
        raise errors.conflict("too_many", f"An account has room for {MOST_PASSKEYS} passkeys.")
    try:
        db.execute(sa.insert(passkeys).values(msgspec.to_builtins(new) | {"created": now()}))
    except IntegrityError as error:
        raise errors.conflict("taken", "This passkey is known here already. Sign in with it.") from error


def set_count(db: Connection, used: Passkey, count: int) -> None:
    db.execute(sa.update(passkeys).where(passkeys.c.id == used.id).values(used=count))
