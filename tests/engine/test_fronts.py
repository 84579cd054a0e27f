"""Where the front runs, for the small maps of a report."""

from __future__ import annotations

from meuse.counters import SIDES
from meuse.fronts import ground, is_land
from meuse.testkit import Table


def test_where_control_is_kept_of_few_places_ground_belongs_to_the_nearest() -> None:
    table = Table("skirmish").clear()
    table.put("German 1Pz at 5016", "French 55DI at 4219")
    g = table.game.state
    stand = {side: {g.hex_of[u] for u in g.on_map(side)} for side in SIDES}
    held = ground(g, stand, None)

    assert held[g.map.hex("5017")] == 1
    assert held[g.map.hex("4218")] == 2


def test_ground_stays_with_its_owner_until_the_enemy_comes_near() -> None:
    table = Table("skirmish").clear()
    table.put("German 1Pz at 5016", "French 55DI at 4219")
    g = table.game.state
    stand = {side: {g.hex_of[u] for u in g.on_map(side)} for side in SIDES}
    allied = [2 if is_land(g.map, h) else 0 for h in range(len(g.map))]
    held = ground(g, stand, allied)

    assert held[g.map.hex("5017")] == 1
    assert held[g.map.hex("4618")] == 2
