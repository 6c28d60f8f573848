"""Hit rates counted by hand, and their intervals."""

import pytest

from gradient.evaluation.figures import (
    Scored,
    candidates_mean,
    hit_rates,
    intervals,
    macro_hit_rate,
)


def scored(group: str, right: tuple[int, ...], rank: int | None, offered: int) -> Scored:
    """A content that is offered so many topics (101, 102, …), its last right one at `rank`."""
    topics = list(range(101, 101 + offered))
    if rank is not None:
        topics[rank - 1] = right[-1]
    return Scored(group, right, topics)


TEN = [
    scored("a", (1,), 1, 30),
    scored("a", (1,), 1, 10),
    scored("a", (1,), 2, 10),
    scored("b", (1,), 5, 10),
    scored("b", (1,), 6, 10),
    scored("b", (2,), 10, 10),
    scored("c", (2,), 11, 30),
    scored("c", (2,), None, 30),
    scored("d", (3,), 30, 30),
    scored("d", (2, 4), 1, 30),
]


def test_hit_rates_of_ten_contents_counted_by_hand() -> None:
    assert hit_rates(TEN) == {1: 0.3, 5: 0.5, 10: 0.7, 20: 0.8, 30: 0.9}
    assert candidates_mean(TEN) == 20.0


def test_the_mean_over_topics_counts_every_topic_once() -> None:
    # Topic 1: 5 of 5; topic 2: 2 of 4, as its last content is offered its other topic; 3 and 4: 1 of 1.
    assert macro_hit_rate(TEN) == pytest.approx((1 + 0.5 + 1 + 1) / 4)


def test_what_stands_below_the_first_thirty_is_no_hit() -> None:
    late = [scored("a", (1,), 31, 40)]
    assert hit_rates(late)[30] == 0.0
    assert macro_hit_rate(late) == 0.0


def test_intervals_are_those_of_whole_fold_groups() -> None:
    together = [scored("a", (1,), 1, 5)] * 50 + [scored("b", (1,), None, 5)] * 50
    found = intervals(together)
    assert found is not None
    # Of two groups, a quarter of the resamples holds only the one, a quarter only the other.
    assert found.hit_rates[1] == (0.0, 1.0)
    apart = [Scored(f"g{at}", one.right, one.offered) for at, one in enumerate(together)]
    by_row = intervals(apart)
    assert by_row is not None
    low, high = by_row.hit_rates[1]
    assert 0.37 < low < 0.45 < 0.55 < high < 0.63


def test_intervals_are_seeded_and_hold_the_figure() -> None:
    found = intervals(TEN)
    assert found is not None
    assert found == intervals(TEN)
    for cut, rate in hit_rates(TEN).items():
        low, high = found.hit_rates[cut]
        assert low <= rate <= high
    assert found.macro[0] <= macro_hit_rate(TEN) <= found.macro[1]


def test_one_fold_group_has_no_interval() -> None:
    assert intervals(TEN[:3]) is None
