from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.acceptance.question import Answer, Question, Settled, Task
from gradient.acceptance.statuses import settle
from gradient.acceptance.thresholds import Thresholds
from gradient.acceptance.verdict import OUTLINE_DOUBTS


def tag(object: str, confidence: float | None = None, **known: object) -> Question:  # noqa: A002
    return Question("tag", "a fact", object, confidence=confidence, **known)  # type: ignore[arg-type]


def settled(*questions: Question) -> dict[str, Settled]:
    return {each.question.object: each for each in settle(questions, Thresholds())}


def test_an_undecided_tag_is_placed_by_its_confidence() -> None:
    found = settled(tag("sure", 0.5), tag("open", 0.499), tag("low", 0.1), tag("out", 0.099))

    assert {name: each.status for name, each in found.items()} == {
        "sure": "accepted",
        "open": "review",
        "low": "review",
        "out": "rejected",
    }
    assert found["sure"].reason == "Confidence 0.500 reaches the threshold 0.500."
    assert found["open"].reason == "Confidence 0.499 is between the floor 0.100 and the threshold 0.500."
    assert found["out"].reason == "Confidence 0.099 is below the floor 0.100."
    assert not found["sure"].gold


def test_without_a_confidence_a_tag_is_in_review_with_the_reason_of_the_scorer() -> None:
    found = settled(tag("refused", refused="yes and no are not shown"), tag("unjudged"))

    assert found["refused"].status == found["unjudged"].status == "review"
    assert found["refused"].reason == "No confidence: yes and no are not shown."
    assert found["unjudged"].reason == "No confidence: it was not judged yet."


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("accept", "accepted"),
        ("reject", "rejected"),
        ("change", "rejected"),
        ("later", "review"),
        ("undo", "review"),
        (None, "review"),
    ],
)
@pytest.mark.parametrize("task", ["tag", "prerequisite", "proposal", "merge"])
def test_each_answer_has_its_status(task: Task, answer: Answer | None, status: str) -> None:
    (found,) = settle([Question(task, "a", "b", answer=answer, confidence=0.4)], Thresholds())

    assert found.status == status
    assert found.gold == (answer == "accept")
    assert found.asked == (status == "review")


@pytest.mark.parametrize("confidence", [None, 0.0, 1.0])
def test_people_win_over_any_confidence_and_over_the_outline(confidence: float | None) -> None:
    found = settled(
        tag("kept", confidence, answer="accept"),
        tag("gone", confidence, answer="reject", imported=True),
    )

    assert found["kept"].status == "accepted"
    assert found["gone"].status == "rejected"
    assert not found["gone"].gold


def test_what_an_outline_states_is_gold() -> None:
    found = settled(tag("stated", 0.01, imported=True))["stated"]

    assert (found.status, found.gold, found.reason) == ("accepted", True, "Stated by the imported outline.")


def test_a_proposal_or_merge_is_never_accepted_on_the_word_of_the_model() -> None:
    found = settle(
        [Question("merge", "a", "b", confidence=0.99), Question("proposal", "a", "b", confidence=0.01)],
        Thresholds(),
    )

    assert [each.status for each in found] == ["review", "review"]
    assert found[0].reason == OUTLINE_DOUBTS["merge"]


def test_the_primary_topic_is_the_accepted_tag_of_highest_confidence() -> None:
    found = settled(tag("b", 0.8), tag("a", 0.7), tag("c", 0.4))

    assert [name for name, each in found.items() if each.primary] == ["b"]


def test_a_tag_that_a_person_accepted_is_primary_before_surer_ones() -> None:
    found = settled(tag("b", 0.9), tag("a", 0.2, answer="accept"))

    assert [name for name, each in found.items() if each.primary] == ["a"]


def test_equal_tags_are_told_apart_by_their_natural_key() -> None:
    found = settled(tag("b", 0.9), tag("a", 0.9))

    assert [name for name, each in found.items() if each.primary] == ["a"]


def test_a_content_without_an_accepted_tag_has_no_primary_topic() -> None:
    assert not any(each.primary for each in settled(tag("a", 0.4), tag("b", 0.01)).values())


def test_a_question_that_is_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="is given twice"):
        settle([tag("a", 0.4), tag("a", 0.5)], Thresholds())


def test_a_confidence_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="not within 0 and 1"):
        tag("a", float("nan"))


def test_thresholds_of_one_task_leave_the_other_alone() -> None:
    questions = [tag("a", 0.55), Question("prerequisite", "a", "b", confidence=0.55)]
    found = {each.question.task: each.status for each in settle(questions, Thresholds())}

    assert found == {"tag": "accepted", "prerequisite": "review"}


QUESTIONS = st.lists(
    st.builds(
        Question,
        task=st.sampled_from(["tag", "prerequisite", "proposal", "merge"]),
        subject=st.sampled_from("abcd"),
        object=st.sampled_from("abcd"),
        answer=st.sampled_from([None, None, None, "accept", "reject", "change", "later", "undo"]),
        confidence=st.none() | st.floats(0, 1),
        imported=st.booleans(),
    ),
    unique_by=lambda question: question.key,
)


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(questions: list[Question], random: object) -> None:
    shuffled = sorted(questions, key=lambda _: random.random())  # type: ignore[attr-defined]

    assert settle(questions, Thresholds()) == settle(shuffled, Thresholds())


@given(QUESTIONS)
def test_every_question_has_one_status_and_each_content_at_most_one_primary(
    questions: list[Question],
) -> None:
    found = settle(questions, Thresholds())

    assert [each.question for each in found] == sorted(questions, key=lambda question: question.key)
    primaries = [each for each in found if each.primary]
    assert all(each.status == "accepted" and each.question.task == "tag" for each in primaries)
    assert len({each.question.subject for each in primaries}) == len(primaries)
    tagged = {e.question.subject for e in found if e.question.task == "tag" and e.status == "accepted"}
    assert {each.question.subject for each in primaries} == tagged


@given(QUESTIONS)
def test_what_a_person_rejected_is_rejected_whatever_else_changes(questions: list[Question]) -> None:
    for each in settle(questions, Thresholds()):
        if each.question.answer in ("reject", "change"):
            assert each.status == "rejected"
    for each in settle([replace(q, confidence=1.0, imported=True) for q in questions], Thresholds()):
        if each.question.answer in ("reject", "change"):
            assert each.status == "rejected"
