"""Files of the inbox know which inbox they were seen in."""

from pathlib import Path

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; files that are known already were seen in the inbox that was scanned last."""
    driver = op.get_bind().connection.cursor()
    driver.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Forget the inboxes again."""
    op.execute("ALTER TABLE source_paths DROP COLUMN inbox")
