"""The report of a study: one HTML file that needs no network, for the screen, the printer and the post."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files

import meuse
from meuse import drawing
from meuse.hexmap import HexMap
from meuse.lab.play import Played
from meuse.lab.study import charts
from meuse.lab.study.figures import Effect, EventFigures, FactorFigures, Span, figures, turn_titles
from meuse.lab.study.ground import Ground, ground_of, places_taken
from meuse.lab.study.maps import Maps, key_of_shares
from meuse.lab.study.plan import Plan
from meuse.lab.study.run import Studied
from meuse.report import count

PLACES = 18
"""So many places have a line of their own beside the map."""

BESIDE = 3
"""Below a wide map, they stand in so many tables side by side."""


def page(plan: Plan, found: Sequence[Studied]) -> str:
    """The report of the games of a study."""
    return _Report(plan, found).page()


class _Report:
    def __init__(self, plan: Plan, found: Sequence[Studied]) -> None:
        self.plan, self.figures = plan, figures(plan, found)
        self.start = meuse.new(plan.game, plan.scenario, plan.seed, plan.options)
        self.played: list[Played] = [one.played for one in found if not one.played.error]
        self.ground: Ground = ground_of(self.start, self.played)
        self.maps = Maps(self.board, self.ground)
        self.titles = turn_titles(self.start)

    @property
    def board(self) -> HexMap:
        return self.start.state.map

    def page(self) -> str:
        parts = [self._head(), self._outcome(), *self._factors(), *self._combinations(), *self._ground(),
                 *self._history(), self._length(), self._losses(), self._method()]  # fmt: skip
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.plan.title)}</title><style>{stylesheet()}{self._colours()}</style></head>"
            f"<body>{self.maps.definitions()}<main>{''.join(parts)}</main></body></html>\n"
        )

    def _colours(self) -> str:
        light, dark = (self.maps.colours(theme) for theme in drawing.THEMES)
        return f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"

    # -- chapters

    def _head(self) -> str:
        rules = self.start.rules
        who = f"{self.plan.german} as German, {self.plan.allied} as Allied"
        scenario = self.start.state.scenario.title
        played = scenario if scenario.startswith(rules.title) else f"{rules.title} · {scenario}"
        line = f"{played} · {who} · {count(self.figures.games, 'game')}"
        question = f'<p class="question">{escape(self.plan.question)}</p>' if self.plan.question else ""
        return f'<header><p class="kicker">{escape(line)}</p><h1>{escape(self.plan.title)}</h1>{question}</header>'

    def _outcome(self) -> str:
        found = self.figures
        key = "".join(
            f'<span><i class="{word}"></i>{charts.SIDE_TITLES[word]} <b>{number}</b></span>'
            for word, number in found.winners.items()
            if number
        )
        rows = [
            [escape(level[:1].upper() + level[1:]), str(number), f"{100 * number / max(1, found.games):.0f} %"]
            for level, number in found.levels.items()
        ]
        share = f'<p class="figure"><b>{100 * found.balance.share:.0f} %</b> of the points go to the German side.</p>'
        doubt = (
            f"<p>A win counts one point, a draw half. With {count(found.games, 'game')}, the true share lies between "
            f"{100 * found.balance.low:.0f} and {100 * found.balance.high:.0f}\xa0%, with 95\xa0% confidence.</p>"
        )
        table = _table(["Verdict", "Games", "Share"], rows, "numbers")
        return _section("Who wins", f'{share}{charts.stacked(found.winners)}<p class="key">{key}</p>{doubt}{table}')

    def _factors(self) -> Iterable[str]:
        for factor in self.figures.factors:
            yield _section(factor.title, _sentence(factor) + _factor_table(factor))

    def _combinations(self) -> Iterable[str]:
        if not self.figures.combinations:
            return
        heads = [*(factor.title for factor in self.plan.factors), "Games", "German share of points", ""]
        rows = [
            [*map(escape, one.labels), str(one.balance.games), charts.whisker(one.balance), charts.points(one.balance)]
            for one in self.figures.combinations
        ]
        yield _section("Every combination", _table(heads, rows, "wide"))

    def _ground(self) -> Iterable[str]:
        if not self.ground.fronts:
            return
        places = places_taken(self.board, self.ground.taken, PLACES)
        rows = [
            [escape(place.name), f"{100 * taken.share:.0f} %", _turns(taken.usual)] for place, taken in places
        ]  # fmt: skip
        heads, parts = ["Place", "Taken", "On turn"], 1 if self.maps.is_upright else BESIDE
        size = -(-len(rows) // parts)
        tables = [_table(heads, rows[at : at + size], "numbers") for at in range(0, len(rows), max(1, size))]
        yield _section(
            "How far it goes",
            "<p>How often the German side took each hex. What it held at the start is left out.</p>"
            f'<div class="{"beside" if self.maps.is_upright else "above"}">'
            f"<figure>{self.maps.how_often()}{_key(key_of_shares().items(), 'often')}</figure>{''.join(tables)}</div>",
            "wide",
        )
        yield _section(
            "When",
            "<p>The turn on which each hex was usually taken, where it was.</p>"
            f"<figure>{self.maps.when()}{self._key_of_turns()}</figure>",
            "wide",
        )
        yield _section(
            "The front, turn by turn",
            "<p>The line runs where the front lay in the middle of all games; in half of them it lay within the "
            f"band. Games that had ended count as they ended.</p>{self._chooser()}"
            f"<figure>{self.maps.fronts()}</figure>",
            "wide fronts",
        )

    def _key_of_turns(self) -> str:
        items = [(self.maps.colour(turn), self._turn(turn)) for turn in self.maps.turns]
        swatches = "".join(f'<span><i style="background:{colour}"></i>{words}</span>' for colour, words in items)
        return f'<figcaption class="key">{swatches}</figcaption>'

    def _chooser(self) -> str:
        """A box to tick for each turn: what is not ticked is hidden, by the style sheet alone."""
        shown = self.maps.shown()
        boxes = "".join(
            f'<label style="--c:{self.maps.colour(turn)}"><input type="checkbox" id="t{turn}"'
            f"{' checked' if turn in shown else ''}><i></i>{self._turn(turn)}</label>"
            for turn in self.maps.turns
        )
        hide = "".join(f".fronts:has(#t{turn}:not(:checked)) .turn{turn}{{display:none}}" for turn in self.maps.turns)
        return f'<style>{hide}</style><p class="chooser">{boxes}</p>'

    def _turn(self, turn: int) -> str:
        title = self.titles.get(turn, "")
        return f"{turn} <small>{escape(title)}</small>" if title and title != str(turn) else str(turn)

    def _history(self) -> Iterable[str]:
        if not self.figures.history:
            return
        last = max([len(self.figures.turns), *(event.turn for event in self.figures.history)])
        rows = [_event(event, last) for event in self.figures.history]
        heads = ["Event", "In 1940", f"In the games, turns 1 to {last}", "Happened", "Usually on turn"]
        yield _section(
            "Against history",
            "<p>When in the games what happened in 1940 did; the mark below a row is its turn in history.</p>"
            + _table(heads, rows, "wide history"),
        )

    def _length(self) -> str:
        lengths, last = self.figures.lengths, max([1, len(self.figures.turns)])
        if len(lengths) == 1:
            return _section("How long it lasts", f"<p>All games ended on turn {min(lengths)}.</p>")
        chart = charts.columns(lengths, 1, last, self.titles)
        return _section("How long it lasts", f"<p>How many games ended on which turn.</p>{chart}")

    def _losses(self) -> str:
        turns = self.figures.turns
        if not turns:
            return ""
        lost = charts.bands(turns, lambda one: one.lost, "", "Steps lost by the end of each turn")
        held = charts.bands(turns, lambda one: one.held, "%", "Share held of all that counts")
        return _section(
            "Losses and objectives",
            "<p>Steps lost by the end of each turn. The line is the middle of all games; four of five lie within the "
            f"band.</p>{lost}<p>What each side holds of the places that count, by their worth.</p>{held}",
        )

    def _method(self) -> str:
        plan, found = self.plan, self.figures
        rules = self.start.rules
        how = {
            "Games": f"{found.games}" + (f", and {found.errors} that went wrong" if found.errors else ""),
            "Seeds": f"from {plan.seed} on; the same for all levels that are compared",
            "Options": ", ".join(f"{name}: {value}" for name, value in plan.options.items()) or "as the game has them",
            "Rules": f"{rules.title}, revision {rules.revision}, tables {rules.data_hash}; Meuse {version('meuse')}",
            "A game took": f"{found.seconds:.1f} seconds on average, on one processor",
        }
        rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in how.items())
        return _section(
            "How it was made",
            f"<dl>{rows}</dl><p>Intervals of shares are Wilson's, those of differences Newcombe's, at 95 %. "
            "Bots are not people: the report says how these two play the game, not how it must go.</p>",
        )


def stylesheet() -> str:
    """The style of the page and of the maps on it, light and dark as the reader's system has it."""
    light, dark = (
        ";".join(f"{name}:{value}" for name, value in drawing.tokens(theme).items()) for theme in drawing.THEMES
    )
    own = files("meuse.lab.study").joinpath("report.css").read_text(encoding="utf-8")
    return f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}{drawing.rules()}{own}"


