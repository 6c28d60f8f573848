"""A circle of prerequisites that only a hand in the database can make: all ends, and it is named."""

import re
from pathlib import Path

from tests.daemon.lectures import PATHS
from tests.daemon.runs import answer, ask, put, run

CIRCLE = ("tree", "spanning-tree", "minimum-spanning-tree")
STEPS = tuple(zip(CIRCLE, (*CIRCLE[1:], CIRCLE[0]), strict=True))

ASKED = """
INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
SELECT first.course_id, 'prerequisite', first.id, later.id,
       concat_ws('|', 'prerequisite', first.slug, later.slug)
  FROM topics AS first, topics AS later WHERE first.slug = %(first)s AND later.slug = %(later)s
ON CONFLICT (task, subject_id, object_id) DO NOTHING
"""
ACCEPTED = """
INSERT INTO prerequisites (subject_id, object_id, question_id, origin, status)
SELECT subject_id, object_id, id, 'pick', 'accepted'
  FROM questions WHERE natural_key = concat_ws('|', 'prerequisite', %(first)s::text, %(later)s::text)
ON CONFLICT (subject_id, object_id) DO UPDATE SET status = 'accepted'
"""
DECIDED = """
INSERT INTO decisions (course_id, question_id, act, person, at)
SELECT course_id, id, 'accept', 'by hand', now()
  FROM questions WHERE natural_key = concat_ws('|', 'prerequisite', %(first)s::text, %(later)s::text)
"""


def put_in_by_hand(url: str, *statements: str) -> None:
    for first, later in STEPS:
        for statement in statements:
            ask(url, statement, first=first, later=later)


def circles(home: Path) -> list[str]:
    """What the doctor says of circles."""
    found = run(home, "doctor", code=None).stdout
    return [line for line in found.splitlines() if line.startswith("circle")]


def test_accepted_by_hand_it_is_named_by_the_doctor_and_every_question_about_it_ends(
    worked_home: Path, worked_url: str
) -> None:
    assert circles(worked_home) == []
    put_in_by_hand(worked_url, ASKED, ACCEPTED)
    told = " ".join(one["said"] for one in answer(worked_home, "doctor", code=1) if one["state"] == "wrong")
    assert re.search("minimum-spanning-tree → tree → (spanning-tree → )?minimum-spanning-tree", told)
    for topic in CIRCLE:
        before = answer(worked_home, "prereqs", topic)
        assert {one["slug"] for one in before["prerequisites"]} >= set(CIRCLE) - {topic}
        assert topic not in before["order"]
        assert [one["slug"] for one in answer(worked_home, "path", topic)["path"]][-1] == topic
    for drawn in ("text", "dot", "mermaid"):
        assert run(worked_home, "prereqs", "tree", "--format", drawn).stdout
    run(worked_home, "prereqs", "remove", "minimum-spanning-tree", "tree")
    assert circles(worked_home) == []


def test_the_next_settle_takes_it_apart(worked_home: Path, worked_url: str) -> None:
    put_in_by_hand(worked_url, ASKED, ACCEPTED)
    put(worked_home, "graphs/lectures/3-paths.md", PATHS)
    run(worked_home, "run", "--until-idle")
    assert circles(worked_home) == []


def test_decided_by_hand_it_is_asked_about_and_a_run_ends(worked_home: Path, worked_url: str) -> None:
    put_in_by_hand(worked_url, ASKED, DECIDED)
    run(worked_home, "run", "--until-idle")
    asked = [one for one in answer(worked_home, "review", "list") if "circle" in one["reason"]]
    assert len(asked) == 1
    assert all(slug in asked[0]["reason"] for slug in CIRCLE)
    assert circles(worked_home) == []
    run(worked_home, "review", "decide", str(asked[0]["id"]), "reject")
    run(worked_home, "run", "--until-idle")
    assert not [one for one in answer(worked_home, "review", "list") if "circle" in one["reason"]]
