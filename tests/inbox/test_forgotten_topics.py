"""What is left of topics once the files that they stood on are forgotten."""

import pytest

from gradient.extraction.stage import ExtractStage
from gradient.inbox.removal import forget_course, forget_source
from gradient.outline.stage import OutlineStage
from gradient.work.runner import Runner
from tests.inbox.watched import Watched

OWN = "# Cucumbers\n\nA cucumber is a fruit that commutes with every other fruit.\n"
OTHER = "# Limits\n\nA limit is the value that a function nears.\n"
STANDING = "SELECT title FROM topics WHERE state = 'active' ORDER BY title"
JUDGED = """
WITH question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT id, 'prerequisite', -1, -2, 'x' FROM courses RETURNING id
)
INSERT INTO judgements (question_id, scorer, prompt_version, evidence, at)
SELECT id, 'offline', '1', '{"features": {}, "quotes": [{"source": "c/2.md", "quote": "commutes"},
                                                        {"source": "c/1.md", "quote": "nears"}]}', now()
  FROM question RETURNING id
"""
DECIDED = """
INSERT INTO decisions (course_id, act, details, note, person, at)
SELECT course_id, 'rename', jsonb_build_object('touched', jsonb_build_array(id::text), 'title', title,
       'before', jsonb_build_object('topics', jsonb_build_array(jsonb_build_object('title', title)))),
       title, 'me', now()
  FROM topics RETURNING id
"""


async def outlined(watched: Watched) -> None:
    await watched.settle_and_work()
    stages = [*watched.runner.stages, ExtractStage(), OutlineStage(watched.now)]
    runner = Runner(watched.database, stages, clock=watched.now)
    async with runner.queue.opened():
        for course in await watched.rows("SELECT id FROM courses"):
            for stage in ("extract", "outline"):
                await runner.run(stage, course["id"])


async def titles(watched: Watched) -> list[str]:
    return [one["title"] for one in await watched.rows(STANDING)]


async def two_topics(watched: Watched) -> list[str]:
    watched.write("c/1.md", OTHER)
    watched.write("c/2.md", OWN)
    await outlined(watched)
    return await titles(watched)


async def test_a_forgotten_source_leaves_no_word_of_its_topics(watched: Watched) -> None:
    before = await two_topics(watched)
    assert any("ucumber" in title for title in before)
    await watched.rows(JUDGED)
    await watched.rows(DECIDED)
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    for table in ("topics", "topic_names", "changes", "judgements", "decisions", "questions", "mentions"):
        text = str(await watched.rows(f"SELECT * FROM {table}")).casefold()
        assert "cucumber" not in text, table
        assert "commutes" not in text, table
    assert await watched.value("SELECT evidence FROM judgements") == {
        "features": {},
        "quotes": [{"source": "c/1.md", "quote": "nears"}],
    }
    assert await watched.value("SELECT count(*) FROM decisions WHERE note IS NULL") == 1
    assert await titles(watched) == [title for title in before if "ucumber" not in title]


@pytest.mark.parametrize("whole", [False, True])
async def test_topics_come_back_with_the_file_that_is_dropped_again(watched: Watched, whole: bool) -> None:
    before = await two_topics(watched)
    if whole:
        await forget_course(watched.database, "c", clock=watched.now)
    else:
        await forget_source(watched.database, "c/2.md", clock=watched.now)
    (watched.inbox / "c/2.md").unlink()
    await watched.scan()
    watched.write("c/2.md", OWN)
    await outlined(watched)
    assert await titles(watched) == before
