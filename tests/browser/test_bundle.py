"""What a visitor has to fetch before he can play."""

from __future__ import annotations

import gzip
from importlib.resources import files
from pathlib import Path

import pytest

MOST = 350_000


def test_the_pages_are_small() -> None:
    assets = Path(str(files("meuse.server").joinpath("static", "assets")))
    if not assets.is_dir():
        pytest.skip("the pages are not built; `make test` builds them")
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in assets.iterdir()) < MOST
