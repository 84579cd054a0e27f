"""Path data, written short: relative coordinates in tenths, no spare separators.

A map holds tens of thousands of points; what is saved here is what lets the whole drawing travel to a browser.

>>> pen = Pen()
>>> pen.move((10, 10)); pen.line((12.5, 10)); pen.close()
>>> pen.data
'm10 10h2.5z'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meuse.hexes import Point

Tenths = tuple[int, int]


def num(value: float) -> str:
    """A number with at most one decimal, as short as SVG allows.

    >>> num(-0.04), num(0.5), num(12.0)
    ('0', '.5', '12')
    """
    return _text(round(value * 10))


class Pen:
    """Writes one path, which may have many parts."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at: Tenths = (0, 0)
        self._start: Tenths = (0, 0)

    def __bool__(self) -> bool:
        return bool(self._parts)

    @property
    def data(self) -> str:
        return "".join(self._parts)

    def move(self, to: Point) -> None:
        self._write("m", to)
        self._start = self._at

    def line(self, to: Point) -> None:
        dx, dy = self._step(to)
        if dy == 0:
            self._parts.append("h" + _text(dx))
        elif dx == 0:
            self._parts.append("v" + _text(dy))
        else:
            self._parts.append("l" + _join((dx, dy)))
        self._at = _tenths(to)

    def quad(self, control: Point, to: Point) -> None:
        self._write("q", control, to)

    def cubic(self, first: Point, second: Point, to: Point) -> None:
        self._write("c", first, second, to)

    def close(self) -> None:
        self._parts.append("z")
        self._at = self._start

    def dot(self, at: Point) -> None:
        """A stroke of no length; a round line cap makes it a disc."""
        self.move(at)
        self._parts.append("h0")

    def polyline(self, points: Sequence[Point]) -> None:
        self.move(points[0])
        for point in points[1:]:
            self.line(point)

    def polygon(self, points: Sequence[Point]) -> None:
        self.polyline(points)
        self.close()

    def circle(self, at: Point, radius: float) -> None:
        self.move((at[0] - radius, at[1]))
        r = num(radius)
        self._parts.append(f"a{r} {r} 0 1 0 {num(2 * radius)} 0a{r} {r} 0 1 0 {num(-2 * radius)} 0z")

    def _write(self, command: str, *points: Point) -> None:
        steps = [part for point in points for part in self._step(point)]
        self._parts.append(command + _join(steps))
        self._at = _tenths(points[-1])

    def _step(self, to: Point) -> Tenths:
        x, y = _tenths(to)
        return x - self._at[0], y - self._at[1]


def _tenths(point: Point) -> Tenths:
    return round(point[0] * 10), round(point[1] * 10)


def _text(tenths: int) -> str:
    whole, tenth = divmod(abs(tenths), 10)
    digits = f"{whole or ''}.{tenth}" if tenth else str(whole)
    return "-" + digits if tenths < 0 else digits


def _join(values: Iterable[int]) -> str:
    """Numbers side by side; a minus sign separates by itself, and so does a point after a decimal."""
    out = ""
    for value in values:
        text = _text(value)
        apart = out and not (text[0] == "-" or (text[0] == "." and "." in out.rsplit(" ", 1)[-1].rsplit("-", 1)[-1]))
        out += " " + text if apart else text
    return out
