"""26: the German airlift. An optional rule; 28.1d: the airlift doctrine."""

from __future__ import annotations

from meuse.games.manstein.airborne import why_not_transfer
from meuse.testkit import rule

from .scene import (
    air,
    combat,
    cut_off,
    game,
    lines,
    movement,
    rail_reach,
    refit,
    scene,
    shifts,
    supported,
    sustained,
    words,
)


@rule("manstein", "26.0a", "26.0b", "2.3b", "16.3")
def test_the_airlift_flies_like_an_air_unit_but_does_not_fight():
    table = air(scene("de.airlift in available", "German de.a.I at 1036", "French fr.a.n at 1037", o26=True))

    assert table.why_not("fly de.airlift 1037").rule == "26.0b"
    table.play("fly de.airlift 1036", "end")  # with one air unit
    assert table.where("de.airlift") == "1036"
    assert len(game(table).now.air_used) == 1
    assert words(table) == "End of turn 6"  # nothing to bomb with


@rule("manstein", "26.0a", "R.26.0a.2", "16.6a")
def test_aircraft_that_find_the_airlift_fight_it():
    table = air(scene("German de.airlift at 1036", "fr.a.n in available", marker="1AG", o26=True)).dice(5)
    events = table.play("fly fr.a.n 1036", "end")

    assert "ZOAN fights KG z.b.V. airlift over Lille (1036): DL1" in [
        event.text for event in events
    ]  # 2 against nothing
    assert table.where("de.airlift") == "eliminated"
    assert lines(table, "allied") == {"de.airlift": 1}


@rule("manstein", "R.26.0a.2")
def test_its_escort_fights_first_and_it_attacks_nobody():
    table = air(
        scene("German de.airlift at 1036", "German de.a.I at 1036", "fr.a.n in available", marker="1AG", o26=True)
    ).dice(1)
    table.play("fly fr.a.n 1036", "end")  # AL1
    assert (table.where("fr.a.n"), table.where("de.airlift")) == ("utilized", "1036")

    table = air(scene("German de.airlift at 1036", "French fr.a.n at 1036", "de.a.I in available", o26=True))
    table.play("fly de.a.I 1037", "end")
    assert (table.where("fr.a.n"), table.where("de.airlift")) == ("1036", "1036")


@rule("manstein", "26.1", "R.26.1.1")
def test_air_supply_is_for_movement_and_combat_only():
    sentences = ("German de.airlift at 1141", "German de.6 at 1142 with 2 steps", "French fr.7 at 1042")
    table = scene(*sentences, o26=True, turn=1)

    assert sustained(table, "de.6")
    assert not supported(table, "de.6")
    assert "15.5b" not in shifts(combat(table), "attack 1042 with de.6")
    assert words(refit(table)) == "End of turn 6"  # no refit by air
    assert rail_reach(movement(table), "de.6") == set()


@rule("manstein", "26.1")
def test_air_supply_reaches_one_hex():
    table = scene("German de.airlift at 1141", "German de.6 at 1143", o26=True)

    assert not sustained(table, "de.6")


RING = ("French fr.7 at 1140", "French fr.3 at 1242", "French fr.2 at 1042", "French fr.l.1 at 1142")
"""Around 1141, deep in France."""


@rule("manstein", "26.1", "R.26.1.1", "15.4c", "12.1a")
def test_air_supply_carries_a_pursuit_out_of_a_ring():
    table = combat(scene("German de.XVI at 1141", "German de.airlift at 1141", *RING, o26=True)).dice(6)
    assert not cut_off(table, "de.XVI")

    table.play("attack 1142 with de.XVI go", "table assault")  # against no defence: DZ
    assert table.where("fr.l.1") == "eliminated"
    assert {"1142", "1143"} <= set(table.choices("advance de.XVI"))  # two hexes, as any supported Mech unit


@rule("manstein", "26.2", "R.26.2.1")
def test_a_landing_needs_the_airlift():
    table = movement(scene("German de.LLK at 1933", "de.airlift in available", o26=True))
    assert table.why_not("drop de.LLK 1333").rule == "26.2"

    movement(table.put("German de.airlift at 1933"))
    table.play("drop de.LLK 1334")
    assert table.where("de.airlift") == "utilized"


@rule("manstein", "26.3a", "26.3b")
def test_the_airborne_corps_is_flown_from_city_to_city():
    table = movement(scene("German de.LLK at 1933", "German de.airlift at 1933", "German de.6 at 1735", o26=True))
    assert "1834" in table.choices("airlift de.LLK")
    assert table.why_not("airlift de.LLK 1735").rule == "26.3a"
    assert table.why_not("airlift de.LLK 1336").rule == "26.3a"

    table.play("airlift de.LLK 1834")
    assert (table.where("de.LLK"), table.where("de.airlift")) == ("1834", "utilized")
    assert table.why_not("move de.LLK 1835").rule == "26.3a"
    assert sustained(table, "de.LLK")


