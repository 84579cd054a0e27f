"""Games, rules and maps. They change with the program only, so browsers may keep them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from meuse.guide import Guide
from meuse.server import prepared, reference
from meuse.server.messages import GameInfo, MapFacts, RulesPage
from meuse.server.opponents import Opponents
from meuse.server.params import REFUSALS, GameId, ScenarioId, TheHouse, TheOpponents
from meuse.server.prepared import Wanted

Shape = Annotated[str, PathParameter(max_length=10, description="card or wide.")]
ThemeWord = Annotated[str, QueryParameter(name="theme", max_length=10, description="light or dark.")]

KEEP = {"cache-control": "public, max-age=3600"}


@get("/games", tags=["reference"], responses=REFUSALS | {200: ResponseSpec(list[GameInfo])})
async def list_games(opponents: TheOpponents) -> Response[bytes]:
    """The games, their scenarios, options and bots."""
    opponents.get_ready()  # who looks at the games is about to start one
    return await _prepared(opponents, prepared.GAMES, "application/json")


@get("/games/{game:str}/rules", tags=["reference"], responses=REFUSALS, response_headers=KEEP)
async def list_rules(house: TheHouse, game: GameId) -> RulesPage:
    """The rules of a game in plain words, with the rulings made on them."""
    return await house.ask(reference.rules, game)


@get("/games/{game:str}/guide", tags=["reference"], responses=REFUSALS, response_headers=KEEP)
async def show_guide(house: TheHouse, game: GameId) -> Guide:
    """The guided first game of a game: what it says, and what it waits for."""
    return await house.ask(reference.guide, game)


@get("/games/{game:str}/{scenario:str}/map.svg", tags=["reference"], responses=REFUSALS, media_type="image/svg+xml")
async def map_drawing(opponents: TheOpponents, game: GameId, scenario: ScenarioId) -> Response[bytes]:
    """The map as a drawing in layers, without colours of its own."""
    return await _prepared(opponents, prepared.map_of(game, scenario, "svg"), "image/svg+xml")


@get(
    "/games/{game:str}/{scenario:str}/map.json", tags=["reference"], responses=REFUSALS | {200: ResponseSpec(MapFacts)}
)
async def map_facts(opponents: TheOpponents, game: GameId, scenario: ScenarioId) -> Response[bytes]:
    """Where the hexes lie on the drawing, and what is in them."""
    return await _prepared(opponents, prepared.map_of(game, scenario, "json"), "application/json")


@get("/games/{game:str}/picture/{shape:str}", tags=["reference"], responses=REFUSALS, media_type="image/png")
async def picture(opponents: TheOpponents, game: GameId, shape: Shape, theme: ThemeWord = "light") -> Response[bytes]:
    """A piece of the map with counters on it: `card` or `wide`, light or dark."""
    return await _prepared(opponents, prepared.picture_of(game, shape, theme), "image/png")


REFERENCE_ROUTES = [list_games, list_rules, show_guide, map_drawing, map_facts, picture]


async def _prepared(opponents: Opponents, wanted: Wanted, kind: str) -> Response[bytes]:
    found = await asyncio.to_thread(prepared.get, wanted)
    if found is None:
        found = await opponents.work(prepared.make, wanted)
    kept = {} if wanted == prepared.GAMES else KEEP  # a new version may have a new game
    return Response(found, media_type=kind, headers=kept)
