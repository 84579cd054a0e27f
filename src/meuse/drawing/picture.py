"""Drawings that stand by themselves: an SVG file with its style, and a PNG."""

from __future__ import annotations

from importlib.resources import files

import resvg_py

from meuse.drawing.layers import draw
from meuse.drawing.style import Theme, resolved, stylesheet
from meuse.hexmap import HexMap

FONTS = {
    "font_source_serif_pro": ("SourceSerifPro-Regular", "SourceSerifPro-It", "SourceSerifPro-Bold"),
    "font_source_sans_pro": ("SourceSansPro-Regular", "SourceSansPro-Bold"),
}


def page(hexmap: HexMap, theme: Theme = "light") -> str:
    """The drawing with its style, as a file to be opened or printed."""
    return styled(draw(hexmap), stylesheet()).replace('class="map"', f'class="map {theme}"', 1)


def png(hexmap: HexMap, theme: Theme = "light", width: int | None = None) -> bytes:
    """The drawing as a PNG, as wide as its own units (60 a hex) or as asked for."""
    return painted(draw(hexmap), theme, width)


def painted(drawing: str, theme: Theme, width: int | None = None, height: int | None = None) -> bytes:
    """A PNG of a drawing, as large as its own units or as asked for."""
    return resvg_py.svg_to_bytes(
        svg_string=styled(drawing, resolved(theme)),
        width=width,
        height=height,
        skip_system_fonts=True,
        font_files=font_files(),
    )


def styled(drawing: str, css: str) -> str:
    """A drawing with its style inside."""
    start = drawing.index(">") + 1
    return f"{drawing[:start]}<style>{css}</style>{drawing[start:]}"


def font_files() -> list[str]:
    """Fonts come with packages, since a machine may have none; the picture is the same everywhere."""
    return [str(files(package).joinpath("files", f"{name}.ttf")) for package, names in FONTS.items() for name in names]
