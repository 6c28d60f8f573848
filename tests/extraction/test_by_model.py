"""Extraction by a model: it chooses sentences by number and copies names, and nothing else is taken."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from gradient.extraction.by_model import ModelExtractor
from gradient.extraction.found import Extraction
from gradient.extraction.offline import ChunkText
from gradient.extraction.question import PROMPT
from gradient.extraction.stage import ExtractStage
from gradient.outline.stage import OutlineStage
from gradient.providers.ports import Unanswered
from gradient.store.sessions import Database
from tests.outline.outlined_course import OutlinedCourse
from tests.providers.scripted import Scripted, errand

TREES = "A **tree** is a connected graph without a cycle. Is every path a tree? Welcome back, everyone."
SPANNING = (
    "A **spanning tree** is a tree of all vertices. Every spanning tree has one edge less than vertices."
)
FOREST = "A **forest** is a graph without a cycle. A forest of one piece is a tree."
CHUNK = ChunkText(TREES, ("Graphs", "Trees"))


def passage(number: int = 1, **given: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"facts": [], "questions": [], "topics": [], "terms": []}
    return {"passage": number, **nothing, **given}


def taught(name: str, explained_in: int = 0) -> dict[str, Any]:
    return {"name": name, "explained_in": explained_in}


def answer(*passages: dict[str, Any]) -> str:
    return json.dumps({"passages": passages})


async def found(said: dict[str, Any], chunk: ChunkText = CHUNK) -> Extraction:
    (one,) = await ModelExtractor(Scripted(answer(said))).extract([chunk], errand())
    assert isinstance(one, Extraction)
    return one


async def test_sentences_that_are_chosen_are_contents_with_their_words_as_they_stand_there() -> None:
    one = await found(passage(facts=[1], questions=[2]))
    assert [(each.kind, each.quote) for each in one.contents] == [
        ("fact", "A **tree** is a connected graph without a cycle."),
        ("question", "Is every path a tree?"),
    ]
    assert all(TREES[each.start : each.end] == each.quote for each in one.contents)
    assert one.contents[0].sentence == "A tree is a connected graph without a cycle."


async def test_a_name_is_taken_as_the_passage_writes_it_and_where() -> None:
    one = await found(passage(topics=[taught("Trees", 1)], terms=["Connected graphs"]))
    spots = {(each.kind, each.surface, each.start) for each in one.mentions}
    assert {("definition", "tree", 4), ("term", "tree", 4), ("heading", "Trees", None)} <= spots
    assert ("term", "connected graph", TREES.index("connected")) in spots
    assert {each.key for each in one.mentions} == {"tree", "connected graph"}


@pytest.mark.parametrize(
    "name",
    [
        "Spanning tree",
        "backpropagation (new topic for the chain rule)",
        "graph cycle",
        "every path. Welcome",
        "1.",
        "",
    ],
)
async def test_a_name_that_does_not_stand_there_is_refused_with_the_reason(name: str) -> None:
    one = await found(passage(facts=[1], topics=[taught("tree"), taught(name)], terms=[name]))
    assert {each.key for each in one.mentions} == {"tree"}
    assert [each for each, _ in one.refused] == [name]


async def test_no_example_of_the_prompt_is_a_name_that_could_get_into_a_course() -> None:
    quoted = [word for line in PROMPT.text.splitlines() for word in line.split('"')[1::2]]
    assert not quoted


async def test_a_topic_that_nothing_marks_is_marked_by_the_word_of_the_model() -> None:
    plain = ChunkText("Osmosis moves water through a membrane.")
    one = await found(passage(facts=[1], topics=[taught("osmosis")]), plain)
    assert "emphasis" in {each.kind for each in one.mentions if each.key == "osmosis"}
    one = await found(passage(facts=[1], terms=["osmosis"]), plain)
    assert {each.kind for each in one.mentions} == {"term"}


@pytest.mark.parametrize(
    ("passages", "wrong"),
    [
        ([], "passage 1 has no entry."),
        ([passage(), passage()], "passage 1 has 2 entries."),
        ([passage(), passage(2)], "there is no passage 2."),
        ([passage(facts=[4])], "passage 1 has no sentence 4."),
        ([passage(topics=[taught("tree", 9)])], "passage 1 has no sentence 9."),
        ([passage(facts=[1], questions=[1])], "sentence 1 of passage 1 is named 2 times."),
    ],
)
async def test_wrong_numbers_are_told_once_and_then_there_is_no_answer(
    passages: list[dict[str, Any]], wrong: str
) -> None:
    model = Scripted(answer(*passages), answer(*passages))
    (one,) = await ModelExtractor(model).extract([CHUNK], errand())
    assert isinstance(one, Unanswered)
    assert wrong in one.reason
    assert wrong in model.asked[1][-1].text
    assert len(model.asked) == 2


async def test_several_passages_go_in_one_call_and_one_that_spoils_it_spoils_no_other() -> None:
    chunks = [ChunkText(f"Fact number {at} is true of graphs.") for at in range(8)]
    model = Scripted()
    assert all(isinstance(one, Extraction) for one in await ModelExtractor(model).extract(chunks, errand()))
    assert len(model.asked) == 1
    model = Scripted(*["{}"] * 4)
    extractor = ModelExtractor(model)
    yields = await extractor.extract([chunks[0], chunks[1]], errand())
    assert [isinstance(one, Unanswered) for one in yields] == [True, False]


async def test_a_passage_without_a_sentence_is_not_asked_about() -> None:
    model = Scripted()
    assert await ModelExtractor(model).extract([ChunkText("$$x = y$$")], errand()) == [Extraction()]
    assert model.asked == []


async def test_what_a_model_takes_bounds_a_call() -> None:
    chunks = [ChunkText("A long sentence about graphs stands here. " * 30) for _ in range(6)]
    model = Scripted(room=4000)
    await ModelExtractor(model).extract(chunks, errand())
    assert len(model.asked) > 2


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def course(database_url: str) -> OutlinedCourse:
    return OutlinedCourse(database_url)


async def outlined(database: Database, course: OutlinedCourse, model: Scripted) -> None:
    course.stages = (ExtractStage(ModelExtractor(model)), OutlineStage(lambda: course.now))
    await course.outline(database)


async def test_topics_are_what_the_model_names_and_the_course_writes(
    database: Database, course: OutlinedCourse
) -> None:
    course.file("1.md", "Graphs", SPANNING)
    course.file("2.md", "More", FOREST)
    invented = passage(2, facts=[1], topics=[taught("forest", 1), taught("Minimum spanning tree", 1)])
    model = Scripted(answer(passage(facts=[1, 2], topics=[taught("Spanning tree", 1)]), invented))
    await outlined(database, course, model)
    assert [title for title, _, _ in course.topics()] == ["Forest", "Spanning tree"]
    assert course.one("SELECT summary FROM topics WHERE title = 'Spanning tree'").startswith("A spanning")
    (seen,) = course.all("SELECT found -> 'refused' FROM extractions WHERE found -> 'refused' <> '[]'")
    assert seen[0] == [["Minimum spanning tree", "it does not stand in the passage"]]


async def test_beside_an_imported_outline_that_is_open_they_are_proposed_and_in_a_closed_one_left_out(
    database: Database, course: OutlinedCourse
) -> None:
    course.outline_file("- Trees\n")
    course.file("1.md", "Graphs", "A **tree** is a graph.", FOREST)
    await outlined(database, course, Scripted())
    assert [(title, state) for title, state, _ in course.topics()] == [("Trees", "active")]
    course.one("UPDATE courses SET outline_open = true WHERE id = %s", course.id)
    await outlined(database, course, Scripted())
    assert ("Forest", "proposed") in [(title, state) for title, state, _ in course.topics()]


async def test_the_same_text_is_bought_once_and_another_model_buys_nothing_unasked(
    database: Database, course: OutlinedCourse
) -> None:
    course.file("1.md", "Graphs", "A **tree** is a connected graph without a cycle.")
    first = Scripted()
    await outlined(database, course, first)
    course.file("2.md", "Graphs", "A **tree** is a connected graph without a cycle.")
    await outlined(database, course, first)
    assert len(first.asked) == 1
    other = Scripted()
    other.name = "toy:other"
    await outlined(database, course, other)
    assert other.asked == []


async def test_a_passage_without_a_usable_answer_is_parked_with_the_reason(
    database: Database, course: OutlinedCourse
) -> None:
    course.file("1.md", "Graphs", "A **tree** is a connected graph without a cycle.")
    model = Scripted("", "")
    await outlined(database, course, model)
    (outcome,) = course.all("SELECT outcome, reason FROM outcomes WHERE stage = 'extract'")
    assert outcome[0] == "parked"
    assert "gave no usable answer" in outcome[1]
    await outlined(database, course, model)
    assert len(model.asked) == 2
