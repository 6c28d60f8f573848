"""Which vectors a course is searched by, and how good the indexes over them are."""

from pathlib import Path

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A course is searched by the vectors that it has most of."""
    op.get_bind().connection.cursor().execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """The indexes go with what is known of them; all vectors stay."""
    op.execute(
        "DO $$ DECLARE built text; BEGIN"
        " FOR built IN SELECT name FROM vector_indexes LOOP EXECUTE format('DROP INDEX IF EXISTS %I', built);"
        " END LOOP; END $$"
    )
    op.execute("UPDATE vectors SET version = split_part(version, ':', 1)")
    op.execute("UPDATE outcomes SET tool = regexp_replace(tool, ':[0-9]+$', '') WHERE stage = 'embed'")
    for table in ("serving_spaces", "vector_indexes"):
        op.execute(f"DROP TABLE {table}")
