"""Ledgers and lists of counters: faults are named with file and entry."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.counters import BadCounters, Counter, Side, load_counters
from meuse.ledger import BadLedger, Ledger, Refusal, load_ledger

RULE = '[[rule]]\nid = "1"\ntitle = "One"\ntext = "The only one."\n'
RULING = '[[ruling]]\nid = "R.1"\nrule = "1"\nquestion = "Which?"\nruling = "This."\n'


def read(folder: Path, text: str) -> Ledger:
    path = folder / "rules.toml"
    path.write_text(f'[game]\ntitle = "Toy"\n{text}', encoding="utf-8")
    load_ledger.cache_clear()
    return load_ledger(path)


def test_rules_and_rulings_are_found_by_their_ids(tmp_path: Path) -> None:
    ledger = read(tmp_path, RULE + RULING)
    assert ledger.ids() == ("1", "R.1")
    assert ledger.find("R.1").check == "code"
    with pytest.raises(KeyError, match="Toy has no rule '2'"):
        ledger.find("2")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[rule]\n", "rules.toml: "),
        ('[[rule]]\nid = "1"\ntitle = "One"\n', "missing required field `text`"),
        (RULE + 'check = "maybe"\n', "Invalid enum value 'maybe'"),
        (RULE + RULE, "rules.toml: rule 1 occurs twice"),
        (RULE + RULING.replace("R.1", "1"), "rules.toml: rule 1 occurs twice"),
        (RULE + RULING.replace('rule = "1"', 'rule = "9"'), "ruling R.1 speaks of rule 9, which does not exist"),
        (RULE + 'see = ["9"]\n', "rule 1 refers to 9, which does not exist"),
    ],
)
def test_a_faulty_ledger_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(BadLedger) as caught:
        read(tmp_path, text)
    assert fault in str(caught.value)


@pytest.mark.parametrize("game", meuse.GAMES)
def test_every_rule_of_every_game_has_words(game: str) -> None:
    ledger = meuse.rule_book(game).ledger
    assert all(rule.title and rule.text for rule in ledger.rule)
    assert all(ruling.question and ruling.ruling for ruling in ledger.ruling)


def test_a_refusal_without_a_rule_is_its_sentence() -> None:
    assert str(Refusal("", "there is no such hex")) == "there is no such hex"
    assert str(Refusal("5.2", "4320 holds 55DI")) == "5.2: 4320 holds 55DI"


# -- counters

A = '{ id = "A", name = "A", side = "german", nation = "german" }'


def counters(folder: Path, *rows: str) -> tuple[Counter, ...]:
    path = folder / "counters.toml"
    path.write_text(f"counter = [{', '.join(rows)}]", encoding="utf-8")
    return load_counters(path, Counter)


def test_counters_are_read_in_their_order(tmp_path: Path) -> None:
    found = counters(tmp_path, A, A.replace('"A"', '"B"').replace('"german"', '"allied"'))
    assert [(counter.id, counter.side) for counter in found] == [("A", Side.GERMAN), ("B", Side.ALLIED)]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([A, A], "counters.toml: counter A occurs twice"),
        ([A.replace('side = "german", ', "")], "counters.toml: counter A: 'side'"),
        ([A.replace('side = "german"', 'side = "english"')], "counter A: there is no side 'english'"),
        ([A.replace(" }", ', steps = "two" }')], "counter A: Expected `int`, got `str`"),
    ],
)
def test_a_faulty_counter_is_refused(tmp_path: Path, rows: list[str], fault: str) -> None:
    with pytest.raises(BadCounters) as caught:
        counters(tmp_path, *rows)
    assert fault in str(caught.value)


def test_sides_have_words_and_an_enemy() -> None:
    assert Side.of("allied") is Side.ALLIED
    assert Side.ALLIED.enemy is Side.GERMAN
    assert (Side.GERMAN.word, Side.GERMAN.title) == ("german", "German")
    with pytest.raises(ValueError, match="there is no side 'Allied'; the sides are german and allied"):
        Side.of("Allied")
