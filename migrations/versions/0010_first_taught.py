"""Where each topic is first taught, also where only its contents say so."""

from pathlib import Path

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One view, which no row hangs on."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """It goes without a trace."""
    op.execute("DROP VIEW first_taught")
