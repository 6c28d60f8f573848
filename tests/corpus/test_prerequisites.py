"""The prerequisites of real courses point from what is taught first to what is taught later."""

from collections.abc import Iterator

import pytest

from gradient.graph.closure import closure
from tests.conftest import fresh_database
from tests.corpus.conftest import COURSES, RealCourses
from tests.corpus.without_order import judge_without_order

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

ACCEPTED = """
SELECT subject.slug AS subject, object.slug AS object, prerequisites.confidence,
       first.source_position AS first_lecture, second.source_position AS second_lecture
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
  JOIN courses ON courses.id = object.course_id
  LEFT JOIN live_chunks AS first ON first.id = subject.first_taught_chunk_id
  LEFT JOIN live_chunks AS second ON second.id = object.first_taught_chunk_id
 WHERE prerequisites.status = 'accepted' AND courses.slug = %(course)s
"""


def forward_share(edges: list[tuple[int | None, int | None]]) -> tuple[float, int]:
    """Of the edges between lectures the share from the earlier to the later one, and their number."""
    between = [(a, b) for a, b in edges if a is not None and b is not None and a != b]
    return sum(a < b for a, b in between) / max(1, len(between)), len(between)


@pytest.fixture(scope="module")
def without_order(real_courses: RealCourses, server_url: str) -> Iterator[RealCourses]:
    """The same courses, judged with the order of lectures withheld."""
    for url in fresh_database(server_url, database_of(real_courses.url)):
        judge_without_order(url)
        yield RealCourses(real_courses.home, url)


def database_of(url: str) -> str:
    return url.partition("?")[0].rsplit("/", 1)[-1]


@pytest.mark.parametrize("course", COURSES)
def test_nine_tenths_point_from_the_earlier_lecture_to_the_later(
    real_courses: RealCourses, course: str, capsys: pytest.CaptureFixture[str]
) -> None:
    edges = real_courses.rows(ACCEPTED, course=course)
    share, number = forward_share([(one["first_lecture"], one["second_lecture"]) for one in edges])
    with capsys.disabled():
        print(f"\n{course}: {share:.2f} of {number} accepted edges between lectures point forward", end=" ")
    assert number >= 10
    assert share >= 0.9


@pytest.mark.parametrize("course", COURSES)
def test_three_quarters_do_with_the_order_withheld(
    without_order: RealCourses, course: str, capsys: pytest.CaptureFixture[str]
) -> None:
    edges = without_order.rows(ACCEPTED, course=course)
    share, number = forward_share([(one["first_lecture"], one["second_lecture"]) for one in edges])
    with capsys.disabled():
        print(f"\n{course}: {share:.2f} of {number} edges point forward without the order", end=" ")
    assert share >= 0.75


@pytest.mark.parametrize(
    "course",
    [
        pytest.param(one, marks=pytest.mark.xfail(strict=True, reason="only 6 are left without the order"))
        if one == "cs229-machine-learning"
        else one
        for one in COURSES
    ],
)
def test_ten_or_more_are_left_with_the_order_withheld(without_order: RealCourses, course: str) -> None:
    edges = without_order.rows(ACCEPTED, course=course)
    assert forward_share([(one["first_lecture"], one["second_lecture"]) for one in edges])[1] >= 10


@pytest.mark.parametrize("course", COURSES)
def test_half_of_the_topics_have_one(real_courses: RealCourses, course: str) -> None:
    edges = real_courses.rows(ACCEPTED, course=course)
    topics = real_courses.rows(
        "SELECT count(*) AS topics FROM topics JOIN courses ON courses.id = topics.course_id"
        " WHERE courses.slug = %(course)s AND topics.state = 'active'",
        course=course,
    )
    assert len({one["object"] for one in edges}) >= topics[0]["topics"] / 2


@pytest.mark.parametrize("course", COURSES)
def test_one_chain_has_four_edges(real_courses: RealCourses, course: str) -> None:
    edges = [(one["subject"], one["object"]) for one in real_courses.rows(ACCEPTED, course=course)]
    assert not any(first == last for first, last in closure(edges)), "there is a circle"
    assert longest_chain(edges) >= 4


@pytest.mark.parametrize("course", COURSES)
def test_confidences_spread(real_courses: RealCourses, course: str) -> None:
    judged = real_courses.rows(
        """
        SELECT prerequisites.confidence, prerequisites.status
          FROM prerequisites JOIN topics ON topics.id = prerequisites.object_id
          JOIN courses ON courses.id = topics.course_id
         WHERE courses.slug = %(course)s AND prerequisites.confidence IS NOT NULL
        """,
        course=course,
    )
    tenths = {int(one["confidence"] * 10) for one in judged}
    assert len(tenths) >= 8
    assert any(one["status"] == "review" for one in judged)


def longest_chain(edges: list[tuple[str, str]]) -> int:
    after: dict[str, list[str]] = {}
    for first, second in edges:
        after.setdefault(first, []).append(second)
    lengths: dict[str, int] = {}

    def length(topic: str) -> int:
        if topic not in lengths:
            lengths[topic] = max((1 + length(other) for other in after.get(topic, ())), default=0)
        return lengths[topic]

    return max((length(topic) for topic in after), default=0)
