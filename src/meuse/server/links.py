"""Addresses that follow from a seat's secret link: they can be made again, and nobody can guess one from another."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from meuse.server.storage import Storage, StoredSeat


class Links:
    def __init__(self, storage: Storage) -> None:
        self._key = storage.setting("links", secrets.token_hex(32)).encode()

    def of_rematch(self, secret: str, match_id: str) -> str:
        """The secret of the seat that the holder of a link has in a rematch."""
        return self._sign(f"rematch {secret} {match_id}")

    def of_feed(self, seat: StoredSeat) -> str:
        """The name of a seat's feed. It opens nothing else, and ends with the seat's link."""
        return f"{seat.match_id}.{seat.side}.{self._sign(f'feed {seat.match_id} {seat.side} {seat.secret}')}"

    def _sign(self, text: str) -> str:
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()
