"""What never changes while the service runs: the games, their rules and their maps."""

from __future__ import annotations

from typing import Any

import meuse
from meuse import drawing
from meuse.bots import BOTS
from meuse.hexmap import OFF_MAP, HexMap
from meuse.rulebook import RuleBook, UnknownOption
from meuse.server.errors import ServiceError
from meuse.server.messages import BotInfo, GameInfo

BOT_WORDS = {
    "staff": "Plans each phase and carries it out; a real opponent that answers at once.",
    "random": "Does anything the rules allow. Good for a first look at the counters.",
}


def games() -> list[GameInfo]:
    return [_game(meuse.rule_book(game)) for game in meuse.GAMES]


def rules(game: str) -> dict[str, Any]:
    """The rules of a game in plain words, with the rulings made on them."""
    ledger = book(game).ledger
    return {"game": ledger.game, "rules": ledger.rule, "rulings": ledger.ruling}


def book(game: str) -> RuleBook:
    try:
        return meuse.rule_book(game)
    except meuse.UnknownGame as error:
        raise ServiceError(404, "unknown_game", f"{error}.".capitalize()) from error


def scenario_of(game: str, scenario: str) -> str:
    try:
        return book(game).checked_scenario(scenario)
    except UnknownOption as error:
        raise ServiceError(404, "unknown_scenario", f"{error}.") from error


def hex_map(game: str, scenario: str) -> HexMap:
    return book(game).opened(scenario_of(game, scenario), {}).map


def map_facts(hexmap: HexMap) -> dict[str, Any]:
    """Where the hexes lie on the drawing, and what is in them."""
    shape = drawing.geometry(hexmap)
    return {
        "title": hexmap.title,
        "size": [shape.width, shape.height],
        "scale": shape.hex,
        "scale_km": hexmap.scale_km,
        "orientation": shape.orientation,
        "terrain": {kind.id: kind.title for kind in hexmap.terrain_kinds.values()},
        "hexes": [_hex(hexmap, shape, h) for h in range(len(hexmap))],
        "places": [
            {"name": p.name, "hex": hexmap.label(p.hex), "size": p.size, "kinds": sorted(p.kinds)}
            for p in hexmap.places
        ],
        "regions": [
            {
                "id": region.id,
                "title": region.title,
                "kind": region.kind,
                "side": region.side,
                "hexes": [hexmap.label(h) for h in sorted(region.hexes)],
            }
            for region in hexmap.regions.values()
        ],
    }


def _hex(hexmap: HexMap, shape: drawing.Geometry, h: int) -> dict[str, Any]:
    label = hexmap.label(h)
    x, y = shape.centres[label]
    near = [None if n == OFF_MAP else hexmap.label(n) for n in hexmap.neighbours[h]]
    return {
        "label": label,
        "x": x,
        "y": y,
        "terrain": hexmap.terrain[h],
        "country": hexmap.country[h],
        "neighbours": near,
    }


def _game(rule_book: RuleBook) -> GameInfo:
    facts = rule_book.ledger.game
    return GameInfo(
        id=rule_book.id,
        title=rule_book.title,
        summary=rule_book.summary,
        maker=", ".join(str(facts[key]) for key in ("designer", "edition") if facts.get(key)),
        scale=_scale(facts, rule_book.opened(None, {}).map),
        length=f"{facts['turns']} turns" if "turns" in facts else "",
        complexity=_weight(rule_book),
        scenarios=rule_book.scenarios,
        options=rule_book.options,
        bots=[BotInfo(name, BOT_WORDS.get(name, "")) for name in sorted(BOTS, reverse=True)],
    )


def _scale(facts: dict[str, Any], hexmap: HexMap) -> str:
    ground = f"{hexmap.scale_km:g} km a hex"
    days = facts.get("turn_days")
    return f"{ground}, {days} {'day' if days == 1 else 'days'} a turn" if days else ground


def _weight(rule_book: RuleBook) -> int:
    """The weight of the rules in dots, one to five, by their number."""
    return 1 + sum(len(rule_book.ledger.rule) >= step for step in (50, 120, 200, 300))
