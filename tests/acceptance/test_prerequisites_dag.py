import itertools
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.acceptance.prerequisites_dag import settle_prerequisites
from gradient.acceptance.question import Question, Settled
from gradient.acceptance.verdict import Band
from gradient.graph.closure import closure
from gradient.graph.cycles import closing_circle, find_circle

BAND = Band(accept=0.6, floor=0.3)
MARGIN = 1.0


def edge(ends: str, confidence: float | None = None, **known: object) -> Question:
    return Question("prerequisite", *ends, confidence=confidence, **known)  # type: ignore[arg-type]


def settled(*questions: Question) -> dict[str, Settled]:
    found = settle_prerequisites(questions, BAND, MARGIN)
    return {each.question.subject + each.question.object: each for each in found}


def accepted(found: list[Settled]) -> list[tuple[str, str]]:
    return [(each.question.subject, each.question.object) for each in found if each.status == "accepted"]


def test_a_diamond_is_accepted() -> None:
    found = settled(edge("ab", 0.9), edge("ac", 0.9), edge("bd", 0.9), edge("cd", 0.9))

    assert {each.status for each in found.values()} == {"accepted"}


def test_the_weakest_edge_of_a_circle_goes_to_review_with_the_circle_shown() -> None:
    found = settled(edge("ab", 0.9), edge("bc", 0.7), edge("ca", 0.8))

    assert {ends: each.status for ends, each in found.items()} == {
        "ab": "accepted",
        "bc": "review",
        "ca": "accepted",
    }
    assert found["bc"].circle == ("b", "c", "a")
    assert found["bc"].reason == "It would close the circle b → c → a → b."
    assert found["bc"].asked


def test_of_equal_edges_of_a_circle_the_one_of_the_largest_key_goes_to_review() -> None:
    found = settled(edge("bc", 0.9), edge("ca", 0.9), edge("ab", 0.9))

    assert [ends for ends, each in found.items() if each.status == "review"] == ["ca"]


def test_persons_enter_before_outlines_and_outlines_before_confidences() -> None:
    model_loses = settled(edge("ab", 0.99), edge("bc", imported=True), edge("ca", answer="accept"))
    outline_loses = settled(
        edge("ab", answer="accept"), edge("bc", 0.99, imported=True), edge("ca", answer="accept")
    )

    assert [ends for ends, each in model_loses.items() if each.status == "review"] == ["ab"]
    assert [ends for ends, each in outline_loses.items() if each.status == "review"] == ["bc"]
    assert not outline_loses["bc"].gold


def test_edges_in_review_or_rejected_close_no_circle() -> None:
    found = settled(edge("ab", 0.9), edge("bc", 0.5), edge("ca", 0.9), edge("bd", 0.1), edge("da", 0.9))

    assert {ends for ends, each in found.items() if each.status == "accepted"} == {"ab", "ca", "da"}


def test_a_circle_of_decisions_that_came_from_outside_ends_with_the_circle_named() -> None:
    found = settled(*(edge(ends, answer="accept") for ends in ("ab", "bc", "ca")), edge("cd", 0.9))

    assert found["ca"].status == "review"
    assert found["ca"].circle == ("c", "a", "b")
    assert found["cd"].status == "accepted"


QUESTIONS = st.lists(
    st.builds(
        Question,
        task=st.just("prerequisite"),
        subject=st.sampled_from("abcdef"),
        object=st.sampled_from("abcdef"),
        answer=st.sampled_from([None, None, None, "accept", "accept", "reject", "later"]),
        confidence=st.none() | st.floats(0, 1),
        imported=st.sampled_from([False, False, True]),
    ),
    max_size=30,
    unique_by=lambda question: question.key,
)


@given(QUESTIONS)
def test_accepted_prerequisites_hold_no_circle(questions: list[Question]) -> None:
    assert find_circle(accepted(settle_prerequisites(questions, BAND, MARGIN))) is None


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(questions: list[Question], shuffler: object) -> None:
    shuffled = sorted(questions, key=lambda _: shuffler.random())  # type: ignore[attr-defined]

    assert settle_prerequisites(questions, BAND, MARGIN) == settle_prerequisites(shuffled, BAND, MARGIN)


@given(QUESTIONS)
def test_an_accept_of_a_person_stands_unless_persons_alone_close_a_circle(questions: list[Question]) -> None:
    by_persons = {(each.subject, each.object) for each in questions if each.decided == "accepted"}
    around = closure(by_persons)

    for each in settle_prerequisites(questions, BAND, MARGIN):
        ends = (each.question.subject, each.question.object)
        if ends in by_persons and each.status != "accepted":
            assert (ends[1], ends[0]) in around or ends[0] == ends[1]


@given(QUESTIONS)
def test_with_circles_refused_at_once_no_accept_of_a_person_is_ever_lost(questions: list[Question]) -> None:
    gold: list[tuple[str, str]] = []
    allowed = []
    for question in questions:
        ends = (question.subject, question.object)
        if question.decided == "accepted":
            if closing_circle(gold, ends) is not None:
                continue
            gold.append(ends)
        allowed.append(question)

    assert set(gold) <= set(accepted(settle_prerequisites(allowed, BAND, MARGIN)))


@given(QUESTIONS)
def test_a_circle_that_is_shown_is_one_of_accepted_edges_and_the_edge_itself(
    questions: list[Question],
) -> None:
    found = settle_prerequisites(questions, BAND, MARGIN)
    edges = accepted(found)

    for each in found:
        if each.circle:
            steps = list(itertools.pairwise([*each.circle, each.circle[0]]))
            assert steps[0] == (each.question.subject, each.question.object)
            assert set(steps[1:]) <= set(edges)
            assert each.status == "review"


@given(QUESTIONS)
def test_every_pair_in_review_is_asked(questions: list[Question]) -> None:
    found = {
        (e.question.subject, e.question.object): e for e in settle_prerequisites(questions, BAND, MARGIN)
    }

    for (subject, object_), each in found.items():
        if each.status == "review" and not each.asked:
            other = found[object_, subject]
            assert other.status == "review"
            assert other.asked


@pytest.mark.timeout(20)
def test_a_course_of_150_topics_and_3000_edges_is_settled_in_well_under_a_second() -> None:
    drawn = random.Random(7)
    topics = [f"topic-{number:03}" for number in range(150)]
    pairs = drawn.sample(list(itertools.permutations(topics, 2)), 3000)
    questions = [Question("prerequisite", *pair, confidence=drawn.uniform(0.6, 1)) for pair in pairs]

    started = time.process_time()
    found = settle_prerequisites(questions, BAND, MARGIN)

    assert time.process_time() - started < 1
    assert find_circle(accepted(found)) is None
    assert sum(bool(each.circle) for each in found) > 500
