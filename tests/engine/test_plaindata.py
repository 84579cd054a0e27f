"""Steps and other structs of a saved state are found by the names of their classes."""

from __future__ import annotations

import msgspec
import pytest

import meuse
from meuse.plaindata import structs_of


def all_structs(parent: type[msgspec.Struct]) -> set[type[msgspec.Struct]]:
    return {parent}.union(*(all_structs(kind) for kind in parent.__subclasses__()))


@pytest.mark.parametrize("game", meuse.GAMES)
def test_every_struct_of_a_game_is_found_by_its_name_even_if_a_shared_one_has_the_same(game: str) -> None:
    rules = meuse.rule_book(game)
    folder, found = type(rules).__module__, structs_of(rules)
    own = [kind for kind in all_structs(msgspec.Struct) if f"{kind.__module__}.".startswith(f"{folder}.")]
    assert [kind for kind in own if found[kind.__name__] is not kind] == []
