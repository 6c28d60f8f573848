from hypothesis import given
from hypothesis import strategies as st

from gradient.recall.fusion import C2T, HEADING, NAME, WEIGHTS, fuse

SLUGS = {number: f"topic-{number}" for number in range(40)}
PATHS = st.fixed_dictionaries(
    {name: st.dictionaries(st.integers(0, 39), st.floats(0, 1)) for name in WEIGHTS}
)


def test_a_topic_keeps_every_path_that_found_it() -> None:
    (only,) = fuse({C2T: {1: 0.5}, NAME: {1: 1.0}, HEADING: {}}, SLUGS, 30)
    assert dict(only.paths) == {C2T: 0.5, NAME: 1.0}


def test_two_paths_lift_a_topic_above_one() -> None:
    first, second = fuse({C2T: {1: 0.5, 2: 0.5}, HEADING: {2: 0.5}}, SLUGS, 30)
    assert (first.topic_id, second.topic_id) == (2, 1)


def test_equal_scores_stand_in_the_order_of_slugs() -> None:
    fused = fuse({NAME: {1: 1.0, 2: 1.0}}, {1: "b", 2: "a"}, 30)
    assert [one.topic_id for one in fused] == [2, 1]


@given(PATHS, st.integers(1, 30))
def test_at_most_so_many_by_falling_score_within_0_and_1(
    paths: dict[str, dict[int, float]], most: int
) -> None:
    fused = fuse(paths, SLUGS, most)
    scores = [one.score for one in fused]
    assert len(fused) == min(most, len({topic for path in paths.values() for topic in path}))
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
