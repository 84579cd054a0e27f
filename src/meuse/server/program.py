"""Which program this is, as far as a game is concerned: a fingerprint of its code and its tables."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from meuse.rulebook import RuleBook

ENGINE = ("*.py", "mechanics/*.py", "phases/*.py")
"""What all games share."""


def program(rules: RuleBook) -> str:
    facts = f"{_code(rules.package)} {rules.revision} {rules.data_hash}"
    return hashlib.blake2b(facts.encode(), digest_size=8).hexdigest()


@cache
def _code(package: str) -> str:
    """A fingerprint of the engine and of the folder of a game."""
    engine, folder = (Path(str(files(name))) for name in ("meuse", package))
    found = [path for pattern in ENGINE for path in sorted(engine.glob(pattern))] + sorted(folder.glob("*.py"))
    digest = hashlib.blake2b(digest_size=8)
    for path in found:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
