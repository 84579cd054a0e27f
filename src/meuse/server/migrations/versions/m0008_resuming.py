"""What a match is opened with from its newest snapshot, and by which program the whole of it was played last."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("snapshots", sa.Column("memo", sa.Text, nullable=True))
    op.add_column("matches", sa.Column("verified", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "verified")
    op.drop_column("snapshots", "memo")
