"""13: neutrals, invasion, surrender; and where each nation's units may go of their own accord."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import BELGIANS, CUT_LOOSE, HOME, NEUTRALS, POLITICS, Gdw1940
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.state import derived

LOW_COUNTRIES = ("holland", "belgium", "luxembourg")


# -- joining


def invade(g: Gdw1940, country: str) -> None:
    """13.invade, 13.status.entry, R.13.invade.1: German units have entered a neutral country or attacked its units."""
    if not g.is_neutral(country):
        return
    g.emit("invasion", f"Germany invades {country.capitalize()}", "13.invade", side="german")
    join(g, country)  # 13.holland.neutral, 13.switzerland.neutral: these join in no other way
    if country in LOW_COUNTRIES:
        for partner in ("belgium", "luxembourg"):  # 13.belgium.joins, 13.luxembourg
            join(g, partner)


def join(g: Gdw1940, country: str) -> None:
    """13.join, 13.join.territory: a country joins the Allies, who own all of it that Germany does not control."""
    if not g.is_neutral(country):
        return
    g.joined[country] = g.impulses_done
    g.touch(POLITICS)
    hexes = [h for h, of in enumerate(g.map.country) if of == country]
    for h in hexes:
        g.set_control(h, 2)
    g.settle_territory(*hexes)
    if country == "switzerland":
        g.swiss_border_open = True  # 14.swiss_border
        g.swiss_invaded_on = g.turn
    g.emit("join", f"{country.capitalize()} joins the Allies", "13.join", side="allied")


# -- where units may go


@derived(POLITICS)
def closed_countries(g: Gdw1940, nation: str) -> frozenset[str]:
    """13.status.entry, 13.holland.leave, 13.belgium.where, 13.switzerland.leave: where a nation's units may not go."""
    if nation == "german":
        return frozenset()
    closed = {country for country in NEUTRALS if g.is_neutral(country)}
    if nation in ("dutch", "swiss"):
        closed |= {"france", "germany", *NEUTRALS} - {HOME[nation]}
    if nation == "belgian":  # R.13.belgium.where.1
        closed |= {"switzerland"} | (set() if BELGIANS in g.released else {"france"})
    return frozenset(closed)


def why_not_country(g: Gdw1940, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """13: why a unit may not step from one hex into the next of its own accord because of its country."""
    country, nation = g.map.country[b], g.counter(u).nation
    if country not in closed_countries(g, nation):
        return None
    if g.is_neutral(country):
        return Refusal("13.status.entry", f"{country.capitalize()} is neutral; Allied units may not enter it")
    if g.map.country[a] == country:
        return None  # R.13.belgium.france.2: there already
    if g.status[u] & CUT_LOOSE and nation != "belgian":
        return None  # forced out
    rule = {"dutch": "13.holland.leave", "swiss": "13.switzerland.leave"}.get(nation)
    rule = rule or ("13.belgium.france" if country == "france" else "13.belgium.where")
    return Refusal(rule, f"{g.name(u)} enters {country.capitalize()} only when it is forced to")


def forced_out(g: Gdw1940, u: Unit) -> None:
    """13.holland.leave, 13.belgium.france, 13.switzerland.leave: a unit forced out may operate outside."""
    if g.map.country[g.hex_of[u]] in closed_countries(g, g.counter(u).nation):
        g.set_status(u, g.status[u] | CUT_LOOSE)


# -- surrender


def major_cities(g: Gdw1940, country: str) -> list[Hex]:
    return [place.hex for place in g.map.with_kind("major_city") if g.map.country[place.hex] == country]


def cities_of(g: Gdw1940, country: str) -> list[Hex]:
    found = {place.hex for place in g.map.places if place.kinds & {"city", "major_city"}}
    return sorted(h for h in found if g.map.country[h] == country)


def holland_surrenders(g: Gdw1940) -> bool:
    """13.holland.surrender: at least two Dutch major cities in German control."""
    taken = sum(g.friendly(h, Side.GERMAN) for h in major_cities(g, "holland"))
    return "holland" in g.joined and "holland" not in g.surrendered and taken >= 2


def belgium_surrenders(g: Gdw1940) -> bool:
    """13.belgium.surrender: a BEF corps has been evacuated and Germany controls both major cities."""
    lost = all(g.friendly(h, Side.GERMAN) for h in major_cities(g, "belgium"))
    return "belgium" in g.joined and "belgium" not in g.surrendered and g.bef_corps_evacuated and lost


def surrender(g: Gdw1940, country: str) -> None:
    """R.13.holland.surrender.1: its units leave play; hexes keep their controller, and works stand (10.permanent)."""
    g.surrendered |= {country}
    for u, counter in enumerate(g.scenario.counters):
        if HOME[counter.nation] == country and g.hex_of[u] != OFF_MAP:
            g.place(u, OFF_MAP)
    g.touch(POLITICS)
    text = f"{country.capitalize()} surrenders; hexes not taken by German units stay Allied territory"
    g.emit("surrender", text, f"13.{country}.surrender")


def left_to_the_allies(g: Gdw1940, h: Hex) -> bool:
    """R.13.holland.surrender.1: whether a hex of a country that gave up is Allied territory still."""
    return g.map.country[h] in g.surrendered and g.friendly(h, Side.ALLIED)
