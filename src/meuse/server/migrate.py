"""Brings a database up to date: an empty one too. The migrations are in `migrations/versions`."""

from __future__ import annotations

from importlib.resources import files

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

LOCK = 1940_05_10
"""By which servers on one PostgreSQL know that one of them is at it."""

HEAD = "0011"
"""The newest migration."""


def migrate(engine: Engine) -> None:
    """Apply every migration that the database does not have yet."""
    with engine.begin() as connection:
        if _version(connection) == HEAD:
            return  # without loading Alembic, which takes longer than everything else at the start
        _wait_for_others(connection)
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(files("meuse.server").joinpath("migrations")))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _wait_for_others(connection: Connection) -> None:
    """Servers that start at the same time take turns to bring the database up to date."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))


def _version(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found
