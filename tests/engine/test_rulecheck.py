"""Coverage and mutation: what a ledger's tests are counted and tried by."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from meuse import rulecheck
from meuse.ledger import load_ledger
from meuse.rulecheck import Mutant, mutate

from .toy import ToyBook

LEDGER = """
game = { title = "Tiny" }
rule = [
  { id = "1.1", title = "Stop", text = "No unit enters." },
  { id = "1.2", title = "Woods", text = "Woods help." },
  { id = "1.3", title = "Unused", text = "Nobody names me." },
  { id = "1.4", title = "A note", text = "For reading.", check = "note" },
  { id = "1.5", title = "A figure", text = "Three fit.", check = "data" },
]
"""

CODE = '''
def forbids(g, h):
    return Refusal("1.1", "no") if g.enemy_in(h) else None

def shifts(g):
    if g.woods:
        yield Shift(-1, "1.2", "woods")

def stops(g) -> bool:
    """1.1, 1.2: whether a unit stops."""
    return g.near

def helper(g) -> bool:
    """Names no rule."""
    return Refusal("9.9", "not of this ledger")
'''

TESTS = """
from meuse.testkit import rule

@rule("tiny", "1.1", "1.5")
def test_one(): ...

@rule("other", "1.2")
def test_two(): ...

@rule("tiny", "7.7")
def test_three(): ...
"""


@pytest.fixture
def book(tmp_path: Path) -> ToyBook:
    """A tiny game in a folder, with tests beside it."""
    (tmp_path / "tiny" / "data").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tiny" / "combat.py").write_text(CODE)
    (tmp_path / "tiny" / "data" / "rules.toml").write_text(LEDGER)
    (tmp_path / "tests" / "test_tiny.py").write_text(TESTS)
    load_ledger.cache_clear()
    made = ToyBook()
    made.id, made.data = "tiny", tmp_path / "tiny" / "data"  # type: ignore[misc]
    return made


def test_coverage_counts_what_is_tested_and_named(book: ToyBook, tmp_path: Path) -> None:
    found = rulecheck.coverage(book, tmp_path / "tests")
    assert (found.rules, found.notes, found.tested) == (4, 1, 2)
    assert found.untested == ("1.2", "1.3")
    assert found.unnamed == ("1.3",)
    assert found.unknown == ("7.7",)


def test_every_place_that_names_a_rule_can_be_taken_out(book: ToyBook) -> None:
    found = {(mutant.change, mutant.rule) for mutant in rulecheck.mutants(book)}
    assert found == {("refusal", "1.1"), ("shift", "1.2"), ("false", "1.1"), ("true", "1.1")}


def test_only_mutants_of_tested_rules_are_drawn(book: ToyBook, tmp_path: Path) -> None:
    drawn = rulecheck.draw(book, 50, 1, tmp_path / "tests")
    assert {mutant.rule for mutant in drawn} == {"1.1"}
    assert len(drawn) == 3
    assert drawn == rulecheck.draw(book, 50, 1, tmp_path / "tests")


@pytest.mark.parametrize(
    ("change", "rule", "gone", "put"),
    [
        ("refusal", "1.1", "Refusal('1.1', 'no')", "return None if g.enemy_in(h) else None"),
        ("shift", "1.2", "yield", "pass"),
        ("false", "1.1", "g.near", "return False"),
        ("true", "1.1", "g.near", "return True"),
    ],
)
def test_a_mutant_has_one_place_changed(book: ToyBook, change: str, rule: str, gone: str, put: str) -> None:
    mutant = next(m for m in rulecheck.mutants(book) if (m.change, m.rule) == (change, rule))
    changed = ast.unparse(mutate(CODE, mutant))
    assert gone in ast.unparse(ast.parse(CODE))
    assert gone not in changed
    assert put in changed
    assert f"tiny/combat.py:{mutant.line}: rule {rule}: " in mutant.words


def test_other_places_stay_as_they_are(book: ToyBook) -> None:
    changed = ast.unparse(mutate(CODE, Mutant("tiny.combat", "tiny/combat.py", 999, 0, "refusal", "1.1")))
    assert changed == ast.unparse(ast.parse(CODE))


# -- mutants run against tests

CONFTEST = Path(__file__).parents[1] / "conftest.py"


def verdict(folder: Path, body: str) -> str:
    """What `meuse rules skirmish --mutate` says of the mutants of rule 7.2 under one test."""
    (folder / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_it.py").write_text(
        f'from meuse.testkit import Table, rule\n\n\n@rule("skirmish", "7.2")\ndef test_it():\n    {body}\n'
    )
    command = [sys.executable, "-c", "from meuse.cli import run; run()"]
    asked = ["rules", "skirmish", "--mutate", "1", "--tests", str(folder), "--json"]
    return subprocess.run([*command, *asked], capture_output=True, text=True, check=False, cwd=folder).stdout


def test_a_mutant_lives_if_no_test_notices_and_dies_if_one_does(tmp_path: Path) -> None:
    assert '"alive": ["skirmish/movement.py:' in verdict(tmp_path, "assert Table")
    assert '"mutants": 1, "alive": []' in verdict(
        tmp_path, 'assert Table("skirmish").phase("German movement").why_not("disband").rule == "7.2"'
    )
