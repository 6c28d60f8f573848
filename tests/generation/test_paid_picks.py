"""Picks of a model: in the ledger, bought once; what gets no usable answer is parked beside the others."""

import json

import pytest

from gradient.generation.tags_stage import TagsStage
from gradient.providers import registry
from gradient.providers.model_picker import ModelPicker
from gradient.store import outcomes
from gradient.store.sessions import Database
from tests.providers.loopback import Fault, Loopback
from tests.providers.played import Played, played
from tests.providers.scripted import Scripted
from tests.recall.small_course import NOW, SmallCourse, due, embed_stage, recall_stage, tags_stage, work_off

SENTENCES = ("A neural network learns.", "The gradient points uphill.")


async def recalled(database: Database, course: SmallCourse) -> list[int]:
    chunk = course.chunk(course.source("vision/01.md"), " ".join(SENTENCES))
    for title in ("Neural network", "Gradient"):
        course.topic(title)
    made = [course.content(sentence, chunk) for sentence in SENTENCES]
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    return made


async def worked(database: Database, course: SmallCourse, plays: Played) -> dict[int, str]:
    picker = registry.picker(plays.setting, plays.access)
    async with registry.closing(picker):
        return await work_off(database, TagsStage(picker), course)


async def test_several_contents_are_asked_about_in_one_call_that_is_booked_and_not_made_again(
    database: Database, course: SmallCourse
) -> None:
    made = await recalled(database, course)
    with played("openai") as plays:
        assert await worked(database, course, plays) == dict.fromkeys(made, "done")
        assert await worked(database, course, plays) == {}
        assert plays.count() == 1
    assert all(course.picks(content) for content in made)
    assert course.all("SELECT role, stage, model, ended, input_tokens, cached_tokens FROM calls") == [
        ("pick", "tags", "small", "done", 40, 8)
    ]


async def test_a_content_without_a_usable_answer_is_parked_with_the_reason_and_keeps_nothing(
    database: Database, course: SmallCourse
) -> None:
    made = await recalled(database, course)
    with played("openai") as plays:
        assert isinstance(plays.server, Loopback)
        # Both together, then the first by itself.
        plays.server.faults.append(Fault(400, said="not this", times=2))
        assert sorted((await worked(database, course, plays)).values()) == ["done", "parked"]
        assert plays.count() == 3
    parked = [one for one in made if not course.picks(one)]
    (reason,) = course.all("SELECT reason FROM outcomes WHERE outcome = 'parked'")
    assert "does not take the request: not this" in reason[0]
    assert course.one("SELECT count(*) FROM offered_topics WHERE content_id = ANY(%s)", parked) == 0


async def test_a_content_without_a_usable_answer_is_not_asked_about_again_until_a_person_says_so(
    database: Database, course: SmallCourse
) -> None:
    await recalled(database, course)
    with played("openai") as plays:
        assert isinstance(plays.server, Loopback)
        plays.server.faults.append(Fault(400, said="not this", times=3))
        await worked(database, course, plays)
        asked = plays.count()
        assert await worked(database, course, plays) == {}
        assert plays.count() == asked
        async with database.transaction() as connection:
            await outcomes.retry(connection, NOW)
        assert set((await worked(database, course, plays)).values()) == {"done"}


async def test_another_picker_that_is_paid_for_buys_nothing_unasked(
    database: Database, course: SmallCourse
) -> None:
    await recalled(database, course)
    await work_off(database, tags_stage(), course)
    with played("openai") as plays:
        picker = registry.picker(plays.setting, plays.access)
        assert await due(database, TagsStage(picker), course) == []


async def test_a_picker_is_shown_what_belongs_to_a_topic_and_what_does_not(
    database: Database, course: SmallCourse
) -> None:
    await recalled(database, course)
    course.topic("Gradient descent", summary="A way downhill.")
    with played("openai") as plays:
        assert isinstance(plays.server, Loopback)
        await worked(database, course, plays)
        ((_, body),) = plays.server.requests
    assert "Gradient: Not meant, as it has a topic of its own: Gradient descent." in str(body)
    assert "Gradient descent: A way downhill." in str(body)


async def test_the_nearest_decisions_of_people_are_shown_and_noted(
    database: Database, course: SmallCourse
) -> None:
    first, second = await recalled(database, course)
    network, other = course.one(
        "SELECT array_agg(id ORDER BY id) FROM topics WHERE course_id = %s", course.id
    )
    decided = course.question("tag", first, network), course.question("tag", first, other)
    for question, act in zip(decided, ("accept", "reject"), strict=True):
        course.decide(question, act)
    with played("openai") as plays:
        assert isinstance(plays.server, Loopback)
        picker = registry.picker(plays.setting, plays.access)
        async with registry.closing(picker):
            await work_off(database, TagsStage(picker, space=embed_stage().space), course)
        ((_, body),) = plays.server.requests
    shown = body["messages"][-1]["content"]
    assert shown.count("People decided: it belongs to 1; it does not belong to 2.") == 1
    seen = dict(course.all("SELECT unit_id, seen FROM outcomes WHERE stage = 'tags'"))
    assert seen == {first: None, second: {"exemplars": [first]}}


@pytest.mark.parametrize(
    ("proposal", "stored"),
    [("Gradients", [("gradient", "gradient")]), ("backpropagation", []), ("the", []), ("", [])],
)
async def test_a_name_that_the_sentence_writes_is_proposed_and_no_other(
    database: Database, course: SmallCourse, proposal: str, stored: list[tuple[str, str]]
) -> None:
    chunk = course.chunk(course.source("vision/01.md"), SENTENCES[1])
    course.topic("Neural network")
    course.content(SENTENCES[1], chunk)
    await work_off(database, embed_stage(), course)
    await work_off(database, recall_stage(), course)
    said = json.dumps({"choices": [{"sentence": 1, "topics": [], "proposal": proposal}]})
    picker = ModelPicker(Scripted(said))
    await work_off(database, TagsStage(picker), course)
    assert course.all("SELECT key, name FROM proposed_names") == stored


async def test_a_sentence_has_topics_or_a_proposal_and_not_both(
    database: Database, course: SmallCourse
) -> None:
    await recalled(database, course)
    both = {"sentence": 1, "topics": [1], "proposal": "gradient"}
    model = Scripted(*[json.dumps({"choices": [both, {"sentence": 2, "topics": []}]})] * 2)
    await work_off(database, TagsStage(ModelPicker(model)), course)
    assert "sentence 1 has topics and a proposal." in model.asked[1][-1].text
