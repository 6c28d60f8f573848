"""What models say of passages that may teach nothing."""

from pathlib import Path

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No passage was looked at by a model yet."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Every passage that only a model left out teaches something again."""
    lines = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    view = lines[lines.index("CREATE OR REPLACE VIEW") :]
    op.execute(view.replace("coalesce(chunks.furniture, chunks.distilled) AS furniture", "chunks.furniture"))
    op.execute("ALTER TABLE chunks DROP COLUMN distilled, DROP COLUMN distilled_by")
    op.execute("DROP TABLE distillations")
