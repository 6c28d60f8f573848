"""Calls are written down before they go out; budgets, paused roles, and answers that are kept."""

from pathlib import Path

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All of it begins empty."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """It goes, and with it what nobody knew before."""
    op.execute("DROP TABLE kept_answers, holds, pauses, budget")
    op.execute("DROP INDEX calls_at, calls_course")
    op.execute("DELETE FROM calls WHERE ended = 'sent'")
    op.execute(
        "ALTER TABLE calls ADD COLUMN unit_id bigint, DROP COLUMN unit_ids, DROP COLUMN cache_written_tokens,"
        " DROP COLUMN attempt, DROP COLUMN request_id, DROP COLUMN estimate_usd"
    )
