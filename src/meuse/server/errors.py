"""What the service answers when it cannot do what it is asked: a code for programs and a sentence for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meuse.decision import IllegalOrder


class ServiceError(Exception):
    """A request that is refused. `status` is the HTTP status; `extra` goes into the answer beside the sentence."""

    def __init__(self, status: int, code: str, text: str, rule: str = "", **extra: Any) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.rule, self.extra = status, code, text, rule, extra

    @property
    def body(self) -> dict[str, Any]:
        return {"error": self.code, "text": self.text, "rule": self.rule, **self.extra}


class Overtaken(ServiceError):
    """Somebody else has stored something first: whoever asked looks again, and then perhaps does it after all."""

    def __init__(self) -> None:
        super().__init__(409, "stale", "The game has moved on. Load it again.")


def no_match() -> ServiceError:
    return ServiceError(
        404, "unknown_game", "There is no game at this address. It may have been deleted, or the link is incomplete."
    )


def no_seat() -> ServiceError:
    return ServiceError(
        404,
        "unknown_seat",
        "There is no seat at this address. The link may have been replaced by its owner, or the game was deleted.",
    )


def illegal(error: IllegalOrder) -> ServiceError:
    """An order that the engine refuses, with its reason."""
    refusal = error.refusal
    return ServiceError(
        422, "illegal", _sentence(refusal.text), refusal.rule, causes=refusal.causes, headline=refusal.headline
    )


def bad_request(text: str) -> ServiceError:
    return ServiceError(400, "bad_request", text)


def conflict(code: str, text: str, **extra: Any) -> ServiceError:
    return ServiceError(409, code, text, **extra)


def where(error: BaseException) -> str:
    """A fault for the log: its kind and its place, without its words, which may tell somebody's secrets."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' > '.join(frames[-6:])}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
