"""A game in a notebook: the map with the counters that a spectator sees."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

import meuse
from meuse.counters import Value
from meuse.drawing import geometry
from meuse.drawing.counter import NATIONS, SYMBOLS, counter
from meuse.drawing.pen import num
from meuse.drawing.position import SIDE, draw_position
from meuse.report import UnitView
from meuse.testkit import Table

SVG = "{http://www.w3.org/2000/svg}"


def pieces(game: meuse.Game) -> ElementTree.Element:
    found = ElementTree.fromstring(draw_position(game)).find(f"{SVG}g[@id='pieces']")
    assert found is not None
    return found


def tips(game: meuse.Game) -> list[str]:
    """What the tooltips of the drawn counters say."""
    return [title.text or "" for title in pieces(game).iter(f"{SVG}title")]


def test_every_counter_on_the_map_is_drawn_once() -> None:
    game = meuse.new("skirmish")
    on_map = [unit.id for unit in game.view().units if unit.at]
    assert sorted(tip.partition(":")[0] for tip in tips(game)) == sorted(on_map)


def test_units_in_a_box_are_not_drawn() -> None:
    table = Table("skirmish").clear().put("German 1Pz at Bouillon", "German 2Pz in XIX")
    assert tips(table.game) == ["1Pz: 1st Panzer Division, 2 of 2 steps"]


def test_a_counter_stands_in_the_middle_of_its_hex() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4717")
    stack = pieces(table.game).find(f"{SVG}g")
    x, y = geometry(table.game.state.map).centres["4717"]
    corner = f"translate({num(x - SIDE / 2)} {num(y - SIDE / 2)})"
    assert stack is not None
    assert stack.attrib["transform"].startswith(corner)


def test_a_stack_shows_three_counters_and_from_four_on_their_number() -> None:
    table = Table("skirmish").clear()
    table.put("German 1Pz at 4717", "German 2Pz at 4717", "German 10Pz at 4717")
    assert len(tips(table.game)) == 3
    assert "4" not in [text.text for text in pieces(table.game).iter(f"{SVG}text")]

    table.put("German GD at 4717")
    assert len(tips(table.game)) == 3
    assert "4" in [text.text for text in pieces(table.game).iter(f"{SVG}text")]


def test_a_lost_step_is_a_hollow_square() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4717 with 1 step")
    squares = [rect.attrib["fill"] for rect in pieces(table.game).iter(f"{SVG}rect") if rect.get("width") == "8"]
    assert squares == [NATIONS["german"][1], "none"]


def test_values_stand_on_their_plates_and_a_status_on_a_badge() -> None:
    plain = UnitView(id="7Pz", name="7th Panzer", side="german", nation="german", symbol="armor")
    rated = msgspec.structs.replace(plain, values=(Value("7", "elite"), Value("8", "ring")), status=("disrupted",))
    assert "#a3161d" not in counter(plain)
    assert 'fill="#a3161d"' in counter(rated)
    assert ">D</text>" in counter(rated)


def test_the_picture_does_not_tell_a_sealed_order() -> None:
    low, high = meuse.new("skirmish"), meuse.new("skirmish")
    low.play("bid 0", "german")
    high.play("bid 2", "german")
    assert draw_position(low) == draw_position(high)


@pytest.mark.parametrize("game", meuse.GAMES)
def test_all_counters_have_a_colour_and_a_symbol(game: str) -> None:
    units = meuse.new(game).view().units
    assert {unit.nation for unit in units} <= set(NATIONS)
    assert {unit.symbol for unit in units} <= set(SYMBOLS)


def test_a_notebook_asks_the_game_for_its_picture() -> None:
    game = meuse.new("skirmish")
    assert game._repr_svg_() == draw_position(game)
