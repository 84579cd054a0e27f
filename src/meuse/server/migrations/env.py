"""Alembic's entry: it is always given an open connection (`migrate.py`)."""

from alembic import context

from meuse.server.storage import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
