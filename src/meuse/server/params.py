"""What several addresses have in common: parameters, the parts of the service, and files as answers."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from meuse.server.house import House
from meuse.server.messages import Problem
from meuse.server.opponents import Opponents
from meuse.server.tales import Tales
from meuse.server.uploads import Uploads

TheHouse = NamedDependency[House]
TheUploads = NamedDependency[Uploads]
TheOpponents = NamedDependency[Opponents]
TheTales = NamedDependency[Tales]

Secret = Annotated[str, PathParameter(max_length=80, description="The secret of a seat.")]
MatchId = Annotated[str, PathParameter(max_length=80, description="The id of a match.")]
Ticket = Annotated[str, PathParameter(max_length=80, description="The word that an upload was sent with.")]
GameId = Annotated[str, PathParameter(max_length=80, description="The id of a game.")]
ScenarioId = Annotated[str, PathParameter(max_length=80, description="The id of a scenario.")]
At = Annotated[int | None, QueryParameter(name="at", ge=0, le=1_000_000, description="After this many orders.")]
Before = Annotated[int, QueryParameter(name="before", ge=0, le=1_000_000, description="Messages known from here on.")]
From = Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000, description="Orders known already.")]
Viewpoint = Annotated[str, QueryParameter(name="viewpoint", max_length=10, description="After the end: whose eyes.")]

REFUSALS = {
    400: ResponseSpec(Problem, description="The request cannot be read, or asks for something that does not exist."),
    404: ResponseSpec(Problem, description="There is no such game, match or seat."),
    409: ResponseSpec(Problem, description="The match has moved on, is over, or does not allow this now."),
    413: ResponseSpec(Problem, description="The message is too large."),
    422: ResponseSpec(Problem, description="The rules do not allow the order, or the journal is damaged."),
    429: ResponseSpec(Problem, description="Too many requests."),
}


def file_response(name: str, text: str) -> Response[str]:
    """A text to be saved under this name."""
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})
