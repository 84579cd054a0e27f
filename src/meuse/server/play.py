"""What a seat does with its turn: look, ask, order, take back."""

from __future__ import annotations

import meuse
from meuse.counters import Side
from meuse.ledger import Refusal
from meuse.report import OddsReport, Overlay, OverlayKind
from meuse.seat import overlay_of
from meuse.server import errors
from meuse.server.house import House, Place
from meuse.server.messages import Choices, LogLine, OrderText, Played
from meuse.server.messages import Place as Asked
from meuse.server.table import Table
from meuse.steps import Order


def give_order(house: House, secret: str, number: int, order: Order) -> Played:
    """Give an order; it is stored when this returns."""
    place = house.sit(secret)
    _must_be_fresh(house, secret, place, number)
    if order == ("undo",):
        return take_back(house, secret, number)
    _must_be_words(order)
    try:
        events = house.record(place.match, "order", place.side, " ".join(_in_full(place, order)))
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error
    house.tell_change(place.match, place.side)
    known = place.match.table.events(place.side, -1) if events else []
    return Played(place.match.table.number(place.side), known, house.seat_state(secret))


def take_back(house: House, secret: str, number: int) -> Played:
    """Undo the seat's last order."""
    place = house.sit(secret)
    _must_be_fresh(house, secret, place, number)
    try:
        house.record(place.match, "undo", place.side)
    except meuse.CannotUndo as error:
        raise errors.conflict("cannot_undo", f"{error}.".capitalize()) from error
    house.tell_seat(place.match, place.side)
    return Played(place.match.table.number(place.side), [], house.seat_state(secret))


def choices(house: House, secret: str, prefix: Order, way: str) -> Choices:
    seat = _seat(house.sit(secret))
    try:
        return Choices(seat.onward(prefix, way) if way else seat.describe(prefix))
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def why_not(house: House, secret: str, prefix: Order, token: str) -> Refusal | None:
    place = house.sit(secret)
    try:
        return _seat(place).why_not(prefix, token)
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def odds(house: House, secret: str, asked: OrderText) -> OddsReport | None:
    place = house.sit(secret)
    return _seat(place).odds(asked.order, asked.support or None) if asked.order else None


def threat(house: House, secret: str, asked: Asked) -> OddsReport | None:
    place = house.sit(secret)
    if asked.hex not in place.match.table.game.state.map.index:
        raise errors.bad_request(f"There is no hex {asked.hex} on this map.")
    try:
        return _seat(place).threat(asked.hex, asked.after, asked.without, asked.support or None)
    except meuse.IllegalOrder as error:
        raise errors.illegal(error) from error


def overlay(house: House, secret: str, kind: OverlayKind, unit: str, at: int | None) -> Overlay:
    """A layer over the map, now or after `at` orders, as the seat may know it."""
    place = house.sit(secret)
    return overlay_of(_then(place.match.table, place.side, at), place.side, kind, unit)


def public_overlay(house: House, match_id: str, kind: OverlayKind, unit: str, at: int | None) -> Overlay:
    """The same for a spectator."""
    return overlay_of(_then(house.open(match_id).table, None, at), None, kind, unit)


def log(house: House, secret: str, start: int) -> list[LogLine]:
    place = house.sit(secret)
    return place.match.log(place.side, start)


def _then(table: Table, side: Side | None, at: int | None) -> meuse.Game:
    return table.seen(side) if at is None else table.past(side, at)


def _seat(place: Place) -> meuse.Seat:
    return place.match.table.seen(place.side).seat(place.side)


def _in_full(place: Place, order: Order) -> Order:
    """The order in its one spelling, as it is stored; the engine says why if there is none."""
    decision = _seat(place).decision
    return order if decision is None else decision.canonical(order)


def _must_be_fresh(house: House, secret: str, place: Place, number: int) -> None:
    if not place.match.table.fresh(place.side, number):
        known = place.match.table.number(place.side)
        text = f"That order no longer fits: it was for order {number}, and the game is at {known}."
        raise errors.conflict("stale", text, state=house.seat_state(secret))


def _must_be_words(order: Order) -> None:
    if any(token.split() != [token] or "#" in token for token in order) or not order:
        raise errors.bad_request("An order is a list of words without spaces.")
