"""Accounts of players who sign in: addresses for links by mail, and passkeys."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("mail", sa.String(254), nullable=True, unique=True),
        sa.Column("notices", sa.Boolean, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("player", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_index("ix_passkeys_player", "passkeys", ["player"])
    op.create_table(
        "sign_in_links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sign_in_links")
    op.drop_table("passkeys")
    op.drop_table("accounts")
