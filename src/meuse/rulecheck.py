"""Whether a game keeps its book: which rules have a test and a place in the code, and whether the tests notice.

Coverage reads the tests and the game's folder as text: a test names the rules it shows with `@rule(game, ids)`, code
and data name a rule by its id. A *mutant* is the game with one such place taken out: a Refusal made None, a Shift
dropped, a predicate forced. The tests of that rule must fail on it.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from meuse.ledger import Ledger
from meuse.rulebook import RuleBook

Change = Literal["refusal", "shift", "false", "true"]

JUDGES = ("advice", "appreciation", "appraisal", "manoeuvre")
"""How the pages begin that only judge positions for opponents: they follow the rules, and enforce none."""


class Coverage(msgspec.Struct, frozen=True):
    """How far a game's ledger is tested: `untested` has no test, `unnamed` no place in code or data."""

    game: str
    rules: int
    notes: int
    tested: int
    untested: tuple[str, ...]
    unnamed: tuple[str, ...]
    unknown: tuple[str, ...]


class Mutant(msgspec.Struct, frozen=True):
    """One place of the code, and what is changed there."""

    module: str
    path: str
    line: int
    column: int
    change: Change
    rule: str

    @property
    def words(self) -> str:
        said = {
            "refusal": "the refusal is made None",
            "shift": "the shift is dropped",
            "false": "the predicate is always false",
            "true": "the predicate is always true",
        }[self.change]
        return f"{self.path}:{self.line}: rule {self.rule}: {said}"


def coverage(book: RuleBook, tests: Path) -> Coverage:
    """What of a game's ledger is tested by the tests in a folder."""
    ids = book.ledger.ids()
    notes = {i for i in ids if book.ledger.find(i).check == "note"}
    tested = tested_rules(book.id, tests)
    named = _named_rules(book)
    counted = [i for i in ids if i not in notes]
    return Coverage(
        game=book.id,
        rules=len(counted),
        notes=len(notes),
        tested=sum(i in tested for i in counted),
        untested=tuple(i for i in counted if i not in tested),
        unnamed=tuple(i for i in counted if book.ledger.find(i).check == "code" and i not in named),
        unknown=tuple(sorted(i for i in tested if i not in ids)),
    )


def tested_rules(game: str, tests: Path) -> dict[str, set[Path]]:
    """The rules that tests name, with the files that hold those tests."""
    found: dict[str, set[Path]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for rule_id in _rules_of_call(node, game):
                found.setdefault(rule_id, set()).add(path)
    return found


def mutants(book: RuleBook) -> list[Mutant]:
    """Every place in a game's code that names a rule and can be taken out; what opponents think of rules is none."""
    root = book.data.parent
    found: list[Mutant] = []
    for path in sorted(path for path in root.rglob("*.py") if not path.name.startswith(JUDGES)):
        parts = path.relative_to(root).with_suffix("").parts
        module = ".".join(("meuse", "games", book.id, *(part for part in parts if part != "__init__")))
        place = str(path.relative_to(root.parent))
        for node, change, rule_id in _places(ast.parse(path.read_text(encoding="utf-8")), book.ledger):
            found.append(Mutant(module, place, node.lineno, node.col_offset, change, rule_id))
    return found


def draw(book: RuleBook, count: int, seed: int, tests: Path) -> list[Mutant]:
    """A random draw of mutants of tested rules."""
    tested = tested_rules(book.id, tests)
    able = [mutant for mutant in mutants(book) if mutant.rule in tested]
    return random.Random(seed).sample(able, min(count, len(able)))


def mutate(source: str, mutant: Mutant) -> ast.Module:
    """The syntax tree of a module with one place taken out."""
    tree = ast.parse(source)
    changed = ast.fix_missing_locations(_Take(mutant).visit(tree))
    assert isinstance(changed, ast.Module)
    return changed


# -- helpers


def _rules_of_call(node: ast.AST, game: str) -> Iterator[str]:
    """The ids in a call rule("game", "id", ...)."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule"):
        return
    words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if words and words[0] == game:
        yield from words[1:]


def _named_rules(book: RuleBook) -> set[str]:
    """The rules that code, docstrings, comments or data of a game name."""
    root = book.data.parent
    files = [*root.rglob("*.py"), *book.figure_files()]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files if not path.name.startswith("map"))
    words = set(re.findall(r"[\w.\-]*\w", text))
    return {i for i in book.ledger.ids() if i in words}


def _places(tree: ast.Module, ledger: Ledger) -> Iterator[tuple[ast.expr | ast.stmt, Change, str]]:
    known = set(ledger.ids())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) == "Refusal" and (i := _first_rule(node, 0, known)):
            yield node, "refusal", i
        elif (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and isinstance(node.value.value, ast.Call)
        ):
            if _called(node.value.value) == "Shift" and (i := _first_rule(node.value.value, 1, known)):
                yield node, "shift", i
        elif isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "bool":
            for i in _docstring_rules(node, known)[:1]:
                yield node, "false", i
                yield node, "true", i


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _first_rule(node: ast.Call, place: int, known: set[str]) -> str | None:
    if len(node.args) <= place:
        return None
    arg = node.args[place]
    return arg.value if isinstance(arg, ast.Constant) and arg.value in known else None


def _docstring_rules(node: ast.FunctionDef, known: set[str]) -> list[str]:
    """The ids before the first colon of a docstring: "5.1, 5.3: what a unit may still spend"."""
    head = (ast.get_docstring(node) or "").partition(":")[0]
    return [word for word in re.split(r"[,\s]+", head) if word in known]


class _Take(ast.NodeTransformer):
    """Takes out the one place that a mutant names."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def visit(self, node: ast.AST) -> ast.AST:
        here = (getattr(node, "lineno", 0), getattr(node, "col_offset", -1))
        if here == (self.mutant.line, self.mutant.column):
            if self.mutant.change == "refusal" and isinstance(node, ast.Call) and _called(node) == "Refusal":
                return ast.copy_location(ast.Constant(None), node)
            if self.mutant.change == "shift" and isinstance(node, ast.Expr):
                return ast.copy_location(ast.Pass(), node)
            if self.mutant.change in ("true", "false") and isinstance(node, ast.FunctionDef):
                answer = ast.Return(ast.Constant(self.mutant.change == "true"))
                node.body = [ast.copy_location(answer, node)]
                return node
        return self.generic_visit(node)
