"""Maps say for which version of a scorer they hold, what they gained, and on which decisions they stand."""

from pathlib import Path

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No earlier version fitted a map, so none has to be carried over."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Maps go; they can be fitted anew."""
    op.execute("DROP TABLE map_decisions")
    op.execute("DROP INDEX maps_one_active")
    op.execute("DELETE FROM maps")
    op.execute("CREATE UNIQUE INDEX maps_one_active ON maps (task, scorer) WHERE active")
    op.execute(
        "ALTER TABLE maps DROP COLUMN scorer_version, DROP COLUMN reason, DROP COLUMN brier_raw,"
        " DROP COLUMN ece_raw, DROP COLUMN digest, DROP COLUMN newest_decision, DROP COLUMN withdrawn_at"
    )
