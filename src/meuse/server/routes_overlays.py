"""Layers over the map, worked out only when somebody looks at them."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from meuse.report import Overlay, OverlayKind
from meuse.server import play
from meuse.server.params import REFUSALS, At, MatchId, Secret, TheHouse

Kind = Annotated[OverlayKind, QueryParameter(name="kind", description="Which layer.")]
Of = Annotated[str, QueryParameter(name="unit", max_length=80, description="Only of this unit: its supply line.")]


@get("/seats/{secret:str}/overlay", tags=["seats"], responses=REFUSALS)
async def seat_overlay(house: TheHouse, secret: Secret, kind: Kind, unit: Of = "", at: At = None) -> Overlay:
    """A layer over the map as this side may know it: zones and bonds, supply, objectives, reinforcements."""
    return await house.ask(play.overlay, house, secret, kind, unit, at)


@get("/matches/{match_id:str}/overlay", tags=["matches"], responses=REFUSALS)
async def public_overlay(house: TheHouse, match_id: MatchId, kind: Kind, unit: Of = "", at: At = None) -> Overlay:
    """A layer over the map as a spectator may know it."""
    return await house.ask(play.public_overlay, house, match_id, kind, unit, at)


OVERLAY_ROUTES = [seat_overlay, public_overlay]
