"""The graph from Python: transitive prerequisites, topics, and errors that say what to do."""

import subprocess
import sys
from itertools import pairwise

import pytest

import gradient
from gradient.client import Graph
from gradient.errors import AmbiguousName, DatabaseUnreachable, UnknownName
from tests.pages.course_rows import CourseRows

HEAVY = {"pydantic", "rich", "typer", "numpy", "sqlalchemy", "psycopg_pool", "wordllama", "procrastinate"}


@pytest.fixture
def course(database_url: str) -> CourseRows:
    return CourseRows(database_url)


@pytest.fixture
def graph(database_url: str):
    with gradient.connect(database_url) as graph:
        yield graph


def chain(course: CourseRows, *titles: str) -> list[int]:
    topics = [course.topic(title) for title in titles]
    for first, then in pairwise(topics):
        course.prerequisite(first, then, 0.9)
    return topics


def test_prerequisites_near_and_far_with_depth_confidence_and_order(course: CourseRows, graph: Graph):
    slope, _, descent = chain(course, "Slope", "Gradient", "Descent")
    loss = course.topic("Loss")
    course.prerequisite(loss, descent, 0.7)
    course.prerequisite(slope, loss, 0.95)
    assert graph.prerequisites("descent") == {
        "topic": "descent",
        "course": "vision",
        "prerequisites": [
            {"slug": "gradient", "title": "Gradient", "depth": 1, "confidence": 0.9, "status": "accepted"},
            {"slug": "loss", "title": "Loss", "depth": 1, "confidence": 0.7, "status": "accepted"},
            {"slug": "slope", "title": "Slope", "depth": 2, "confidence": 0.9, "status": None},
        ],
        "order": ["slope", "gradient", "loss"],
    }


def test_only_accepted_edges_are_followed_and_the_straight_one_tells_its_status(
    course: CourseRows, graph: Graph
):
    first, _, last = chain(course, "A", "B", "C")
    course.prerequisite(first, last, 0.5, "review")
    doubtful = course.topic("D")
    course.prerequisite(doubtful, last, 0.4, "review")
    found = graph.prerequisites("c")["prerequisites"]
    assert [(one["slug"], one["status"]) for one in found] == [("b", "accepted"), ("a", "review")]


def test_topics_are_learnt_in_the_order_they_are_taught_where_the_edges_leave_it_open(
    course: CourseRows, graph: Graph
):
    early, late = course.source("01.md", 0), course.source("02.md", 1)
    goal = course.topic("Goal")
    for title, source in (("Apple", late), ("Pear", early)):
        chunk = course.chunk(source, f"{title} is a fruit.")
        topic = course.topic(title)
        course.one("UPDATE topics SET first_taught_chunk_id = %s WHERE id = %s", chunk, topic)
        course.prerequisite(topic, goal)
    assert graph.prerequisites("goal")["order"] == ["pear", "apple"]


def test_a_circle_in_the_data_ends(course: CourseRows, graph: Graph):
    topics = chain(course, "A", "B", "C")
    course.prerequisite(topics[2], topics[0], 0.8)
    found = graph.prerequisites("a")["prerequisites"]
    assert [(one["slug"], one["depth"]) for one in found] == [("c", 1), ("b", 2)]


def test_retired_topics_are_not_passed_through(course: CourseRows, graph: Graph):
    chain(course, "A", "B", "C")
    course.one("UPDATE topics SET state = 'retired' WHERE slug = 'b'")
    assert graph.prerequisites("c")["prerequisites"] == []


def test_an_absorbed_slug_means_what_absorbed_it(course: CourseRows, graph: Graph):
    _, kept = chain(course, "A", "B")
    absorbed = course.topic("Old B")
    course.one("UPDATE topics SET state = 'merged', merged_into = %s WHERE id = %s", kept, absorbed)
    assert graph.prerequisites("old-b")["topic"] == "b"


@pytest.mark.parametrize("by", ["person", "outline"])
@pytest.mark.parametrize("confidence", [None, 0.2])
def test_a_stated_edge_has_no_confidence_whatever_the_machine_made_of_it(
    course: CourseRows, graph: Graph, by: str, confidence: float | None
):
    chain(course, "A", "B")
    course.one("UPDATE prerequisites SET confidence = %s, by = %s", confidence, by)
    assert graph.prerequisites("b")["prerequisites"][0]["confidence"] is None
    assert graph.edges("b")[0]["confidence"] is None


@pytest.mark.parametrize(
    "written", ["Gradient descent", "gradient DESCENT", "Steepest-descent", "gradient_descent"]
)
def test_a_topic_is_found_by_its_names(course: CourseRows, graph: Graph, written: str):
    course.topic("Gradient descent", None, "steepest descent")
    assert graph.prerequisites(written)["topic"] == "gradient-descent"


def test_a_name_of_two_topics_is_asked_back_about(course: CourseRows, graph: Graph):
    course.topic("Kernel trick", None, "The kernel")
    course.topic("Null space", None, "the Kernel")
    with pytest.raises(AmbiguousName, match="kernel-trick, null-space"):
        graph.topic("the kernel")


def test_suggested_are_slugs_of_the_words_that_were_written(course: CourseRows, graph: Graph):
    for title in ("Gradient descent", "Stochastic gradient descent", "Gradient", "Descent direction"):
        course.topic(title)
    with pytest.raises(UnknownName) as refused:
        graph.topic("Gradeint descend")
    assert str(refused.value) == (
        "There is no topic 'Gradeint descend' in any course;"
        " did you mean gradient-descent or stochastic-gradient-descent?"
    )
    with pytest.raises(UnknownName, match="gradient topics lists them"):
        graph.topic("Backpropagation")


def test_unknown_and_ambiguous_topics_are_refused_in_a_sentence(
    course: CourseRows, graph: Graph, database_url: str
):
    course.topic("Kernel")
    CourseRows(database_url, "systems").topic("Kernel")
    with pytest.raises(UnknownName, match="no topic 'pixel'"):
        graph.prerequisites("pixel")
    with pytest.raises(AmbiguousName, match="systems, vision"):
        graph.prerequisites("kernel")
    assert graph.prerequisites("kernel", "systems")["course"] == "systems"


def test_topics_have_the_keys_of_the_command(course: CourseRows, graph: Graph):
    chain(course, "A", "B")
    assert graph.topics("vision")[1] == {
        "slug": "b",
        "title": "B",
        "aliases": [],
        "path": "B",
        "course": "vision",
        "contents": 0,
        "prerequisites": 1,
        "first_taught": None,
        "page": None,
    }
    with pytest.raises(UnknownName, match="no course 'chess'"):
        graph.topics("chess")


def test_a_database_that_is_not_set_up_or_away_is_said_so(empty_database_url: str):
    with (
        gradient.connect(empty_database_url) as graph,
        pytest.raises(DatabaseUnreachable, match="not set up"),
    ):
        graph.topics()
    with pytest.raises(DatabaseUnreachable, match="does not answer"):
        gradient.connect("postgresql://nobody@127.0.0.1:1/nothing")


def test_where_there_is_no_gradient_none_is_made(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DatabaseUnreachable, match="no Gradient in"):
        gradient.connect()
    assert list(tmp_path.iterdir()) == []


def test_a_question_imports_nothing_heavy(course: CourseRows, database_url: str):
    chain(course, "A", "B")
    program = (
        f"import sys, gradient\nwith gradient.connect({database_url!r}) as graph:\n"
        "    assert graph.prerequisites('b')['order'] == ['a']\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())
