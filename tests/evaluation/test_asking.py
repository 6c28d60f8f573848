"""A person who answers by the queue mends more with each answer than one who answers at random."""

import random

from gradient.acceptance.question import Question, QuestionKey
from gradient.acceptance.thresholds import Thresholds
from gradient.evaluation.asking import answers_needed

SEEDS = range(5)


def questions(told: bool) -> tuple[list[Question], dict[QuestionKey, bool]]:
    """Tags that are right as often as their confidence says, or whatever it says."""
    generator = random.Random(20260301)
    asked = [
        Question("tag", f"content {at}", f"topic {at % 7}", confidence=round(generator.random(), 3))
        for at in range(300)
    ]
    right = {one.key: generator.random() < ((one.confidence or 0.0) if told else 0.5) for one in asked}
    return asked, right


def test_with_confidences_that_mean_something_the_queue_needs_fewer_answers() -> None:
    asked, right = questions(told=True)
    needed = [answers_needed(asked, right, Thresholds(), spared=0.5, seed=seed) for seed in SEEDS]
    assert all(one.by_queue < one.at_random for one in needed)
    assert all(0 < one.saved < 1 for one in needed)


def test_with_confidences_that_mean_nothing_it_saves_nothing() -> None:
    asked, right = questions(told=False)
    needed = [answers_needed(asked, right, Thresholds(), spared=0.5, seed=seed) for seed in SEEDS]
    assert abs(sum(one.saved for one in needed)) / len(needed) < 0.25


def test_the_same_seed_gives_the_same_answers() -> None:
    asked, right = questions(told=True)
    one = answers_needed(asked, right, Thresholds(), spared=0.5, seed=3)
    assert answers_needed(asked, right, Thresholds(), spared=0.5, seed=3) == one


def test_where_nothing_is_wrong_nothing_is_asked() -> None:
    asked = [Question("tag", f"content {at}", "topic", confidence=0.99) for at in range(20)]
    found = answers_needed(asked, {one.key: True for one in asked}, Thresholds(), spared=0.5, seed=0)
    assert (found.by_queue, found.at_random, found.saved) == (0, 0, 0.0)
