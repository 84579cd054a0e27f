"""Many games as data: `meuse.simulate` plays them, and `Results` are what came of them, as rows, tables and files.

>>> import meuse
>>> results = meuse.simulate("skirmish", german="random", allied="random", games=4)
>>> [played.winner for played in results]
['allied', 'allied', 'allied', 'allied']
>>> results.wins()["allied"]
Share(count=4, share=1.0, low=0.51, high=1.0)
"""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

import meuse
from meuse.audit import KINDS
from meuse.counters import SIDES
from meuse.lab.play import Match, Played, events_of, interval, play_many

Extra = Literal["turns", "audit", "campaign"]
"""What can be worked out of each game besides: rows by turn; the blunders of both sides; who held which ground."""

Rows = Literal["games", "turns"]

DRAW = "draw"


class MissingLibrary(ImportError):
    """A library that Meuse can do without, and that this needs."""


class Share(msgspec.Struct, frozen=True):
    """How many of the games, and between which shares of all games the true one lies, with 95 % confidence."""

    count: int
    share: float
    low: float
    high: float


class Results:
    """What came of many games. Those that are not played yet are played when they are first asked for."""

    def __init__(self, match: Match, games: int, coming: Iterator[Played]) -> None:
        self.match, self.games = match, games
        self._played: list[Played] = []
        self._coming = coming

    def __len__(self) -> int:
        return self.games

    def __iter__(self) -> Iterator[Played]:
        """The games in the order of their seeds, each as soon as it is over."""
        for number in range(self.games):
            if number == len(self._played):
                self._played.append(next(self._coming))
            yield self._played[number]

    def wins(self) -> dict[str, Share]:
        """Who won how often, draws included; games that went wrong count for nobody."""
        winners = [played.winner for played in self if not played.error]
        return {word: _share(winners.count(word), len(winners)) for word in (*(s.word for s in SIDES), DRAW)}

    def rows(self, of: Rows = "games") -> list[dict[str, Any]]:
        """A row for each game, or for each turn of each game; all rows have the same columns."""
        if of not in get_args(Rows):
            raise ValueError(f"there are rows of {' and '.join(get_args(Rows))}, not of {of!r}")
        if of == "turns" and not self.match.turns:
            raise ValueError('the turns were not recorded: ask for them with simulate(..., also=["turns"])')
        events = [f"turn_of_{event.id}" for event in events_of(self.match)]
        dates = dict.fromkeys(sorted(events))
        found = (rows_of_turns(one) if of == "turns" else [row_of_game(one, dates)] for one in self)
        return same_columns([row for rows in found for row in rows])

    def table(self, of: Rows = "games") -> Any:
        """The rows as an Arrow table, from which pandas and Polars take them; needs `meuse[lab]`."""
        return library("pyarrow").Table.from_pylist(self.rows(of))

    def save(self, path: str | Path, of: Rows = "games") -> None:
        """Write the rows: as Parquet (needs `meuse[lab]`), CSV or JSON, by the ending of the name."""
        target = Path(path)
        write = WRITERS.get(target.suffix)
        if write is None:
            raise ValueError(f"{target}: the name of the file must end in {', '.join(WRITERS)}")
        write(self, target, of)


def simulate(
    game: str,
    *,
    scenario: str | None = None,
    german: str = "staff",
    allied: str = "staff",
    games: int = 100,
    seed: int = 1,
    options: Mapping[str, bool | int | str] | None = None,
    jobs: int = 1,
    ray: str | None = None,
    keep: str | Path | None = None,
    also: Collection[Extra] = (),
    variant: str | Path | meuse.Variant | None = None,
) -> Results:
    """Let two bots play many games; the results do not depend on where they are played.

    That is on `jobs` processes of this machine, or on the Ray cluster at an address: `ray="local"` starts one here.
    `keep` names a file in which games are kept as they end, so that an interrupted run goes on where it stopped.
    `also` names what is worked out of each game besides: "turns", a row for each turn; "audit", its blunders;
    "campaign", who held which ground at the end of each turn.
    """
    if unknown := set(also) - set(get_args(Extra)):
        raise ValueError(f"{', '.join(sorted(unknown))} cannot be worked out; {', '.join(get_args(Extra))} can")
    if games < 1 or jobs < 1:
        raise ValueError(f"at least one game and one job are needed, not {games} and {jobs}")
    given, own = dict(options or {}), _variant(game, scenario, variant)
    chosen = meuse.new(game, scenario, seed, given, variant=own).state.scenario.id
    for name in (german, allied):
        meuse.bot(name)
    match = Match(
        game=game, scenario=chosen, german=german, allied=allied, options=given,
        audit="audit" in also, turns="turns" in also, campaign="campaign" in also, variant=own,
    )  # fmt: skip
    kept = Path(keep) if keep is not None else None
    return Results(match, games, play_many(match, games, seed, jobs, ray=ray, keep=kept))


def _variant(game: str, scenario: str | None, given: str | Path | meuse.Variant | None) -> meuse.Variant | None:
    """A variant by its folder, or by its id as a scenario."""
    if given is None:
        return meuse.variants().get((game, scenario or ""))
    return given if isinstance(given, meuse.Variant) else meuse.read_variant(given)


# -- rows


def row_of_game(played: Played, dates: Mapping[str, int | None] | None = None) -> dict[str, Any]:
    """A game as one row of plain values: what is a table in it has a column for each entry.

    `dates` are the columns of events, those that never happened included.
    """
    row: dict[str, Any] = {
        name: getattr(played, name)
        for name in ("seed", "winner", "level", "orders", "seconds", "verified", "digest", "error")
    }
    row |= {f"{side.word}_score": played.score.get(side.word) for side in SIDES}
    row |= {f"option_{name}": value for name, value in played.options.items()}
    row |= _at_the_end(played)
    row |= {**(dates or {}), **{f"turn_of_{event}": turn for event, turn in sorted(played.dates.items())}}
    for side, tally in played.tallies.items():
        row |= {f"{side}_{kind}": tally[kind].blunders if kind in tally else 0 for kind in KINDS}
    return row


def _at_the_end(played: Played) -> dict[str, Any]:
    """How long a game was, and what both sides had lost and held when it ended; of games with turns only."""
    if not played.turns:
        return {}
    last = msgspec.structs.asdict(played.turns[-1])
    return {name: value for name, value in last.items() if name == "turn" or name.endswith(("_lost", "_held"))}


def rows_of_turns(played: Played) -> list[dict[str, Any]]:
    """A game as a row for each of its turns."""
    return [{"seed": played.seed, **msgspec.structs.asdict(turn)} for turn in played.turns]


def same_columns(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with the columns of all of them."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return [{name: row.get(name) for name in columns} for row in rows]


def _share(count: int, games: int) -> Share:
    return Share(count, round(count / games, 3) if games else 0.0, *interval(count, games))


# -- files


def _write_parquet(results: Results, path: Path, of: Rows) -> None:
    library("pyarrow.parquet").write_table(results.table(of), path)


def _write_csv(results: Results, path: Path, of: Rows) -> None:
    rows = results.rows(of)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else [])
        writer.writeheader()
        writer.writerows(rows)


def _write_json(results: Results, path: Path, of: Rows) -> None:
    path.write_text(json.dumps(results.rows(of), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


WRITERS = {".parquet": _write_parquet, ".csv": _write_csv, ".json": _write_json}


def library(name: str) -> Any:
    """A library that all else can do without; raises MissingLibrary."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingLibrary(f"this needs {name.partition('.')[0]}: pip install 'meuse[lab]'") from error
