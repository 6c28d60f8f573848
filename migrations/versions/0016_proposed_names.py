"""Names of possible topics that picks propose."""

from pathlib import Path

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing was proposed so far."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """What was proposed is proposed no more."""
    op.execute("DROP TABLE proposed_names")
