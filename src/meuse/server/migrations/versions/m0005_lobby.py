"""Open invitations, and the matches between players of the club."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("host", sa.String(16), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guest", sa.String(16), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("bidder", sa.String(16), nullable=False),
        sa.Column("bid", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String(24), nullable=True),
    )
    op.create_index("ix_invitations_host", "invitations", ["host"])
    op.create_table(
        "club_matches",
        sa.Column("match_id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("german", sa.String(16), nullable=False),
        sa.Column("allied", sa.String(16), nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("bid_side", sa.String(8), nullable=False),
        sa.Column("bid", sa.Integer, nullable=False),
        sa.Column("tournament", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("finished", sa.String(32), nullable=False),
        sa.Column("score", sa.Float, nullable=True),
        sa.Column("verdict", sa.Text, nullable=False),
    )
    for column in ("german", "allied", "tournament", "due", "finished"):
        op.create_index(f"ix_club_matches_{column}", "club_matches", [column])


def downgrade() -> None:
    op.drop_table("club_matches")
    op.drop_table("invitations")
