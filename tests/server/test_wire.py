"""The types of the pages are written from what the service says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.events import KINDS
from meuse.server.wire import main, typescript

WIRE = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"


@pytest.fixture(scope="module")
def written() -> str:
    return typescript()


def test_the_file_in_the_pages_is_what_would_be_written(written: str) -> None:
    assert WIRE.read_text(encoding="utf-8") == written, f"python -m meuse.server.wire {WIRE.name} writes it anew"


def test_a_default_may_be_left_out_only_where_its_struct_leaves_it_out(written: str) -> None:
    assert "\n  completes?: boolean;\n" in written  # a choice leaves out what is as usual
    assert "\n  chosen_seed: boolean;\n" in written  # a match tells everything
    assert "\n  scenario?: string | null;\n" in written  # a request need not name it


def test_words_references_and_keys_have_their_own_types(written: str) -> None:
    assert '\n  state: "done" | "now" | "later";\n' in written
    assert "\n  seats: Record<SideWord, SeatInfo>;\n" in written
    assert "\n  neighbours: (string | null)[];\n" in written
    assert "\n  shut: ShutWay | null;\n" in written


def test_the_pages_know_every_kind_of_event(written: str) -> None:
    assert all(f'\n  "{kind}": "{category}",\n' in written for kind, category in KINDS.items())


def test_a_file_that_differs_fails_the_check(tmp_path: Path) -> None:
    path = tmp_path / "wire.ts"
    assert main([str(path)]) == 0
    assert main(["--check", str(path)]) == 0
    path.write_text(path.read_text(encoding="utf-8") + "export type More = string;\n", encoding="utf-8")
    assert main(["--check", str(path)]) == 1
