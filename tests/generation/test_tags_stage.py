import pytest
from psycopg.errors import LockNotAvailable

from gradient.generation.tags_stage import TagsStage
from gradient.providers.ports import Picked, PickRequest
from gradient.store import statuses
from gradient.store.sessions import Database
from tests.recall.small_course import (
    SmallCourse,
    due,
    embed_stage,
    recall_stage,
    tags_stage,
    work_off,
    work_on,
)

SENTENCE = "A neural network learns by gradient descent."


class Answers:
    """A picker that answers what it is told, and remembers what it was shown."""

    name = "answers"
    version = "1"
    free = True

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers
        self.shown: list[list[str]] = []

    async def pick(self, requests: list[PickRequest], *_: object) -> list[Picked]:
        self.shown += [[topic.title for topic in request.offered] for request in requests]
        return [Picked(self.numbers) for _ in requests]


@pytest.fixture
def content(course: SmallCourse) -> int:
    return course.content(SENTENCE, course.chunk(course.source("vision/01.md"), SENTENCE))


async def picked(database: Database, course: SmallCourse) -> dict[int, str]:
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    return await work_off(database, tags_stage(), course)


def question(course: SmallCourse, topic: int) -> int:
    return int(course.one("SELECT id FROM questions WHERE task = 'tag' AND object_id = %s", topic))


async def test_picks_become_questions_and_tags_the_primary_one_first(
    database: Database, course: SmallCourse, content: int
) -> None:
    course.topic("Gradient descent")
    course.topic("Neural network")
    assert await picked(database, course) == {content: "done"}
    assert course.picks(content) == ["neural-network", "gradient-descent"]
    keys = [key for (key,) in course.all("SELECT natural_key FROM questions ORDER BY 1")]
    sentence_key = course.one("SELECT sentence_key FROM contents")
    assert keys == [f"tag|fact|{sentence_key}|{slug}" for slug in ("gradient-descent", "neural-network")]


async def test_picks_are_not_stored_while_the_course_is_settled(
    database: Database, course: SmallCourse, content: int
) -> None:
    course.topic("Neural network")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    (finished,) = await tags_stage().work(database, course.id, await due(database, tags_stage(), course))
    async with database.transaction() as settling, database.transaction() as storing:
        await statuses.lock(settling, course.id)
        await storing.execute("SET LOCAL lock_timeout = '20ms'")
        with pytest.raises(LockNotAvailable):
            async with storing.transaction():
                await finished.write(storing)


async def test_a_second_run_finds_nothing_due(database: Database, course: SmallCourse, content: int) -> None:
    course.topic("Neural network")
    await picked(database, course)
    assert await due(database, tags_stage(), course) == []


async def test_an_unclear_content_gets_no_pick_and_the_reason_is_kept(
    database: Database, course: SmallCourse, content: int
) -> None:
    course.topic("Learning theory")
    assert await picked(database, course) == {content: "refused"}
    assert course.picks(content) == []
    reason = course.one("SELECT reason FROM outcomes WHERE stage = 'tags'")
    assert reason == "None of the 1 topics offered fits it clearly."


async def test_a_content_without_candidates_is_skipped(
    database: Database, course: SmallCourse, content: int
) -> None:
    assert await picked(database, course) == {content: "skipped"}


async def test_a_new_topic_among_the_first_five_makes_a_content_due(
    database: Database, course: SmallCourse, content: int
) -> None:
    course.topic("Neural network")
    await picked(database, course)
    course.topic("Gradient descent")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    assert [unit.unit_id for unit in await due(database, tags_stage(), course)] == [content]
    await work_off(database, tags_stage(), course)
    assert course.picks(content) == ["neural-network", "gradient-descent"]
    assert await due(database, tags_stage(), course) == []


