"""What a course says for and against learning one topic before another."""

import math
from collections.abc import Mapping
from itertools import permutations

import pytest

from gradient.calibration.coefficients import packaged
from gradient.calibration.prerequisite_evidence import CourseEvidence
from gradient.providers.confidence import sigmoid
from gradient.store.prerequisites import CourseMaterial, CoursePassage, CourseTopic
from tests.outline.little_course import (
    CONVOLUTIONAL,
    DESCENT,
    DROPOUT,
    GRADIENT,
    LECTURES,
    LOSS,
    NETWORK,
    ORCHID,
    TOPICS,
    material,
)

RIGHT = [
    (GRADIENT, DESCENT),
    (LOSS, DESCENT),
    (NETWORK, CONVOLUTIONAL),
    (NETWORK, DROPOUT),
]
FLOOR = math.log(0.3 / 0.7)
"""Log-odds below which a pair is rejected unasked."""
MARGIN = 1.0
"""By how much the log-odds of one direction must exceed those of the other."""
UNRELATED = [(ORCHID, NETWORK), (DROPOUT, LOSS), (LOSS, DROPOUT)]


@pytest.fixture(scope="module")
def course() -> CourseEvidence:
    return CourseEvidence(material())


@pytest.fixture(scope="module")
def coefficients() -> dict[str, float]:
    return dict(packaged().tasks["prerequisite"])


def log_odds(features: Mapping[str, float], coefficients: Mapping[str, float]) -> float:
    return coefficients["intercept"] + sum(coefficients[name] * value for name, value in features.items())


@pytest.mark.parametrize(("first", "second"), RIGHT)
def test_the_evidence_speaks_for_the_right_direction(course, coefficients, first: int, second: int):
    forth = log_odds(course.of(first, second).features, coefficients)
    back = log_odds(course.of(second, first).features, coefficients)
    assert forth > FLOOR
    assert back < -1
    assert forth - back > 2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(pair for pair in RIGHT if pair != (LOSS, DESCENT)),
        pytest.param(
            LOSS, DESCENT, marks=pytest.mark.xfail(strict=True, reason="one sentence is left in doubt")
        ),
    ],
)
def test_the_right_direction_is_likelier_than_not(course, coefficients, first: int, second: int):
    assert log_odds(course.of(first, second).features, coefficients) > 0


@pytest.mark.parametrize(("first", "second"), RIGHT)
def test_the_direction_stands_without_the_order_of_teaching(coefficients, first: int, second: int):
    withheld = CourseEvidence(material(), use_order=False)
    assert "order" not in withheld.of(first, second).features
    forth = log_odds(withheld.of(first, second).features, coefficients)
    assert forth > log_odds(withheld.of(second, first).features, coefficients) + MARGIN


@pytest.mark.parametrize(("first", "second"), UNRELATED)
def test_topics_that_have_nothing_to_do_with_each_other_stay_far_below_the_floor(
    course, coefficients, first: int, second: int
):
    assert log_odds(course.of(first, second).features, coefficients) < FLOOR


def test_features_lie_within_one_and_turn_their_sign_with_the_direction(course):
    turning = {
        "asymmetry",
        "definition",
        "name",
        "section",
        "territory",
        "generality",
        "cue",
        "statement",
        "order",
    }
    for first, second in permutations(TOPICS, 2):
        forth, back = course.of(first, second).features, course.of(second, first).features
        assert all(-1 <= value <= 1 for value in forth.values())
        assert all(forth[name] == pytest.approx(-back[name]) for name in turning)
        assert forth["reference"] == -back["back_reference"]


def test_every_feature_has_a_coefficient_that_speaks_for_it(course, coefficients):
    features = course.of(GRADIENT, DESCENT).features
    assert features.keys() == coefficients.keys() - {"intercept"}
    assert all(coefficients[name] > 0 for name in features)


def test_quotes_are_the_words_of_the_passage_and_the_best_comes_first(course):
    quotes = course.of(GRADIENT, DESCENT).quotes
    assert quotes[0].quote.startswith("Gradient descent is a way")
    for quote in quotes:
        assert LECTURES[quote.chunk_id][2][quote.start : quote.end] == quote.quote
        assert "gradient" in quote.quote.lower()


def test_a_look_back_is_quoted_as_such(course):
    reasons = {quote.quote: quote.reason for quote in course.of(GRADIENT, DESCENT).quotes}
    assert reasons["Recall that the gradient points uphill."] == "points back to it"


def test_a_sentence_that_only_names_both_is_quoted_as_such(course):
    quotes = [*course.of(GRADIENT, DESCENT).quotes, *course.of(DESCENT, GRADIENT).quotes]
    assert quotes
    for quote in quotes:
        both = "gradient" in quote.quote.lower().replace("gradient descent", "")
        assert quote.reason != "names both" or both


def test_where_no_sentence_joins_the_two_the_later_one_s_own_words_are_quoted(course):
    quotes = course.of(ORCHID, NETWORK).quotes
    assert [quote.reason for quote in quotes] == ["teaches the later one"]
    assert quotes[0].quote == "A neural network is a stack of layers."
    assert course.of(NETWORK, ORCHID).quotes == ()


