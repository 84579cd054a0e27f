"""What players settle between themselves: names, resigning, a draw or a take-back, talk, playing again, leaving."""

from __future__ import annotations

import secrets

import msgspec

from meuse.counters import Side, SideWord
from meuse.server import errors
from meuse.server.house import House, Player
from meuse.server.links import Links
from meuse.server.match import CHAT_SHOWN, Match
from meuse.server.messages import Again, ChatLine, Deleted, Rematch, SeatInfo, SeatKind, SeatOrder, Seats, SeatState
from meuse.server.storage import fingerprint

MOST_LINES = 1000
"""Lines of talk in a match."""


def resign(house: House, secret: str) -> SeatState:
    give_up(house, _in_play(house, secret))
    return house.seat_state(secret)


def give_up(house: House, player: Player) -> None:
    """Resign; a bot does it like anybody else."""
    house.record(player.match, "resign", player.side, _resignation(player.match, player.side))
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
    if to is not None and live.moving is player.side:  # the number of the order would tell how many are hidden
        return _undo(house, secret, player)
    body = "takeback" if to is None else f"takeback {to}"
    if _settle(house, player, body, live.offers.takeback, answer) and live.offers.takeback_to is not None:
        return _go_back(house, secret, player, player.side.enemy, live.offers.takeback_to)
    return house.seat_state(secret)


def chat(house: House, secret: str, text: str) -> SeatState:
    player = house.sit(secret)
    said = in_one_line(text)
    if not said:
        raise errors.bad_request("A message cannot be empty.")
    if len(player.match.live.chat) >= MOST_LINES:
        raise errors.conflict("too_many", f"A game has room for {MOST_LINES} messages.")
    house.record(player.match, "chat", player.side, said)
    line = msgspec.to_builtins(player.match.live.chat[-1])
    house.hub.tell(player.match.id, {"type": "chat", "line": line})
    return house.seat_state(secret)


def earlier(house: House, secret: str, before: int) -> list[ChatLine]:
    """The messages before the one of this number, as many as a state has."""
    player = house.sit(secret)
    return _page(player.match.live.talk(player.side), before)


def public_earlier(house: House, match_id: str, before: int) -> list[ChatLine]:
    return _page(house.open(match_id).live.talk(None), before)


def name(house: House, secret: str, wanted: str) -> SeatState:
    """Say what one wants to be called, to both players and all spectators."""
    player = house.sit(secret)
    name = in_one_line(wanted)
    if name != player.match.live.names.get(player.side.word, ""):
        house.record(player.match, "name", player.side, name)
        house.hub.tell(player.match.id, {"type": "name", "side": player.side.word, "name": name})
    return house.seat_state(secret)


def rematch(house: House, secret: str, wanted: Again | None) -> Rematch:
    """Play again with sides changed. Whoever asks first starts the match; each player asks for his own seat."""
    player = house.sit(secret)
    match, side = player.match, player.side.enemy
    if not match.live.game.over:
        raise errors.conflict("in_play", "This game is not over yet.")
    if not match.rematch:
        match.rematch = _found_again(house, match, wanted)
    _agree_on_rematch(house, player)
    house.hub.tell(match.id, {"type": "rematch", "id": match.rematch})
    return Rematch(match.rematch, side.word, _own_seat(house, secret, match.rematch, side))


def decline_rematch(house: House, secret: str) -> SeatState:
    """Decline a rematch, or withdraw one's own wish for one. Whoever waits in the new match is told there too."""
    player = house.sit(secret)
    if player.match.live.offers.rematch is None:
        raise errors.conflict("no_offer", "There is no rematch to decline; perhaps the offer was withdrawn.")
    theirs = player.match.live.offers.rematch == player.side.enemy.word
    house.record(player.match, "decline", player.side, "rematch")
    _tell_offers(house, player.match)
    if theirs:
        again = house.open(player.match.rematch)
        house.record(again, "decline", player.side.enemy, "rematch")
        _tell_offers(house, again)
    return house.seat_state(secret)


def come_back(house: House, secret: str) -> SeatState:
    """Play again at a seat that a bot has taken over. What was already decided stays so."""
    player = _in_play(house, secret)
    match, side = player.match, player.side
    if not match.bot_of(side):
        raise errors.conflict("yours", "You play at this seat already.")
    match.seats[side.word] = SeatInfo("link")
    house.record(match, "relief", side, f"{match.live.called(side)} is back and plays on.")
    house.tell_change(match, side)
    return house.seat_state(secret)


