"""All that Meuse says, file by file."""

from __future__ import annotations

from collections.abc import Iterator

from wording.code import in_python
from wording.pages import in_client, in_page, in_toml
from wording.said import CLIENT, ROOT, SOURCE, Said


def everything() -> Iterator[Said]:
    """Strings of the source, of its data and of the client; documentation; comments."""
    for page in sorted(SOURCE.rglob("*.py")):
        if "migrations" not in page.parts:
            yield from in_python(page)
    for page in sorted(SOURCE.rglob("*.toml")):
        yield from in_toml(page)
    for page in sorted((*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.ts"))):
        yield from in_client(page)
    for page in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        yield from in_page(page)
