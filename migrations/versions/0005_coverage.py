"""How much of each file was read, in pages, characters and media."""

from pathlib import Path

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The numbers are worked out from what readings hold."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Nothing is stored."""
    op.execute("DROP FUNCTION coverage_of")
