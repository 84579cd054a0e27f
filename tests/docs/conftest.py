"""Follows a page of the documentation: writes its files, runs its commands and examples, compares what it shows."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meuse import opponents

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(
    r"(?:^\*\*`(?P<file>[^`\n]+)`\*\*\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Follower:
    """A reader at a prompt: files and commands of a page, one after another, in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.exports: list[str] = []
        self.done: list[str] = []

    def follow(self, page: str) -> list[str]:
        """Do all that a page says; returns what was done, block by block."""
        for block in BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")):
            if block["file"]:
                self.write(block["file"], block["text"])
            elif block["kind"] == "console":
                for command, shown in commands(block["text"]):
                    self.run(command, shown)
            elif block["kind"] == "pycon":
                self.examples(block["text"])
        return self.done

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")
        self.done.append(f"wrote {name}")

    def run(self, command: str, shown: str) -> None:
        """Run a command; what it prints must be what the page shows, where ... stands for anything."""
        if command.startswith("export "):
            self.exports.append(command)
        ran = self.shell(command)
        if not doctest.OutputChecker().check_output(shown, ran.stdout, LOOSE):
            pytest.fail(f"$ {command}\nthe page shows:\n{shown}\nit printed:\n{ran.stdout}\n{ran.stderr}")
        self.done.append(f"ran {command}")

    def examples(self, text: str) -> None:
        """Run the examples of one block in a Python of their own."""
        script = self.folder / "examples.txt"
        script.write_text(text, encoding="utf-8")
        ran = self.shell("python -m doctest -o ELLIPSIS examples.txt")
        script.unlink()
        assert ran.stdout == "", ran.stdout
        assert ran.returncode == 0, ran.stderr
        self.done.append("ran examples")

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        script = "\n".join([*self.exports, command])
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        plain = os.environ | {"PATH": path, "COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=plain, capture_output=True, encoding="utf-8", check=False
        )


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output shown under it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[str], list[str]]:
    return Follower(tmp_path).follow


@pytest.fixture
def run_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], doctest.TestResults]:
    """Runs all the Python examples of a page in one go, in an empty folder."""

    def run(page: str) -> doctest.TestResults:
        monkeypatch.chdir(tmp_path)
        ours = {name: made for name, made in opponents._factories.items() if name in opponents.PAGES}
        monkeypatch.setattr(opponents, "_factories", ours)  # bots of an example stay in it, those of tests out
        text = (DOCS / page).read_text(encoding="utf-8")
        # A fence ends the output before it, which doctest does not know: the examples are taken out of their blocks.
        blocks = "\n".join(block["text"] for block in BLOCK.finditer(text) if block["kind"] == "pycon")
        told: list[str] = []
        runner = doctest.DocTestRunner(optionflags=LOOSE)
        runner.run(doctest.DocTestParser().get_doctest(blocks, {}, page, page, 0), out=told.append)
        assert not told, "".join(told)
        return runner.summarize()

    return run
