"""The parts of a file by the names that people have for them."""

from pathlib import Path

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Name the pages of what was read before, too."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """The names can be read from the files again."""
    op.execute("DROP FUNCTION place_at")
    op.execute("DROP TABLE places")
