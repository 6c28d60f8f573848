"""Bins of equal mass that no order moves, the error over them, and what chance alone makes of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.measures.reliability import ece, ece_floor, reliability

ROWS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.7, 0.9, 1.0]), st.integers(0, 1), st.floats(0.1, 10)),
    min_size=1,
    max_size=40,
)


def test_a_hundred_confidences_make_ten_bins_of_ten() -> None:
    scores = np.linspace(0.005, 0.995, 100)

    found = reliability(scores, np.zeros(100))

    assert [one.rows for one in found] == [10] * 10
    assert [one.share for one in found] == pytest.approx([0.1] * 10)
    assert (found[0].least, found[0].most) == (pytest.approx(0.005), pytest.approx(0.095))
    assert found[-1].confidence == pytest.approx(0.95)


def test_equal_confidences_stay_in_one_bin() -> None:
    scores = [0.2] * 55 + [0.8] * 45

    found = reliability(scores, [1] * 11 + [0] * 44 + [1] * 36 + [0] * 9)

    assert [(one.rows, one.confidence) for one in found] == [
        (55, pytest.approx(0.2)),
        (45, pytest.approx(0.8)),
    ]
    assert [one.right for one in found] == pytest.approx([0.2, 0.8])


def test_the_error_is_the_weighted_distance_of_confidence_and_share() -> None:
    assert ece([0.2] * 2 + [0.8] * 2, [0, 1, 1, 1]) == pytest.approx(0.5 * 0.3 + 0.5 * 0.2)
    assert ece([0.2, 0.2], [0, 1], [3, 1]) == pytest.approx(0.05)


def test_within_a_bin_errors_on_both_sides_cancel() -> None:
    assert ece([0.4, 0.6], [1, 0], bins=1) == pytest.approx(0.0)
    assert ece([0.4, 0.6], [1, 0], bins=2) == pytest.approx(0.6)


def test_perfect_certainty_has_no_error_and_no_floor() -> None:
    assert ece([0.0, 1.0], [0, 1]) == 0
    assert ece_floor([0.0, 1.0]) == 0


def test_the_floor_is_what_chance_alone_shows() -> None:
    scores = np.linspace(0.05, 0.95, 400)
    generator = np.random.default_rng(7)

    errors = [ece(scores, generator.random(400) < scores) for _ in range(300)]

    assert np.mean(np.array(errors) <= ece_floor(scores)) == pytest.approx(0.99, abs=0.015)


def test_the_floor_of_one_bin_is_that_of_a_binomial_share() -> None:
    # 2.576 standard deviations hold 99 % of a normal on both sides.
    assert ece_floor([0.5] * 400) == pytest.approx(2.576 * 0.5 / 20, abs=0.006)


def test_the_floor_falls_with_more_rows() -> None:
    few, many = (ece_floor(np.linspace(0.05, 0.95, count)) for count in (100, 1600))

    assert many == pytest.approx(few / 4, rel=0.2)


def test_many_rows_are_drawn_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.linspace(0, 1, 50)
    at_once = ece_floor(scores)

    monkeypatch.setattr("gradient.measures.reliability._BLOCK", 170)

    assert ece_floor(scores) == pytest.approx(at_once, abs=1e-12)


def test_what_is_no_confidence_has_no_floor() -> None:
    with pytest.raises(ValueError, match="within 0 and 1"):
        ece_floor([0.5, 1.5])


@given(ROWS.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_the_order_of_rows_changes_no_digit(both: tuple[list[tuple[float, int, float]], ...]) -> None:
    first, second = (list(zip(*one, strict=True)) for one in both)

    assert reliability(*first) == reliability(*second)
    assert ece(*first) == ece(*second)


@given(ROWS)
def test_the_error_is_that_of_the_bins(given_rows: list[tuple[float, int, float]]) -> None:
    scores, labels, weights = zip(*given_rows, strict=True)
    found = reliability(scores, labels, weights)

    assert sum(one.rows for one in found) == len(scores)
    assert sum(one.share for one in found) == pytest.approx(1)
    assert ece(scores, labels, weights) == pytest.approx(
        sum(one.share * abs(one.confidence - one.right) for one in found), abs=1e-12
    )
