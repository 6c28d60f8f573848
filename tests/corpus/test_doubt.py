"""What a person would doubt in real courses is in review, and confidences are no mere yes or no."""

from statistics import quantiles
from typing import Any

import pytest

from tests.corpus.conftest import COURSES, RealCourses

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

BOUNDS = {"tag": (0.1, 0.5), "prerequisite": (0.3, 0.6)}
"""Of each task the confidence below which it is rejected, and that from which it is accepted."""

RELATIONS = {
    "tag": """
        SELECT tags.status, tags.confidence, tags.question_id, NULL AS opposite_id
          FROM tags JOIN contents ON contents.id = tags.content_id
          JOIN topics ON topics.id = tags.topic_id JOIN courses ON courses.id = topics.course_id
         WHERE courses.slug = %(course)s AND tags.confidence IS NOT NULL
           AND contents.retired_at IS NULL AND topics.state = 'active'""",
    "prerequisite": """
        SELECT prerequisites.status, prerequisites.confidence, prerequisites.question_id,
               opposite.question_id AS opposite_id
          FROM prerequisites JOIN topics AS subject ON subject.id = prerequisites.subject_id
          JOIN topics AS object ON object.id = prerequisites.object_id
          JOIN courses ON courses.id = object.course_id
          LEFT JOIN prerequisites AS opposite
                 ON opposite.subject_id = object.id AND opposite.object_id = subject.id
         WHERE courses.slug = %(course)s AND prerequisites.confidence IS NOT NULL
           AND subject.state = 'active' AND object.state = 'active'""",
}
ASKED = """
SELECT review_items.question_id, review_items.state
  FROM review_items JOIN courses ON courses.id = review_items.course_id
 WHERE courses.slug = %(course)s AND review_items.state IN ('open', 'waiting')
   AND review_items.question_id IS NOT NULL
"""

by_task = pytest.mark.parametrize("task", list(BOUNDS))
by_course = pytest.mark.parametrize("course", COURSES)


def doubtful(real_courses: RealCourses, course: str, task: str) -> list[dict[str, Any]]:
    """The relations of a course that are neither so sure nor so unlikely that nobody need look."""
    floor, threshold = BOUNDS[task]
    relations = real_courses.rows(RELATIONS[task], course=course)
    return [one for one in relations if floor <= one["confidence"] < threshold]


@by_task
@by_course
def test_nothing_between_the_bounds_is_accepted_or_left_unasked(
    real_courses: RealCourses, course: str, task: str
) -> None:
    asked = {item["question_id"] for item in real_courses.rows(ASKED, course=course)}
    doubts = doubtful(real_courses, course, task)
    assert len(doubts) >= 100
    assert {one["status"] for one in doubts} == {"review"}
    # Where no direction of a pair is clear, one of both is asked.
    assert [one for one in doubts if not asked & {one["question_id"], one["opposite_id"]}] == []


@by_course
def test_the_open_questions_are_about_tags_and_prerequisites(real_courses: RealCourses, course: str) -> None:
    opened = {
        item["question_id"] for item in real_courses.rows(ASKED, course=course) if item["state"] == "open"
    }
    for task in BOUNDS:
        doubts = doubtful(real_courses, course, task)
        assert len(opened & {one["question_id"] for one in doubts}) >= 10, task


@by_course
def test_what_is_accepted_is_so_with_confidences_that_differ(
    real_courses: RealCourses, course: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for task, (_, threshold) in BOUNDS.items():
        relations = real_courses.rows(RELATIONS[task], course=course)
        accepted = [one["confidence"] for one in relations if one["status"] == "accepted"]
        tenths = quantiles(accepted, n=10)
        with capsys.disabled():
            print(f"\n{course}: {len(accepted)} {task}s, the middle eight tenths from {tenths[0]:.2f}"
                  f" to {tenths[-1]:.2f}", end=" ")  # fmt: skip
        assert min(accepted) >= threshold
        assert tenths[-1] - tenths[0] >= 0.2
        assert len({round(one, 2) for one in accepted}) >= 25
