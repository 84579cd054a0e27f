"""When players are away."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "holidays",
        sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("start", sa.String(32), primary_key=True),
        sa.Column("end", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("holidays")
