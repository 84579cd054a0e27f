"""Games, rules and maps. They change with the program only, so browsers may keep them."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get

from meuse.server import reference
from meuse.server.messages import GameInfo
from meuse.server.params import REFUSALS, GameId, ScenarioId, TheHouse, TheOpponents

KEEP = {"cache-control": "public, max-age=3600"}


@get("/games", tags=["reference"], responses=REFUSALS)
async def list_games(house: TheHouse, opponents: TheOpponents) -> list[GameInfo]:
    """The games, their scenarios, options and bots."""
    opponents.get_ready()  # who looks at the games is about to start one
    return await house.ask(reference.games)


@get("/games/{game:str}/rules", tags=["reference"], responses=REFUSALS, response_headers=KEEP)
async def list_rules(house: TheHouse, game: GameId) -> dict[str, Any]:
    """The rules of a game in plain words, with the rulings made on them."""
    return await house.ask(reference.rules, game)


@get("/games/{game:str}/{scenario:str}/map.svg", tags=["reference"], responses=REFUSALS, media_type="image/svg+xml")
async def map_drawing(house: TheHouse, game: GameId, scenario: ScenarioId) -> Response[bytes]:
    """The map as a drawing in layers, without colours of its own."""
    hexmap = await house.ask(reference.hex_map, game, scenario)
    drawn = await asyncio.to_thread(reference.map_svg, hexmap)
    return Response(drawn, media_type="image/svg+xml", headers=KEEP)


@get("/games/{game:str}/{scenario:str}/map.json", tags=["reference"], responses=REFUSALS, response_headers=KEEP)
async def map_facts(house: TheHouse, game: GameId, scenario: ScenarioId) -> dict[str, Any]:
    """Where the hexes lie on the drawing, and what is in them."""
    hexmap = await house.ask(reference.hex_map, game, scenario)
    return await asyncio.to_thread(reference.map_facts, hexmap)


REFERENCE_ROUTES = [list_games, list_rules, map_drawing, map_facts]
