import math

import pytest

from gradient.acceptance.directions import with_directions
from gradient.acceptance.question import Question, Settled
from gradient.acceptance.verdict import Band

BAND = Band(accept=0.6, floor=0.3)
MARGIN = 1.0


def edge(ends: str, confidence: float | None = None, **known: object) -> Question:
    return Question("prerequisite", *ends, confidence=confidence, **known)  # type: ignore[arg-type]


def beside(*questions: Question, margin: float = MARGIN) -> dict[str, Settled]:
    found = with_directions(questions, BAND, margin)
    return {each.question.subject + each.question.object: each for each in found}


def statuses(*questions: Question) -> dict[str, str]:
    return {ends: each.status for ends, each in beside(*questions).items()}


def test_a_direction_holds_from_a_difference_of_one_on() -> None:
    assert statuses(edge("ab", 0.9, logit=2.0), edge("ba", 0.7, logit=1.0)) == {
        "ab": "accepted",
        "ba": "rejected",
    }


def test_below_a_difference_of_one_both_are_in_review_and_the_stronger_is_asked() -> None:
    found = beside(edge("ab", 0.7, logit=1.01), edge("ba", 0.9, logit=2.0))

    assert {ends: (each.status, each.asked) for ends, each in found.items()} == {
        "ab": ("review", False),
        "ba": ("review", True),
    }
    assert found["ba"].reason == "No direction is clear: the log-odds differ by 0.99."


def test_the_margin_says_from_which_difference_on_a_direction_holds() -> None:
    pair = edge("ab", 0.7, logit=1.2), edge("ba", 0.7, logit=1.0)

    for margin, status in ((0.0, "accepted"), (0.1, "accepted"), (0.3, "review")):
        assert beside(*pair, margin=margin)["ab"].status == status


def test_without_a_margin_equal_directions_are_not_clear_either() -> None:
    found = beside(edge("ab", 0.9, logit=2.0), edge("ba", 0.9, logit=2.0), margin=0)

    assert {each.status for each in found.values()} == {"review"}


def test_of_equal_directions_the_smaller_key_is_asked() -> None:
    found = beside(edge("ab", 0.7), edge("ba", 0.7))

    assert [ends for ends, each in found.items() if each.asked] == ["ab"]


def test_a_clear_direction_between_floor_and_threshold_is_in_review_alone() -> None:
    assert statuses(edge("ab", 0.5), edge("ba", 0.31)) == {"ab": "review", "ba": "review"}
    assert statuses(edge("ab", 0.55, logit=0.2), edge("ba", 0.31, logit=-0.8)) == {
        "ab": "review",
        "ba": "rejected",
    }


def test_a_pair_that_is_no_prerequisite_either_way_is_rejected_not_asked() -> None:
    assert statuses(edge("ab", 0.05), edge("ba", 0.05)) == {"ab": "rejected", "ba": "rejected"}


def test_an_unclear_direction_is_asked_also_if_the_other_is_below_the_floor() -> None:
    found = beside(edge("ab", 0.45, logit=-0.2), edge("ba", 0.29, logit=-0.1))

    assert (found["ab"].status, found["ab"].asked) == ("review", True)
    assert found["ba"].status == "rejected"


def test_without_a_logit_that_of_the_confidence_counts() -> None:
    assert edge("ab", 0.9).log_odds == pytest.approx(math.log(9))
    assert statuses(edge("ab", 0.95), edge("ba", 0.62)) == {"ab": "accepted", "ba": "rejected"}
    assert statuses(edge("ab", 1.0), edge("ba", 0.99)) == {"ab": "accepted", "ba": "rejected"}


def test_beside_a_refused_direction_none_is_clear() -> None:
    found = beside(edge("ab", refused="no answer"), edge("ba", 0.9))

    assert {ends: (each.status, each.asked) for ends, each in found.items()} == {
        "ab": ("review", False),
        "ba": ("review", True),
    }
    assert found["ba"].reason == "The other direction has no confidence."


def test_a_refused_direction_is_asked_if_the_other_is_below_the_floor() -> None:
    found = beside(edge("ab", refused="no answer"), edge("ba", 0.1))

    assert (found["ab"].status, found["ab"].asked) == ("review", True)
    assert found["ba"].status == "rejected"


def test_of_two_refused_directions_one_is_asked() -> None:
    found = beside(edge("ab", refused="no answer"), edge("ba", refused="no answer"))

    assert [(each.status, each.asked) for each in found.values()] == [("review", True), ("review", False)]


def test_a_direction_whose_other_is_no_question_is_judged_alone() -> None:
    assert statuses(edge("ab", 0.9)) == {"ab": "accepted"}
    assert statuses(edge("ab", 0.5)) == {"ab": "review"}


def test_a_decided_direction_settles_the_other() -> None:
    accepted = beside(edge("ab", 0.4, answer="accept"), edge("ba", 0.99))
    imported = beside(edge("ab", 0.4, imported=True), edge("ba", 0.99))

    assert accepted["ba"].status == imported["ba"].status == "rejected"
    assert accepted["ba"].reason == "The other direction is decided by a person."
    assert imported["ba"].reason == "The other direction is stated by the imported outline."


def test_a_rejected_direction_leaves_the_other_to_its_confidence() -> None:
    assert statuses(edge("ab", 0.9, answer="reject"), edge("ba", 0.7))["ba"] == "accepted"
    assert statuses(edge("ab", 0.9, answer="reject"), edge("ba", 0.5))["ba"] == "review"


def test_a_topic_is_no_prerequisite_of_itself() -> None:
    assert statuses(edge("aa", 0.9), edge("bb", answer="accept")) == {"aa": "rejected", "bb": "rejected"}
