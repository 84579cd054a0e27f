"""Players by name, and who sits where."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(160), nullable=False, unique=True),
        sa.Column("key", sa.String(64), nullable=True, unique=True),
        sa.Column("bot", sa.String(80), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("blocked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("match_id", sa.String(24), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.String(8), primary_key=True),
        sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("given", sa.Boolean, nullable=False),
    )
    op.create_index("ix_sittings_player", "sittings", ["player"])


def downgrade() -> None:
    op.drop_table("sittings")
    op.drop_table("players")
