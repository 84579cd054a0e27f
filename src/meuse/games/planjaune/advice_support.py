"""Where bombers and headquarters help in Plan Jaune: a phase has few of them, and each helps in one battle only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.advice_worth import Stakes
from meuse.games.planjaune.battle import bombers, supporters, why_not_coup
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.combat import Battles
from meuse.games.planjaune.odds import Battle, air_columns
from meuse.hexmap import Hex

MOST = 3
"""How many bombers one battle gets at most."""


class Share(NamedTuple):
    """What a side puts into a battle."""

    bombers: int = 0
    helping: tuple[Unit, ...] = ()

    @property
    def cost(self) -> int:
        """How many bombers and headquarters that takes."""
        return self.bombers + len(self.helping)


NOTHING = Share()


class Offer(NamedTuple):
    """What a battle could get, and what it gains by it."""

    gain: float
    at: Hex
    share: Share


class Help(NamedTuple):
    """The bombers and the headquarters that could help."""

    bombers: int
    helping: Sequence[Unit]


class Hopes:
    """What a battle is worth to a side, with whatever it puts in.

    Of a coup de main that may still be tried half is expected; of the help that the other side has, a share.
    """

    def __init__(
        self, g: PlanJaune, battle: Battle, side: Side, brief: Brief = USUAL, *, help: Help | None = None
    ) -> None:
        self.g, self.side, self.target, self.battle = g, side, battle.target, battle
        coup = not battle.coup and why_not_coup(g, battle) is None
        battles = (battle, msgspec.structs.replace(battle, coup=True)) if coup else (battle,)
        self.stakes = [Stakes(g, each, brief) for each in battles]
        self.flying, able = help or Help(bombers(g, side), supporters(g, side, battle))
        self.able = sorted(able, key=lambda u: (-g.counter(u).support, u))
        self.answer = brief[f"answer_{side.enemy.word}"] if self.may_be_answered() else 0.0

    def may_be_answered(self) -> bool:
        """Whether the defender could still put in bombers, or a headquarters."""
        enemy = self.side.enemy
        if self.side is not self.battle.side:
            return False
        return bool(bombers(self.g, enemy) or supporters(self.g, enemy, self.battle))

    def worth(self, share: Share = NOTHING) -> float:
        """What the battle is worth to the side with this share."""
        attacking = self.side is self.battle.side
        columns = air_columns(self.g, self.side, self.battle.air[self.side] + share.bombers)
        columns -= air_columns(self.g, self.side, self.battle.air[self.side])
        columns += sum(self.g.counter(u).support for u in share.helping)
        if not attacking:
            return -self._mean(-columns, 0)
        plain = self._mean(columns, share.bombers)
        return plain - self.answer * (plain - self._mean(columns - 1, share.bombers)) if self.answer else plain

    def _mean(self, shift: int, air: int) -> float:
        if len(self.stakes) == 1:
            return self.stakes[0].worth(shift, air)
        return sum(stakes.worth(shift, air) for stakes in self.stakes) / len(self.stakes)

    def best(self, price: float) -> Offer:
        """The help that pays if a bomber or a headquarters costs so much."""
        helping = ((), tuple(self.able[:1])) if self.able else ((),)
        shares = [Share(n, units) for n in range(min(2, self.flying) + 1) for units in helping]
        offers = (Offer(self.worth(share) - price * share.cost, self.target, share) for share in shares)
        return max(offers, key=lambda offer: (offer.gain, -offer.share.cost))


def worth_now(g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> float:
    """The worth of an attack to its side, with as much help as pays."""
    return Hopes(g, battle, battle.side, brief).best(brief["bomber"]).gain


def is_enough(g: PlanJaune, side: Side, shares: Sequence[Share]) -> bool:
    """Whether there is as much help as these shares ask for."""
    helping = [u for share in shares for u in share.helping]
    return sum(share.bombers for share in shares) <= bombers(g, side) and len(helping) == len(set(helping))


def share_out(g: PlanJaune, side: Side, battles: Sequence[Hopes], price: float) -> dict[Hex, Share]:
    """What each of these battles gets, by target: again and again what brings most for a bomber or a headquarters.

    A bomber has its `price`: it can be kept for another battle.
    """
    flying, used = bombers(g, side), set[Unit]()
    found = {hopes.target: NOTHING for hopes in battles}
    while True:
        offers = []
        for hopes in battles:
            now = found[hopes.target]
            for more in _more(now, [u for u in hopes.able if u not in used], flying):
                gain = hopes.worth(more) - hopes.worth(now) - price * (more.bombers - now.bombers)
                offers.append(Offer(gain / (more.cost - now.cost), hopes.target, more))
        best = max(offers, key=lambda offer: (offer.gain, -offer.at), default=None)
        if best is None or best.gain <= 0:
            return found
        flying -= best.share.bombers - found[best.at].bombers
        used.update(best.share.helping)
        found[best.at] = best.share


def _more(now: Share, able: Sequence[Unit], flying: int) -> list[Share]:
    """What could be added to a share."""
    found = [Share(now.bombers + n, now.helping) for n in (1, 2) if n <= flying and now.bombers + n <= MOST]
    return [*found, Share(now.bombers, (able[0],))] if able and not now.helping else found


def fought_next(g: PlanJaune, battle: Battle) -> list[Battle]:
    """A battle that is being fought, and those of the phase that are still to come."""
    step = next((step for step in reversed(g.stack) if isinstance(step, Battles)), None)
    coming = step.standing(g) if step is not None and not battle.overrun else []
    return [
        battle,
        *(Battle(battle.side, attack.target, attack.units) for attack in coming if attack.target != battle.target),
    ]
