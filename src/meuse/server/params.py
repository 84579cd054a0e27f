"""What several addresses have in common: parameters, and files as answers."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import Parameter

At = Annotated[int | None, Parameter(query="at", ge=0, le=1_000_000, description="After so many orders.")]
From = Annotated[int, Parameter(query="from", ge=0, le=1_000_000, description="Orders known already.")]
Viewpoint = Annotated[str, Parameter(query="viewpoint", max_length=10, description="After the end: whose eyes.")]


def file_response(name: str, text: str) -> Response[str]:
    """A text to be saved under this name."""
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})
