"""What the service sends and takes, as TypeScript: written from its own description (OpenAPI), never by hand.

    python -m meuse.server.wire web/src/lib/wire.ts            writes the file
    python -m meuse.server.wire --check web/src/lib/wire.ts    fails if the file is not what would be written

A field may be missing where it has a default and its struct leaves defaults out, or where it is part of a request.
What goes over the websocket is not in the description of the service; the pages have it in `types.ts`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from meuse.counters import Side, SideWord
from meuse.events import CATEGORIES, KINDS
from meuse.server.app import build

Schema = dict[str, Any]

HEAD = "/** Written by `python -m meuse.server.wire` from what the service says of itself. Do not edit it by hand. */\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The whole file."""
    structs = {_shape(struct): struct for struct in _structs(msgspec.Struct)}
    schemas = {name: schema for name, schema in sorted(described().items()) if "properties" in schema}
    pages = [_interface(name, schema, structs[_named(name, schema)]) for name, schema in schemas.items()]
    return "\n".join([HEAD, _sides(), *pages, _kinds()])


def described() -> dict[str, Schema]:
    """The structs that the description of the service names."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(str(Path(folder) / "empty.sqlite3"))
        found: dict[str, Schema] = app.openapi_schema.to_schema()["components"]["schemas"]
    return found


# -- pages of the file


def _interface(name: str, schema: Schema, struct: type[msgspec.Struct]) -> str:
    hints = get_type_hints(struct)
    config = struct.__struct_config__
    spare = config.omit_defaults or config.forbid_unknown_fields
    required = set(schema.get("required", ())) if spare else set(schema["properties"])
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(field_schema, hints[field])};"
        for field, field_schema in schema["properties"].items()
    ]
    return "\n".join([*_comment(struct), f"export interface {name} {{", *lines, "}", ""])


def _sides() -> str:
    return f"export type SideWord = {_either(get_args(SideWord))};\n"


def _kinds() -> str:
    kinds = [f"  {_literal(kind)}: {_literal(category)}," for kind, category in KINDS.items()]
    return "\n".join([
        f"export type Category = {_either(CATEGORIES)};",
        "",
        "/** Every kind of event, and where it belongs in the log. */",
        "export const KINDS: Readonly<Record<string, Category>> = {",
        *kinds,
        "};",
        "",
    ])  # fmt: skip


def _comment(struct: type[msgspec.Struct]) -> Iterator[str]:
    first = (struct.__doc__ or "").strip().partition("\n")[0]
    if first:
        yield f"/** {first} */"


# -- types


def _type(schema: Schema, hint: Any = Any) -> str:
    """A schema as a type. What it does not say (which keys a dict has) the hint of the field does."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _either(int(side) for side in Side) if name == Side.__name__ else name
    if "oneOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, hint) for one in schema["oneOf"] if one))
    if "enum" in schema:
        return "SideWord" if schema["enum"] == list(get_args(SideWord)) else _either(schema["enum"])
    if schema.get("type") == "array":
        return _array(schema, hint)
    if schema.get("type") == "object":
        return f"Record<{_key(hint)}, {_type(schema['additionalProperties'], _argument(hint, 1))}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def _array(schema: Schema, hint: Any) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    inner = _type(schema["items"], _argument(hint, 0))
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def _key(hint: Any) -> str:
    return "SideWord" if _argument(hint, 0) == SideWord else "string"


def _argument(hint: Any, number: int) -> Any:
    """What a generic type is of: the keys of a dict, the items of a list; None beside it does not count."""
    args = get_args(hint)
    if get_origin(hint) not in (dict, list, tuple):
        return next((found for one in args if (found := _argument(one, number)) is not Any), Any)
    return args[number] if number < len(args) else Any


def _either(words: Any) -> str:
    return " | ".join(_literal(word) for word in words)


def _literal(word: str | int) -> str:
    return msgspec.json.encode(word).decode()


def _structs(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _structs(struct)


def _shape(struct: type[msgspec.Struct]) -> tuple[str, frozenset[str]]:
    """By which a struct is found again: two may have the same name."""
    return struct.__name__, frozenset(struct.__struct_fields__)


def _named(name: str, schema: Schema) -> tuple[str, frozenset[str]]:
    return name, frozenset(schema["properties"])


def main(args: list[str]) -> int:
    path = Path(args[-1])
    text = typescript()
    if "--check" not in args:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        print(f"{path} is not what the service says of itself: python -m meuse.server.wire {path}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
