"""Maps as pictures: one layered drawing that serves the browser, the printer and the wall.

`draw` gives the bare drawing, which names its colours and holds none; `stylesheet` has the colours, light and dark.
`page` is the two together as one file, `png` a picture. `geometry` says where the hexes lie on the drawing.
"""

from meuse.drawing.layers import LAYERS, Geometry, draw, geometry
from meuse.drawing.picture import page, png
from meuse.drawing.style import THEMES, Theme, stylesheet

__all__ = ["LAYERS", "THEMES", "Geometry", "Theme", "draw", "geometry", "page", "png", "stylesheet"]
