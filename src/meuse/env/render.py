"""Pictures of a game for people who watch a learner."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from meuse.drawing.position import draw_position, paint_position
from meuse.env.walk import RenderMode, Walk

WIDTH = 960
"""Of a picture, in pixels."""


def rendered(walk: Walk, mode: RenderMode) -> str | NDArray[np.uint8]:
    """The game as text, as SVG, or as pixels."""
    match mode:
        case "ansi":
            return told(walk)
        case "svg":
            return draw_position(walk.game)
        case "rgb_array":
            return pixels(walk)


def told(walk: Walk) -> str:
    """Where it stands: turn, question, the order begun, the units on the map."""
    game = walk.game
    head = game.result.text if game.result is not None else f"{walk.side.title}: {walk.decision.question}"
    given = f"> {' '.join(walk.prefix)}" if walk.prefix else ""
    units = [f"{unit.at} {unit.id}" for unit in sorted(game.view().units, key=lambda unit: unit.at) if unit.at]
    return "\n".join(line for line in (f"Turn {game.state.turn}", head, given, *units) if line)


def pixels(walk: Walk) -> NDArray[np.uint8]:
    picture = Image.open(BytesIO(paint_position(walk.game, WIDTH)))
    return np.asarray(picture.convert("RGB"))