def test_nothing_hangs_on_the_numbers_of_topics(course):
    mirrored = CourseEvidence(material(reverse=True))
    for first, second in permutations(TOPICS, 2):
        assert mirrored.of(100 - first, 100 - second) == course.of(first, second)


def test_without_an_order_of_sources_the_order_says_nothing():
    topics = [topic.topic_id for topic in material().topics if topic.taught_at is None]
    assert topics == [ORCHID]
    assert CourseEvidence(material()).of(ORCHID, GRADIENT).features["order"] == 0


def test_an_unknown_topic_is_an_error(course):
    with pytest.raises(KeyError):
        course.of(GRADIENT, 999)


@pytest.mark.parametrize(
    "sentence",
    ["A cadence relies on harmonic function.", "For cadences you should know harmonic function."],
)
def test_what_a_course_says_in_so_many_words_is_asked_whatever_its_headings_suggest(
    coefficients, sentence: str
):
    texts = [
        (("Cadences",), f"A cadence ends a phrase. {sentence}"),
        (("Cadences", "Harmonic function"), "Harmonic function is the role of a chord in its key."),
    ]
    course = CourseEvidence(
        CourseMaterial(
            (
                CourseTopic(1, "cadence", "Cadence", ("Cadence",), taught_at=(1, 0)),
                CourseTopic(
                    2, "harmonic-function", "Harmonic function", ("Harmonic function",), taught_at=(1, 1)
                ),
            ),
            tuple(CoursePassage(at, "1.md", at, text, path, 1) for at, (path, text) in enumerate(texts)),
        )
    )

    assert log_odds(course.of(2, 1).features, coefficients) > FLOOR


def confidences(
    coefficients: Mapping[str, float],
    sections: list[tuple[int, tuple[str, ...], str]],
    titles: list[str],
    *,
    use_order: bool = True,
) -> dict[tuple[str, str], float]:
    """The confidence of each pair of topics in a course of lectures, headings and texts."""
    taught = {path[-1]: (lecture, at) for at, (lecture, path, _) in enumerate(sections)}
    course = CourseEvidence(
        CourseMaterial(
            tuple(CourseTopic(at, one.lower(), one, (one,), "", None, taught.get(one))
                  for at, one in enumerate(titles)),
            tuple(CoursePassage(at, f"{lecture}.md", at, text, path, lecture)
                  for at, (lecture, path, text) in enumerate(sections)),
        ),
        use_order=use_order,
    )  # fmt: skip
    return {
        (first, second): sigmoid(
            log_odds(course.of(titles.index(first), titles.index(second)).features, coefficients)
        )
        for first, second in permutations(titles, 2)
    }


FORCE = (1, ("Force",), "A force is a push or a pull on a body. Forces are measured in newtons.")
WORK = "Work is the energy that is passed on when a body moves. {} Work is measured in joules."


@pytest.mark.parametrize(
    "statement",
    [
        "To understand work you need to know what a force is.",
        "Work presupposes forces.",
        "Before you study work you should know forces.",
    ],
)
def test_what_a_course_says_outright_is_believed_with_and_without_the_order(
    coefficients, statement: str
) -> None:
    course = [FORCE, (2, ("Work",), WORK.format(statement))]
    known = confidences(coefficients, course, ["Force", "Work"])
    withheld = confidences(coefficients, course, ["Force", "Work"], use_order=False)
    assert 0.8 <= known["Force", "Work"] <= 0.95
    assert withheld["Force", "Work"] >= 0.7
    assert known["Work", "Force"] < 0.1


def test_what_a_lecture_asks_for_says_little_of_a_topic_that_its_title_only_holds(coefficients) -> None:
    asks = "Before this lecture you should know what an enzyme is. Energy is stored in bonds."
    enzyme = (2, ("Enzyme",), "An enzyme is a protein that speeds up reactions. It is not used up.")
    held = confidences(coefficients, [(1, ("Energy in the cell",), asks), enzyme], ["Energy", "Enzyme"])
    whole = confidences(coefficients, [(1, ("Lecture 1: Energy",), asks), enzyme], ["Energy", "Enzyme"])
    assert held["Enzyme", "Energy"] < 0.6 < whole["Enzyme", "Energy"]


def test_what_a_topic_is_a_vector_of_is_not_learnt_after_it(coefficients) -> None:
    course = [
        (1, ("Gradient",), "The gradient tells where to go. {}"),
        (1, ("Gradient", "Derivative"), "A derivative is the slope of a function. It may be zero."),
    ]
    told = "The gradient is the vector of derivatives."
    silent = "The gradient is easy and so are derivatives."
    known, unknown = (
        confidences(
            coefficients,
            [(lecture, path, text.format(words)) for lecture, path, text in course],
            ["Gradient", "Derivative"],
        )
        for words in (told, silent)
    )
    assert known["Gradient", "Derivative"] < 0.1 < unknown["Gradient", "Derivative"]
    assert unknown["Derivative", "Gradient"] < 0.5 < known["Derivative", "Gradient"]
