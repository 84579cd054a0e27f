"""Every refusal in one form: a code, a sentence, a rule. Nothing of the inside of the program gets out."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import DataError

from meuse.server.errors import ServiceError, where
from meuse.server.headers import PLAIN

log = logging.getLogger("meuse.server")

SENTENCES = {
    400: ("bad_request", "The request cannot be read."),
    404: ("not_found", "There is nothing at this address."),
    405: ("bad_method", "This address does not accept such a request."),
    413: ("too_large", "The message is too large."),
    415: ("bad_request", "The request must be JSON."),
    429: ("too_many", "Too many requests. Wait a moment."),
}


def refused(_: Request[Any, Any, Any], error: ServiceError) -> Response[bytes]:
    return _answer(error.status, error.body)


def malformed(_: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    """A request that is not what the description of the service asks for."""
    details = [f"{_named(item.get('key', ''))}: {item.get('message', '')}" for item in _items(error)]
    return _answer(400, {"error": "bad_request", "text": "; ".join(details) or SENTENCES[400][1], "rule": ""})


def http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    code, text = SENTENCES.get(error.status_code, ("refused", "The request was refused."))
    if error.status_code >= 500:
        return _broken(error)
    return _answer(error.status_code, {"error": code, "text": text, "rule": ""})


def unstorable(_: Request[Any, Any, Any], error: DataError) -> Response[bytes]:
    """Text that a database does not take, such as the character of number nought, or a name that is too long."""
    log.warning("%s", where(error))
    return _answer(
        400, {"error": "bad_request", "text": "The request holds something that cannot be stored.", "rule": ""}
    )


def broken(_: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return _broken(error)


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    ServiceError: refused,
    ValidationException: malformed,
    HTTPException: http_error,
    DataError: unstorable,
    Exception: broken,
}


def _broken(error: Exception) -> Response[bytes]:
    log.error("%s", where(error))
    text = "Something went wrong on our side. The game is safe up to the last acknowledged order."
    return _answer(500, {"error": "fault", "text": text, "rule": ""})


def _named(key: str) -> str:
    """A part of the request, in the words of who sent it: Litestar calls the body `data`."""
    inner = key.removeprefix("data").removeprefix(".")
    return inner or "body"


def _items(error: ValidationException) -> list[dict[str, Any]]:
    extra = error.extra
    return [item for item in extra if isinstance(item, dict)] if isinstance(extra, list) else []


def _answer(status: int, body: dict[str, Any]) -> Response[bytes]:
    return Response(msgspec.json.encode(body), status_code=status, media_type=MediaType.JSON, headers=PLAIN)
