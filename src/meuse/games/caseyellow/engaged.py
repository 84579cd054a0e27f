"""11.9: Engaged combats continue in the next Action Round of either side."""

from __future__ import annotations

from meuse.counters import Unit
from meuse.games.caseyellow.board import ROADSIDE, CaseYellow, Engagement
from meuse.games.caseyellow.combat import can_attack_from, why_not_artillery
from meuse.games.caseyellow.ground import still_near
from meuse.games.caseyellow.odds import Attack
from meuse.games.caseyellow.prepare import GoOn
from meuse.hexmap import Hex
from meuse.phases.battles import BattleChoice
from meuse.steps import overrides


class EngagedCombats(BattleChoice, frozen=True):
    """4.1c.move3, 4.1c.combat2, 11.9c, 11.9d, 2.2c.engaged: all of them, before any new combat; `side` is active."""

    rule = "11.9b"

    @overrides
    def title(self, g: CaseYellow) -> str:
        return "Engaged combats"

    resolve = BattleChoice.resolve.told(rule="11.9b", why="there is no engaged combat at this hex")

    @overrides
    def standing(self, g: CaseYellow) -> list[Hex]:
        return sorted(h for h in g.engaged if h not in g.fought)

    @overrides
    def aim(self, attack: Hex) -> tuple[Hex, ...]:
        return (attack,)

    @overrides
    def begin(self, g: CaseYellow, h: Hex) -> None:
        """11.9b, R.11.9b.1, R.11.9b.2: recomputed from the start; the original attacker stays the attacker."""
        engagement = g.engaged.pop(h)
        g.touch(ROADSIDE)
        units = members(g, h, engagement)
        g.fought |= {h}
        if units:
            g.push(GoOn(Attack(h, units)))
        elif h in g.bridgeheads:
            g.bridgeheads -= {h}


def members(g: CaseYellow, target: Hex, engagement: Engagement) -> tuple[Unit, ...]:
    """11.9b.mark, 11.9c: all units in the attackers' hexes, newcomers too, but none of another combat; and ARKO.

    R.11.9b.5: nor those kept from attacking that hex by rivers, or by the ground that ARKO supports attacks on.
    """
    near = g.map.adjacent[target]
    hexes = sorted({g.hex_of[u] for u in engagement.units if g.hex_of[u] in near})
    others = {u for at, other in g.engaged.items() if at != target for u in other.units}
    units = (u for h in hexes for u in g.fighters(h, engagement.side) if u not in others)
    guns = (u for u in engagement.units if hexes and g.hex_of[u] not in near and still_near(g, u, target))
    return tuple(sorted(u for u in (*units, *guns) if can_take_part(g, u, target)))


def can_take_part(g: CaseYellow, u: Unit, target: Hex) -> bool:
    """R.11.9b.5, 11.8a, 10.7f, 5.1c.attack: whether a unit next to a hex could attack it by what it is."""
    if g.counter(u).kind == "artillery" and why_not_artillery(g, u, target, motor=False):
        return False
    return can_attack_from(g, u, g.hex_of[u], target)
