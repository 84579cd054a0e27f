"""Noise for a service: requests that no page would send, made by chance from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

WORDS = (
    "", "x", "german", "allied", "bid", "move", "attack", "end", "undo", "1Pz", "4618", "0", "-1", "1e9", "null",
    "../..", "%00", "\x00", "é", "👾", "' OR 1=1 --", "<script>", "a" * 500, "{}", "[[[", "\ud7ff",
)  # fmt: skip
WHATS = (
    "state", "choices", "why-not", "odds", "threat", "muster", "engagements",
    "orders", "undo", "log", "journal", "draw", "takeback", "chat",
    "notes", "updates", "nonsense",
)  # fmt: skip
OTHERS = ("/api/matches", "/api/matches/upload", "/api/list", "/api/games/x/y/map.svg", "/api", "/g/x")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")
KEYS = ("number", "order", "prefix", "token", "hex", "text", "answer", "game", "seats", "secrets", "journal", "seed")


class Noise:
    """Requests as (method, address, body, kind of body)."""

    def __init__(self, seed: int, secrets: list[str], ids: list[str]) -> None:
        self._rng = random.Random(seed)
        self._secrets, self._ids = [*secrets, "unknown"], [*ids, "unknown"]

    def requests(self, count: int) -> Iterator[tuple[str, str, bytes, str]]:
        for _ in range(count):
            address = self._address()
            method = self._rng.choice((_proper(address),) * 20 + METHODS)
            kind = self._rng.choice(("application/json",) * 4 + ("text/plain", "application/msgpack", ""))
            yield method, address, self._body(), kind

    def _address(self) -> str:
        rng = self._rng
        query = rng.choice(("", "", "?at=" + self._quoted(), "?from=" + self._quoted(), "?viewpoint=german"))
        seat = f"/api/seats/{rng.choice(self._secrets)}/{rng.choice(WHATS)}"
        match = f"/api/matches/{rng.choice(self._ids)}{rng.choice(('', '/state', '/journal', '/log', '/nonsense'))}"
        other = rng.choice(
            ("/api/matches", "/api/matches/upload", "/api/list", "/api/games/x/y/map.svg", "/api", "/g/x")
        )
        return rng.choice((seat, seat, seat, match, other)) + query

    def _quoted(self) -> str:
        return "".join(f"%{byte:02x}" for byte in self._rng.choice(WORDS).encode())

    def _body(self) -> bytes:
        rng = self._rng
        if rng.random() < 0.1:
            return rng.randbytes(rng.randint(0, 300))
        text = json.dumps(self._plausible() if rng.random() < 0.5 else self._value(3))
        return text[: rng.randint(0, len(text))].encode() if rng.random() < 0.1 else text.encode()

    def _plausible(self) -> dict[str, Any]:
        """A body with the right names in it, and anything for their values."""
        rng = self._rng
        words = [rng.choice(WORDS) for _ in range(rng.randint(0, 5))]
        proper = {"number": rng.randint(0, 5), "order": words, "prefix": words, "token": rng.choice(WORDS)}
        proper |= {"hex": rng.choice(WORDS), "text": rng.choice(WORDS), "answer": rng.choice((True, False, None))}
        body: dict[str, Any] = {key: proper[key] for key in rng.sample(sorted(proper), rng.randint(1, 2))}
        if rng.random() < 0.3:
            body |= {key: self._value(2) for key in rng.sample(KEYS, 2)}
        return body

    def _value(self, depth: int) -> Any:
        rng = self._rng
        plain = (None, True, -1, 0, 3, 10**30, 1.5, *WORDS)
        if depth == 0 or rng.random() < 0.4:
            return rng.choice(plain)
        if rng.random() < 0.5:
            return [self._value(depth - 1) for _ in range(rng.randint(0, 4))]
        return {rng.choice(KEYS + WORDS[:6]): self._value(depth - 1) for _ in range(rng.randint(0, 4))}


def _proper(address: str) -> str:
    """The method that an address takes, most often."""
    last = address.partition("?")[0].rsplit("/", 1)[-1]
    asks = last in ("state", "log", "journal", "updates", "map.svg", "unknown") or address.startswith("/g/")
    return "GET" if asks else "POST"
