"""What a place among candidates is worth is learnt from gold that had no part in it."""

import numpy as np
import pytest

from gradient.outline.candidate_worth import FIRST, LATER, log_odds, speaks_of
from gradient.recall.worth import standings, worth

TWO_SOURCES = [0, 0, 1]
SHARES = np.array([[0.6, 0.3, 0.1], [0.2, 0.7, 0.1], [0.1, 0.1, 0.8]])
RIGHT = [frozenset({0}), frozenset({0, 2}), frozenset({1})]


def test_a_candidate_stands_beside_those_of_its_source() -> None:
    found = standings(SHARES, RIGHT, TWO_SOURCES)
    (first, right), (second, wrong), (alone, _) = found[FIRST]
    assert (right, wrong) == (True, False)
    assert (first.score, first.alike, first.beside) == (0.6, 0.5, 0)
    assert (second.score, second.alike, second.beside) == (0.7, 0.5, 0)
    assert (alone.alike, alone.beside) == (1.0, 0)


def test_the_other_contents_of_its_source_with_the_same_topic_in_front_are_counted() -> None:
    shares = np.array([[0.6, 0.3, 0.1], [0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.6, 0.3, 0.1]])
    found = standings(shares, [frozenset({0})] * 4, [0, 0, 0, 1])
    assert [one.beside for one, _ in found[FIRST]] == [1, 1, 0, 0]
    assert [one.beside for one, _ in found[LATER]][4:6] == [2, 0]


def test_later_candidates_stand_behind_the_first() -> None:
    found = standings(SHARES, RIGHT, TWO_SOURCES)
    assert len(found[LATER]) == 6
    later = [(one.score, one.beside, right) for one, right in found[LATER]][2:4]
    assert later == [(0.2, 1, True), (0.1, 0, True)]
    assert not any(one.first for one, _ in found[LATER])


def test_the_surer_recall_is_the_more_a_first_candidate_is_worth() -> None:
    draw = np.random.default_rng(5)
    scores = draw.normal(size=(400, 6)) * np.repeat([1.0, 4.0], 200)[:, None]
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    right = [frozenset({int(draw.choice(6, p=row))}) for row in shares]
    groups = draw.integers(0, 40, size=400).tolist()
    fitted = worth(scores, right, groups, [1.0] * 400)
    found = standings(shares, right, groups)
    for kind in (FIRST, LATER):
        confidence = np.array([1 / (1 + np.exp(-log_odds(fitted, one))) for one, _ in found[kind]])
        is_right = np.array([answer for _, answer in found[kind]])
        sure = confidence > np.median(confidence)
        assert is_right[sure].mean() > is_right[~sure].mean() + 0.1
        for half in (sure, ~sure):
            assert confidence[half].mean() == pytest.approx(is_right[half].mean(), abs=0.05)


@pytest.mark.parametrize(("sources", "least"), [(30, 0.01), (3000, 1.0)])
def test_candidates_that_are_all_right_teach_no_certainty(sources: int, least: float) -> None:
    scores = np.tile([2.0, 0.0], (sources, 1))
    fitted = worth(scores, [frozenset({0})] * sources, list(range(sources)), [1.0] * sources)
    (standing, _), *_ = standings(np.full((1, 2), 0.5), [frozenset({0})], [0])[FIRST]
    assert least < log_odds(fitted, standing) < 20


def test_few_sources_teach_little_however_many_contents_they_have() -> None:
    scores = np.tile([2.0, 0.0], (300, 1))
    (standing, _), *_ = standings(np.full((1, 2), 0.5), [frozenset({0})], [0])[FIRST]
    few, many = (
        worth(scores, [frozenset({0})] * 300, [at % sources for at in range(300)], [1.0] * 300)
        for sources in (3, 300)
    )
    assert log_odds(few, standing) < 0.1 < log_odds(many, standing)


def test_of_what_is_like_no_decided_content_nothing_is_said() -> None:
    scores = np.tile([2.0, 0.0], (100, 1))
    nearest = [at / 100 for at in range(100)]
    fitted = worth(scores, [frozenset({0})] * 100, list(range(100)), nearest)
    assert not speaks_of(fitted, 0.04)
    assert speaks_of(fitted, 0.06)
