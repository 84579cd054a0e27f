"""All that Meuse says is free of the turns that keep coming back; docs/wording.md says how it should sound."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from wording.everything import everything
from wording.said import KINDS, ROOT, Said
from wording.turns import LISTED, objections

WORDING = ROOT / "docs" / "wording.md"
"""The page that quotes what is refused."""

FINGERPRINTED = ("caseyellow/victory.py", "gdw1940/victory.py", "skirmish/sequence.py")
"""Files whose verdicts are part of the fingerprint of finished games: other words would be another state."""


def test_nothing_is_said_in_a_turn_that_is_refused() -> None:
    found = [line for said in everything() if _is_judged(said) for line in _refused(said)]
    if found:
        pytest.fail("\n".join(["docs/wording.md says how these should read:", *found]), pytrace=False)


def test_every_string_is_of_a_known_kind() -> None:
    assert {said.kind for said in everything()} <= {*KINDS}


@pytest.mark.parametrize(
    ("kind", "text", "better"),
    [
        ("why", "1512 is no port", "is not a ..."),
        ("why", "Sedan is out of reach", ""),
        ("why", "there is no enemy in Sedan", ""),
        ("why", "the unit is no longer there", ""),
        ("comment", "where the move goes on from", "continue from"),
        ("question", "Whom do you attack?", 'turn the sentence: "Which hexes do you attack?"'),
        ("question", "Move your units.", "a question, with its mark"),
        ("question", "Which units move?", ""),
        ("event", "the works of Liege have fallen", "a log line begins with a capital"),
        ("event", "Allied units may leave Belgium.", "a log line has no full stop"),
        ("doc", "nobody can tell", ""),
        ("why", "nobody enters Switzerland", "no unit, no one"),
        ("layer", "In supply: 1 hexes to Liège", "1 hex"),
    ],
)
def test_a_turn_is_refused_with_a_better_one(kind: str, text: str, better: str) -> None:
    wrong = objections(Said(kind, "skirmish", WORDING, 1, text))
    assert better in wrong[0] if better else wrong == []


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("f'{left} hexes away'", "{left} hexes"),
        ("f'{len(idle)} units have not moved'", "{len(idle)} units"),
        ('f\'{count(left, "hex", "hexes")} away\'', ""),
        ("f'{side.title} units move first'", ""),
        ("f'at most {MOST} lines'", ""),
    ],
)
def test_a_number_is_written_with_its_noun(code: str, wrong: str) -> None:
    said = Said("why", "skirmish", WORDING, 1, "", code=ast.parse(code, mode="eval").body)
    assert wrong in objections(said)[0] if wrong else objections(said) == []


def test_every_turn_of_the_list_is_of_known_kinds_and_offers_another() -> None:
    assert all({*turn.kinds} <= {*KINDS} and turn.better for turn in LISTED)


def _is_judged(said: Said) -> bool:
    verdict = said.kind == "text" and said.file.as_posix().endswith(FINGERPRINTED)
    return said.file != WORDING and not verdict


def _refused(said: Said) -> Iterator[str]:
    for wrong in objections(said):
        yield f"{said.file.relative_to(ROOT)}:{said.line}: {wrong}\n    in: {said.text}"
