"""The fingerprint of a state is the same in every process, whatever order its sets happen to have there."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import meuse
g = meuse.new("gdw1940").state
g.released = frozenset(("fr.1", "fr.2", "fr.3", "fr.7", "fr.9"))
g.surrendered = frozenset(("holland", "belgium"))
print(g.digest())
"""


def digest_with(hash_seed: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True
    ).stdout.decode()


def test_sets_do_not_make_a_fingerprint_depend_on_the_process() -> None:
    assert digest_with("1") == digest_with("2") == digest_with("3")
