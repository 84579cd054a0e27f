"""Runs the tests of a rule against mutants of its code (see `rulecheck`): one of them must fail."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from meuse.rulecheck import Mutant, mutate, tested_rules

MOST_SECONDS = 60
"""A mutant that hangs has been noticed."""


class Verdict(msgspec.Struct, frozen=True):
    mutant: Mutant
    alive: bool


def run(game: str, mutants: Sequence[Mutant], tests: Path) -> Iterator[Verdict]:
    """Test each mutant in a process of its own, forked so that nothing is imported twice."""
    files = tested_rules(game, tests)
    waiting = list(mutants)
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop(0)
            running[_start(game, mutant, sorted(files[mutant.rule]))] = mutant
        child, status = os.wait()
        if child in running:
            yield Verdict(running.pop(child), alive=os.waitstatus_to_exitcode(status) == 0)


def _start(game: str, mutant: Mutant, files: Sequence[Path]) -> int:
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _run_child(game, mutant, files)
    return child


def _run_child(game: str, mutant: Mutant, files: Sequence[Path]) -> None:
    """Never returns: exits with 1 only if a test of the rule has failed on the mutant, or could not be read with it."""
    code: int = pytest.ExitCode.OK
    try:
        signal.alarm(MOST_SECONDS)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        _forget_game(game)
        sys.meta_path.insert(0, _Finder(mutant))
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the tests of rules need no plugin, and loading takes time
        chosen = ["-o", "addopts=", "-p", "no:cacheprovider", "-x", "-q", f"--rule={game}:{mutant.rule}"]
        code = pytest.main([*chosen, "--import-mode=importlib", *map(str, files)])
    except BaseException:
        traceback.print_exc()
    finally:
        # That no test was found, or that pytest itself went wrong, does not show that anything was noticed.
        os._exit(int(code in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)))


def _forget_game(game: str) -> None:
    """The game's modules must be imported afresh, one of them mutated."""
    for name in [name for name in sys.modules if name.startswith(f"meuse.games.{game}")]:
        del sys.modules[name]


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.origin is None:
            return None
        spec.loader = _Loader(name, spec.origin, self.mutant)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self.mutant = mutant

    def exec_module(self, module: ModuleType) -> None:
        source = Path(self.path).read_text(encoding="utf-8")
        exec(compile(mutate(source, self.mutant), self.path, "exec"), module.__dict__)
