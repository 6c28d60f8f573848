"""Batches of questions that a service answers when it has time."""

from pathlib import Path

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There are none yet."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """What is under way is asked again."""
    op.execute("ALTER TABLE holds DROP COLUMN under_way")
    op.execute("DROP TABLE batch_requests, batches")
