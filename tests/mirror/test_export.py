from pathlib import Path

import pytest

from gradient.errors import UsageError
from gradient.mirror.export import export
from gradient.store.sessions import Database
from tests.mirror.mirror_runs import files, mirror, two_topics
from tests.pages.course_rows import CourseRows


async def test_an_export_is_the_vault_that_the_mirror_writes(
    database: Database, course: CourseRows, tmp_path: Path
) -> None:
    two_topics(course)
    await mirror(database, course.id, tmp_path / "vault")
    noted = course.all("SELECT * FROM mirror_items")
    async with database.transaction() as connection:
        assert await export(connection, tmp_path / "export") == 4
        assert await export(connection, tmp_path / "export") == 4
    assert files(tmp_path / "export") == files(tmp_path / "vault")
    assert course.all("SELECT * FROM mirror_items") == noted


async def test_a_folder_with_other_things_is_refused(database: Database, tmp_path: Path) -> None:
    (tmp_path / "thesis.md").write_text("Mine.")
    async with database.transaction() as connection:
        with pytest.raises(UsageError, match="is not empty and no vault of Gradient"):
            await export(connection, tmp_path)
    assert files(tmp_path) == {"thesis.md": "Mine."}
