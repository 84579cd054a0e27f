"""Opt-in notices that it is your turn: a message to a closed browser, and a feed for those who read feeds."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from xml.sax.saxutils import escape, quoteattr

import msgspec

from meuse.counters import SIDES, Side
from meuse.server import errors, webpush
from meuse.server.house import House
from meuse.server.links import Links
from meuse.server.match import Match
from meuse.server.webpush import Gone, Subscription

log = logging.getLogger("meuse.server")

MOST_BROWSERS = 10
"""Browsers that a seat may have notices sent to."""

Send = Callable[[Subscription, bytes, str, str], None]


class Notices:
    """Tells players who are away. Messages name the match, never a secret: the browser knows its own link."""

    def __init__(self, house: House, send: Send = webpush.send) -> None:
        self._house, self._send = house, send
        self._threads = ThreadPoolExecutor(2, "notices")
        house.on_turn.append(self.on_turn)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def public_key(self) -> str:
        return webpush.public_key(self._key())

    def subscribe(self, secret: str, subscription: Subscription) -> None:
        seat = self._house.stored_seat(secret)
        if not webpush.allowed(subscription.endpoint):
            raise errors.bad_request("This is not the address of a browser's push service.")
        if not webpush.usable(subscription):
            raise errors.bad_request("The keys of the subscription cannot be used.")
        if len(self._house.storage.subscriptions(seat.match_id, seat.side)) >= MOST_BROWSERS:
            raise errors.conflict("too_many", f"A seat can notify at most {MOST_BROWSERS} browsers.")
        self._house.storage.subscribe(seat.match_id, seat.side, subscription)

    def unsubscribe(self, secret: str, endpoint: str) -> None:
        seat = self._house.stored_seat(secret)
        self._house.storage.unsubscribe(seat.match_id, seat.side, endpoint)

    def on_turn(self, match: Match, by: Side) -> None:
        """The game has gone on: tell whoever is asked now and has no page open."""
        info, present = match.info(), self._house.hub.present(match.id)
        for side in SIDES:
            if side is not by and side.word in info.asked and side.word not in present:
                text = f"{info.title}, turn {info.turn}"
                message = msgspec.json.encode({"title": "Your turn", "text": text, "match": info.id, "side": side.word})
                for subscription in self._house.storage.subscriptions(match.id, side.word):
                    self._threads.submit(self._try, match.id, side.word, subscription, message, self._key())

    def feed_of(self, secret: str) -> str:
        """The name of a seat's feed, which others may be shown."""
        return Links(self._house.storage).of_feed(self._house.stored_seat(secret))

    def feed(self, name: str, address: str) -> str:
        """An Atom feed with one entry while it is a seat's turn. It leads to the front page, which knows the way on."""
        seat = self._house.storage.seat_at(*name.split(".")[:2]) if name.count(".") == 2 else None
        if seat is None or not hmac.compare_digest(Links(self._house.storage).of_feed(seat).encode(), name.encode()):
            raise errors.no_seat()
        info = self._house.info(seat.match_id)
        entry = ""
        if seat.side in info.asked:
            link = f"<link href={quoteattr(f'{address}/')}/>"
            text = escape(f"Your turn: {info.title}, turn {info.turn}")
            entry = (
                f"<entry><id>urn:meuse:{info.id}:{seat.side}:{info.orders}</id><title>{text}</title>"
                f"<updated>{info.changed}</updated>{link}</entry>"
            )
        return (
            '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
            f"<id>urn:meuse:{info.id}:{seat.side}</id><title>{escape(info.title)}</title>"
            f"<updated>{info.changed}</updated><author><name>Meuse</name></author>{entry}</feed>"
        )

    def _key(self) -> str:
        return self._house.storage.setting("push", webpush.new_key())

    def _try(self, match_id: str, side: str, to: Subscription, message: bytes, key: str) -> None:
        try:
            self._send(to, message, key, match_id)
        except Gone:
            self._house.run_later(self._house.storage.unsubscribe, match_id, side, to.endpoint)
        except Exception as error:  # a player without his notice still has the game
            log.warning("no notice could be sent: %s", type(error).__name__)
