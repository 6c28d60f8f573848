"""Coefficients of the offline scorer from labelled pairs."""

import numpy as np
import pytest

from gradient.calibration.fitting import PULLS, LabelledEvidence, fit_coefficients
from gradient.measures.scores import brier

BY_HAND = {"intercept": 0.0, "name": 1.0, "silent": 0.7}


def drawn(count: int, intercept: float, name: float, courses: int = 3) -> list[LabelledEvidence]:
    generator = np.random.default_rng(20260301)
    rows = []
    for at in range(count):
        value = float(generator.normal())
        right = bool(generator.random() < 1 / (1 + np.exp(-(intercept + name * value))))
        rows.append(LabelledEvidence({"name": value}, right, f"course {at % courses}"))
    return rows


def test_many_labels_outweigh_what_was_set_by_hand() -> None:
    fitted = fit_coefficients(drawn(6000, -1.0, 3.0), BY_HAND)
    assert fitted.coefficients["intercept"] == pytest.approx(-1.0, abs=0.2)
    assert fitted.coefficients["name"] == pytest.approx(3.0, abs=0.3)


def test_few_labels_leave_it_nearly_where_it_was() -> None:
    few = fit_coefficients(drawn(12, -1.0, 3.0), BY_HAND)
    many = fit_coefficients(drawn(6000, -1.0, 3.0), BY_HAND)
    assert abs(few.coefficients["name"] - 1.0) < abs(many.coefficients["name"] - 1.0)


def test_what_no_row_says_anything_about_keeps_its_number() -> None:
    assert fit_coefficients(drawn(200, 0.5, 1.0), BY_HAND).coefficients["silent"] == 0.7


def test_rows_that_agree_with_what_was_set_by_hand_choose_a_strong_pull() -> None:
    assert fit_coefficients(drawn(300, 0.0, 1.0), BY_HAND).pull > PULLS[0]


def test_held_out_confidences_know_nothing_of_their_own_course() -> None:
    rows = drawn(90, -1.0, 3.0)
    turned = [
        LabelledEvidence(row.features, row.right ^ (row.group == "course 0"), row.group) for row in rows
    ]
    own = np.array([row.group == "course 0" for row in rows])
    honest, other = fit_coefficients(rows, BY_HAND), fit_coefficients(turned, BY_HAND)
    if honest.pull == other.pull:
        assert np.array_equal(honest.held_out[own], other.held_out[own])
    right = np.array([float(row.right) for row in turned])
    assert brier(other.held_out[own], right[own]) > brier(honest.held_out[own], 1 - right[own])


def test_evidence_without_a_coefficient_is_an_error() -> None:
    rows = [LabelledEvidence({"new": 1.0}, True, "a"), LabelledEvidence({}, False, "b")]
    with pytest.raises(ValueError, match="the evidence new has no coefficient"):
        fit_coefficients(rows, BY_HAND)


def test_one_course_alone_is_not_enough() -> None:
    with pytest.raises(ValueError, match="at least two groups"):
        fit_coefficients(drawn(20, 0.0, 1.0, courses=1), BY_HAND)
