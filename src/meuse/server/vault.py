"""Seals what only this service may read again."""

from __future__ import annotations

import zlib

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from meuse.server.storage import Storage


class Sealed(msgspec.Struct):
    """A whole game, and the side whose file it is in."""

    side: str
    journal: str


class Vault:
    def __init__(self, storage: Storage) -> None:
        self._key = Fernet(storage.setting("vault", Fernet.generate_key().decode()))

    def seal(self, side: str, journal: str) -> str:
        plain = msgspec.json.encode(Sealed(side, journal))
        return self._key.encrypt(zlib.compress(plain)).decode()

    def open(self, text: str) -> Sealed | None:
        """What was sealed; None if it was not sealed here, or is damaged."""
        try:
            return msgspec.json.decode(zlib.decompress(self._key.decrypt(text.encode())), type=Sealed)
        except (InvalidToken, zlib.error, msgspec.DecodeError, UnicodeError):
            return None