@rule("manstein", "26.3a", "R.26.3a.1", "12.0")
def test_who_is_flown_in_attacks_but_does_not_pursue():
    attackers = ("German de.LLK at 1933", "German de.airlift at 1933", "German de.6 at 1735")
    table = movement(scene(*attackers, "French fr.XXIII at 1736 with 1 step", o26=True)).dice(6)
    table.play("airlift de.LLK 1835", "end", "attack 1736 with de.6 de.LLK go")

    assert table.where("fr.XXIII") == "eliminated"
    assert table.choices("advance") == ["de.6"]
    assert table.why_not("advance de.LLK 1736").rule == "26.3a"


@rule("manstein", "26.3a")
def test_in_the_next_impulse_it_pursues_again():
    sentences = ("German de.LLK at 1933", "German de.airlift at 1933", "French fr.l.1 at 1736")
    table = movement(scene(*sentences, o26=True)).dice(6)
    table.play("airlift de.LLK 1835", "end", "end")

    combat(table).play("attack 1736 with de.LLK go")
    assert table.choices("advance de.LLK") == ["1736"]


@rule("manstein", "26.3a", "27.1c")
def test_it_is_not_flown_into_a_city_across_a_bridgehead():
    sentences = ("German de.LLK at 1933", "German de.airlift at 1933", "French fr.7 at 1735")
    table = movement(scene(*sentences, o26=True, o27=True))
    assert "1835" in table.choices("airlift de.LLK")

    g = game(table)
    g.bridgeheads[g.map.side_between(g.map.hex("1735"), g.map.hex("1835"))] = (1, g.map.hex("1735"))
    table.game.forget()
    assert table.why_not("airlift de.LLK 1835").rule == "26.3a"


@rule("manstein", "26.3a")
def test_it_is_flown_into_an_enemy_zone():
    table = movement(scene("German de.LLK at 1933", "German de.airlift at 1933", "French fr.7 at 1936", o26=True))

    table.play("airlift de.LLK 1937")
    assert table.where("de.LLK") == "1937"


@rule("manstein", "26.3a", "6.0f")
def test_it_is_not_flown_onto_the_enemy():
    table = movement(scene("German de.LLK at 1933", "German de.airlift at 1933", "French fr.l.1 at 1839", o26=True))

    assert table.why_not("airlift de.LLK 1839").rule == "6.0f"  # though the logistics unit controls nothing


@rule("manstein", "26.3a")
def test_why_the_airborne_corps_is_not_flown():
    def told(*units: str, marker: str = "HGB") -> str:
        table = movement(scene(*units, marker=marker, o26=True))
        refusal = why_not_transfer(table.game.state, table.game.state.scenario.unit_named["de.LLK"])
        return refusal.text if refusal else ""

    assert told("German de.LLK at 1933", "German de.airlift at 1835") == "the airlift is not with Luftlandekorps"
    assert told("German de.LLK at 1933", "German de.airlift at 1933") == ""

    moved = movement(scene("German de.LLK at 1933", "German de.airlift at 1933", o26=True))
    g = moved.game.state
    g.budget[g.scenario.unit_named["de.LLK"]] = 0
    assert why_not_transfer(g, g.scenario.unit_named["de.LLK"]).text == "Luftlandekorps has already moved this segment"


@rule("manstein", "26.3a")
def test_only_the_airborne_corps_and_only_with_the_airlift():
    table = movement(scene("German de.LLK at 1933", "German de.6 at 1835", "German de.airlift at 1835", o26=True))

    assert table.why_not("airlift de.LLK 1834").rule == "26.3a"
    assert "airlift" not in table.choices()
    assert "airlift" not in movement(scene("German de.LLK at 1735", "German de.airlift at 1735", o26=True)).choices()
    both = ("German de.LLK at 1933", "German de.XXXX at 1835", "German de.airlift at 1835")
    table = movement(scene(*both, marker="HGA", o26=True, o28_1d=True))
    assert "not activated" in table.why_not("airlift de.LLK 1834").text
    assert "not in use" in movement(scene("German de.LLK at 1933")).why_not("airlift de.LLK 1834").text


@rule("manstein", "28.1d", "R.28.1d.1")
def test_the_doctrine_carries_an_infantry_corps_once_a_turn():
    table = scene("German de.XXXX at 1835", "German de.airlift at 1835", "German de.XXXVIII at 1835", o28_1d=True)
    movement(table).play("airlift de.XXXX 1834")
    assert table.where("de.XXXX") == "1834"

    movement(table.put("German de.airlift at 1835", "German de.LLK at 1933"))
    assert "airlift" not in table.choices()
    assert game(table).doctrine_turn == 2
