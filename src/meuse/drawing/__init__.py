"""Maps as pictures: one layered drawing that serves the browser, the printer and the wall.

`draw` gives the bare drawing, which names its colours and holds none; `stylesheet` has the colours, light and dark.
`page` is the two together as one file, `png` a picture. `geometry` says where the hexes lie on the drawing; `sheet` and
`Overlay` are for drawings of one's own on it.
"""

from meuse.drawing.layers import LAYERS, Geometry, Sheet, draw, geometry, sheet
from meuse.drawing.overlay import Overlay
from meuse.drawing.picture import page, png
from meuse.drawing.style import THEMES, Theme, rules, stylesheet, tokens

__all__ = [
    "LAYERS",
    "THEMES",
    "Geometry",
    "Overlay",
    "Sheet",
    "Theme",
    "draw",
    "geometry",
    "page",
    "png",
    "rules",
    "sheet",
    "stylesheet",
    "tokens",
]
