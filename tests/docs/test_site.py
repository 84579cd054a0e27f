"""The site of all docs is built strictly, with reference pages from docstrings, and asks no network for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(found)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return found


def test_every_page_of_the_docs_is_in_the_site(site: Path) -> None:
    pages = [path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not (site / page).is_file()] == []


def test_the_reference_has_the_public_classes_with_their_docstrings(site: Path) -> None:
    page = (site / "reference.html").read_text(encoding="utf-8")
    names = ("new", "game.Game.play", "seat.Seat", "lab.simulation.Results.wins", "env.aec")
    assert [name for name in names if f'id="meuse.{name}"' not in page] == []


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|iframe)[^>]*src="https?://|<link[^>]*rel="stylesheet"[^>]*href="https?://')
    assert [page.name for page in site.rglob("*.html") if loads.search(page.read_text(encoding="utf-8"))] == []
