"""`meuse games`, `new`, `sim`, `replay`, `verify`, `bench`: games from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import meuse
from meuse import cli_audit, journal
from meuse.cli_many import JobsOption, KeepOption, RayOption, WithOption, followed, import_all
from meuse.report import count

console = Console()
progress = Console(stderr=True)

RANDOM = "random"
"""`--option random`: every game of a run draws its options by its seed."""

VERIFIED, REFUSED, UNPROVEN = "verified", "refused", "agrees, but proves nothing"
VERDICTS = {VERIFIED: 0, REFUSED: 1, UNPROVEN: 3}
"""The verdicts of `verify`, and the exit codes that say so."""

JsonFlag = Annotated[bool, typer.Option("--json", help="print JSON")]
OptionList = Annotated[list[str] | None, typer.Option("--option", "-o", help="an option of the game: NAME=VALUE")]
SimOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="an option of the game, NAME=VALUE; or random, which draws the others"),
]


def games(as_json: JsonFlag = False) -> None:
    """List the games, their scenarios and options."""
    books = [meuse.rule_book(game) for game in meuse.GAMES]
    if as_json:
        typer.echo(json.dumps([_facts(book) for book in books], ensure_ascii=False))
        return
    table = Table("game", "title", "scenarios")
    options = Table("game", "option", "what it does", "values, the usual one first", "rule")
    for book in books:
        ids = [*(info.id for info in book.scenarios), *(variant.id for variant in _variants_of(book))]
        table.add_row(book.id, book.title, ", ".join(ids))
        for option in book.options:
            values = (option.default, *(value for value in option.values if value != option.default))
            options.add_row(book.id, option.id, option.title, ", ".join(map(_word, values)), option.rule)
        options.add_section()
    console.print(table, options)


def new(
    game: str,
    out: Annotated[Path, typer.Option(help="the file to write")],
    scenario: str | None = None,
    seed: str = "0",
    option: OptionList = None,
) -> None:
    """Start a game and save it."""
    started = meuse.new(game, scenario, seed, parse_options(option))
    started.save(out)
    console.print(f"{started.rules.title}, {started.state.scenario.title}: {out}. Seed {started.fingerprint[:16]}.")


def sim(
    game: str,
    scenario: str | None = None,
    german: str = "random",
    allied: str = "random",
    games: int = 10,
    seed: int = 1,
    jobs: JobsOption = 1,
    ray: RayOption = None,
    keep: KeepOption = None,
    option: SimOptions = None,
    audit: Annotated[bool, typer.Option("--audit", help="count the blunders of both sides, too")] = False,
    own: WithOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Let two bots play many games. The results do not depend on where they are played, or by how many processes."""
    from meuse.lab.play import Match, play_many, summary

    import_all(own)
    chosen = meuse.rule_book(game, scenario).checked_scenario(scenario)
    given = option or []
    match = Match(
        game=game,
        scenario=chosen,
        german=german,
        allied=allied,
        options=parse_options([text for text in given if text != RANDOM]),
        others="drawn" if RANDOM in given else "fixed",
        audit=audit,
    )
    coming = play_many(match, games, seed, jobs, ray=ray, keep=keep)
    played = list(followed(coming, "playing", games))
    found = summary(match, played)
    if as_json:
        typer.echo(json.dumps(found))
    else:
        table = Table("", "", title=f"{game} {chosen}: {german} against {allied}", show_header=False)
        for key in (
            "games",
            "finished",
            "verified",
            "wins",
            "shares",
            "levels",
            "orders",
            "seconds",
            "longest_seconds",
            "errors",
        ):
            table.add_row(key, str(found[key]))
        console.print(table)
        _show_history(found["history"])
        if audit:
            cli_audit.show(found["audit"])
    raise typer.Exit(0 if found["finished"] == found["verified"] == games and not found["errors"] else 1)


def _show_history(found: dict[str, Any]) -> None:
    """What of 1940 happened, and when."""
    table = Table("event", "in 1940", "happened", "in time", "in turns", title="history")
    for event in found.values():
        turns = ", ".join(map(str, event["turns"]))
        shares = (f"{100 * event[name]:.0f} %" for name in ("happened", "in_time"))
        table.add_row(event["title"], f"turn {event['turn']}", *shares, turns)
    console.print(table)


def replay(file: Path, at: Annotated[int | None, typer.Option(help="stop after so many orders")] = None) -> None:
    """Print a saved game, order by order."""
    game = meuse.load(file)
    for number, entry in enumerate(game.journal[:at], start=1):
        dice = f" [bold]{' '.join(map(str, entry.dice))}[/bold]" if entry.dice else ""
        console.print(f"{number:4} {entry.side.title:7} {' '.join(entry.order):40}{dice} {entry.note}", highlight=False)
    console.print(game.result.text if game.result else f"{game.decision.side.title}: {game.decision.question}")


