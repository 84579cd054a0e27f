"""Where a match begins, if not at a scenario of the game: the files of a variant, a position; and shared positions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("matches", sa.Column("tables", sa.Text, nullable=True))
    op.add_column("matches", sa.Column("position", sa.Text, nullable=True))
    op.create_table(
        "positions",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("positions")
    op.drop_column("matches", "position")
    op.drop_column("matches", "tables")
