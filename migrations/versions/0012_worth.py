"""Fitted weights of recall say what the place of a candidate was worth."""

from pathlib import Path

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What was fitted before says nothing of it; it is fitted anew."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """It goes; it can be fitted anew."""
    op.execute("ALTER TABLE fusions DROP COLUMN worth")
