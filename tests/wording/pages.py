"""Words in data, in the browser client and in the documentation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wording.said import Said, group_of, is_prose

TOML = {"rules": "ledger", "tables": "table", "guide": "guide"}
FIELDS = {"title", "text", "question", "ruling", "why", "note", "say", "provenance", "summary", "what", "caption"}


def in_toml(page: Path) -> Iterator[Said]:
    """What the fields that are words say."""
    source = page.read_text(encoding="utf-8")
    group, kind = group_of(page), TOML.get(page.stem.split("-")[0], "text")
    for words in _fields(tomllib.loads(source)):
        line = source.count("\n", 0, max(0, source.find(words[:40].split('"')[0].split("\n")[0]))) + 1
        yield Said(kind, group, page, line, words)


def _fields(data: Any, key: str = "") -> Iterator[str]:
    if isinstance(data, dict):
        for name, value in data.items():
            yield from _fields(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from _fields(value, key)
    elif isinstance(data, str) and key in FIELDS and " " in data:
        yield data


# -- the client

UNSAID = re.compile(
    r"<style.*?</style>|/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*|^import [^\n]*$", re.DOTALL | re.MULTILINE
)
CONTROL = re.compile(r"\{[#/:@](?:[^{}]|\{[^{}]*\})*\}")
"""A tag of the template's own, such as `{#if ...}`: what stands on its two sides is not one text."""

LOOKS = re.compile(r"\b(?:class|style|d|transform|viewBox|points|href|id|type|stroke\S*)=(?:\"[^\"]*\"|\{`[^`]*`\})")
QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
BETWEEN = re.compile(r">([^<>]+)<")
NOT_WORDS = re.compile(r"[<>]|\bsvg\b|\dpx\b|^\(|^M\{|^(?:translate|case|col|row)\b|^0 0 |^\{[^{}]*\}$")


def in_client(page: Path) -> Iterator[Said]:
    """Strings of the scripts and attributes, and what stands between the tags."""
    plain = _without(LOOKS, _without(UNSAID, page.read_text(encoding="utf-8")))
    found = [(m.start() + 1, next(filter(None, m.groups()), "")) for m in QUOTED.finditer(plain)]
    if page.suffix == ".svelte":
        markup = re.sub(r"<script.*?</script>", _blank, plain, flags=re.DOTALL)
        markup = CONTROL.sub(lambda m: f"<{_blank(m)[1:-1]}>", markup)
        found += [(m.start(1) + len(m[1]) - len(m[1].lstrip()), m[1]) for m in BETWEEN.finditer(markup)]
    for start, text in sorted(found):
        words = " ".join(text.split())
        if re.fullmatch(r"[A-Z][a-z]+", words) or (is_prose(words) and not NOT_WORDS.search(words)):
            yield Said("client", "web", page, plain.count("\n", 0, start) + 1, words)


def _without(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    """Nothing, in as many letters and lines."""
    return re.sub(r"[^\n]", " ", match[0])


# -- the documentation


def in_page(page: Path) -> Iterator[Said]:
    """Headings and paragraphs, without code."""
    source = re.sub(r"^```.*?^```$", _blank, page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for line, text in paragraphs(source, 1):
        kind = "heading" if text.startswith("#") else "doc"
        yield Said(kind, group_of(page), page, line, text)


def paragraphs(text: str, first: int) -> Iterator[tuple[int, str]]:
    """Paragraphs and rows on one line each, with the line they begin on; what is indented as code is left out."""
    begun, held = first, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], first):
        apart = not line.strip() or re.match(r"\s*([-|#>*]|\d+\.) ?", line)
        if apart and held:
            yield begun, " ".join(held)
            held = []
        if line.strip() and not re.match(r" {4}\S.* {3}|\s*>>>", line):
            begun, held = (number, [line.strip()]) if not held else (begun, [*held, line.strip()])
