"""The first schema: ours from the file beside this one, the queue's from procrastinate's own file."""

from importlib.resources import files
from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table; one statement batch each, so that a failure names its file."""
    driver = op.get_bind().connection.cursor()
    driver.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    driver.execute(files("procrastinate").joinpath("sql/schema.sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    """There is nothing before the first schema."""
    raise NotImplementedError("The first schema has nothing to go back to.")
