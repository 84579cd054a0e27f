"""Points that were bid for a side: they are given to the other at the end, and the book's own levels then decide."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from meuse.server import errors
from meuse.server.club.messages import Balance, Terms


@cache
def balances() -> list[Balance]:
    """How even each scenario is, as far as it was measured."""
    text = files("meuse.server.club").joinpath("balance.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["balance"], list[Balance])


def must_be_biddable(terms: Terms) -> None:
    """Points can be bid only where points decide; raises ServiceError."""
    if terms.sides == "bid" and _draw(terms.game, terms.scenario) is None:
        raise errors.bad_request("Victory points alone do not decide this scenario, so sides cannot be bid for.")


def adjusted(game: str, scenario: str, points: tuple[float, float], side: str, bid: int) -> float | None:
    """What the German side gets when the points that were bid are given; None where points do not decide."""
    draw = _draw(game, scenario)
    if draw is None:
        return None
    margin = points[0] - points[1] + (-bid if side == "german" else bid)
    least, most = draw
    return 0.5 if least <= margin <= most else float(margin > most)


def _draw(game: str, scenario: str) -> tuple[int, int] | None:
    return next((one.draw for one in balances() if (one.game, one.scenario) == (game, scenario)), None)
