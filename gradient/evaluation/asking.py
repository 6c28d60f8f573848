"""How many answers it takes until statuses are right so often: by the review queue, and in random order."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gradient.acceptance.question import Question, QuestionKey, Settled
from gradient.acceptance.reach import reach_of
from gradient.acceptance.statuses import settle
from gradient.acceptance.thresholds import Thresholds
from gradient.acceptance.wanted import Draws, asked
from gradient.review.draws import DrawShares
from gradient.review.items import queue_of

OPEN_MAX = 50
"""Places that are open at a time, as by the default settings."""
SITTING = 10
"""So many questions are answered until the queue is looked at again."""


@dataclass(frozen=True)
class AnswersNeeded:
    """Answers until so many statuses are right, for one seed."""

    seed: int
    by_queue: int
    at_random: int

    @property
    def saved(self) -> float:
        """The share of random order's answers that the queue spares; below 0 where it needs more."""
        return 1 - self.by_queue / self.at_random if self.at_random else 0.0


def answers_needed(
    questions: Sequence[Question],
    right: Mapping[QuestionKey, bool],
    thresholds: Thresholds,
    *,
    spared: float,
    seed: int,
    part: float = 0.8,
) -> AnswersNeeded:
    """Let a person who knows what is `right` answer until `spared` (0 to 1) of the wrong statuses are mended.

    The seed draws a `part` of the questions, the random order, and what the queue draws by lot. A status is
    right where what is right is accepted, or leans to that in review, and what is wrong is not. The queue is
    the product's own; where it is empty the person goes on at random.
    """
    generator = random.Random(seed)
    drawn = generator.sample(list(questions), round(part * len(questions)))
    shuffled = [question.key for question in generator.sample(drawn, len(drawn))]
    queue = _Queue(thresholds, str(seed), shuffled)

    def at_random(settled: Sequence[Settled]) -> list[QuestionKey]:
        open_ones = {one.question.key for one in settled if one.question.answer is None}
        return [key for key in shuffled if key in open_ones][:SITTING]

    return AnswersNeeded(
        seed,
        _needed(drawn, right, thresholds, queue.next_of, spared),
        _needed(drawn, right, thresholds, at_random, spared),
    )


def _needed(
    questions: Sequence[Question],
    right: Mapping[QuestionKey, bool],
    thresholds: Thresholds,
    next_of: Callable[[Sequence[Settled]], Sequence[QuestionKey]],
    spared: float,
) -> int:
    """How many answers it takes, a sitting at a time, in the order that `next_of` gives."""
    by_key = {question.key: question for question in questions}
    settled = settle(questions, thresholds)
    most = (1 - spared) * _wrong(settled, right)
    answers = 0
    while _wrong(settled, right) > most:
        keys = next_of(settled)
        for key in keys:
            by_key[key] = replace(by_key[key], answer="accept" if right[key] else "reject")
        answers += len(keys)
        settled = settle(by_key.values(), thresholds)
    return answers


@dataclass(frozen=True)
class _Queue:
    """The product's queue; `afterwards` is the order in which a person goes on where it is empty."""

    thresholds: Thresholds
    salt: str
    afterwards: Sequence[QuestionKey]

    def next_of(self, settled: Sequence[Settled]) -> list[QuestionKey]:
        """The first open questions that were not answered."""
        keys = [one.question.key for one in settled]
        rows = {key: {"question_id": number, "sentence": key[1]} for number, key in enumerate(keys)}
        wanted = asked(settled, rows, reach_of(settled), Draws(self.salt, DrawShares(), self.thresholds))
        numbers = {one.key: one.question_id for one in wanted}
        places = queue_of(wanted, OPEN_MAX).open
        opened = [keys[number] for place in places if (number := numbers[place.item.key]) is not None]
        answered = {one.question.key for one in settled if one.question.answer is not None}
        return [key for key in (*opened, *self.afterwards) if key not in answered][:SITTING]


def _wrong(settled: Sequence[Settled], right: Mapping[QuestionKey, bool]) -> int:
    return sum(not _is_right(one, right) for one in settled)


def _is_right(one: Settled, right: Mapping[QuestionKey, bool]) -> bool:
    leans = one.status == "review" and (one.question.confidence or 0.0) >= 0.5
    return (one.status == "accepted" or leans) == right[one.question.key]
