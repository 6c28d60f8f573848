"""Lectures that name each other as prerequisites: the weakest edge of the circle is asked about."""

from pathlib import Path
from typing import Any

from tests.daemon.runs import answer, ask, put, run

LECTURE = """# {subject}

A **{subject}** is a structure of order theory. To define a {subject} you need to know what a {first} is.
A {first} is a prerequisite of a {subject}. Every {subject} is built from a {first}.

## Use of the {subject}

A {subject} sorts its elements. Without a {first} there is no {subject}.
"""
CIRCLE = ("lattice", "antichain", "matroid")
"""Each one needs the one before it, and the first one the last one."""
LOW = {"GRADIENT_THRESHOLDS_PREREQUISITE_ACCEPT": "0.35"}
EDGES = """
SELECT subject.slug, object.slug, prerequisites.status, prerequisites.confidence, prerequisites.circle
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
"""


def standing(url: str) -> dict[tuple[str, str], Any]:
    """Status, confidence and circle of each step of the circle."""
    steps = set(zip(CIRCLE, (*CIRCLE[1:], CIRCLE[0]), strict=True))
    return {(first, later): rest for first, later, *rest in ask(url, EDGES) if (first, later) in steps}


def test_the_weakest_of_three_lectures_that_need_each_other_is_asked_about(
    empty_home: Path, database_url: str
) -> None:
    for first, subject in zip((CIRCLE[-1], *CIRCLE[:-1]), CIRCLE, strict=True):
        put(empty_home, f"orders/lectures/{subject}.md", LECTURE.format(subject=subject, first=first))
    run(empty_home, "run", "--until-idle", **LOW)
    found = standing(database_url)
    assert len(found) == len(CIRCLE)
    weakest = min(found, key=lambda step: found[step][1])
    assert {step: status for step, (status, *_) in found.items()} == {
        step: "review" if step == weakest else "accepted" for step in found
    }
    assert set(found[weakest][2]) == set(CIRCLE)
    (asked,) = [one for one in answer(empty_home, "review", "list", **LOW) if one["task"] == "circle"]
    assert "circle" in asked["reason"]

    put(empty_home, "orders/lectures/more.md", "# More\n\nNothing of it is needed here.\n")
    run(empty_home, "run", "--until-idle", **LOW)
    assert standing(database_url) == found
