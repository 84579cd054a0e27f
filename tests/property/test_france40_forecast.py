"""What the odds panel of France '40 says of a battle, against the battle itself played out with every die there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

import meuse
from meuse.counters import Unit
from meuse.forecast import End
from meuse.game import Game
from meuse.games.france40.board import France40
from meuse.games.france40.forecast import FORECAST
from meuse.games.france40.odds import Battle
from meuse.games.france40.stand import Chances, badness
from meuse.steps import Order
from meuse.testkit import Table

TWO = ("German de.id32 at 1421", "German de.id12 at 1421")
RING = (
    "German de.id32 at 1421", "German de.id12 at 1521", "German de.id62 at 1522", "German de.id8 at 1423",
    "German de.id28 at 1322", "German de.id87 at 1321",
)  # fmt: skip
WALL = (
    "German de.id32 at 1421", "German de.id3 at 1121", "German de.id12 at 1224", "German de.id62 at 1319",
    "German de.id8 at 1524", "German de.id28 at 1620", "German de.id87 at 1722",
)  # fmt: skip
"""Zones of these cover every hex that is two hexes from 1422."""


class Playing:
    """A battle played out. Both sides choose as the panel takes it that they do: the hex first, then steps."""

    def __init__(self, game: Game, target: str, attackers: Iterable[str]) -> None:
        g = game.state
        assert isinstance(g, France40)
        self.game, self.target = game, g.map.index[target]
        self.attackers = tuple(sorted(g.scenario.unit_named[name] for name in attackers))
        self.defenders = g.units_in(self.target, g.scenario.side_of[self.attackers[0]].enemy)
        self.steps = (self.count(g, self.attackers), self.count(g, self.defenders))

    def count(self, g: France40, units: Iterable[Unit]) -> int:
        return sum(g.steps[u] for u in units if g.hex_of[u] >= 0)

    def forecast(self) -> Chances:
        assert isinstance(self.game.state, France40)
        return FORECAST.prospect(self.game.state, Battle(self.target, self.attackers)).ends

    def played(self) -> Chances:
        names = self.game.state.ids(self.attackers)
        order = ("attack", self.game.state.map.labels[self.target], "with", *names, "go")
        return self.rolled(self.game, order, 1)

    def rolled(self, game: Game, order: Order, dice: int) -> Chances:
        found: Chances = {}
        for faces in product(range(1, 7), repeat=dice):
            for end, chance in self.after(game, order, faces).items():
                found[end] = found.get(end, Fraction(0)) + chance / 6**dice
        return found

    def after(self, game: Game, order: Order, faces: tuple[int, ...] = ()) -> Chances:
        board = game.copy()
        board.state.dice = board.state.dice.force(*faces)
        board.play(order)
        return self.ends(board)

    def ends(self, game: Game) -> Chances:
        g, step = game.state, game.state.stack[-1]
        assert isinstance(g, France40)
        match type(step).__name__:
            case "DeterminedDefence" | "DesperateDefence":
                leads = game.decision.choices(("stand",))
                return min((self.rolled(game, ("stand", name), 2) for name in leads), key=badness)
            case "Lose":
                bearers = game.decision.choices(("lose",))
                own = g.scenario.side_of[g.scenario.unit_named[bearers[0]]] is step.decider(g)
                return (min if own else max)((self.after(game, ("lose", name)) for name in bearers), key=badness)
            case "Retreat":
                return min((self.after(game, order) for order in self.retreats(game)), key=badness)
        held = any(g.hex_of[u] == self.target for u in self.defenders)
        lost = (self.steps[0] - self.count(g, self.attackers), self.steps[1] - self.count(g, self.defenders))
        return {End(not held, *lost): Fraction(1)}

    def retreats(self, game: Game) -> Iterator[Order]:
        """Every group that can go, to one of its hexes: all of them cost the same."""
        names = game.decision.choices(("retreat",))
        for group in (group for size in range(len(names)) for group in combinations(names, size + 1)):
            try:
                yield ("retreat", *group, "go", game.decision.choices(("retreat", *group, "go"))[0])
            except meuse.IllegalOrder:
                continue


@pytest.mark.parametrize(
    ("units", "target", "attackers"),
    [
        ((*TWO, "French fr.di43 at 1422"), "1422", ("de.id32", "de.id12")),
        ((*TWO, "French fr.di43 at 1422", "French fr.lest at 1422"), "1422", ("de.id32", "de.id12")),
        ((*TWO, "French fr.rec1 at 1422"), "1422", ("de.id32", "de.id12")),
        ((*TWO, "entrained French fr.di43 at 1422"), "1422", ("de.id32",)),
        (("German de.gd at 1421 with 1 step", "French fr.lest at 1422"), "1422", ("de.gd",)),
        ((*RING, "British uk.150 at 1422"), "1422", ("de.id32", "de.id12")),
        ((*RING, "French fr.di43 at 1422 with 2 steps", "used French fr.hq7 at 1422"), "1422", ("de.id32", "de.id12")),
        ((*WALL, "French fr.di43 at 1422", "disrupted French fr.lest at 1422"), "1422", ("de.id32",)),
        (("German de.id32 at 4504", "Belgian be.pfn at 4505", "Belgian be.8 at 4505"), "4505", ("de.id32",)),
        (("German de.id32 at 4504", "Belgian be.pfn at 4505"), "4505", ("de.id32",)),
    ],
    ids=["open", "stack", "recon", "train", "weak", "ring", "ring with HQ", "short", "fort and friend", "fort"],
)
def test_the_panel_is_right_to_the_last_fraction(
    units: tuple[str, ...], target: str, attackers: tuple[str, ...]
) -> None:
    table = Table("france40", "sickle-cut").clear().put(*units)
    assert isinstance(table.game.state, France40)
    table.game.state.turn, table.game.state.air = 2, [0, 0]
    battle = Playing(table.phase("German combat").game, target, attackers)
    assert battle.forecast() == battle.played()
