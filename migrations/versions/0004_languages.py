"""The language of each passage, for files in which languages are mixed."""

from pathlib import Path

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A passage without a language of its own has that of its file."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """The view keeps its columns, so the old one can take its place."""
    lines = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    view = lines[lines.index("CREATE OR REPLACE VIEW") :]
    op.execute(
        view.replace("coalesce(placements.language, readings.language) AS language", "readings.language")
    )
    op.execute("ALTER TABLE placements DROP COLUMN language")
