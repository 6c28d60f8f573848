"""Rows in Notion of what was forgotten are marked until they are emptied."""

from pathlib import Path

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Another state of a page."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Such rows count as thrown away."""
    op.execute("UPDATE notion_pages SET state = 'trashed' WHERE state = 'forgotten'")
    op.execute("ALTER TABLE notion_pages DROP CONSTRAINT notion_pages_state_check")
    op.execute(
        "ALTER TABLE notion_pages ADD CONSTRAINT notion_pages_state_check"
        " CHECK (state IN ('whole', 'incomplete', 'trashed', 'missing', 'gone', 'theirs'))"
    )
