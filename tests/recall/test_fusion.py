import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.recall.fusion import (
    C2C2T,
    C2T,
    COMMON,
    DEFAULT,
    HEADING,
    LEAST_SHARE,
    NAME,
    ORDER,
    PATHS,
    SOURCE,
    WEIGHTS,
    Fitted,
    Fusion,
    Witnesses,
    features,
)

SLUGS = {number: f"topic-{number}" for number in range(40)}
TOPICS = st.integers(0, 39)
FOUND = st.fixed_dictionaries(
    {name: st.dictionaries(TOPICS, st.floats(0, 1), min_size=name == HEADING) for name in PATHS}
)
FITTED = Fitted(dict.fromkeys(PATHS, 1.5))


def test_a_topic_keeps_every_path_that_found_it() -> None:
    (only,) = DEFAULT.fuse({C2T: {1: 0.5}, NAME: {1: 1.0}, HEADING: {}}, SLUGS, 30)
    assert dict(only.paths) == {C2T: 0.5, NAME: 1.0}


def test_two_paths_lift_a_topic_above_one() -> None:
    first, second = DEFAULT.fuse({C2T: {1: 0.5, 2: 0.5}, HEADING: {2: 0.5}}, SLUGS, 30)
    assert (first.topic_id, second.topic_id) == (2, 1)


def test_witnesses_are_independent() -> None:
    (only,) = Witnesses({C2T: 0.6, NAME: 0.5}).fuse({C2T: {1: 0.5}, NAME: {1: 1.0}}, SLUGS, 30)
    assert only.score == pytest.approx(1 - (1 - 0.6 * 0.5) * (1 - 0.5 * 1.0))


@pytest.mark.parametrize("path", ORDER)
def test_what_moves_topics_in_the_list_lifts_no_score_and_names_no_topic(path: str) -> None:
    under = {1: 0.1, 2: 0.1}
    found = {C2T: {1: 0.5, 2: 0.5}, HEADING: under, path: {1: 0.2, 2: 0.4, 3: 0.9}}
    first, second = DEFAULT.fuse(found, SLUGS, 30)
    assert (first.topic_id, second.topic_id) == (2, 1)
    assert first.score == second.score


def test_with_neither_tagged_contents_nor_headings_the_list_is_in_the_order_of_a_sum() -> None:
    # Sums of path × weight, source as a share of the most that it says of any topic.
    found = {C2T: {1: 0.5, 2: 0.5, 4: 0.1}, NAME: {1: 1.0}, SOURCE: {2: 0.2, 3: 0.4, 5: 0.0}}
    sums = {1: 2 * 0.5 + 0.5, 2: 2 * 0.5 + 5.5 * 0.5, 3: 5.5, 4: 2 * 0.1}
    fused = DEFAULT.fuse(found, SLUGS, 30)
    assert [one.topic_id for one in fused] == sorted(sums, key=lambda topic: -sums[topic])
    assert [one.score for one in fused] == pytest.approx([0.0, 0.3, 1 - 0.7 * 0.4, 0.06])


@pytest.mark.parametrize("path", [C2C2T, HEADING])
def test_where_tagged_contents_or_headings_speak_the_source_drowns_nothing(path: str) -> None:
    found = {C2T: {1: 0.9}, SOURCE: {1: 0.1, 2: 0.5}}
    assert [one.topic_id for one in DEFAULT.fuse(found, SLUGS, 30)] == [2, 1]
    assert [one.topic_id for one in DEFAULT.fuse({**found, path: {1: 0.1}}, SLUGS, 30)] == [1]


def test_equal_scores_stand_in_the_order_of_slugs() -> None:
    for fusion in (DEFAULT, FITTED):
        fused = fusion.fuse({NAME: {1: 1.0, 2: 1.0}}, {1: "b", 2: "a"}, 30)
        assert [one.topic_id for one in fused] == [2, 1]


@given(FOUND, st.integers(1, 30), st.sampled_from([DEFAULT, FITTED]))
def test_at_most_so_many_by_falling_score_within_0_and_1(
    found: dict[str, dict[int, float]], most: int, fusion: Fusion
) -> None:
    fused = fusion.fuse({**found, **{name: {} for name in ORDER}}, SLUGS, most)
    scores = [one.score for one in fused]
    assert len(fused) <= most
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@given(FOUND)
def test_every_topic_that_a_witness_names_is_listed_if_there_is_room(
    found: dict[str, dict[int, float]],
) -> None:
    fused = DEFAULT.fuse(found, SLUGS, 40)
    assert {one.topic_id for one in fused} == {topic for path in WEIGHTS for topic in found[path]}


def test_fitted_scores_are_shares_of_what_the_weights_say() -> None:
    fused = Fitted({C2T: 2.0, NAME: 1.0}).fuse({C2T: {1: 0.5}, NAME: {2: 1.0}}, {1: "a", 2: "b", 3: "c"}, 30)
    weighed = np.exp([2.0 * 0.5, 1.0 * 1.0, 0.0])
    assert [one.score for one in fused] == pytest.approx(list((weighed / weighed.sum())[:2]), abs=1e-6)


def test_shares_of_votes_count_by_their_logarithm() -> None:
    found = features({C2C2T: {1: 1.0, 2: LEAST_SHARE**0.5}, COMMON: {1: 0.0}}, [1, 2, 3], [C2C2T, COMMON])
    assert found.tolist() == pytest.approx(np.array([[1.0, 0.0], [0.5, 0.0], [0.0, 0.0]]))


def test_a_fusion_listens_to_the_paths_that_it_is_left() -> None:
    found = {C2T: {1: 0.9}, NAME: {2: 0.8}, COMMON: {3: 0.7}}
    for fusion in (DEFAULT, FITTED):
        assert [one.topic_id for one in fusion.only(frozenset({NAME})).fuse(found, SLUGS, 30)] == [2]
        assert fusion.only(fusion.paths) == Fitted(FITTED.weights) or fusion is DEFAULT
    assert [one.topic_id for one in DEFAULT.only(frozenset({COMMON})).fuse(found, SLUGS, 30)] == [3]


def test_topics_that_came_or_went_while_paths_were_read_are_left_out() -> None:
    for fusion in (DEFAULT, FITTED):
        assert [one.topic_id for one in fusion.fuse({NAME: {1: 0.5, 2: 1.0}}, {1: "a"}, 30)] == [1]
        assert fusion.fuse({NAME: {1: 0.5}}, {}, 30) == []
