"""The few elements that a drawing is made of."""

from __future__ import annotations

import re
import unicodedata
from html import escape

from meuse.drawing.pen import Pen, num
from meuse.hexes import Point


def group(name: str, *parts: str) -> str:
    """A layer; it is there even if empty, so that a client can rely on it."""
    return f'<g id="{name}">{"".join(parts)}</g>'


def clipped_group(name: str, clip: str, *parts: str) -> str:
    """A layer of which only the part inside a clip shows."""
    return f'<g id="{name}" clip-path="url(#{clip})">{"".join(parts)}</g>'


def path(css: str, pen: Pen) -> str:
    return f'<path class="{css}" d="{pen.data}"/>' if pen else ""


def rectangle(css: str, x: float, y: float, width: float, height: float) -> str:
    style = f' class="{css}"' if css else ""
    return f'<rect{style} x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"/>'


def strokes(name: str, pen: Pen, *classes: str) -> str:
    """One line drawn several times over, the widest first: the data stands once, under this id."""
    if not pen:
        return ""
    return define(name, pen) + "".join(again(name, css) for css in classes)


def define(name: str, pen: Pen) -> str:
    """Path data under an id; nothing is drawn yet."""
    return f'<defs><path id="{name}" d="{pen.data}"/></defs>'


def again(name: str, css: str) -> str:
    """A defined path, drawn in the manner of a class."""
    return f'<use href="#{name}" class="{css}"/>'


def text(css: str, at: Point, words: str, name: str = "") -> str:
    label = f' id="{name}"' if name else ""
    return f'<text class="{css}" x="{num(at[0])}" y="{num(at[1])}"{label}>{escape_text(words)}</text>'


def escape_text(words: str) -> str:
    return escape(words, quote=False)


def slug(words: str) -> str:
    """A name as part of an id.

    >>> slug("Saint-Amand (Nord)"), slug("Liège")
    ('saint-amand-nord', 'liege')
    """
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
