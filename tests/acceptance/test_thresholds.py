import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.acceptance.thresholds import (
    GRID,
    LabelledDraw,
    Thresholds,
    binomial_tail,
    certified_threshold,
    lower_bound,
)


def draws(confidence: float, right: int, wrong: int = 0) -> list[LabelledDraw]:
    return [LabelledDraw(confidence, True)] * right + [LabelledDraw(confidence, False)] * wrong


@pytest.mark.parametrize(
    ("right", "drawn", "bound"),
    [
        (10, 10, 0.1 ** (1 / 10)),
        (22, 22, 0.1 ** (1 / 22)),
        # For one success of n the bound is 1 − 0.9^(1/n).
        (1, 10, 1 - 0.9 ** (1 / 10)),
        # Lower ends of the two-sided 80 % intervals in the tables of Clopper and Pearson's method.
        (9, 10, 0.6632),
        (5, 10, 0.2673),
        (0, 10, 0.0),
        (0, 0, 0.0),
    ],
)
def test_the_lower_bound_is_that_of_clopper_and_pearson(right: int, drawn: int, bound: float) -> None:
    assert lower_bound(right, drawn) == pytest.approx(bound, abs=5e-5)


@given(st.integers(1, 60), st.integers(0, 60))
def test_at_the_lower_bound_as_many_or_more_have_the_error_rate(right: int, wrong: int) -> None:
    bound = lower_bound(right, right + wrong)
    fewer = sum(
        math.comb(right + wrong, count) * bound**count * (1 - bound) ** (right + wrong - count)
        for count in range(right)
    )

    assert 1 - fewer == pytest.approx(0.1, abs=1e-9)
    assert binomial_tail(right, right + wrong, bound) == pytest.approx(0.1, abs=1e-9)


def test_large_samples_are_counted_too() -> None:
    assert lower_bound(4500, 5000) == pytest.approx(0.9 - 1.2816 * math.sqrt(0.09 / 5000), abs=3e-4)


def test_the_lowest_certified_threshold_is_taken() -> None:
    assert certified_threshold([*draws(0.9, 40), *draws(0.6, 40)], 0.9) == 0.1
    assert certified_threshold([*draws(0.9, 40), *draws(0.6, 10, 10)], 0.9) == 0.65


def test_stepping_down_ends_at_the_first_failure() -> None:
    good_below = [*draws(0.9, 20, 10), *draws(0.7, 400)]

    assert certified_threshold(good_below, 0.9) is None


def test_a_threshold_that_no_labels_could_pass_is_no_failure() -> None:
    assert certified_threshold([*draws(0.96, 3), *draws(0.8, 30)], 0.9) == 0.1


def test_too_few_draws_certify_nothing() -> None:
    assert certified_threshold(draws(0.9, 21), 0.9) is None
    assert certified_threshold(draws(0.9, 22), 0.9) == 0.1


def test_an_audit_counts_at_or_above_the_threshold_it_was_drawn_under() -> None:
    audits = [LabelledDraw(0.9, True, drawn_from=0.5)] * 40

    assert certified_threshold(audits, 0.9) == 0.5


def test_audits_among_the_surest_alone_can_only_speak_against_a_threshold() -> None:
    right, wrong = ([LabelledDraw(0.9, is_right, drawn_from=math.inf)] * 30 for is_right in (True, False))

    assert certified_threshold([*draws(0.9, 20), *right], 0.9) is None
    assert certified_threshold([*draws(0.9, 22), *right], 0.9) == 0.1
    assert certified_threshold([*draws(0.9, 22), *wrong], 0.9) is None


def test_draws_that_fitted_the_map_do_not_count() -> None:
    assert certified_threshold([LabelledDraw(0.9, True, fitted=True)] * 40, 0.9) is None


def test_a_precision_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="above 0 and below 1"):
        certified_threshold([], 1.0)


@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=80),
    st.floats(0.5, 0.95),
    st.randoms(use_true_random=False),
)
def test_what_is_certified_holds_its_bound_in_any_order(
    labels: list[tuple[float, bool]], precision: float, random: object
) -> None:
    drawn = [LabelledDraw(*label) for label in labels]
    threshold = certified_threshold(drawn, precision)
    shuffled = sorted(drawn, key=lambda _: random.random())  # type: ignore[attr-defined]

    assert threshold == certified_threshold(shuffled, precision)
    if threshold is not None:
        counted = [draw.right for draw in drawn if draw.confidence >= threshold]
        assert threshold in GRID
        assert lower_bound(sum(counted), len(counted)) >= precision


def test_a_floor_above_its_threshold_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the tag thresholds are .* set the floor"):
        Thresholds(tag_floor=0.6)
    with pytest.raises(ValueError, match="the prerequisite thresholds"):
        Thresholds(prerequisite_accept=1.5)
