"""What stands in Notion, and what a person put in the place of a block."""

from pathlib import Path

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing stands there yet."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Forget what stands there; pinned blocks stay, beside what they were put in the place of."""
    op.execute("DROP TABLE notion_pages")
    op.execute("DROP TABLE notion_databases")
    op.execute("ALTER TABLE blocks DROP COLUMN replaces")
