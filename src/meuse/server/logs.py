"""The log of the service: one line for each thing, as JSON or as text, without secrets."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from meuse.server.errors import where

Form = Literal["json", "text"]


def begin(form: Form | None) -> None:
    """Write to the standard error stream; requests only if a form was chosen."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("meuse.requests").setLevel(logging.INFO if form else logging.WARNING)


class Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(name)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return super().format(_plain(record)).replace("\n", " ")


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "request", {})
        said = {} if facts else {"text": _plain(record).getMessage()}
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "logger": record.name, **said, **facts}
        return msgspec.json.encode(line).decode()


def _plain(record: logging.LogRecord) -> logging.LogRecord:
    """A fault is told by its kind and place: its words, and the lines of a traceback, may hold somebody's secret."""
    if not record.exc_info or record.exc_info[1] is None:
        return record
    facts = record.__dict__ | {"exc_info": None, "exc_text": None, "args": ()}
    return logging.makeLogRecord(facts | {"msg": f"{record.getMessage()}: {where(record.exc_info[1])}"})
