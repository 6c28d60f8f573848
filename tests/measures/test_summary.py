"""All figures at once, and the diagram that shows them."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from gradient.measures.diagram import BARS, LEFT, SIDE, TOP, bar_masses, reliability_svg
from gradient.measures.reliability import Bin, ece, ece_floor, reliability
from gradient.measures.scores import auroc, brier, brier_skill
from gradient.measures.summary import summary

GENERATOR = np.random.default_rng(3)
SCORES = GENERATOR.random(120)
LABELS = (GENERATOR.random(120) < SCORES).astype(float)
WEIGHTS = GENERATOR.integers(1, 4, 120).astype(float)
GROUPS = [f"group {row % 20}" for row in range(120)]


def test_every_figure_is_that_of_its_measure_with_its_interval() -> None:
    found = summary(SCORES, LABELS, GROUPS, 0.4, WEIGHTS, resamples=100)

    assert (found.rows, found.groups, found.base_rate) == (120, 20, 0.4)
    assert found.right == pytest.approx(np.average(LABELS, weights=WEIGHTS))
    assert found.brier == brier(SCORES, LABELS, WEIGHTS)
    assert found.brier_skill == brier_skill(SCORES, LABELS, 0.4, WEIGHTS)
    assert found.ece == ece(SCORES, LABELS, WEIGHTS)
    assert found.ece_floor == ece_floor(SCORES, WEIGHTS)
    assert found.auroc == auroc(SCORES, LABELS, WEIGHTS)
    assert found.bins == tuple(reliability(SCORES, LABELS, WEIGHTS))
    for name in ("brier", "brier_skill", "auroc"):
        low, high = found.intervals[name] or (1, 0)
        assert low < getattr(found, name) < high


def test_the_calibration_error_has_a_floor_and_no_interval_since_draws_only_enlarge_it() -> None:
    found = summary(SCORES, LABELS, GROUPS, 0.4, WEIGHTS, resamples=100)

    assert found.intervals["ece"] is None
    assert found.ece_floor > 0


def test_one_group_with_one_answer_has_figures_without_intervals() -> None:
    found = summary([0.5, 0.6], [1, 1], ["one", "one"], 1.0)

    assert (found.auroc, found.brier_skill) == (None, None)
    assert set(found.intervals.values()) == {None}


def test_a_bin_stands_where_it_is_and_is_tied_to_where_it_should_be() -> None:
    bins = [Bin(0.1, 0.3, 7, 0.4, 0.2, 0.5), Bin(0.7, 0.9, 9, 0.6, 0.8, 0.75)]

    drawn = ET.fromstring(reliability_svg(bins, "tags <offline>", "a & b"))

    space = "{http://www.w3.org/2000/svg}"
    circles = [(float(one.get("cx", 0)), float(one.get("cy", 0))) for one in drawn.iter(f"{space}circle")]
    assert circles == [
        (LEFT + 0.2 * SIDE, TOP + 0.5 * SIDE),
        (LEFT + 0.8 * SIDE, TOP + 0.25 * SIDE),
    ]
    ends = [float(one.get("y2", 0)) for one in drawn.iter(f"{space}line")]
    assert ends == [TOP + 0.8 * SIDE, pytest.approx(TOP + 0.2 * SIDE)]
    words = [one.text for one in drawn.iter(f"{space}text")]
    assert "tags <offline>" in words
    assert "a & b" in words


def test_nothing_to_show_is_drawn_too() -> None:
    assert ET.fromstring(reliability_svg([], "no rows")) is not None


def test_bars_show_where_the_rows_lie_and_stay_on_the_axis() -> None:
    bins = [
        Bin(0.0, 0.1, 5, 0.5, 0.05, 0.0),
        Bin(0.31, 0.31, 3, 0.3, 0.31, 0.3),
        Bin(1.0, 1.0, 2, 0.2, 1.0, 1.0),
    ]

    masses = bar_masses(bins)

    assert sum(masses) == pytest.approx(1.0)
    assert masses[:2] == [pytest.approx(0.25), pytest.approx(0.25)]
    assert (masses[6], masses[BARS - 1]) == (0.3, 0.2)
    space = "{http://www.w3.org/2000/svg}"
    drawn = ET.fromstring(reliability_svg(bins, "tags"))
    bars = [one for one in drawn.iter(f"{space}rect") if one.find(f"{space}title") is not None]
    ends = [float(one.get("x", 0)) + float(one.get("width", 0)) for one in bars]
    assert len(bars) == 4
    assert max(ends) <= LEFT + SIDE


@pytest.mark.parametrize(
    "words", ["Tags by ollama:qwen3:4b: evidence on 350 decisions in a-long-course-name", "x"]
)
def test_a_title_stays_on_the_picture(words: str) -> None:
    drawn = ET.fromstring(reliability_svg([], words, f"{words}\nand a second line"))

    space = "{http://www.w3.org/2000/svg}"
    shown = {one.text: float(one.get("font-size", 0)) for one in drawn.iter(f"{space}text")}
    assert shown[words] * 0.6 * len(words) <= float(drawn.get("viewBox", "").split()[2])
    assert "and a second line" in shown
