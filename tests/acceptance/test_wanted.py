"""Why the items of the review queue are asked, in words."""

import pytest

from gradient.acceptance.question import Question, Settled
from gradient.acceptance.reach import reach_of
from gradient.acceptance.thresholds import Thresholds
from gradient.acceptance.wanted import Draws, asked
from gradient.review.draws import DrawShares

BETWEEN = "Confidence 0.400 is between the floor 0.100 and the threshold 0.500."


@pytest.mark.parametrize(
    ("status", "reason", "is_asked", "told"),
    [
        ("accepted", "Confidence 0.900 reaches the threshold 0.500.", False, "to check what was accepted."),
        ("rejected", "Confidence 0.050 is below the floor 0.100.", False, "Drawn by lot."),
        ("review", BETWEEN, True, "Drawn by lot."),
        ("review", "No confidence: it said neither.", True, "Drawn by lot. No confidence: it said neither."),
    ],
)
def test_what_is_drawn_says_so(status: str, reason: str, is_asked: bool, told: str) -> None:
    item = reason_of(status, reason, is_asked, share=1.0)
    assert item is not None
    assert item.startswith("Drawn by lot")
    assert item.endswith(told)


def test_what_is_not_drawn_keeps_its_reason() -> None:
    assert reason_of("review", BETWEEN, True, share=0.0) == BETWEEN


def reason_of(status: str, reason: str, is_asked: bool, share: float) -> str | None:
    question = Question("tag", "A fact.", "loss", confidence=0.4)
    settled = Settled(question, status, reason, asked=is_asked)
    draws = Draws("salt", DrawShares(share, share), Thresholds())
    items = asked([settled], {question.key: {"question_id": 1, "sentence": "A fact."}}, reach_of([]), draws)
    return items[0].reason if items else None
