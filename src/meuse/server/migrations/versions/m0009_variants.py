"""A match of a variant keeps the files of that variant."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("matches", sa.Column("tables", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "tables")
