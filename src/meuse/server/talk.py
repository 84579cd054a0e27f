"""What players settle between themselves: resign, agree on a draw or a take-back, talk, play again, delete."""

from __future__ import annotations

import secrets

import msgspec

from meuse.counters import Side, SideWord
from meuse.server import errors
from meuse.server.house import House, Player
from meuse.server.match import Match
from meuse.server.messages import Again, Deleted, Rematch, SeatKind, SeatOrder, Seats, SeatState
from meuse.server.records import Setup

MOST_LINES = 1000
"""Lines of talk in a match."""


def resign(house: House, secret: str) -> SeatState:
    give_up(house, _in_play(house, secret))
    return house.seat_state(secret)


def give_up(house: House, player: Player) -> None:
    """Resign; a bot does it like anybody else."""
    house.record(player.match, "resign", player.side)
    house.tell_change(player.match, player.side)


def draw(house: House, secret: str, answer: bool | None) -> SeatState:
    """Offer a draw, or answer the other side's offer."""
    player = _in_play(house, secret)
    _must_listen(player)
    settle_draw(house, player, answer)
    return house.seat_state(secret)


def settle_draw(house: House, player: Player, answer: bool | None) -> None:
    """Offer a draw, or answer an offer; a bot does it like anybody else."""
    if _settle(house, player, "draw", player.match.live.offers.draw, answer):
        house.record(player.match, "draw", player.side)
        house.tell_change(player.match, player.side)


def takeback(house: House, secret: str, answer: bool | None) -> SeatState:
    """Ask to go back before one's last order, dice and all, or answer such a request. Bots always agree."""
    player = _in_play(house, secret)
    live = player.match.live
    to = _before_last(player) if answer is None and live.offers.takeback != player.side.enemy.word else None
    if player.match.bot_of(player.side.enemy) and to is not None:
        return _go_back(house, secret, player, player.side, to)
    body = "takeback" if to is None else f"takeback {to}"
    if _settle(house, player, body, live.offers.takeback, answer) and live.offers.takeback_to is not None:
        return _go_back(house, secret, player, player.side.enemy, live.offers.takeback_to)
    return house.seat_state(secret)


def chat(house: House, secret: str, text: str) -> SeatState:
    player = house.sit(secret)
    said = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not said:
        raise errors.bad_request("A message cannot be empty.")
    if len(player.match.live.chat) >= MOST_LINES:
        raise errors.conflict("too_many", f"A game has room for {MOST_LINES} messages.")
    house.record(player.match, "chat", player.side, said)
    line = msgspec.to_builtins(player.match.live.chat[-1])
    house.hub.tell(player.match.id, {"type": "chat", "line": line})
    return house.seat_state(secret)


def rematch(house: House, secret: str, wanted: Again | None) -> Rematch:
    """Play again with sides changed. Whoever asks first starts the match; each player asks for his own seat."""
    player = house.sit(secret)
    match, side = player.match, player.side.enemy
    if not match.live.game.over:
        raise errors.conflict("in_play", "This game is not over yet.")
    if not match.rematch:
        match.rematch = _found_again(house, match, wanted)
        house.hub.tell(match.id, {"type": "rematch", "id": match.rematch})
    new = secrets.token_urlsafe(24)
    house.storage.set_secret(match.rematch, side.word, new)
    house.forget_seats(match.rematch)
    return Rematch(match.rematch, side.word, new)


def delete(house: House, secret: str) -> Deleted:
    """Delete a match for good. A person on the other side who has played has to ask for it too."""
    player = house.sit(secret)
    match, enemy = player.match, player.side.enemy
    if not _alone(match, enemy) and match.live.offers.delete != enemy.word:
        house.record(match, "offer", player.side, "delete")
        _tell_offers(house, player)
        return Deleted(deleted=False)
    house.storage.delete(match.id)
    house.forget(match.id)
    house.forget_seats(match.id)
    house.hub.tell(match.id, {"type": "deleted"})
    house.hub.end(match.id)
    return Deleted(deleted=True)


# -- helpers


def _in_play(house: House, secret: str) -> Player:
    player = house.sit(secret)
    if player.match.live.game.over:
        raise errors.conflict("over", "The game is over.")
    return player


def _must_listen(player: Player) -> None:
    """A bot may have been told to play every game to its end; and it answers one offer a turn."""
    match, enemy = player.match, player.side.enemy
    bot = match.bot_of(enemy)
    if bot and not match.seats[enemy.word].manners:
        raise errors.conflict("declined", f"{bot.capitalize()} plays this game to its end.")
    if bot and match.live.draws["decline"].get(enemy.word) == match.live.game.state.turn:
        raise errors.conflict("declined", f"{bot.capitalize()} has declined a draw this turn. Offer one again later.")


def _settle(house: House, player: Player, body: str, offered: str | None, answer: bool | None) -> bool:
    """Take in an offer or an answer; whether both sides agree now."""
    kind, theirs = body.partition(" ")[0], offered == player.side.enemy.word
    if theirs and answer is not False:
        return True
    if answer is True or (answer is False and offered is None):
        raise errors.conflict("no_offer", "The other side has made no such offer, or has taken it back.")
    if answer is False:
        house.record(player.match, "decline", player.side, kind)
    elif offered is None:
        house.record(player.match, "offer", player.side, body)
    _tell_offers(house, player, declined=kind if answer is False else "")
    return False


def _tell_offers(house: House, player: Player, declined: str = "") -> None:
    """Tell the pages what is offered now, and what this player has just declined."""
    offers = msgspec.to_builtins(player.match.live.offers)
    message = {"type": "offer", "offers": offers, "by": player.side.word, "declined": declined}
    house.hub.tell(player.match.id, message)


def _before_last(player: Player) -> int:
    """How many orders stood before the last one of this side."""
    own = [n for n, (side, _) in enumerate(player.match.live.orders) if side == player.side.word]
    if not own:
        raise errors.conflict("nothing", "You have given no order that can be taken back.")
    if own[-1] < player.match.live.first:
        raise errors.conflict("nothing", "The rules have changed since your last order, so it cannot be taken back.")
    return own[-1]


def _go_back(house: House, secret: str, player: Player, asker: Side, to: int) -> SeatState:
    house.record(player.match, "takeback", asker, str(to))
    house.tell_change(player.match, asker)
    return house.seat_state(secret)


def _alone(match: Match, enemy: Side) -> bool:
    played = any(side == enemy.word for side, _ in match.live.orders)
    talked = any(line.side == enemy.word for line in match.live.chat)
    return bool(match.bot_of(enemy)) or not (played or talked)


def _found_again(house: House, match: Match, wanted: Again | None) -> str:
    old = match.live.setup
    setup = Setup(old.game, old.scenario, secrets.token_hex(16), old.options)
    seats = Seats(german=_swapped(match, "allied", wanted), allied=_swapped(match, "german", wanted))
    return house.found(setup, seats, (), chosen_seed=False, rematch_of=match.id).id


def _swapped(match: Match, side: SideWord, wanted: Again | None) -> SeatOrder:
    seat = match.seats[side]
    if seat.kind == "bot" and wanted is not None and wanted.bot:
        return SeatOrder("bot", wanted.bot, wanted.pace, wanted.manners)
    kind: SeatKind = seat.kind
    return SeatOrder(kind, seat.bot, seat.pace or "normal", seat.manners)
