"""What decided pairs say of others that are alike, each left out of what is said of itself."""

import numpy as np
import pytest

from gradient.calibration.decided.likeness import Likeness
from gradient.calibration.decided.ridge import fitted
from gradient.measures.scores import auroc
from tests.calibration.decided import line


@pytest.fixture
def likeness() -> Likeness:
    topics = line.topics()
    return Likeness(sorted(topics.titles), topics.vectors)


def test_what_is_said_of_a_decided_pair_is_as_if_fitted_without_it_in_both_directions(
    likeness: Likeness,
) -> None:
    inside, _ = line.split(line.pairs(), 0.3)
    found = fitted(likeness, inside)
    for one in inside[:6]:
        rest = [other for other in inside if sorted(other.ends) != sorted(one.ends)]
        anew = fitted(likeness, rest)
        # The mean that is taken off before fitting is that of all rows.
        shifted = anew.of([one.ends])[0] - anew.mean + found.mean
        assert found.of([one.ends])[0] == pytest.approx(shifted, abs=0.02)
        assert found.of([one.ends])[0] != pytest.approx(float(one.right), abs=0.001)


def test_the_label_of_a_pair_has_no_part_in_what_is_said_of_it(likeness: Likeness) -> None:
    inside, _ = line.split(line.pairs(), 0.3)
    weights = fitted(likeness, inside)
    one = inside[0]
    own = [at for at, other in enumerate(inside) if sorted(other.ends) == sorted(one.ends)]
    left = np.array([other.right for other in inside], dtype=float) - weights.mean
    left[own] += 5.0
    turned = type(weights)(likeness, weights.pairs, weights.mean, weights.inverse, weights.inverse @ left)
    assert turned.of([one.ends])[0] == pytest.approx(weights.of([one.ends])[0])


def test_pairs_alike_tell_the_direction_of_those_that_nobody_decided(likeness: Likeness) -> None:
    inside, outside = line.split(line.pairs())
    found = fitted(likeness, inside).of([one.ends for one in outside])
    assert (auroc(found, [one.right for one in outside]) or 0) > 0.95


def test_a_topic_without_a_vector_is_like_no_other() -> None:
    topics = line.topics()
    vectors = {topic: vector for topic, vector in topics.vectors.items() if topic != 3}
    kernel = Likeness(sorted(topics.titles), vectors).kernel
    assert kernel[3, 3] == 1
    assert kernel[3, [0, 1, 2, 4]].tolist() == [0.0] * 4
    assert Likeness([1, 2], {}).kernel.tolist() == [[1, 0], [0, 1]]
