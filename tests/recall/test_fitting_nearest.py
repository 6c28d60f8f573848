"""How near a tagged content is to the tagged ones of other sources."""

import numpy as np
import pytest

from gradient.recall.fitting import nearest_gold
from gradient.store.fusions import GoldTag, Voting

EAST, NORTH = np.array([1, 0], dtype=np.float32), np.array([0, 1], dtype=np.float32)
BETWEEN = np.array([0.6, 0.8], dtype=np.float32)


def test_the_nearest_of_other_sources_counts_and_silver_does_not() -> None:
    voting = Voting([7, 7, 8], np.array([1.0, 1.0, 0.6]), [(1,), (2,), (3,)], np.array([EAST, BETWEEN, EAST]))
    tags = [GoldTag(1, 7, (1,), EAST), GoldTag(2, 7, (2,), NORTH), GoldTag(3, 8, (4,), -EAST)]
    assert nearest_gold(tags, voting, 1.0) == pytest.approx([0.6, 0.0, 0.0])
