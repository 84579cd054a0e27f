"""The style of the drawing: one sheet of rules, and two sets of colours under the same names."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_PROPERTY = re.compile(r"(--[\w-]+)\s*:\s*([^;]+);")
_USE = re.compile(r"var\((--[\w-]+)\)")


def stylesheet() -> str:
    """Rules and colours; the class `dark` on the drawing, or on anything around it, chooses the dark ones."""
    return _read("tokens.css") + _read("map.css")


def rules() -> str:
    """The rules without the colours, for whoever sets these himself."""
    return _read("map.css")


def resolved(theme: Theme) -> str:
    """The rules with plain values in place of custom properties, for renderers that know none."""
    values = tokens(theme)
    rules = _read("map.css")
    while _USE.search(rules):
        rules = _USE.sub(lambda use: values[use[1]], rules)
    return rules


@cache
def tokens(theme: Theme) -> dict[str, str]:
    """Custom properties and their values; the dark set overrides the light one."""
    found: dict[str, str] = {}
    for selector, body in _RULE.findall(_read("tokens.css")):
        if "dark" not in selector or theme == "dark":
            found.update((name, value.strip()) for name, value in _PROPERTY.findall(body))
    return found


@cache
def _read(name: str) -> str:
    text = files("meuse.drawing").joinpath(name).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/\s*", "", text, flags=re.DOTALL)
