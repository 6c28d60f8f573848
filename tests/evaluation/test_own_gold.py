"""The labelled pairs that come with the product, and the coefficients that are fitted on them."""

import re
from collections import Counter
from pathlib import Path

from gradient.calibration.coefficients import packaged
from gradient.evaluation.coefficients_report import agreements, set_hash
from gradient.evaluation.readers import read_pairs

FOLDER = Path(__file__).parents[1] / "gold"
PAIRS = read_pairs(FOLDER)
HARD = {"reversed", "unlikely"}


def test_there_are_enough_pairs_of_three_courses_on_which_the_readers_agree() -> None:
    tags = [one for one in PAIRS.tags if one.answers.label is not None]
    prerequisites = [one for one in PAIRS.prerequisites if one.answers.label is not None]
    assert len(tags) >= 300
    assert len(prerequisites) >= 400
    assert len({one.course for one in tags}) == len({one.course for one in prerequisites}) == 3


def test_half_of_the_prerequisites_are_hard_negatives_and_reversals() -> None:
    counts = Counter(one.stratum in HARD for one in PAIRS.prerequisites)
    assert counts[True] == counts[False]


def test_the_coefficients_are_those_of_this_set() -> None:
    assert packaged().gold == set_hash(PAIRS)
    assert packaged().origin == "fitted by gradient calibrate fit --gold tests/gold"


def test_the_page_about_the_set_prints_how_far_the_readers_agree() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    for of_course in agreements(PAIRS).values():
        for course, one in of_course.items():
            line = f"| {course} | {one['alike']} of {one['pairs']} | {one['kappa']:.2f} |"
            assert re.search(re.escape(line), page), line
