"""The maps under which audits are drawn."""

from pathlib import Path

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Where no map had been fitted yet, audits were drawn under none; of others it is not known."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """It is known no more."""
    op.execute("ALTER TABLE decisions DROP COLUMN map_ids")
    op.execute("ALTER TABLE review_items DROP COLUMN map_ids")
