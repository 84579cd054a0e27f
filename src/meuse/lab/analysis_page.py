"""An analysis as one page of HTML: it needs nothing beside it, and follows the reader's light or dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from meuse.lab.analysis import Analysis, Fault, SideSum, TurningPoint
from meuse.lab.courses import Course, named
from meuse.lab.judging import Point
from meuse.report import count

WIDE, HIGH, LEFT, TOP = 960, 260, 44, 14
"""The curve: its size, and the room for the scale."""

TITLES = {"german": "German", "allied": "Allied", "": "Both"}

KINDS = {
    "gift": "left open", "hole": "a gap", "lonely": "alone", "starved": "cut off", "suicide": "without hope",
    "unspent": "unused", "idle": "idle", "undone": "there and back",
}  # fmt: skip

STYLE = """
:root { color-scheme: light dark; --ground: #f6f4ee; --panel: #fffdf8; --ink: #23211c; --soft: #5d584c; --line: #d8d2c2;
  --german: #4c5b52; --allied: #3f6390; --accent: #8a5a00; --good: #2f6b3a; --bad: #a13a2b; }
@media (prefers-color-scheme: dark) { :root { --ground: #1b1c1e; --panel: #232528; --ink: #ece8dd; --soft: #b3ac9c;
  --line: #3c3f44; --german: #a3b8a9; --allied: #8fb4e0; --accent: #e0b15a; --good: #86c48f; --bad: #ec8d7d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 24px 20px 60px; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 16px 20px; margin: 16px 0; }
h1 { font-size: 1.7rem; margin: 0 0 4px; } h2 { font-size: 1.15rem; margin: 0 0 8px; }
h3 { font-size: 1rem; margin: 14px 0 2px; }
p { margin: 4px 0; } .soft { color: var(--soft); font-size: .9rem; } .german { color: var(--german); }
.allied { color: var(--allied); } .good { color: var(--good); } .bad { color: var(--bad); }
.scroll { overflow-x: auto; } svg { display: block; width: 100%; min-width: 560px; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--soft); } .grid { stroke: var(--line); }
.half { stroke: var(--soft); stroke-dasharray: 4 4; } .curve { fill: none; stroke: var(--ink); stroke-width: 2; }
.roll { fill: var(--accent); } .mark circle { fill: var(--panel); stroke: var(--bad); stroke-width: 2; }
.mark text { fill: var(--ink); font-weight: 600; text-anchor: middle; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; } th, td { text-align: left; padding: 5px 14px 5px 0;
  border-bottom: 1px solid var(--line); vertical-align: top; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 28px; }
@media (max-width: 700px) { .two { grid-template-columns: 1fr; } }
"""


def page(found: Analysis, source: str = "") -> str:
    """The whole page; `source` is the file that the game comes from."""
    title = escape(f"{found.title}: analysis")
    parts = "\n".join(_parts(found, source))
    return (
        f'<!DOCTYPE html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{parts}\n</main>\n</body>\n</html>\n"
    )


def _parts(found: Analysis, source: str) -> Iterator[str]:
    yield f"<h1>{escape(found.title)}</h1>"
    after = f"{escape(found.verdict)} " if found.verdict else "The game is not over. "
    yield f'<p>{after}<span class="soft">{count(found.orders, "order")}.</span></p>'
    if source:
        yield (
            f'<p class="soft">To see a moment on the board, or to play on from it, open <code>{escape(source)}</code> '
            "on the front page of <code>meuse play</code> and go to the order named here.</p>"
        )
    yield _section("The German side's chance to win", _known(found), f'<div class="scroll">{curve(found)}</div>')
    yield _section("Luck and judgement", LUCK, _sums(found.sides))
    yield _section("Turning points", TURNING, *_turning(found.turning_points))
    yield _section("Accuracy by phase", ACCURACY, _phases(found.sides))
    yield _section("What went wrong", AUDIT, _faults(found.faults))


LUCK = (
    "Luck is the chance to win after a roll, less what it was on average over all faces. Judgement compares a side's "
    "decisions with those of the staff, from the same positions and whatever the dice did."
)
TURNING = "The largest rolls, and the decisions that lost most, with what a search would have done instead."
ACCURACY = "100 % means that the staff would have promised no more. A loss of ten points of chance leaves 61 %."
AUDIT = "What the audit counts by the rules of the game, in the order in which it happened."


def _known(found: Analysis) -> str:
    if found.certain:
        return "As learnt from many games of the bots. Dots are rolls, numbers are turning points."
    return "By a rule of thumb: of this scenario little was learnt. Dots are rolls, numbers are turning points."


def curve(found: Analysis) -> str:
    """The chance to win, order by order, as a picture."""
    across = (WIDE - LEFT - 10) / max(1, found.orders)
    inner = HIGH - 2 * TOP - 16

    def spot(point: Point) -> tuple[float, float]:
        return LEFT + across * point.number, TOP + inner * (1.0 - point.value)

    spots = [spot(point) for point in found.points]
    line = " ".join(f"{'M' if n == 0 else 'L'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(spots))
    rows = "".join(_row(share, TOP + inner * (1.0 - share)) for share in (0.0, 0.25, 0.5, 0.75, 1.0))
    turns = "".join(_turn(turn, LEFT + across * number) for turn, number in _turns(found.points))
    dots = "".join(
        f'<circle class="roll" cx="{x:.1f}" cy="{y:.1f}" r="2.5"><title>{escape(_told(point))}</title></circle>'
        for point, (x, y) in zip(found.points, spots, strict=True)
        if point.kind == "roll"
    )
    marks = "".join(_mark(n, one, found.points, spot) for n, one in enumerate(found.turning_points, start=1))
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="The chance to win, order by order">'
        f'{rows}{turns}<path class="curve" d="{line}"/>{dots}{marks}</svg>'
    )


def _told(point: Point) -> str:
    return f"Order {point.number}, turn {point.turn}: {round(100 * point.value)} %. {point.title}"


def _row(share: float, y: float) -> str:
    look = "half" if share == 0.5 else "grid"
    return (
        f'<line class="{look}" x1="{LEFT}" x2="{WIDE - 10}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{round(100 * share)} %</text>'
    )


def _turn(turn: int, x: float) -> str:
    return f'<text x="{x:.1f}" y="{HIGH - 4}">{turn}</text>'


def _turns(points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Where each turn begins."""
    last = None
    for before, point in zip([*points[:1], *points[:-1]], points, strict=True):
        if point.turn != last:
            last = point.turn
            yield point.turn, before.number


def _mark(number: int, one: TurningPoint, points: Sequence[Point], spot: Callable[[Point], tuple[float, float]]) -> str:
    near = min(points, key=lambda point: abs(point.number - one.number))
    x, y = spot(near)
    high = y - 20 if y > 40 else y + 24
    return (
        f'<g class="mark"><title>{escape(one.text)}</title><circle cx="{x:.1f}" cy="{high:.1f}" r="9"/>'
        f'<text x="{x:.1f}" y="{high + 4:.1f}">{number}</text></g>'
    )


def _section(title: str, note: str, *content: str) -> str:
    inner = "\n".join(content)
    return f'<section>\n<h2>{escape(title)}</h2>\n<p class="soft">{escape(note)}</p>\n{inner}\n</section>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{word}</th>" for word in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _side(side: str) -> str:
    return f'<b class="{side}">{TITLES[side]}</b>'


def _sums(sides: Sequence[SideSum]) -> str:
    rows = [(_side(s.side), points(s.luck), points(s.judgement), f"{s.accuracy:.0f} %") for s in sides]
    return _table(("Side", "Luck", "Judgement", "Accuracy"), rows)


def points(value: float) -> str:
    """A change of the chance, with its sign.

    >>> points(0.123), points(-0.02), points(0.001)
    ('+12 %', '−2 %', '0 %')
    """
    whole = round(100 * value)
    return f"{'+' if whole > 0 else '−' if whole < 0 else ''}{abs(whole)} %"


def _phases(sides: Sequence[SideSum]) -> str:
    rows = [
        (_side(s.side), escape(one.title), str(one.phases), f"{one.accuracy:.0f} %", points(one.judgement))
        for s in sides
        for one in s.phases
    ]
    return _table(("Side", "Phase", "Times", "Accuracy", "Beside the staff"), rows)


def _turning(found: Sequence[TurningPoint]) -> Iterator[str]:
    if not found:
        yield "<p>No single roll or decision changed much.</p>"
    for number, one in enumerate(found, start=1):
        who = TITLES["allied" if one.side == "german" else "german"]
        yield f"<h3>{number}. Turn {one.turn}, order {one.number}: {escape(one.text)}</h3>"
        if one.better is None:
            yield f"<p>The dice gave the {_side(one.side)} side {points(one.by)}.</p>"
            continue
        worth = f"{_percent(one.better.chance)}; what was played was worth {_percent(one.better.played_chance)}"
        yield f"<p>For the {who} side the turn promised {worth}.</p>"
        played, plan = one.better.played, one.better.plan
        yield (
            f'<div class="two"><div><b>Played</b> <span class="soft">{_percent(one.better.played_chance)}</span>'
            f"{_course(played)}</div><div><b>Better</b> "
            f'<span class="soft">{_percent(one.better.chance)}: {escape(plan.plan)}</span>{_course(plan)}</div></div>'
        )


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


def _course(course: Course) -> str:
    strikes = "".join(
        f"<li>{escape(named(one.names))} against {escape(one.place)}: {escape(one.odds)}, {_percent(one.chance)}</li>"
        for one in course.strikes
    )
    moves = "".join(f"<li>{escape(one.name)}: {one.hexes[0]} to {one.hexes[-1]}</li>" for one in course.arrows)
    said = f"<p>{escape(course.words)}</p>"
    return f"{said}<details><summary class='soft'>Orders</summary><ul>{strikes}{moves}</ul></details>"


def _faults(faults: Sequence[Fault]) -> str:
    if not faults:
        return "<p>The audit found nothing to blame.</p>"
    rows = [
        (
            str(one.turn), str(one.number), _side(one.side), KINDS[one.kind], escape(one.text),
            '<span class="bad">punished</span>' if one.punished else "",
        )
        for one in faults
    ]  # fmt: skip
    return _table(("Turn", "Order", "Side", "Kind", "What", ""), rows)
