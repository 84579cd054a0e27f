"""What bots do in their matches: what they are asked, and what becomes of their answers. All in the engine's thread."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Literal

import msgspec

import meuse
from meuse.counters import SIDES, Side, SideWord
from meuse.server import talk
from meuse.server.errors import Overtaken, ServiceError
from meuse.server.house import House, Player
from meuse.server.match import Match
from meuse.server.records import RecordKind
from meuse.server.reference import seconds_of
from meuse.server.thinkers import Answer, Job
from meuse.steps import Order

SELDOM = 3
"""Turns between two offers of a draw by a bot."""


class Failed(RuntimeError):
    """A bot has not answered, or with an order that cannot be given."""


class Moves:
    """Asks the bots of a house, and does what they say."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._key = house.storage.setting("bots", secrets.token_hex(32)).encode()

    def seed_of(self, match_id: str, side: Side) -> str:
        """What a bot chooses by chance must not follow from what everybody knows of a match."""
        return hmac.new(self._key, f"{match_id} {side.word}".encode(), hashlib.sha256).hexdigest()

    def job(self, match_id: str) -> Job | None:
        match = self._house.open(match_id)
        bots = [side for side in SIDES if match.bot_of(side)]
        if listening := [side for side in bots if match.is_offered_a_draw(side)]:
            return self._question(match, listening[0], "draw offered")
        if asked := [side for side in bots if match.live.asked(side)]:
            self._tell(match, asked[0].word)
            return self._question(match, asked[0], "order")
        self._tell(match, "")
        if resting := [side for side in bots if _may_want_a_draw(match, side)]:
            match.asked_itself[resting[0].word] = match.live.game.state.turn
            return self._question(match, resting[0], "draw wanted")
        return None

    def _question(self, match: Match, side: Side, about: Literal["order", "draw offered", "draw wanted"]) -> Job:
        live, seat, stand_in = match.live, match.seats[side.word], match.stand_in(side)
        return Job(
            match_id=match.id,
            origin=live.origin,
            orders=_orders(match),
            side=side.word,
            bot=stand_in or seat.bot,
            seed=self.seed_of(match.id, side),
            stamp=live.stamp,
            about=about,
            manners=seat.manners and not stand_in,
            seconds=None if stand_in else seconds_of(seat),
            plans=live.plans_of(side),
            hurried=match.hurried,
        )

    def play(self, job: Job, answer: Answer) -> None:
        """Do what a bot has decided, unless something else has happened while it thought."""
        match, side = self._house.open(job.match_id), Side.of(job.side)
        if match.live.stamp != job.stamp or match.live.game.over:
            return
        if job.about != "order":
            self._settle_draw(match, side, job, answer)
        elif answer.resigns:
            talk.give_up(self._house, Player(match, side))
        elif not match.is_offered_a_draw(side):  # an order would be no answer to that
            self._order(match, side, answer if job.bot == match.bot_of(side) else Answer(answer.order))

    def _settle_draw(self, match: Match, side: Side, job: Job, answer: Answer) -> None:
        player = Player(match, side)
        if job.about == "draw offered" and match.is_offered_a_draw(side):
            talk.settle_draw(self._house, player, answer.agrees)
        elif job.about == "draw wanted" and answer.agrees and _may_offer_a_draw(match, side):
            talk.settle_draw(self._house, player, None)

    def _order(self, match: Match, side: Side, answer: Answer) -> None:
        if answer.plan is not None and answer.plan not in [plan for _, plan in match.live.plans_of(side)[-1:]]:
            self._house.record(match, "plan", side, msgspec.json.encode(answer.plan).decode())
        try:
            self._house.record(match, *_as_record(side, answer.order))
        except Overtaken:
            raise  # no fault of the bot's
        except (meuse.IllegalOrder, meuse.CannotUndo, ServiceError) as error:
            raise Failed from error
        if answer.order != ("undo",) and match.live.moving is None:
            self._house.tell_change(match, side)

    def relieve(self, job: Job) -> None:
        """Tell the players who plays for a bot that has failed, for the rest of the turn."""
        match, side = self._house.open(job.match_id), Side.of(job.side)
        turn, bot = match.live.game.state.turn, match.bot_of(side)
        match.stand_ins[side.word] = (turn, job.bot)
        words = f"{bot.capitalize()} ({side.title}) cannot continue."
        self._house.announce(match, f"{words} {job.bot.capitalize()} plays the rest of turn {turn}.")

    def show(self, job: Job, far: float | None) -> bool:
        """Tell the pages how far a bot is; whether it should come to an end."""
        match = self._house.open(job.match_id)
        if match.live.game.over or _orders(match)[: len(job.orders)] != job.orders:
            return True  # what it thinks about was taken back, or does not matter any more
        if far is not None and match.is_further(far):
            self._announce(match)
        return match.hurried

    def give_up(self, match_id: str) -> None:
        """Tell the pages that nobody thinks, though a bot is asked."""
        match = self._house.open(match_id)
        match.nobody_thinks()
        match.stalled = True
        self._announce(match)

    def _tell(self, match: Match, side: SideWord | Literal[""]) -> None:
        """Tell the pages whose bot thinks."""
        if match.thinking != side or match.stalled:
            match.nobody_thinks()
            match.thinking = side
            self._announce(match)

    def _announce(self, match: Match) -> None:
        self._house.hub.tell(match.id, match.thinking_message())


def _as_record(side: Side, order: Order) -> tuple[RecordKind, Side, str]:
    """What a bot has decided, as it is stored; a bot that is not our own may say anything."""
    if order == ("undo",):
        return "undo", side, ""
    if not isinstance(order, tuple) or not all(isinstance(word, str) and word.split() == [word] for word in order):
        raise Failed("what it says is not an order")
    return "order", side, " ".join(order)


def _may_offer_a_draw(match: Match, side: Side) -> bool:
    """Whether nothing is offered yet, and nothing was for some turns."""
    live, never = match.live, -SELDOM
    turns = live.game.state.turn - live.draws["offer"].get(side.word, never)
    return live.offers.draw is None and turns >= SELDOM


def _may_want_a_draw(match: Match, side: Side) -> bool:
    """Whether a bot that has just ended its turn should ask itself, once a turn.

    Not while the other side still has to answer a question that is put to both: its order would end the offer.
    """
    live = match.live
    game, last = live.game, live.game.journal[-1:]
    if game.over or game.state.sealed or live.moving is not None or not match.seats[side.word].manners:
        return False
    is_fresh = match.asked_itself.get(side.word) != game.state.turn
    return is_fresh and [entry.side for entry in last] == [side] and _may_offer_a_draw(match, side)


def _orders(match: Match) -> tuple[tuple[str, str], ...]:
    """The orders that stand, since the game went over to the present rules."""
    return match.live.orders[match.live.first :]
