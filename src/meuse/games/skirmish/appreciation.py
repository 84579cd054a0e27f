"""What counts in the skirmish, and where a side is in danger: the smallest example of an appreciation."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from meuse.appreciation import Appreciation, Historical, Unspent
from meuse.counters import Side, Unit
from meuse.games.skirmish.board import Skirmish, is_supplied
from meuse.games.skirmish.combat import Attacks, Battle, Counterattack, Lose, Retreat, Split, full_strength
from meuse.games.skirmish.forecast import FORECAST
from meuse.games.skirmish.movement import Operation
from meuse.hexmap import Hex

SEDAN = Historical("sedan", "The Germans take Sedan", turn=2)


class SkirmishAppreciation(Appreciation[Skirmish]):
    def prizes(self, g: Skirmish, side: Side) -> Mapping[Hex, float]:
        """9.1: the objectives, one like the other."""
        return dict.fromkeys(g.scenario.objectives, 1.0)

    def holds(self, g: Skirmish, side: Side, h: Hex) -> bool:
        """9.2: the last who entered it."""
        return g.control[h] == 1 + side

    def strength(self, g: Skirmish, u: Unit) -> float:
        return float(full_strength(g, u))

    def is_supplied(self, g: Skirmish, u: Unit) -> bool:
        return is_supplied(g, u)

    def reach(self, g: Skirmish, u: Unit) -> Mapping[Hex, int]:
        """5.1: nobody has moved at the start of an operation."""
        return {g.hex_of[u]: 0} | Operation(g.scenario.side_of[u]).within(g, u).cost

    def turn_of(self, g: Skirmish) -> tuple[Side, Hashable] | None:
        """1.2: an operation, told from the next by the chits that are left."""
        side = self._operates(g)
        return None if side is None else (side, (g.turn, *g.chits))

    def on_their_turn(self, g: Skirmish, side: Side) -> Skirmish:
        return FORECAST.on_their_turn(g, side)

    def unspent(self, g: Skirmish, side: Side) -> Iterator[Unspent]:
        """2.1: tokens that are left after the last bid are lost."""
        if g.turn == g.scenario.turns and not g.chits[side] and g.tokens[side]:
            yield Unspent("tokens", g.tokens[side])

    def historical(self, g: Skirmish) -> tuple[Historical, ...]:
        return (SEDAN,)

    def has_happened(self, g: Skirmish, event: str) -> bool:
        return event == SEDAN.id and g.control[g.map.place("Sedan").hex] == 1 + Side.GERMAN

    def last_turn(self, g: Skirmish) -> int:
        return g.scenario.turns

    def _operates(self, g: Skirmish) -> Side | None:
        """Whose operation it is, by the lowest step above the turns."""
        match g.stack[1] if len(g.stack) > 1 else None:
            case Operation() | Attacks() as step:
                return step.side
            case Battle(attack=attack, answer=False) | Counterattack(attack=attack):
                return g.scenario.side_of[attack.units[0]]
            case Battle() | Lose() | Split() | Retreat() as step:
                return last_battle_of(g, step)
        return None


def last_battle_of(g: Skirmish, step: Battle | Lose | Split | Retreat) -> Side:
    """Whose operation it is when only its last battle's losses are left: they look like those of a counterattack.

    So it is whoever has a chit less than in the cup at first; of two, whoever attacks rather than suffers.
    """
    match step:
        case Battle(attack=attack):
            attacker = g.scenario.side_of[attack.units[0]].enemy
        case Lose(units=units) if len({g.hex_of[u] for u in units if g.hex_of[u] >= 0}) > 1:
            attacker = step.side
        case _:
            attacker = step.side.enemy
    return attacker if g.chits[attacker] < g.scenario.chits else attacker.enemy


APPRECIATION = SkirmishAppreciation()
