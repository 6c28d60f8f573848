"""What a daemon says when nothing is left to do."""

from gradient.work.idleness import told


def test_what_there_is_is_counted() -> None:
    said = told({"courses": 2, "topics": 1, "questions": 17})
    assert said == "Idle: 2 courses, 1 topic, 17 questions for you, which gradient review asks."


def test_without_questions_nobody_is_sent_to_them() -> None:
    said = told({"courses": 1, "topics": 0, "questions": 0})
    assert said == "Idle: 1 course, 0 topics, 0 questions for you."


def test_without_a_course_the_way_to_one_is_told() -> None:
    assert "put files into a folder" in told({"courses": 0, "topics": 0, "questions": 0})
