"""What labels weigh, and which of them may not be split."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.calibration.maps.labels import LEAST_WORTH, cut, folds, labels
from tests.calibration.maps.labelled import label


def test_a_draw_weighs_by_how_rarely_it_is_drawn() -> None:
    found = labels([label(0, 1.0, True), label(1, 1.0, True, probability=0.5)])

    assert found.weights == pytest.approx([2 / 3, 4 / 3])


def test_few_rare_draws_do_not_outvote_all_other_decisions() -> None:
    found = cut([1.0] * 100 + [20.0] * 5)

    assert found.mean() == pytest.approx(1)
    assert found.sum() ** 2 / (found**2).sum() == pytest.approx(LEAST_WORTH * 105)
    assert found[-1] / found[0] == pytest.approx(7.05, abs=0.01)


def test_equal_weights_are_left_alone() -> None:
    assert cut([20.0] * 30) == pytest.approx([1.0] * 30)
    assert cut([]).size == 0


@given(st.lists(st.floats(1, 1e6), min_size=1, max_size=50))
def test_weights_are_never_worth_less_than_half(given_weights: list[float]) -> None:
    found = cut(given_weights)

    assert found.mean() == pytest.approx(1)
    assert found.sum() ** 2 / (found**2).sum() >= LEAST_WORTH * len(found) * (1 - 1e-9)
    order = np.argsort(given_weights)
    assert (np.diff(found[order]) >= -1e-12).all()


def test_groups_are_not_split_and_folds_are_about_equal() -> None:
    found = labels(label(at, 0.0, at % 2 == 0, group=f"source {at % 9}") for at in range(90))

    fold = folds(found, 5)

    for group in range(9):
        assert (
            len({one for row, one in zip(found.rows, fold, strict=True) if row.group == f"source {group}"})
            == 1
        )
    assert sorted(np.bincount(fold)) == [10, 20, 20, 20, 20]


def test_both_directions_of_a_pair_are_in_one_fold() -> None:
    pairs = [(first, then) for first in range(8) for then in range(8) if first != then]
    found = labels(label(at, 0.0, True, group=f"{min(pair)} {max(pair)}") for at, pair in enumerate(pairs))

    fold = {
        pairs[int(row.key[2].split()[1])]: one for row, one in zip(found.rows, folds(found, 5), strict=True)
    }

    assert all(fold[first, then] == fold[then, first] for first, then in pairs)


@pytest.mark.parametrize(
    ("given_labels", "count"),
    [
        ([label(at, 0.0, True, group="one", subject=f"{at // 2}") for at in range(20)], 5),
        ([label(at, 0.0, True, group="one", subject="one") for at in range(20)], 5),
        ([label(at, 0.0, True, group=f"{at % 2}") for at in range(20)], 2),
    ],
    ids=["one source: by content", "one content: by question", "two sources"],
)
def test_there_are_folds_where_there_are_few_groups(given_labels: list, count: int) -> None:
    assert len(set(folds(labels(given_labels), 5))) == count


def test_what_is_no_label_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        labels([label(0, 1.0, True), label(0, 1.0, False)])
    with pytest.raises(ValueError, match="probability"):
        labels([label(0, 1.0, True, probability=0.0)])
    with pytest.raises(ValueError, match="log-odds"):
        labels([label(0, float("inf"), True)])


def test_the_digest_tells_decisions_apart_and_not_their_order() -> None:
    given_labels = [label(at, at / 10, at % 3 == 0) for at in range(30)]

    same = labels(reversed(given_labels)).digest()

    assert labels(given_labels).digest() == same
    assert labels(given_labels[1:]).digest() != same
    assert labels([label(0, 0.0, False), *given_labels[1:]]).digest() != same
