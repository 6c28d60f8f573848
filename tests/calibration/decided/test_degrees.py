"""Counts around a pair among decided prerequisites, made by hand."""

import numpy as np

from gradient.calibration.decided.degrees import Degrees
from gradient.calibration.decided.likeness import Likeness
from gradient.calibration.decided.pair import DecidedPair

SETS, MAPS, GROUPS, RINGS, KNOTS = range(5)
HOLD = ((SETS, MAPS), (MAPS, GROUPS), (SETS, GROUPS), (GROUPS, RINGS), (MAPS, RINGS))


def counts(pair: tuple[int, int], *denied: tuple[int, int]) -> list[int]:
    decided = [DecidedPair(*ends, right=True) for ends in HOLD]
    decided += [DecidedPair(*ends, right=False) for ends in denied]
    found = Degrees(Likeness(range(5), {}), decided).of([pair])[0]
    return np.expm1(found).round().astype(int).tolist()


def test_degrees_chains_and_what_two_topics_share() -> None:
    # Sets lead to maps and groups; rings rest on groups and maps; a chain leads over each of those.
    assert counts((SETS, RINGS)) == [2, 0, 2, 0, 2, 0, 0, 0]
    # Both lead to rings, both rest on sets.
    assert counts((MAPS, GROUPS)) == [1, 1, 1, 1, 0, 0, 1, 1]
    assert counts((KNOTS, SETS)) == [0, 0, 0, 2, 0, 0, 0, 0]


def test_the_pair_itself_is_left_out_either_way() -> None:
    assert counts((GROUPS, RINGS)) == [0, 2, 1, 0, 0, 0, 0, 1]
    assert counts((RINGS, GROUPS)) == [0, 1, 2, 0, 0, 0, 0, 1]


def test_pairs_that_were_denied_change_nothing() -> None:
    assert counts((SETS, RINGS), (KNOTS, SETS), (RINGS, MAPS)) == counts((SETS, RINGS))
