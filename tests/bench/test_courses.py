"""What real courses cost: from an empty database to idle, once more, and with one file more."""

import shutil
from pathlib import Path

import psycopg
import pytest

from gradient.store.embedded import embedded
from tests.bench.conftest import MakeHome
from tests.bench.measuring import GRADIENT, cost_of

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

COURSES = ("cs231n-vision", "cs229-machine-learning", "nlp-transformers")
UNTIL_IDLE = (*GRADIENT, "run", "--until-idle")
TARGET = 60
"""Seconds of the first run over the three courses, on two cores."""

MOST_MEMORY = 700
ONE_MORE = """# Dropout

Dropout keeps a neuron active with some probability and sets it to zero otherwise.
Dropout is a form of regularization that is used while a neural network is trained.

## Inverted dropout

Inverted dropout scales the activations at train time and leaves the forward pass at test time untouched.
It is used together with a softmax classifier and with the hinge loss of a support vector machine.
"""
UNITS = "SELECT stage, count(*), max(id) FROM outcome_log WHERE id > %s GROUP BY stage ORDER BY max(id)"


def units_after(home: Path, last: int) -> dict[str, tuple[int, int]]:
    """How many outcomes each stage has logged after one, with the number of its last."""
    with embedded(home / ".gradient") as url, psycopg.connect(url) as connection:
        found = connection.execute(UNITS, [last]).fetchall()
    return {stage: (count, newest) for stage, count, newest in found}


def test_three_courses(make_home: MakeHome, corpus: Path) -> None:
    home = make_home("courses")
    for course in COURSES:
        shutil.copytree(corpus / course, home / "inbox" / course)
    first, second = cost_of(UNTIL_IDLE, home), cost_of(UNTIL_IDLE, home)
    print(f"\nthree courses, first run         {first}")
    print(f"ratio to {TARGET} s                    {first.wall / TARGET:7.2f} by the clock")
    print(f"the same once more               {second}")
    print(f"ratio                            {second.wall / first.wall:7.3f} by the clock,"
          f" {second.cpu / first.cpu:.3f} of processor")  # fmt: skip
    print(f"ratio to {MOST_MEMORY} MB                  {first.peak / MOST_MEMORY:7.2f} at the highest point")
    before = units_after(home, 0)
    (home / "inbox" / COURSES[0] / "one-more.md").write_text(ONE_MORE, encoding="utf-8")
    third = cost_of(UNTIL_IDLE, home)
    after = units_after(home, max(newest for _, newest in before.values()))
    print(f"one file more                    {third}")
    print(f"ratio to the first run           {third.wall / first.wall:7.3f} by the clock,"
          f" {third.cpu / first.cpu:.3f} of processor")  # fmt: skip
    for stage, (count, _) in before.items():
        again = after.get(stage, (0, 0))[0]
        print(f"  {stage:14} {again:6} units for it, {count:6} for all: {again / count:6.3f}")