@pytest.mark.parametrize("before", [4, 5])
async def test_a_new_topic_further_down_makes_nothing_due(
    database: Database, course: SmallCourse, content: int, before: int
) -> None:
    for number in range(before):
        course.topic(f"Neural network learning by gradient descent {number}")
    await picked(database, course)
    course.topic("Learning machines")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    assert course.candidates(content)[before:] == ["learning-machines"]
    asked = [unit.unit_id for unit in await due(database, tags_stage(), course)]
    assert asked == ([content] if before < 5 else [])


async def test_a_content_that_lost_its_accepted_topic_is_picked_for_again(
    database: Database, course: SmallCourse, content: int
) -> None:
    lost = course.topic("Neural network")
    course.topic("Gradient descent")
    await picked(database, course)
    course.one("UPDATE tags SET status = 'accepted'")
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", lost)
    assert [unit.unit_id for unit in await due(database, tags_stage(), course)] == [content]
    await picked(database, course)
    assert course.picks(content) == ["gradient-descent"]
    assert await due(database, tags_stage(), course) == []


async def test_what_a_person_accepted_stays_when_its_topic_goes(
    database: Database, course: SmallCourse, content: int
) -> None:
    lost = course.topic("Neural network")
    await picked(database, course)
    course.decide(question(course, lost), "accept")
    course.one("UPDATE tags SET status = 'accepted', by = 'person'")
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", lost)
    await picked(database, course)
    assert course.all("SELECT topic_id, status, pick FROM tags") == [(lost, "accepted", None)]
    assert await due(database, tags_stage(), course) == []


async def test_what_a_person_rejected_is_never_picked_again(
    database: Database, course: SmallCourse, content: int
) -> None:
    rejected = course.topic("Neural network")
    await picked(database, course)
    course.decide(question(course, rejected), "reject")
    course.topic("Gradient descent")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    picker = Answers(1)
    await work_off(database, TagsStage(picker), course)
    assert picker.shown == [["Gradient descent"]]
    assert course.picks(content) == ["neural-network", "gradient-descent"]
    assert course.one("SELECT count(*) FROM questions WHERE object_id = %s", rejected) == 1


async def test_a_person_s_tag_outlives_picks_that_do_not_name_it(
    database: Database, course: SmallCourse, content: int
) -> None:
    topic = course.topic("Neural network")
    await picked(database, course)
    course.decide(question(course, topic), "accept")
    course.topic("Gradient descent")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    await work_off(database, TagsStage(Answers()), course)
    assert [topic_id for (topic_id,) in course.all("SELECT topic_id FROM tags")] == [topic]


async def test_undecided_picks_give_way_to_new_ones(
    database: Database, course: SmallCourse, content: int
) -> None:
    course.topic("Neural network")
    await picked(database, course)
    course.topic("Gradient descent")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    await work_off(database, TagsStage(Answers(1)), course)
    assert course.picks(content) == ["gradient-descent"]


async def test_another_sentence_is_picked_for_again(
    database: Database, course: SmallCourse, content: int
) -> None:
    course.topic("Neural network")
    await picked(database, course)
    course.one("UPDATE contents SET sentence = 'A neural network forgets.'")
    assert [unit.unit_id for unit in await due(database, tags_stage(), course)] == [content]


@pytest.mark.parametrize("numbers", [(0,), (2,), (1, 1), (-1,)])
async def test_numbers_that_were_not_shown_are_a_failure(
    database: Database, course: SmallCourse, content: int, numbers: tuple[int, ...]
) -> None:
    course.topic("Neural network")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    stage = TagsStage(Answers(*numbers))
    with pytest.raises(ValueError, match="to a list of 1 candidates"):
        await work_on(database, stage, course, await due(database, stage, course))
    assert course.all("SELECT * FROM tags") == []


async def test_of_more_answers_the_first_five_are_picked(
    database: Database, course: SmallCourse, content: int
) -> None:
    for number in range(7):
        course.topic(f"Neural network {number}")
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    stage = TagsStage(Answers(1, 2, 3, 4, 5, 6))
    await work_off(database, stage, course)
    assert course.all("SELECT pick FROM tags ORDER BY 1") == [(1,), (2,), (3,), (4,), (5,)]
