"""A counter as a picture, 100 by 100 units: nation, designation, symbol, steps, values, status."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Value
from meuse.drawing.pen import num
from meuse.drawing.svg import escape_text
from meuse.report import UnitView, count

NATIONS = {
    "german": ("#929c8e", "#14170f"),
    "ss": ("#26282b", "#f3f0e6"),
    "luftwaffe": ("#b9ccda", "#13202c"),
    "french": ("#6aa2da", "#0b1c33"),
    "british": ("#dfc89c", "#291e0c"),
    "belgian": ("#716c36", "#fffbea"),
    "dutch": ("#f2953a", "#2b1400"),
    "swiss": ("#9b1822", "#ffffff"),
}
"""Body and ink of a nation's counters; a nation of someone else's game is plain."""

PLAIN = ("#d8d4c8", "#191813")

PLATES = {
    "elite": ("#a3161d", "#ffffff"),
    "low": ("#ffffff", "#14110a"),
    "heavy": ("#ffd94a", "#14110a"),
    "yellow": ("#ffd94a", "#14110a"),
}
"""Ground and ink of a figure that is printed on a plate."""

CROSS, SLASH, OVAL = "M0 0L54 36M0 36L54 0", "M0 36L54 0", "M17 9H37A9 9 0 0 1 37 27H17A9 9 0 0 1 17 9Z"
WHEELS = "M10 40a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM38 40a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z"
HQ = "M0 36V48M14 10V26M24 10V26M14 18H24M30 18a6 8 0 1 0 12 0a6 8 0 1 0 -12 0ZM38 22L44 28"
KEEP = "M12 29V13L27 6L42 13V29Z"
SYMBOLS = {
    "infantry": CROSS,
    "motorized": CROSS + WHEELS,
    "mountain": CROSS + "M19 36L27 23L35 36Z",
    "parachute": CROSS + "M17 35A5 5 0 0 1 27 35A5 5 0 0 1 37 35",
    "airlanding": CROSS + "M13 31L27 35L41 31M27 29V36",
    "cavalry": SLASH,
    "mech_cavalry": SLASH + WHEELS,
    "armor": OVAL,
    "armored_infantry": CROSS + OVAL,
    "armored_cavalry": SLASH + OVAL,
    "fortress_infantry": CROSS + "M0 0V-5H9V0H18V-5H27V0H36V-5H45V0H54",
    "machine_gun": CROSS + "M27 4V30M21 24L27 31L33 24",
    "reconnaissance": SLASH + "M7 8L13 14M13 8L7 14",
    "artillery": "M20.5 18a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0Z",
    "hq": HQ,
    "headquarters": HQ,
    "fort": KEEP,
    "fortress": KEEP,
    "supply": "M0 27H54",
    "air": "M27 4V32M8 16L27 11L46 16M20 30L27 27L34 30",
    "airlift": "M27 4V32M8 16L27 11L46 16M20 30L27 27L34 30M21 20A6 6 0 0 1 33 20Z",
    "naval": "M4 22H50L44 31H10ZM27 21V6L40 18Z",
    "special": "M27 5L31 14L41 15L33.5 21.5L36 31L27 26L18 31L20.5 21.5L13 15L23 14Z",
}
"""What stands in the symbol box, 54 by 36; nothing for a symbol that is not known here."""

DARK, PALE = "#191813", "#f6f3e8"
FIGURE = 27.0
"""Height of a value."""


def counter(unit: UnitView) -> str:
    """The face of a counter, with its name and status as a tooltip."""
    body, ink = NATIONS.get(unit.nation, PLAIN)
    return (
        f'<g fill="{ink}"><title>{escape_text(_words(unit))}</title>'
        f'<rect x="2.5" y="4" width="100" height="100" rx="7" fill="#1a1408" opacity=".3"/>'
        f'<rect width="100" height="100" rx="7" fill="{body}" stroke="#14110a" stroke-width="1.8"/>'
        f"{_head(unit)}{_symbol(unit)}{''.join(_pips(unit, ink))}{''.join(_values(unit.values, ink))}"
        f"{''.join(_badges(unit.status))}</g>"
    )


def _words(unit: UnitView) -> str:
    steps = f"{unit.steps} of {count(unit.max_steps, 'step')}" if unit.max_steps > 1 else ""
    return ", ".join(word for word in (f"{unit.id}: {unit.name}", steps, *unit.status) if word)


def _head(unit: UnitView) -> str:
    """Designation at the left, parent at the right and echelon between them, or at the right if there is no parent."""
    echelon = _width(unit.size, 14)
    if not unit.parent:
        return _squeezed(6, 84 - echelon, unit.designation, "start") + _text(94, 19.5, 14, unit.size, "end")
    room = 42 - echelon / 2
    sides = _squeezed(6, room, unit.designation, "start") + _squeezed(94, room, unit.parent, "end")
    return sides + _text(50, 19.5, 14, unit.size, "middle")


def _symbol(unit: UnitView) -> str:
    return (
        f'<g transform="translate(23 27)" stroke="{DARK}" stroke-width="2.7" fill="none">'
        f'<rect width="54" height="36" fill="{PALE}"/><path d="{SYMBOLS.get(unit.symbol, "")}"/></g>'
    )


def _pips(unit: UnitView, ink: str) -> Iterator[str]:
    """A square a step, hollow if lost; none for a unit of one step."""
    top = max(25.0, 44 - unit.max_steps * 5.5)
    for k in range(unit.max_steps if unit.max_steps > 1 else 0):
        fill = ink if k < unit.steps else "none"
        yield (
            f'<rect x="7.5" y="{num(top + 11 * k)}" width="8" height="8" fill="{fill}" stroke="{ink}" '
            'stroke-width="1.6"/>'
        )


def _values(values: tuple[Value, ...], ink: str) -> Iterator[str]:
    """The figures at the foot, with bars between them, squeezed into 88 units."""
    widths = [_width(value.text, FIGURE) for value in values]
    gap = FIGURE * 0.36
    total = sum(widths) + gap * (len(values) - 1)
    scale = min(1.0, 88 / total) if total else 1.0
    yield f'<g transform="translate({num(50 - total * scale / 2)} 92.5) scale({scale:.3f})">'
    x = 0.0
    for n, (value, width) in enumerate(zip(values, widths, strict=True)):
        if n:
            yield f'<rect x="{num(x - gap * 0.78)}" y="-11" width="{num(gap * 0.56)}" height="3"/>'
        yield _figure(value, x, width, ink)
        x += width + gap
    yield "</g>"


def _figure(value: Value, x: float, width: float, ink: str) -> str:
    ground, colour = PLATES.get(value.plate, ("", "#a3161d" if value.plate == "red" else ink))
    middle = x + width / 2
    plate = f'<rect x="{num(x - 2)}" y="-22" width="{num(width + 4)}" height="26" rx="2.5" fill="{ground}"/>'
    ring = f'<circle cx="{num(middle)}" cy="-9.5" r="13" fill="none" stroke="{ink}" stroke-width="2"/>'
    under = ring if value.plate == "ring" else plate if ground else ""
    return f'{under}<g fill="{colour}">{_text(middle, 0, FIGURE, value.text, "middle")}</g>'


def _badges(status: tuple[str, ...]) -> Iterator[str]:
    """Discs on the right edge with the first letter of a status; a third one becomes a plus."""
    shown = [word[0].upper() for word in status[:2]] + ["+"] * (len(status) > 2)
    for k, letter in enumerate(shown):
        y = 45 - 17 * (len(shown) - 1) + 34 * k
        yield f'<circle cx="97" cy="{y}" r="15" fill="#ffd94a" stroke="{DARK}" stroke-width="2"/>'
        yield f'<g fill="{DARK}">{_text(97, y + 7, 20, letter, "middle")}</g>'


def _width(words: str, size: float) -> float:
    """About how wide words are; numerals and capitals of a sans serif differ little."""
    return 0.56 * size * len(words)


def _squeezed(x: float, room: float, words: str, anchor: str) -> str:
    """Words of the head, set smaller where they would not fit."""
    return _text(x, 20, min(18.0, 18 * room / max(1.0, _width(words, 18))), words, anchor)


def _text(x: float, y: float, size: float, words: str, anchor: str = "start") -> str:
    if not words:
        return ""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}">{escape_text(words)}</text>'
