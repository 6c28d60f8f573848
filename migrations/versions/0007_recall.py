"""What recall learns from tags: edges between topics, profiles of topics, weights of paths."""

from pathlib import Path

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All of it is worked out anew when recall next runs."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """Nothing of it is anybody's word."""
    for table in ("fusions", "round_sources", "round_profiles", "topic_edges_of", "topic_edges"):
        op.execute(f"DROP TABLE {table}")
