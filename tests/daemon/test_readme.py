"""What the README shows of the sample course is what the sample course gives."""

import re
from pathlib import Path

from tests.daemon.runs import run

README = Path(__file__).parents[2] / "README.md"
TRANSCRIPT = re.compile(r"^\$ gradient prereqs minimum-spanning-tree\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_answer_of_the_sample_course_is_the_one_in_the_readme(sample_home: Path) -> None:
    shown = TRANSCRIPT.search(README.read_text("utf-8"))
    assert shown is not None

    run(sample_home, "run", "--until-idle")
    asked = run(sample_home, "prereqs", "minimum-spanning-tree")

    assert asked.stdout + asked.stderr == shown[1]
