"""Three real courses, run once through the real daemon."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.runs import make_home, run

COURSES = ("cs231n-vision", "cs229-machine-learning", "nlp-transformers")


@dataclass(frozen=True)
class RealCourses:
    """A home in which the three courses have been run until idle, and its database."""

    home: Path
    url: str

    def rows(self, query: str, **parameters: Any) -> list[dict[str, Any]]:
        with psycopg.connect(self.url, row_factory=dict_row) as connection:
            return connection.execute(query.encode(), parameters).fetchall()


@pytest.fixture(scope="session")
def real_courses(
    corpus: Path, server_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RealCourses]:
    for url in fresh_database(server_url, TEMPLATE):
        home = make_home(tmp_path_factory.mktemp("real courses"), url)
        for course in COURSES:
            shutil.copytree(corpus / course, home / "inbox" / course)
        run(home, "run", "--until-idle")
        yield RealCourses(home, url)