def verify(files: list[Path], as_json: JsonFlag = False) -> None:
    """Replay saved games and check them: every order legal, every die from the seed, the same state at the end.

    The release that a file names verifies orders given before the rules changed. Exit code 1: a file is refused. Exit
    code 3: a file agrees with itself, but begins at a snapshot or a position, or has tables of its own.
    """
    found: dict[str, str] = {}
    for file in track(files, "verifying", console=progress):
        try:
            found[str(file)] = _verdict(journal.read(file))
        except (OSError, meuse.BadJournal) as error:
            found[str(file)] = f"{REFUSED}: {error}"
    if as_json:
        typer.echo(json.dumps(found))
    else:
        for name, verdict in found.items():
            console.print(f"{name}: {verdict}", highlight=False)
    codes = [VERDICTS[verdict.partition(":")[0]] for verdict in found.values()]
    raise typer.Exit(1 if 1 in codes else max(codes))


def bench(
    game: Annotated[str | None, typer.Argument(help="a game; all games if you name none")] = None,
    scenario: str | None = None,
    games: int = 10,
    seed: int = 1,
    as_json: JsonFlag = False,
) -> None:
    """Measure the speed of copies, tokens with their choices, orders and whole games."""
    from meuse.lab.bench import bench_game

    if game is None:
        _bench_all(games, seed, as_json)
        return
    found = bench_game(game, scenario, games, seed)
    if as_json:
        typer.echo(json.dumps(found))
        return
    table = Table("", "", title=f"{game}: microseconds of processor time", show_header=False)
    for key, value in found.items():
        if not isinstance(value, dict):
            table.add_row(key, str(value))
    console.print(table)
    kinds = Table("kind of decision", "tokens", "mean µs", "99 % µs")
    for kind, row in found["kinds"].items():
        kinds.add_row(kind, str(row["tokens"]), str(row["mean"]), str(row["p99"]))
    console.print(kinds)


COLUMNS = ("token_mean_us", "token_p99_us", "copy_us", "orders_per_second", "games_per_second")


def _bench_all(games: int, seed: int, as_json: bool) -> None:
    """One row for every scenario of every game."""
    from meuse.lab.bench import bench_game

    found = [
        {"scenario": info.id, **bench_game(game, info.id, games, seed)}
        for game in meuse.GAMES
        for info in meuse.rule_book(game).scenarios
    ]
    if as_json:
        typer.echo(json.dumps(found))
        return
    table = Table("game", "scenario", *COLUMNS, title="microseconds of processor time")
    for row in found:
        table.add_row(row["game"], row["scenario"], *(str(row[column]) for column in COLUMNS))
    console.print(table)


def parse_options(given: list[str] | None) -> dict[str, bool | int | str]:
    """NAME=VALUE as the games take them."""
    found: dict[str, bool | int | str] = {}
    for text in given or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"an option is NAME=VALUE, not {text!r}")
        plain = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}.get(value.lower())
        found[name] = plain if plain is not None else int(value) if re.fullmatch("-?[0-9]+", value) else value
    return found


def _verdict(read: journal.Journal) -> str:
    """What was verified, under which tables and with which seed, and what can only be taken on trust."""
    parts = journal.verify(read)
    doubts = journal.why_not_proven(read, parts)
    good = [f"{part.words}, state {part.digest}" for part in parts if part.digest]
    if len(parts) == 1:
        good = [f"{count(parts[0].last, 'order')}, state {parts[0].digest}"]
    rest = [_unverified(part) for part in parts if not part.digest]
    verdict = UNPROVEN if doubts else VERIFIED
    return "; ".join([f"{verdict}: {', and '.join(good)}", *rest, journal.known_by(read), *doubts])


def _unverified(part: journal.Part) -> str:
    if part.other_dice:
        return f"{part.words} were played with the dice of another game"
    return f"{part.words} are of revision {part.revision}, for {part.release or 'a later release'}"


def _word(value: bool | int | str) -> str:
    """An option's value as it is written on the command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _facts(book: meuse.RuleBook) -> dict[str, Any]:
    return {
        "id": book.id,
        "title": book.title,
        "summary": book.summary,
        "revision": book.revision,
        "scenarios": [{"id": info.id, "title": info.title, "summary": info.summary} for info in book.scenarios],
        "variants": [{"id": one.id, "title": one.title, "scenario": one.scenario} for one in _variants_of(book)],
        "options": [
            {"id": o.id, "title": o.title, "default": o.default, "values": o.values, "rule": o.rule}
            for o in book.options
        ],
    }


def _variants_of(book: meuse.RuleBook) -> list[meuse.Variant]:
    return [variant for variant in meuse.variants().values() if variant.game == book.id]
