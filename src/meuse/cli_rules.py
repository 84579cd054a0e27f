"""`meuse rules`: a game's book in plain words, what of it is tested, and whether the tests notice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from meuse import rulecheck
from meuse.ledger import Ruling
from meuse.rulebook import RuleBook

console = Console()


def rules(
    game: Annotated[str | None, typer.Argument(help="the id of a game; with --coverage, all if you name none")] = None,
    rule: Annotated[str | None, typer.Argument(help="a rule, or the start of its number")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="list what has no test or no place in the code")] = False,
    mutate: Annotated[int, typer.Option(help="test this many mutants of the code")] = 0,
    seed: Annotated[int, typer.Option(help="the seed that draws the mutants")] = 1,
    tests: Annotated[Path, typer.Option(help="the folder with the tests")] = Path("tests"),
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Show a game's rules, or how well they are tested."""
    from meuse import GAMES, rule_book

    if game is None:
        if not coverage:
            raise ValueError("name a game; only --coverage covers all of them")
        _coverage_of_all([rule_book(name) for name in GAMES], tests, as_json)
        return
    book = rule_book(game)
    if coverage:
        _coverage(book, tests, as_json)
    elif mutate:
        _mutate(book, tests, mutate, seed, as_json)
    else:
        _show(book, rule or "", as_json)


def _show(book: RuleBook, beginning: str, as_json: bool) -> None:
    found = [entry for i in book.ledger.ids() if i.startswith(beginning) for entry in [book.ledger.find(i)]]
    if not found:
        raise ValueError(f"{book.title} has no rule {beginning!r}")
    rows = [
        {"id": e.id, "title": e.question if isinstance(e, Ruling) else e.title,
         "text": e.ruling if isinstance(e, Ruling) else e.text}
        for e in found
    ]  # fmt: skip
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False))
        return
    for row in rows:
        console.print(f"[bold]{row['id']}[/bold] {row['title']}\n    {row['text']}", highlight=False)


def _coverage_of_all(books: list[RuleBook], tests: Path, as_json: bool) -> None:
    """One line for all games, and what is missing in any of them."""
    found = [rulecheck.coverage(book, _folder(tests)) for book in books]
    missing = [rule for one in found for rule in (*one.untested, *one.unnamed, *one.unknown)]
    if as_json:
        typer.echo(json.dumps([{name: getattr(one, name) for name in one.__struct_fields__} for one in found]))
    else:
        console.print("; ".join(f"{one.game} {one.tested} of {one.rules}" for one in found) + " rules tested")
        console.print(f"missing: {' '.join(missing) or 'nothing'}", highlight=False)
    raise typer.Exit(1 if missing else 0)


def _coverage(book: RuleBook, tests: Path, as_json: bool) -> None:
    found = rulecheck.coverage(book, _folder(tests))
    if as_json:
        facts = {name: getattr(found, name) for name in found.__struct_fields__}
        typer.echo(json.dumps(facts))
    else:
        table = Table("", "rules", title=f"{book.title}: {found.tested} of {found.rules} tested, notes: {found.notes}")
        table.add_row("no test", " ".join(found.untested) or "none")
        table.add_row("no place in the code", " ".join(found.unnamed) or "none")
        table.add_row("tested, but not in the ledger", " ".join(found.unknown) or "none")
        console.print(table)
    raise typer.Exit(1 if found.untested or found.unnamed or found.unknown else 0)


def _mutate(book: RuleBook, tests: Path, count: int, seed: int, as_json: bool) -> None:
    from meuse import mutation

    drawn = rulecheck.draw(book, count, seed, _folder(tests))
    verdicts = list(track(mutation.run(book.id, drawn, tests), "mutants", len(drawn), console=Console(stderr=True)))
    alive = [verdict.mutant.words for verdict in verdicts if verdict.alive]
    if as_json:
        typer.echo(json.dumps({"game": book.id, "mutants": len(drawn), "alive": alive}))
    else:
        console.print("\n".join([f"{len(drawn)} mutants of {book.title}, {len(alive)} alive", *alive]), highlight=False)
    raise typer.Exit(1 if alive or not drawn else 0)


def _folder(tests: Path) -> Path:
    if not tests.is_dir():
        raise ValueError(f"there are no tests in {tests}; name their folder with --tests")
    return tests
