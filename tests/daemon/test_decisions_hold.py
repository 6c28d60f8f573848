"""What a person rejected is asked no more, whatever is run, set or written anew, and stays rejected."""

from pathlib import Path
from typing import Any

import pytest

from tests.daemon.lectures import MACHINES, METHODS
from tests.daemon.runs import ask, make_home, put, run

pytestmark = pytest.mark.xdist_group("rejected")

FIRST, SECOND = "machines/lectures/1-machines.md", "machines/lectures/2-methods.md"
ASKED = """
SELECT DISTINCT ON (questions.task) review_items.id, questions.natural_key
  FROM review_items JOIN questions ON questions.id = review_items.question_id
 WHERE review_items.state = 'open' AND questions.task IN ('tag', 'prerequisite', 'merge')
 ORDER BY questions.task, review_items.id
"""
AGAIN = """
SELECT questions.natural_key
  FROM review_items JOIN questions ON questions.id = review_items.question_id
 WHERE review_items.state <> 'closed' AND questions.natural_key = ANY(%(keys)s)
"""
ACCEPTED = """
SELECT questions.natural_key FROM questions
  LEFT JOIN tags ON questions.task = 'tag' AND tags.content_id = questions.subject_id
                AND tags.topic_id = questions.object_id
  LEFT JOIN prerequisites ON questions.task = 'prerequisite'
                         AND prerequisites.subject_id = questions.subject_id
                         AND prerequisites.object_id = questions.object_id
 WHERE questions.natural_key = ANY(%(keys)s)
   AND coalesce(tags.status, prerequisites.status) IN ('accepted', 'review')
"""
COURSES = "SELECT id, slug FROM courses ORDER BY id"
ITEMS = "SELECT id, state, reason FROM review_items ORDER BY id"
WORKED_ON = "SELECT DISTINCT stage FROM outcome_log WHERE id > %(since)s"
ASK_ALL = """
[thresholds]
tag_accept = 1.0
tag_floor = 0.0
prerequisite_accept = 1.0
prerequisite_floor = 0.0
"""
ACCEPT_ALL = """
[thresholds]
tag_accept = 0.05
tag_floor = 0.01
prerequisite_accept = 0.05
prerequisite_floor = 0.01
"""


@pytest.fixture(scope="module")
def rejected(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A home in which one tag, one prerequisite and one merge have been rejected; their keys."""
    home = make_home(tmp_path_factory.mktemp("rejected") / "home", module_database_url)
    settings = home / "gradient.toml"
    settings.write_text(settings.read_text("utf-8") + ASK_ALL, "utf-8")
    put(home, FIRST, MACHINES)
    put(home, SECOND, METHODS)
    run(home, "run", "--until-idle")
    asked = ask(module_database_url, ASKED)
    assert len(asked) == 3, "the course asks about a tag, a prerequisite and a merge"
    for item, _ in asked:
        run(home, "review", "decide", str(item), "reject")
    run(home, "run", "--until-idle")
    return home, module_database_url, [key for _, key in asked]


def nothing_is_asked_again(rejected: Any) -> None:
    home, url, keys = rejected
    run(home, "run", "--until-idle")
    assert ask(url, AGAIN, keys=keys) == []
    assert ask(url, ACCEPTED, keys=keys) == []
    topics = set(ask(url, "SELECT slug FROM topics WHERE state = 'active'"))
    assert {"support-vector-machine", "state-value-method"} <= topics


def test_by_another_run(rejected: Any) -> None:
    nothing_is_asked_again(rejected)


def test_by_other_thresholds(rejected: Any) -> None:
    settings = rejected[0] / "gradient.toml"
    before = settings.read_text("utf-8")
    settings.write_text(before.replace(ASK_ALL, ACCEPT_ALL), "utf-8")
    nothing_is_asked_again(rejected)
    settings.write_text(before, "utf-8")
    nothing_is_asked_again(rejected)


def test_by_a_document_with_another_title(rejected: Any) -> None:
    put(rejected[0], FIRST, MACHINES.replace("# Support vector machine", "# Machines that classify"))
    nothing_is_asked_again(rejected)
    put(rejected[0], FIRST, MACHINES)
    nothing_is_asked_again(rejected)


def test_by_a_document_that_goes_and_comes_back(rejected: Any) -> None:
    home = rejected[0]
    file = home / "inbox" / SECOND
    file.rename(home / "kept.md")
    run(home, "run", "--until-idle")
    (home / "kept.md").rename(file)
    nothing_is_asked_again(rejected)


def test_by_reading_all_of_it_again(rejected: Any) -> None:
    _, url, _ = rejected
    ask(url, "UPDATE outcomes SET input_hash = 'of old' WHERE stage IN ('chunk', 'extract', 'tags', 'page')")
    nothing_is_asked_again(rejected)


def test_by_another_name_of_the_course(rejected: Any) -> None:
    home, url, _ = rejected
    courses, items = ask(url, COURSES), ask(url, ITEMS)
    since = ask(url, "SELECT max(id) FROM outcome_log")[0]
    for before, after in (("machines", "engines"), ("engines", "machines")):
        (home / "inbox" / before).rename(home / "inbox" / after)
        nothing_is_asked_again(rejected)
        assert {path.split("/")[0] for path in ask(url, "SELECT path FROM sources")} == {after}
        assert (ask(url, COURSES), ask(url, ITEMS)) == (courses, items)
    assert set(ask(url, WORKED_ON, since=since)) <= {"outline", "page", "mirror"}


def test_by_another_name_of_the_file(rejected: Any) -> None:
    home: Path = rejected[0]
    (home / "inbox" / FIRST).rename(home / "inbox" / "machines/lectures/1-svm.md")
    nothing_is_asked_again(rejected)
