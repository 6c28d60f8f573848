"""Which sentences teach which topic."""

from gradient.outline.teaching import UNDER_OTHER_LEAD, teaching
from gradient.store.prerequisites import CourseMaterial, CoursePassage, CourseTopic
from tests.outline.little_course import DROPOUT, GRADIENT, NETWORK, ORCHID, material

NET, LEAK, TANH = 1, 2, 3
TOPICS = (
    CourseTopic(NET, "neural-network", "Neural network"),
    CourseTopic(LEAK, "leaky-relu", "Leaky ReLU"),
    CourseTopic(TANH, "tanh", "Tanh"),
)


def of_text(text: str, *path: str, **places: tuple[tuple[int, int, int], ...]) -> CourseMaterial:
    return CourseMaterial(TOPICS, (CoursePassage(7, "a.md", 0, text, path, 0, **places),))


def test_a_section_teaches_the_topic_of_its_heading():
    course = teaching(of_text("Layers follow one another. Each has weights of its own.", "Neural networks"))
    assert course.own[NET] == {0: 1.0, 1: 1.0}


def test_a_paragraph_that_opens_with_a_set_off_name_teaches_that_topic_before_the_one_of_the_heading():
    course = teaching(of_text("Layers come first.\n\n**Tanh.** It squashes a number.", "Neural networks"))
    number = next(at for at, sentence in enumerate(course.sentences) if "squashes" in sentence.text)
    assert course.own[TANH][number] == 1.0
    assert course.own[NET][number] == UNDER_OTHER_LEAD


def test_what_is_taught_in_the_section_of_another_topic_has_that_one_above_it():
    course = teaching(material())
    assert course.above[DROPOUT] == {NETWORK: 1.0}
    assert NETWORK not in course.above


def test_a_sentence_that_explains_a_name_or_carries_a_tagged_content_teaches_the_topic():
    text = "Some units die for good. The leaky ReLU is a repair of that."
    course = teaching(of_text(text, definitions=((29, 39, LEAK),), tagged=((0, 24, TANH),)))
    assert course.own[LEAK] == {1: 1.0}
    assert set(course.own[TANH]) == {0}
    assert course.sentences[1].defines == {LEAK}


def test_the_range_of_a_sentence_gives_its_words_in_the_passage():
    for sentence in teaching(material()).sentences:
        words = sentence.passage.text[sentence.start : sentence.end]
        assert words.strip() == words
        assert words.replace("**", "") == sentence.text


def test_code_and_formulas_are_no_prose():
    course = teaching(of_text("```\ntanh names this code\n```\n\nHere `tanh` is code as well, not prose."))
    assert TANH not in {topic for sentence in course.sentences for topic in sentence.named}


def test_a_longer_name_hides_the_one_within_it():
    course = teaching(material())
    only_descent = [s for s in course.sentences if s.text.startswith("It is trained with gradient descent")]
    assert GRADIENT not in only_descent[0].named


def test_a_topic_that_no_text_names_has_no_sentence():
    assert ORCHID not in teaching(material()).own
