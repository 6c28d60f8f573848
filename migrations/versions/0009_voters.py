"""Which tags vote in a course, its own and those of other courses."""

from pathlib import Path

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function, which no row hangs on."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """It goes without a trace."""
    op.execute("DROP FUNCTION counted_votes")
