"""The charts of a study's report, as inline SVG: plain marks that name their colours, so that one sheet styles them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from meuse import drawing
from meuse.lab.study.figures import EventFigures, Span, TurnFigures
from meuse.lab.study.run import Balance
from meuse.report import count

Scale = Callable[[float], float]

WIDE, LOW = 300, 22
"""A chart in the cell of a table."""

CHART, HIGH = 760, 230
"""A chart by itself."""

LEFT, RIGHT, TOP, FOOT = 44, 116, 14, 30
"""The room around such a chart, for its figures."""

EARLY_TO_LATE: Mapping[drawing.Theme, Sequence[tuple[int, int, int]]] = {
    "light": ((91, 26, 110), (163, 40, 111), (216, 80, 79), (238, 139, 58), (236, 188, 64)),
    "dark": ((150, 104, 232), (205, 92, 176), (235, 104, 104), (244, 158, 82), (246, 208, 104)),
}
"""From the first turn to the last, in colours that differ in lightness too."""

SIDE_TITLES = {"german": "German", "allied": "Allied", "draw": "Drawn"}


def whisker(found: Balance) -> str:
    """The share of points as a dot, its interval as a line, on a scale from 0 to 100 % with the middle marked."""
    low, share, high = (6 + value * (WIDE - 12) for value in (found.low, found.share, found.high))
    middle = WIDE / 2
    return (
        f'<svg class="cell" viewBox="0 0 {WIDE} {LOW}" role="img" aria-label="{escape(points(found))}">'
        f'<path class="axis" d="M6 {LOW / 2}H{WIDE - 6}M6 7v8M{WIDE - 6} 7v8"/><path class="even" d="M{middle} 2v18"/>'
        f'<path class="interval" d="M{low:.1f} {LOW / 2}H{high:.1f}"/>'
        f'<circle class="dot" cx="{share:.1f}" cy="{LOW / 2}" r="5"/></svg>'
    )


def points(found: Balance) -> str:
    """
    >>> points(Balance(40, 0.55, 0.4, 0.691))
    '55\xa0% (40 to 69\xa0%)'
    """
    return f"{_percent(found.share)}\xa0% ({_percent(found.low)} to {_percent(found.high)}\xa0%)"


def stacked(parts: Mapping[str, int]) -> str:
    """Who won how often, as one bar."""
    total, at, bars = max(1, sum(parts.values())), 0.0, []
    for word, number in parts.items():
        width = CHART * number / total
        if number:
            bars.append(f'<rect class="{word}" x="{at:.1f}" width="{max(0.0, width - 2):.1f}" height="26" rx="2"/>')
        at += width
    told = ", ".join(f"{SIDE_TITLES[word]} {count(number, 'game')}" for word, number in parts.items())
    return f'<svg class="chart bar" viewBox="0 0 {CHART} 26" role="img" aria-label="{told}">{"".join(bars)}</svg>'


def columns(numbers: Mapping[int, int], first: int, last: int, titles: Mapping[int, str]) -> str:
    """How many games on which turn, as columns."""
    most, turns = max(numbers.values(), default=1), range(first, last + 1)
    step = (CHART - LEFT - 16) / len(turns)
    words = titles if all(6.4 * len(titles.get(turn, "")) < step for turn in turns) else {}
    marks = []
    for place, turn in enumerate(turns):
        x, number = LEFT + step * (place + 0.5), numbers.get(turn, 0)
        height = (HIGH - TOP - FOOT - 18) * number / most
        y = HIGH - FOOT - height
        if number:
            marks.append(f'<rect class="count" x="{x - step * 0.34:.1f}" y="{y:.1f}" width="{step * 0.68:.1f}"')
            marks.append(f' height="{height:.1f}"/>{_text(x, y - 6, str(number), "value")}')
        marks.append(_text(x, HIGH - 10, words.get(turn, str(turn)), "tick"))
    base = f'<path class="axis" d="M{LEFT} {HIGH - FOOT}H{CHART - 16}"/>'
    return _chart("How many games ended on which turn", base + "".join(marks))


def bands(
    turns: Sequence[TurnFigures], figure: Callable[[TurnFigures], Mapping[str, Span]], percent: str, label: str
) -> str:
    """A figure of both sides turn by turn: the median as a line, four games of five as a band around it."""
    most = max((span.high for one in turns for span in figure(one).values()), default=1) or 1
    x = _across(len(turns))
    top = _round_up(most) if not percent else 1.0
    y: Scale = lambda value: HIGH - FOOT - (HIGH - FOOT - TOP) * value / top  # noqa: E731
    marks = [_grid(y, top, percent)]
    ends: list[tuple[float, str, str]] = []
    for word in ("german", "allied"):
        spans = [figure(one)[word] for one in turns]
        edge = [f"{x(k):.1f} {y(span.high):.1f}" for k, span in enumerate(spans)]
        edge += [f"{x(k):.1f} {y(span.low):.1f}" for k, span in reversed([*enumerate(spans)])]
        line = [f"{x(k):.1f} {y(span.middle):.1f}" for k, span in enumerate(spans)]
        marks.append(
            f'<path class="band {word}" d="M{"L".join(edge)}z"/><path class="line {word}" d="M{"L".join(line)}"/>'
        )
        last = spans[-1].middle
        said = f"{SIDE_TITLES[word]} {_percent(last)} %" if percent else f"{SIDE_TITLES[word]} {last:.0f}"
        ends.append((y(last), word, said))
    marks += [_text(x(k), HIGH - 10, str(one.turn), "tick") for k, one in enumerate(turns)]
    marks += _apart(ends, x(len(turns) - 1) + 8)
    return _chart(label, "".join(marks))


def strip(event: EventFigures, last: int) -> str:
    """When an event happened: a column for each turn, and a mark where it stands in history."""
    step, most = (WIDE - 12) / last, max(event.turns.values(), default=1)
    marks = [f'<path class="axis" d="M6 {LOW + 4}H{WIDE - 6}"/>']
    for turn, number in sorted(event.turns.items()):
        height = 3 + LOW * number / most
        x = 6 + step * (max(1, turn) - 1)
        marks.append(f'<rect class="count" x="{x + 1.5:.1f}" y="{LOW + 4 - height:.1f}" width="{step - 3:.1f}"')
        marks.append(f' height="{height:.1f}"/>')
    x = 6 + step * (event.turn - 0.5)
    marks.append(f'<path class="then" d="M{x:.1f} {LOW + 6}l6 9h-12z"/>')
    return f'<svg class="cell tall" viewBox="0 0 {WIDE} {LOW + 18}" aria-hidden="true">{"".join(marks)}</svg>'


def of_turn(place: int, turns: int, theme: drawing.Theme) -> str:
    """The colour of a turn, from early to late.

    >>> of_turn(0, 5, "light"), of_turn(4, 5, "light")
    ('#5b1a6e', '#ecbc40')
    """
    scale = EARLY_TO_LATE[theme]
    at = (len(scale) - 1) * (place / (turns - 1) if turns > 1 else 0.0)
    low = min(int(at), len(scale) - 2)
    one, other = scale[low], scale[low + 1]
    mixed = (round(a + (b - a) * (at - low)) for a, b in zip(one, other, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


# -- helpers


def _chart(label: str, marks: str) -> str:
    return f'<svg class="chart" viewBox="0 0 {CHART} {HIGH}" role="img" aria-label="{escape(label)}">{marks}</svg>'


def _text(x: float, y: float, words: str, css: str) -> str:
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _across(turns: int) -> Scale:
    step = (CHART - LEFT - RIGHT) / max(1, turns - 1)
    return lambda place: LEFT + 8 + step * place


def _grid(y: Scale, top: float, percent: str) -> str:
    values = [top * k / 4 for k in range(5)]
    lines = "".join(f"M{LEFT} {y(value):.1f}H{CHART - RIGHT + 12}" for value in values)
    words = [f"{_percent(value)} %" if percent else f"{value:g}" for value in values]
    ticks = "".join(_text(LEFT - 8, y(v) + 4, word, "tick side") for v, word in zip(values, words, strict=True))
    return f'<path class="grid" d="{lines}"/>{ticks}'


def _apart(ends: Iterable[tuple[float, str, str]], x: float) -> list[str]:
    """The names at the ends of lines, moved apart where they would overlap."""
    found, lowest = [], -99.0
    for y, word, said in sorted(ends):
        lowest = max(y, lowest + 17)
        found.append(_text(x, lowest + 4, said, f"end {word}"))
    return found


def _round_up(value: float) -> float:
    """A round figure at or above this one, that can be divided by four.

    >>> _round_up(9), _round_up(33)
    (12.0, 40.0)
    """
    return next(float(step) for power in range(9) for unit in (4, 8, 12, 20) if (step := unit * 10**power) >= value)


def _percent(share: float) -> int:
    return round(100 * share)