# -- helpers


def _section(title: str, body: str, css: str = "") -> str:
    return f'<section class="{css}"><h2>{escape(title)}</h2>{body}</section>'


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]], css: str) -> str:
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table class="{css}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _key(items: Iterable[tuple[str, str]], css: str) -> str:
    swatches = "".join(f'<span><i class="{css} {name}"></i>{words}</span>' for name, words in items)
    return f'<figcaption class="key">{swatches}</figcaption>'


def _sentence(factor: FactorFigures) -> str:
    """What stands out, if anything does."""
    clear = [level for level in factor.levels if level.effect is not None and level.effect.is_clear]
    first = escape(factor.levels[0].label)
    if not clear:
        return f"<p>No level differs from <b>{first}</b> by more than chance explains.</p>"
    said = ", ".join(f"<b>{escape(level.label)}</b> {_change(level.effect)}" for level in clear)
    return f"<p>Against <b>{first}</b>, the German side's points change with {said}.</p>"


def _factor_table(factor: FactorFigures) -> str:
    heads = ["", "Games", "German share of points", "", f"Against {factor.levels[0].label}", "Last turn",
             "German losses", "Allied losses"]  # fmt: skip
    rows = [
        [
            f"<b>{escape(level.label)}</b>",
            str(level.balance.games),
            charts.whisker(level.balance),
            charts.points(level.balance),
            _change(level.effect),
            f"{level.last_turn.middle:g}",
            f"{level.lost['german'].middle:g}",
            f"{level.lost['allied'].middle:g}",
        ]
        for level in factor.levels
    ]
    return _table(heads, rows, "wide")


def _change(found: Effect | None) -> str:
    if found is None:
        return ""
    change, low, high = (f"{100 * value:+.0f}".replace("-", "−") for value in (found.change, found.low, found.high))
    return f"{change} ({low} to {high})"


def _event(event: EventFigures, last: int) -> list[str]:
    usual = _turns(event.usual) if event.usual is not None else "never"
    return [escape(event.title), f"turn {event.turn}", charts.strip(event, last), f"{100 * event.share:.0f} %", usual]


def _turns(usual: Span) -> str:
    """
    >>> _turns(Span(2, 3, 5)), _turns(Span(2, 2, 2))
    ('3 (2 to 5)', '2')
    """
    return f"{usual.middle:g}" if usual.low == usual.high else f"{usual.middle:g} ({usual.low:g} to {usual.high:g})"
