import pytest

from gradient.recall.reading import RecallLimits
from gradient.recall.stage import RecallStage
from gradient.store.sessions import Database
from tests.recall.small_course import (
    SmallCourse,
    all_stages,
    due,
    embed_stage,
    recall_stage,
    run_all,
    work_off,
)


async def recalled(database: Database, course: SmallCourse) -> None:
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)


async def test_names_headings_and_vectors_find_topics(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    sentence = "The loss function says how far off the scores are."
    content = course.content(sentence, course.chunk(source, sentence, "Linear classification"))
    loss, linear = course.topic("Loss function"), course.topic("Linear classification")
    course.topic("Orchid")
    await recalled(database, course)
    assert course.candidates(content)[0] == "loss-function"
    assert "orchid" not in course.candidates(content)
    assert {"name", "c2t"} <= course.paths(content, loss).keys()
    assert course.paths(content, linear)["heading"] == 1.0


@pytest.mark.parametrize(("around", "first"), [("", "tulip"), (" So it is.", "stone")])
async def test_a_sentence_of_a_text_is_about_what_it_names_and_a_title_about_what_its_source_is(
    database: Database, course: SmallCourse, around: str, first: str
) -> None:
    source = course.source("garden/01.md")
    for at in range(6):
        sentence = f"Tulips open in the {at}th hour of the sun, as tulips do."
        course.content(sentence, course.chunk(source, sentence + around))
    sentence = "A stone is what lies there beside."
    content = course.content(sentence, course.chunk(source, sentence + around))
    course.topic("Stone")
    course.topic("Tulip")
    await recalled(database, course)
    assert course.candidates(content)[0] == first


async def test_tagged_neighbours_vote_but_never_the_content_itself(
    database: Database, course: SmallCourse
) -> None:
    source = course.source("vision/01.md")
    sentences = ["Tulips open when the sun warms them.", "Tulips open when the sun has warmed them."]
    one, other = (course.content(sentence, course.chunk(source, sentence)) for sentence in sentences)
    topic = course.topic("Qxz")
    course.vote(one, topic, 1.0)
    await recalled(database, course)
    assert course.paths(other, topic)["c2c2t"] > 0.8
    assert "c2c2t" not in course.paths(one, topic)


async def test_who_had_a_vote_is_kept_and_other_votes_alone_make_nothing_due(
    database: Database, course: SmallCourse
) -> None:
    source = course.source("vision/01.md")
    sentences = ["A stone is hard.", "Tulips open when the sun warms them.", "Tulips open in the warm sun."]
    far, one, other = (course.content(sentence, course.chunk(source, sentence)) for sentence in sentences)
    topic, second = course.topic("Qxz"), course.topic("Zxq")
    course.vote(far, topic, 1.0)
    course.vote(one, topic, 1.0)
    await run_all(database, course)
    seen = "SELECT seen FROM outcomes WHERE stage = 'recall' AND unit_id = %s"
    assert course.one(seen, other) == {"neighbours": [one, far]}
    assert course.one(seen, one) == {"neighbours": [far]}

    for change in ("UPDATE round_votes SET trust = 0.6", "DELETE FROM round_votes"):
        course.one(change)
        course.vote(other, second, 1.0)
        assert [await due(database, stage, course) for stage in all_stages()] == [[], [], [], []]
    assert course.one(seen, other) == {"neighbours": [one, far]}


async def test_topics_that_are_no_more_are_not_offered(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    sentence = "A neural network learns."
    content = course.content(sentence, course.chunk(source, sentence))
    topic = course.topic("Neural network")
    await recalled(database, course)
    assert course.candidates(content) == ["neural-network"]
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", topic)
    await recalled(database, course)
    assert course.candidates(content) == []


async def test_a_second_run_finds_nothing_due(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    course.content("A neural network learns.", course.chunk(source, "A neural network learns."))
    course.topic("Neural network")
    await recalled(database, course)
    assert await due(database, recall_stage(), course) == []


async def test_a_new_name_a_new_heading_and_the_round_make_contents_due(
    database: Database, course: SmallCourse
) -> None:
    source = course.source("vision/01.md")
    content = course.content("It learns.", course.chunk(source, "It learns.", "Start"))
    topic = course.topic("Neural network")
    await recalled(database, course)
    course.one("INSERT INTO topic_names VALUES (%s, 'start', 'Start', 'mention')", topic)
    assert len(await due(database, recall_stage(), course)) == 1
    await recalled(database, course)
    assert course.candidates(content) == ["neural-network"]
    course.one("UPDATE placements SET section_path = %s", ["The end"])
    assert len(await due(database, recall_stage(), course)) == 1
    await recalled(database, course)
    course.one("INSERT INTO recall_again VALUES (%s)", content)
    assert len(await due(database, recall_stage(), course)) == 1
    await recalled(database, course)
    assert await due(database, recall_stage(), course) == []
    assert course.one("SELECT count(*) FROM recall_again") == 0


async def test_no_more_candidates_than_asked_for(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    content = course.content("A neural network learns.", course.chunk(source, "A neural network learns."))
    for number in range(8):
        course.topic(f"Neural network {number}")
    await work_off(database, embed_stage(), course)
    await work_off(database, RecallStage(embed_stage().space, RecallLimits(most=3)), course)
    assert len(course.candidates(content)) == 3


async def test_vectors_of_another_model_are_left_alone(database: Database, course: SmallCourse) -> None:
    source = course.source("vision/01.md")
    content = course.content("Models improve.", course.chunk(source, "Models improve."))
    topic = course.topic("Neural network")
    await work_off(database, embed_stage(), course)
    course.one("UPDATE vectors SET model = 'other' WHERE owner_kind = 'topic'")
    await work_off(database, recall_stage(), course)
    assert course.paths(content, topic) == {}
