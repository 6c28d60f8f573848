"""The figures by hand, and what has to be true of them for any rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss, roc_auc_score

from gradient.measures.rows import rows
from gradient.measures.scores import auroc, brier, brier_skill

ROWS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.7, 0.9, 1.0]), st.integers(0, 1), st.floats(0.1, 10)),
    min_size=2,
    max_size=40,
)


def test_brier_is_the_mean_squared_distance() -> None:
    assert brier([0.8, 0.4], [1, 0]) == pytest.approx((0.04 + 0.16) / 2)


def test_brier_weighs_rows() -> None:
    assert brier([0.8, 0.4], [1, 0], [3, 1]) == pytest.approx((3 * 0.04 + 0.16) / 4)


def test_skill_is_against_the_rate_of_other_rows() -> None:
    assert brier_skill([0.8, 0.4], [1, 0], 0.5) == pytest.approx(1 - 0.1 / 0.25)
    assert brier_skill([0.5, 0.5], [1, 0], 0.5) == 0
    assert brier_skill([0.0, 1.0], [1, 0], 0.5) == pytest.approx(-3)


def test_nothing_is_better_than_a_base_rate_that_is_never_wrong() -> None:
    assert brier_skill([0.9, 0.9], [1, 1], 1.0) is None


def test_auroc_counts_pairs_and_equal_scores_half() -> None:
    assert auroc([0.9, 0.5, 0.5, 0.1], [1, 1, 0, 0]) == pytest.approx(3.5 / 4)


def test_there_is_no_auroc_where_all_labels_are_equal() -> None:
    assert auroc([0.9, 0.1], [1, 1]) is None
    assert auroc([0.9, 0.1], [0, 0]) is None


@given(ROWS)
def test_another_implementation_says_the_same(given_rows: list[tuple[float, int, float]]) -> None:
    scores, labels, weights = (list(column) for column in zip(*given_rows, strict=True))

    assert brier(scores, labels, weights) == pytest.approx(
        brier_score_loss(labels, scores, sample_weight=weights, pos_label=1)
    )
    if len(set(labels)) == 2:
        assert auroc(scores, labels, weights) == pytest.approx(
            roc_auc_score(labels, scores, sample_weight=weights)
        )


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 1), st.integers(0, 3)), min_size=2, max_size=20))
def test_a_weight_is_how_often_a_row_counts(given_rows: list[tuple[float, int, int]]) -> None:
    repeated = [(score, label) for score, label, times in given_rows for _ in range(times)]
    if not repeated:
        return
    scores, labels, weights = zip(*given_rows, strict=True)
    again, right = zip(*repeated, strict=True)

    assert brier(scores, labels, weights) == pytest.approx(brier(again, right))
    assert auroc(scores, labels, weights) == pytest.approx(auroc(again, right))


@given(ROWS.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_the_order_of_rows_changes_no_digit(both: tuple[list[tuple[float, int, float]], ...]) -> None:
    first, second = (list(zip(*one, strict=True)) for one in both)

    assert brier(*first) == brier(*second)
    assert auroc(*first) == auroc(*second)


@pytest.mark.parametrize(
    ("scores", "labels", "weights"),
    [
        ([], [], []),
        ([0.5], [1, 0], [1]),
        ([0.5], [0.5], [1]),
        ([0.5], [1], [-1]),
        ([0.5], [1], [0]),
        ([float("nan")], [1], [1]),
    ],
)
def test_what_cannot_be_measured_is_refused(
    scores: list[float], labels: list[float], weights: list[float]
) -> None:
    with pytest.raises(ValueError, match=r"row|lists|label|numbers"):
        rows(scores, labels, weights)
