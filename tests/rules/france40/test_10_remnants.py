"""10.3: Remnants are counters, and there are only so many."""

from __future__ import annotations

from meuse.games.france40.losses import lose_step
from meuse.testkit import Table, rule

from .scene import game, sickle_cut, unit


def lose(table: Table, name: str) -> None:
    lose_step(game(table), unit(table, name), "10.2.1")


@rule("france40", "10.3a", "10.3b", "10.3c")
def test_a_division_goes_down_to_a_remnant_and_the_counter_comes_back():
    table = sickle_cut("French fr.di22 at 1521")
    left = game(table).remnants["french infantry"]

    lose(table, "fr.di22")
    assert (table.steps("fr.di22"), game(table).remnants["french infantry"]) == (2, left)
    lose(table, "fr.di22")
    assert (table.steps("fr.di22"), game(table).remnants["french infantry"]) == (1, left - 1)
    lose(table, "fr.di22")
    assert (table.where("fr.di22"), game(table).remnants["french infantry"]) == ("eliminated", left)


@rule("france40", "10.3c")
def test_without_a_counter_the_step_is_forfeited():
    table = sickle_cut("French fr.di22 at 1521 with 2 steps", "French fr.dlm2 at 1523 with 2 steps")
    game(table).remnants["french infantry"] = 0

    lose(table, "fr.di22")
    lose(table, "fr.dlm2")
    assert table.where("fr.di22") == "eliminated"
    assert table.where("fr.dlm2") == "1523"  # tanks have Remnants of their own
