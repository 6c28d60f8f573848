import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.outline.matching import Matcher
from gradient.recall.paths import (
    CLOSENESS,
    TEMPERATURE,
    in_context,
    named,
    shared_votes,
    strongest,
    through,
    under_headings,
    voted,
)
from gradient.store.recall_paths import NearSource
from gradient.store.vectors import Vote

NETWORK, CNN, GRADIENT, LOSS = 1, 2, 3, 4
NAMES = Matcher(
    [
        (NETWORK, "Neural network"),
        (CNN, "Convolutional neural network"),
        (GRADIENT, "Gradient"),
        (LOSS, "Loss function"),
    ]
)
VOTES = st.lists(
    st.builds(Vote, st.just(1), st.integers(1, 4), st.integers(1, 3), st.floats(0, 1), st.floats(-1, 1)),
    max_size=8,
)


def vote(neighbour: int, topic: int, cosine: float, trust: float = 1.0) -> Vote:
    return Vote(1, neighbour, topic, trust, cosine)


def test_a_name_that_stands_early_weighs_more() -> None:
    found = named(NAMES, "The gradient tells how the loss function changes.")
    assert found[GRADIENT] > found[LOSS] > 0.5


def test_a_name_before_another_noun_weighs_less() -> None:
    assert named(NAMES, "Gradient checks are slow.")[GRADIENT] < named(NAMES, "Gradients are slow.")[GRADIENT]


def test_a_name_within_a_longer_one_weighs_least() -> None:
    found = named(NAMES, "Convolutional neural networks see.")
    assert found[CNN] == 1.0
    assert found[NETWORK] < 0.5


def test_a_sentence_that_names_nothing_finds_nothing() -> None:
    assert named(NAMES, "Hello there.") == {}


def test_the_nearest_heading_that_names_a_topic_weighs_most() -> None:
    found = under_headings(NAMES, [("Neural networks", "Loss functions", "In practice")])
    assert found[LOSS] > found[NETWORK] > 0


def test_a_heading_that_is_the_name_weighs_more_than_one_that_holds_it() -> None:
    whole = under_headings(NAMES, [("The gradient",)])
    part = under_headings(NAMES, [("Computing the gradient",)])
    assert 0 < part[GRADIENT] < whole[GRADIENT] + 0.001


def test_the_best_of_several_places_counts() -> None:
    far = under_headings(NAMES, [("Gradients", "Loss functions")])
    both = under_headings(NAMES, [("Gradients", "Loss functions"), ("Gradients",)])
    assert both[GRADIENT] == 1.0 > far[GRADIENT]


def test_a_near_neighbour_outvotes_many_far_ones() -> None:
    found = voted([vote(1, GRADIENT, 0.9), *(vote(number, LOSS, 0.3) for number in range(2, 9))])
    assert found[GRADIENT] > found[LOSS]


def test_votes_weigh_as_much_as_they_are_trusted() -> None:
    gold, silver = voted([vote(1, GRADIENT, 0.8)]), voted([vote(1, GRADIENT, 0.8, trust=0.6)])
    assert silver[GRADIENT] == pytest.approx(0.6 * gold[GRADIENT])


@given(VOTES, st.randoms(use_true_random=False))
def test_votes_lie_within_0_and_1_in_any_order(votes: list[Vote], random: st.DataObject) -> None:
    votes = list({(one.neighbour_id, one.topic_id): one for one in votes}.values())
    cosines = {one.neighbour_id: one.cosine for one in votes}
    votes = [Vote(1, one.neighbour_id, one.topic_id, one.trust, cosines[one.neighbour_id]) for one in votes]
    shuffled = list(votes)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert voted(votes) == pytest.approx(voted(shuffled))
    assert all(0 <= weight <= 1 for weight in voted(votes).values())


def test_shares_of_votes_are_a_softmax_over_the_neighbours() -> None:
    """Ten neighbours by hand: one near, nine a tenth further off, two of them for another topic."""
    votes = [vote(0, GRADIENT, 0.9), *(vote(at, GRADIENT, 0.8) for at in range(1, 8))]
    votes += [vote(8, LOSS, 0.8), vote(9, LOSS, 0.8, trust=0.6)]
    far = math.exp(-0.1 / TEMPERATURE)
    total = 1 + 7 * far + far + 0.6 * far
    found = shared_votes(votes)
    assert found == pytest.approx({GRADIENT: (1 + 7 * far) / total, LOSS: 1.6 * far / total})


@given(VOTES)
def test_shares_of_votes_are_parts_of_one(votes: list[Vote]) -> None:
    votes = [one for one in votes if one.trust > 0.001]
    assert sum(shared_votes(votes).values()) == pytest.approx(1.0 if votes else 0.0)


def test_a_topic_is_reached_through_the_best_hit_that_is_similar_to_it() -> None:
    edges = {GRADIENT: {LOSS: 0.5, CNN: 0.4}, NETWORK: {CNN: 0.9}, LOSS: {GRADIENT: 0.5}}
    found = through({GRADIENT: 0.8, NETWORK: 0.6}, edges)
    assert found == pytest.approx({LOSS: 0.4, CNN: 0.54})


def test_only_the_five_best_hits_lead_on() -> None:
    hits = {at: 1.0 - at / 10 for at in range(6)}
    found = through(hits, {at: {100 + at: 1.0} for at in range(6)})
    assert sorted(found) == [100, 101, 102, 103, 104]


def test_the_strongest_word_of_several_paths_counts() -> None:
    assert strongest([{1: 0.2, 2: 0.5}, {1: 0.4}]) == {1: 0.4, 2: 0.5}


def test_what_sources_like_its_own_are_about_counts_by_their_likeness_and_how_much_is_tagged() -> None:
    near = [NearSource(1, 7, 8, 4.0, 0.9), NearSource(1, 7, 9, 1.0, 0.85)]
    further = 0.5 * math.exp(-0.05 / CLOSENESS)
    found = in_context(near, {8: {GRADIENT: 0.75, LOSS: 0.25}, 9: {LOSS: 1.0}})
    assert found == pytest.approx({GRADIENT: 0.75 / (1 + further), LOSS: (0.25 + further) / (1 + further)})
    assert in_context([], {}) == {}
