"""The pages of the browser client, built into the package: every address that is not /api's is one of them."""

from __future__ import annotations

import mimetypes
from importlib.resources import files
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.params import FromPath

from meuse.server.errors import ServiceError
from meuse.server.limits import PAGE

STATIC = Path(str(files("meuse.server").joinpath("static")))

SAFE = {
    # A seat's secret is in its address: no other site may learn it.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
}
NOT_BUILT = (
    b"<!doctype html><title>Meuse</title><p>The pages have not been built yet. "
    b"Run <code>make play</code>, or build the folder <code>web</code>.</p>"
)


@get(["/", "/{path:path}"], include_in_schema=False, opt=PAGE)
async def page(path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the client; any other address is the client's own business and gets its first page."""
    name = path.strip("/")
    if name == "api" or name.startswith("api/"):
        raise ServiceError(404, "not_found", "There is nothing at this address.")
    file = _file(name)
    if file is not None:
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        lasting = "public, max-age=31536000, immutable" if "assets" in file.parts else "no-cache"
        return Response(file.read_bytes(), media_type=kind, headers=SAFE | {"cache-control": lasting})
    if Path(name).suffix and name.startswith("assets/"):
        raise ServiceError(404, "not_found", "There is nothing at this address.")
    index = STATIC / "index.html"
    body = index.read_bytes() if index.is_file() else NOT_BUILT
    return Response(body, media_type=MediaType.HTML, headers=SAFE | {"cache-control": "no-cache"})


PAGE_ROUTES = [page]


def _file(name: str) -> Path | None:
    """The file with this name below the static folder, and never one outside it."""
    if not name or "\0" in name:
        return None
    try:
        path = (STATIC / name).resolve()
        return path if path.is_relative_to(STATIC.resolve()) and path.is_file() else None
    except OSError:  # no file has so long a name
        return None
