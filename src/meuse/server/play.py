"""What a seat does with its turn: look, ask, order, take back."""

from __future__ import annotations

import meuse
from meuse.counters import Side
from meuse.ledger import Refusal
from meuse.report import Engagement, OddsReport, Overlay, OverlayKind
from meuse.seat import overlay_of
from meuse.server import errors
from meuse.server.house import House, Player
from meuse.server.live import LiveGame
from meuse.server.messages import Choices, LogLine, Muster, OrderText, Played, SeatState, Target
from meuse.steps import Order


def give_order(house: House, secret: str, number: int, order: Order) -> Played:
    """Give an order; it is stored when this returns."""
    player = house.sit(secret)
    _must_be_fresh(house, secret, player, number)
    if order == ("undo",):
        return take_back(house, secret, number)
    _must_be_words(order)
    try:
        events = house.record(player.match, "order", player.side, " ".join(_in_full(player, order)))
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error
    house.tell_change(player.match, player.side)
    live = player.match.live
    known = live.latest(player.side) if events else []
    return Played(live.number(player.side), known, house.seat_state(secret))


def take_back(house: House, secret: str, number: int) -> Played:
    """Undo the seat's last order."""
    player = house.sit(secret)
    _must_be_fresh(house, secret, player, number)
    seen = player.match.live.seen(player.side)  # the refusal must not tell that the other side has begun to order
    if refusal := seen.why_not_undo(player.side):
        raise errors.conflict("cannot_undo", f"{refusal.text}.".capitalize())
    house.record(player.match, "undo", player.side)
    house.tell_seat(player.match, player.side)
    return Played(player.match.live.number(player.side), [], house.seat_state(secret))


def hurry(house: House, secret: str) -> SeatState:
    """Hurry the bot that thinks; where none does, nothing happens."""
    match = house.sit(secret).match
    if match.thinking and not match.hurried:
        match.hurried = True
        house.hub.tell(match.id, match.thinking_message())
    return house.seat_state(secret)


def choices(house: House, secret: str, prefix: Order, way: str) -> Choices:
    seat = _seat(house.sit(secret))
    try:
        return Choices(seat.onward(prefix, way) if way else seat.describe(prefix))
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def why_not(house: House, secret: str, prefix: Order, token: str) -> Refusal | None:
    player = house.sit(secret)
    try:
        return _seat(player).why_not(prefix, token)
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def odds(house: House, secret: str, asked: OrderText) -> OddsReport | None:
    player = house.sit(secret)
    return _seat(player).odds(asked.order, asked.support or None) if asked.order else None


def threat(house: House, secret: str, asked: Target) -> OddsReport | None:
    player = house.sit(secret)
    _must_be_on_map(player, asked.hex)
    try:
        return _seat(player).threat(asked.hex, asked.after, asked.without, asked.support or None)
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def muster(house: House, secret: str, asked: Muster) -> OddsReport | None:
    player = house.sit(secret)
    _must_be_on_map(player, asked.hex)
    try:
        return _seat(player).muster(asked.hex, asked.without, asked.support or None)
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def engagements(house: House, secret: str) -> list[Engagement]:
    try:
        return _seat(house.sit(secret)).engagements()
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def overlay(house: House, secret: str, kind: OverlayKind, unit: str, at: int | None) -> Overlay:
    """A layer over the map, now or after `at` orders, as the seat may know it."""
    player = house.sit(secret)
    return overlay_of(_then(player.match.live, player.side, at), player.side, kind, unit)


def public_overlay(house: House, match_id: str, kind: OverlayKind, unit: str, at: int | None) -> Overlay:
    """The same for a spectator."""
    return overlay_of(_then(house.open(match_id).live, None, at), None, kind, unit)


def log(house: House, secret: str, start: int) -> list[LogLine]:
    player = house.sit(secret)
    return player.match.log(player.side, start)


def _then(live: LiveGame, side: Side | None, at: int | None) -> meuse.Game:
    return live.seen(side) if at is None else live.past(side, at)


def _seat(player: Player) -> meuse.Seat:
    return player.match.live.seen(player.side).seat(player.side)


def _in_full(player: Player, order: Order) -> Order:
    """The order in its one spelling, as it is stored; the engine says why if there is none."""
    decision = _seat(player).decision
    return order if decision is None else decision.canonical(order)


def _must_be_fresh(house: House, secret: str, player: Player, number: int) -> None:
    if not player.match.live.fresh(player.side, number):
        known = player.match.live.number(player.side)
        text = f"The game has moved on: this order was for order {number}, and the game is at {known}."
        raise errors.conflict("stale", text, state=house.seat_state(secret))


def _must_be_on_map(player: Player, label: str) -> None:
    if label not in player.match.live.game.state.map.index:
        raise errors.bad_request(f"There is no hex {label} on this map.")


def _must_be_words(order: Order) -> None:
    if any(token.split() != [token] or "#" in token for token in order) or not order:
        raise errors.bad_request("An order is a list of words without spaces.")