def leave(house: House, secret: str) -> Deleted:
    """Leave a match for good. It is deleted when nobody is left: a person on the other side keeps it."""
    player = house.sit(secret)
    match, enemy = player.match, player.side.enemy
    if not _alone(match) and match.live.offers.delete != enemy.word:
        house.record(match, "offer", player.side, "delete")
        _tell_offers(house, match)
        return Deleted(deleted=False)
    house.storage.delete(match.id)
    house.forget(match.id)
    house.hub.tell(match.id, {"type": "deleted"})
    house.hub.end(match.id)
    return Deleted(deleted=True)


def in_one_line(text: str) -> str:
    """What somebody has typed, without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


# -- helpers


def _resignation(match: Match, loser: Side) -> str:
    """Who has resigned, and who has won by it."""
    return f"{_called(match, loser)} has resigned. {_called(match, loser.enemy)} wins."


def _called(match: Match, side: Side) -> str:
    bot = match.bot_of(side)
    return f"{bot.capitalize()} ({side.title})" if bot else match.live.called(side)


def _agree_on_rematch(house: House, player: Player) -> None:
    """Offer a rematch, or accept it; a bot always plays again."""
    match, offered = player.match, player.match.live.offers.rematch
    if match.bot_of(player.side.enemy) or offered == player.side.word:
        return
    if offered is None:
        house.record(match, "offer", player.side, "rematch")
        return
    house.record(match, "accept", player.side, "rematch")
    again = house.open(match.rematch)
    house.record(again, "accept", player.side.enemy, "rematch")
    _tell_offers(house, again)


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
        raise errors.conflict("no_offer", "The other side has made no such offer, or has withdrawn it.")
    if answer is False:
        house.record(player.match, "decline", player.side, kind)
    elif offered is None:
        house.record(player.match, "offer", player.side, body)
    _tell_offers(house, player.match)
    return False


def _tell_offers(house: House, match: Match) -> None:
    house.hub.tell(match.id, {"type": "offer", "offers": msgspec.to_builtins(match.live.offers)})


def _before_last(player: Player) -> int:
    """How many orders stood before the last one of this side."""
    own = [n for n, (side, _) in enumerate(player.match.live.orders) if side == player.side.word]
    if not own:
        raise errors.conflict("nothing", "You have given no order that can be taken back.")
    if own[-1] < player.match.live.first:
        since = player.match.live.origin.changeovers[-1].since.capitalize()
        raise errors.conflict("nothing", f"{since} your last order, so it cannot be taken back.")
    return own[-1]


def _go_back(house: House, secret: str, player: Player, asker: Side, to: int) -> SeatState:
    house.record(player.match, "takeback", asker, str(to))
    house.tell_change(player.match, asker)
    return house.seat_state(secret)


def _undo(house: House, secret: str, player: Player) -> SeatState:
    """Take back an order that nobody has seen; nobody need be asked."""
    if refusal := player.match.live.seen(player.side).why_not_undo(player.side):
        raise errors.conflict("cannot_undo", f"{refusal.text}.".capitalize())
    house.record(player.match, "undo", player.side)
    house.tell_seat(player.match, player.side)
    return house.seat_state(secret)


def _alone(match: Match) -> bool:
    """Whether all who play sit at one screen: no link to this match was ever given away."""
    return all(seat.kind != "link" for seat in match.seats.values())


def _found_again(house: House, match: Match, wanted: Again | None) -> str:
    old = match.live.setup
    setup = msgspec.structs.replace(old, seed=secrets.token_hex(16))
    seats = Seats(_swapped(match, "allied", wanted), _swapped(match, "german", wanted), match.info().coach)
    return house.found(setup, seats, (), chosen_seed=False, rematch_of=match.id).id


def _page(said: list[ChatLine], before: int) -> list[ChatLine]:
    return said[max(0, before - CHAT_SHOWN) : before]


def _own_seat(house: House, secret: str, match_id: str, side: Side) -> str:
    """The same link each time it is asked for: an old link takes nobody's seat away who has a new one by now."""
    seat, own = house.storage.seat_at(match_id, side.word), Links(house.storage).of_rematch(secret, match_id)
    if seat is None:
        raise errors.no_match()
    if seat.secret is None:
        house.storage.set_secret(match_id, side.word, own)
    elif seat.secret != fingerprint(own):
        raise errors.conflict("taken", "Your seat in the rematch has another link by now. Use that one.")
    return own


def _swapped(match: Match, side: SideWord, wanted: Again | None) -> SeatOrder:
    seat = match.seats[side]
    if seat.kind == "bot" and wanted is not None and wanted.bot:
        return SeatOrder("bot", wanted.bot, wanted.pace, wanted.manners)
    kind: SeatKind = seat.kind
    return SeatOrder(kind, seat.bot, seat.pace or "normal", seat.manners)
