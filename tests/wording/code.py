"""Strings of the Python source, by what they are given to; a sentence that no game has ever reached is found too.

What an f-string fills in is shown in braces. Prose with no better name is of the kind `text`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from wording.pages import paragraphs
from wording.said import Said, group_of, is_prose

CALLS = {
    "Refusal": "why", "order": "label", "told": "label", "Warning": "warning", "emit": "event",
    "Shift": "odds", "Modifier": "odds", "Outcome": "odds", "Support": "odds", "Strength": "odds", "Face": "odds",
    "battle_report": "odds", "OddsReport": "odds",
    "Part": "layer", "Cell": "layer", "Overlay": "layer", "Area": "layer", "Line": "layer", "Mark": "layer",
    "MarkerView": "layer", "UnitView": "layer", "supply_note": "layer", "supply_line_layer": "layer",
    "Option": "option", "ScenarioInfo": "option", "Choice": "label", "Surcharge": "label",
}  # fmt: skip
PLACES = {"Refusal": (1, 3), "Warning": (1,), "emit": (1,), "Option": (1,), "ScenarioInfo": (1, 2), "Mark": (2, 3)}
"""Which arguments by position are words for a person, where not all are that read as prose."""

WORDS = {
    "why": "why", "title": "title", "question": "question", "questions": "question", "label": "label", "price": "label",
    "cost": "label", "assumptions": "odds", "after": "odds", "must": "odds", "attack": "odds", "summary": "option",
    "help": "cli", "headline": "why", "notes": "layer", "caption": "layer", "facts": "layer",
}  # fmt: skip
"""Keyword arguments, class attributes, methods and keys of a dict by these names hold words of a kind."""

RETURNS = {"Refusal": "why", "Shift": "odds", "Warning": "warning", "Outcome": "odds", "Part": "layer", "Cell": "layer",
           "Overlay": "layer", "Area": "layer", "Mark": "layer", "OddsReport": "odds"}  # fmt: skip
SILENT = {"rule", "id", "kind", "sign", "units", "at", "side", "owner", "by", "token", "whose", "form", "encoding",
          "sep", "commits"}  # fmt: skip
"""Keyword arguments that never hold words."""


def in_python(page: Path) -> Iterator[Said]:
    """Strings of a file, the labels that orders have from their form, docstrings and comments."""
    source = page.read_text(encoding="utf-8")
    nodes = _linked(ast.parse(source))
    yield from _strings(page, nodes)
    yield from _docstrings(page, nodes)
    yield from _comments(page, source)


def _linked(tree: ast.Module) -> list[ast.AST]:
    """All nodes of a file, each with the one it stands in as its `up`."""
    nodes: list[ast.AST] = [tree]
    for node in nodes:
        for child in ast.iter_child_nodes(node):
            child.up = node  # type: ignore[attr-defined]
            nodes.append(child)
    return nodes


def _strings(page: Path, nodes: list[ast.AST]) -> Iterator[Said]:
    group = group_of(page)
    for node in nodes:
        if isinstance(node, ast.Constant | ast.JoinedStr) and not _is_alone(node):
            if (text := words_of(node)) and (kind := _kind(node, page)) and (kind != "text" or is_prose(text)):
                yield Said(kind, group, page, node.lineno, text, _form(node, kind), node)
        elif isinstance(node, ast.Call) and (form := _unlabelled(node)):
            yield Said("label", group, page, node.lineno, form.split()[0].capitalize(), f"{form}; label not given")


def _docstrings(page: Path, nodes: list[ast.AST]) -> Iterator[Said]:
    """Strings that stand alone; that of a command is the help that a person reads."""
    for doc in nodes:
        if isinstance(doc, ast.Constant) and isinstance(doc.value, str) and _is_alone(doc):
            kind = "cli" if page.stem.startswith("cli") and _is_of_command(doc) else "comment"
            for line, text in paragraphs(doc.value, doc.lineno):
                yield Said(kind, group_of(page), page, line, text)


def _is_alone(node: ast.AST) -> bool:
    """Whether a string is a docstring, or what is said of an attribute."""
    return isinstance(node.up, ast.Expr)  # type: ignore[attr-defined]


def _is_of_command(doc: ast.Constant) -> bool:
    owner = doc.up.up  # type: ignore[attr-defined]
    return isinstance(owner, ast.FunctionDef) and not owner.name.startswith("_")


def _comments(page: Path, source: str) -> Iterator[Said]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(("# fmt", "# noqa", "# type")):
            yield Said("comment", group_of(page), page, token.start[0], token.string.lstrip("#: "))


def words_of(node: ast.AST) -> str:
    """The text of a string, with what is filled in shown in braces."""
    if isinstance(node, ast.JoinedStr):
        return "".join(words_of(value) for value in node.values)
    if isinstance(node, ast.FormattedValue):
        return f"{{{ast.unparse(node.value)}}}"
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


# -- of which kind a string is


def _kind(node: ast.AST, page: Path) -> str:
    """What kind of words a string is; "" if it is for the program only."""
    kind = _by_place(node)
    return "cli" if kind == "text" and page.stem.startswith("cli") else kind


def _by_place(node: ast.AST) -> str:
    """Goes up from a string to the first place that tells what it is given to."""
    while (up := getattr(node, "up", None)) is not None:
        kind = _here(node, up)
        if kind is not None:
            return kind
        node = up
    return "text"


def _here(node: ast.AST, up: ast.AST) -> str | None:
    if isinstance(up, ast.JoinedStr | ast.Compare | ast.Subscript | ast.Import | ast.MatchValue):
        return ""
    if isinstance(up, ast.keyword):
        return _of_keyword(up)
    if isinstance(up, ast.Dict):
        return _of_entry(node, up)
    if isinstance(up, ast.Call):
        return _of_argument(node, up)
    if isinstance(up, ast.Raise):
        return "error"
    if isinstance(up, ast.Assign | ast.AnnAssign):
        return _of_name(up)
    return _of_function(up) if isinstance(up, ast.FunctionDef) else None


def _of_keyword(word: ast.keyword) -> str | None:
    call = word.up  # type: ignore[attr-defined]
    name = _name(call.func) if isinstance(call, ast.Call) else ""
    if word.arg in SILENT:
        return ""
    if word.arg in ("why", "help"):
        return WORDS[word.arg]
    return CALLS.get(name) or WORDS.get(word.arg or "")


def _of_entry(node: ast.AST, entries: ast.Dict) -> str | None:
    if node not in entries.values:
        return ""
    key = entries.keys[entries.values.index(node)]  # type: ignore[arg-type]
    return WORDS.get(words_of(key)) if key else None


def _of_argument(node: ast.AST, call: ast.Call) -> str | None:
    if node is call.func:
        return None
    name = _name(call.func)
    if name in ("order", "choices", "refuses", "describes", "enough", "compile", "startswith", "endswith", "split"):
        return ""
    place = call.args.index(node) if node in call.args else -1  # type: ignore[arg-type]
    if name not in CALLS:
        return None
    return CALLS[name] if place in PLACES.get(name, (place,)) and is_prose(words_of(node) or "a bb") else ""


def _of_name(assignment: ast.Assign | ast.AnnAssign) -> str | None:
    """An attribute by its name; a variable by the calls it is given to."""
    targets = assignment.targets if isinstance(assignment, ast.Assign) else [assignment.target]
    names = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    known = [WORDS[name] for name in names if name in WORDS]
    return known[0] if known else _used_in(assignment, names)


def _used_in(assignment: ast.AST, names: set[str]) -> str | None:
    scope = assignment
    while not isinstance(scope, ast.FunctionDef | ast.Module):
        scope = scope.up  # type: ignore[attr-defined]
    calls = [_around(node) for name in sorted(names) for node in _uses(scope).get(name, ())]
    kinds = [CALLS[_name(call.func)] for call in calls if isinstance(call, ast.Call) and _name(call.func) in CALLS]
    return kinds[0] if kinds else None


@cache
def _uses(scope: ast.AST) -> dict[str, list[ast.Name]]:
    """Where each variable is read."""
    found: dict[str, list[ast.Name]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, []).append(node)
    return found


def _around(node: ast.AST) -> ast.AST:
    """What a string that a variable stands for is given to in the end."""
    up = node.up  # type: ignore[attr-defined]
    while isinstance(up, ast.JoinedStr | ast.FormattedValue | ast.IfExp | ast.BinOp | ast.Tuple):
        up = up.up  # type: ignore[union-attr]
    return up  # type: ignore[no-any-return]


def _of_function(function: ast.FunctionDef) -> str | None:
    """A method by its name; a function by what it returns."""
    if function.name in WORDS:
        return WORDS[function.name]
    returns = ast.unparse(function.returns) if function.returns else ""
    found = [kind for name, kind in RETURNS.items() if re.search(rf"\b{name}\b", returns)]
    return found[0] if found and "str" not in returns else "text"


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _unlabelled(call: ast.Call) -> str:
    """The form of an order without a label of its own: its first word is the label."""
    labelled = _name(call.func) != "order" or any(word.arg == "label" for word in call.keywords)
    return "" if labelled or not call.args else words_of(call.args[0])


def _form(node: ast.AST, kind: str) -> str:
    """Of a label or a reason that is given to `order`: the form of the order."""
    call = getattr(getattr(node, "up", None), "up", None)
    if kind in ("label", "why") and isinstance(call, ast.Call) and _name(call.func) == "order" and call.args:
        return words_of(call.args[0])
    return ""
