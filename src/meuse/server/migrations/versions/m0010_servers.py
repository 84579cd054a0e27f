"""The servers that share the database."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("address", sa.String(120), nullable=False),
        sa.Column("beats", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("servers")
