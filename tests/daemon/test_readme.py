"""What the README shows of the sample course is what the sample course gives."""

import re
from pathlib import Path

from tests.daemon.runs import answer, run

README = Path(__file__).parents[2] / "README.md"
TRANSCRIPT = re.compile(r"^\$ gradient prereqs minimum-spanning-tree\n(.*?)^```", re.MULTILINE | re.DOTALL)
REVIEW = re.compile(
    r"^\$ gradient review\nQuestion (\d+) of \d+ · graph-theory · prerequisite (\d+)\n(.*?)^\[a\]ccept",
    re.MULTILINE | re.DOTALL,
)
LISTED = re.compile(r"^ +(\d+)  [\d.–]+ +[\d.]+  ", re.MULTILINE)
NO_LOTS = {"GRADIENT_REVIEW_DRAW_SHARE": "0", "GRADIENT_REVIEW_AUDIT_SHARE": "0"}
"""What is drawn hangs on a salt that each installation makes for itself."""


def test_the_answer_of_the_sample_course_is_the_one_in_the_readme(sample_home: Path) -> None:
    shown = TRANSCRIPT.search(README.read_text("utf-8"))
    assert shown is not None

    run(sample_home, "run", "--until-idle")
    asked = run(sample_home, "prereqs", "minimum-spanning-tree")

    assert asked.stdout + asked.stderr == shown[1]


def test_the_question_of_the_sample_course_is_the_one_in_the_readme(sample_home: Path) -> None:
    shown = REVIEW.search(README.read_text("utf-8"))
    assert shown is not None
    place, number, body = int(shown[1]), shown[2], shown[3]

    run(sample_home, "run", "--until-idle", **NO_LOTS)
    asked = run(sample_home, "review", "show", number).stdout
    listed = LISTED.findall(run(sample_home, "review", "list").stdout)

    pieces = [piece.strip("\n") for piece in body.split("\n…\n")]
    assert [piece for piece in pieces if piece not in asked] == []
    assert listed[place - 1] == number
    open_now = {one["id"]: one["question"] for one in answer(sample_home, "review", "list")}
    assert open_now[int(number)] in pieces[0]
