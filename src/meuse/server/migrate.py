"""Brings a database up to date: an empty one too. The migrations are in `migrations/versions`."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Engine


def migrate(engine: Engine) -> None:
    """Apply every migration that the database does not have yet."""
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: object) -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("meuse.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config
