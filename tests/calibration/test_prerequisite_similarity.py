"""How alike topics are, as the pairs of their course go."""

import pytest

from gradient.calibration.prerequisite_similarity import similarities

CAT, TIGER, DOG, STONE = 4, 3, 2, 1
VECTORS = {CAT: (1.0, 0.0), TIGER: (0.96, 0.28), DOG: (0.8, 0.6), STONE: (0.0, 1.0)}


def test_the_most_alike_pair_is_one_and_the_least_alike_minus_one():
    found = similarities(VECTORS)
    assert found[CAT, TIGER] == max(found.values()) == 1
    assert found[CAT, STONE] == min(found.values()) == -1


def test_both_directions_are_equally_alike():
    found = similarities(VECTORS)
    assert len(found) == 4 * 3
    assert all(found[one, two] == found[two, one] for one, two in found)


def test_equal_cosines_share_their_place():
    square = {1: (1.0, 0.0), 2: (1.0, 0.0), 3: (0.0, 1.0), 4: (0.0, 1.0)}
    found = similarities(square)
    assert found[1, 2] == found[3, 4] == pytest.approx(0.8)
    assert found[1, 3] == found[2, 4] == pytest.approx(-0.4)


def test_a_course_without_enough_vectors_says_nothing():
    assert similarities({}) == {}
    assert similarities({1: (1.0,), 2: (1.0,), 3: (1.0,)}) == {}
