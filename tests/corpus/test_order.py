"""A real course gives the same topics in whatever order its files come."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.corpus.conftest import RealCourses
from tests.daemon.runs import ask, make_home, run

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

COURSE = "nlp-transformers"
"""The one that takes the least time."""

TOPICS = """
SELECT topics.title, array_agg(topic_names.name ORDER BY topic_names.name)
  FROM topics JOIN courses ON courses.id = topics.course_id
  LEFT JOIN topic_names ON topic_names.topic_id = topics.id
 WHERE topics.state = 'active' AND courses.slug = %(course)s
 GROUP BY topics.id ORDER BY topics.title
"""


def test_the_second_half_first_gives_the_same_topics_as_all_at_once(
    real_courses: RealCourses, corpus: Path, server_url: str, tmp_path: Path
) -> None:
    files = sorted((corpus / COURSE).iterdir())
    half = len(files) // 2
    for url in fresh_database(server_url, TEMPLATE):
        home = make_home(tmp_path / "home", url)
        folder = home / "inbox" / COURSE
        folder.mkdir()
        topics = []
        for some in (files[half:], files[:half]):
            for file in some:
                shutil.copyfile(file, folder / file.name)
            run(home, "run", "--until-idle")
            topics.append(ask(url, TOPICS, course=COURSE))
        assert topics[0] != topics[1], "the first half brings topics of its own"
        assert topics[1] == ask(real_courses.url, TOPICS, course=COURSE)
