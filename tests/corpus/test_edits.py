"""What an edit of a real file changes: the passages that it touches, and no content beside them."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gradient.chunking.stage import ChunkStage
from gradient.extraction.stage import ExtractStage
from gradient.providers.offline.embedder import OfflineEmbedder
from gradient.reading.stage import ReadStage
from gradient.work.runner import Runner
from tests.corpus.edited_files import FILES, Edited
from tests.inbox.watched import Watched, watching

pytestmark = pytest.mark.corpus

PASSAGE_AND_NEIGHBOURS = 3
HEADED = (".md", ".ipynb", ".docx")
"""Where a section is a passage; in the others each passage that a move touches has an edge of it."""

LIVE_CONTENTS = """
SELECT DISTINCT contents.id, contents.sentence
  FROM contents JOIN supports ON supports.content_id = contents.id
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
"""
DECIDE = """
WITH topic AS (
    INSERT INTO topics (course_id, slug, title, origin)
    SELECT id, 'tools', 'Tools', 'person' FROM courses RETURNING id, course_id
), question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT topic.course_id, 'tag', contents.id, topic.id, contents.id::text FROM contents CROSS JOIN topic
    RETURNING id, course_id
)
INSERT INTO decisions (course_id, question_id, act, person, at)
SELECT course_id, id, 'accept', 'teacher', now() FROM question RETURNING id
"""
DECIDED = f"SELECT count(*) FROM effective_decisions JOIN ({LIVE_CONTENTS}) AS live ON live.id = subject_id"


@dataclass(frozen=True)
class Ids:
    """The ids of what stands in a file, and the order in which its passages do."""

    order: tuple[int, ...]
    chunks: frozenset[int]
    contents: frozenset[int]


@pytest.fixture
async def watched(database_url: str, tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(database_url, tmp_path) as watched:
        stages = [ReadStage(watched.room), ChunkStage(OfflineEmbedder(), watched.now), ExtractStage()]
        watched.runner = Runner(watched.database, stages, clock=watched.now)
        yield watched


async def ids_after(watched: Watched, file: str, data: bytes) -> Ids:
    watched.write(file, data)
    await watched.settle_and_work()
    async with watched.runner.queue.opened():
        for course in await watched.rows("SELECT id FROM courses"):
            await watched.runner.run("extract", course["id"])
    chunks = await watched.rows("SELECT id FROM live_chunks WHERE furniture IS NULL ORDER BY position")
    contents = await watched.rows(LIVE_CONTENTS)
    order = tuple(one["id"] for one in chunks)
    return Ids(order, frozenset(order), frozenset(one["id"] for one in contents))


@pytest.mark.parametrize("edited", FILES, ids=lambda edited: edited.path)
async def test_an_edit_changes_what_it_touches_and_decisions_stay(
    watched: Watched, corpus: Path, edited: Edited
) -> None:
    data = (corpus / edited.path).read_bytes()
    file = f"c/{Path(edited.path).name}"
    before = await ids_after(watched, file, data)
    decided = len(await watched.rows(DECIDE))
    assert decided == len(before.contents)

    async def gone(edit: Callable[[bytes], bytes], what: str) -> tuple[int, int]:
        after = await ids_after(watched, file, edit(data))
        chunks, contents = before.chunks - after.chunks, before.contents - after.contents
        print(
            f"{edited.path}, {what}: {len(chunks)} of {len(before.chunks)} passages changed and"
            f" {len(contents)} of {len(before.contents)} contents; new {len(after.chunks - before.chunks)}"
            f" and {len(after.contents - before.contents)}"
        )
        assert after != before
        assert await watched.value(DECIDED) == decided - len(contents)
        assert await ids_after(watched, file, data) == before
        return len(chunks), len(contents)

    inserted = await gone(edited.insert, "a paragraph more")
    moved = await gone(edited.move, "a section moved")
    mended = await gone(edited.mend, "a word mended")
    assert inserted[0] <= PASSAGE_AND_NEIGHBOURS
    assert mended[0] <= PASSAGE_AND_NEIGHBOURS
    assert moved[0] == 0 or not edited.path.endswith(HEADED)
    assert max(inserted[1], mended[1]) <= 1, "a passage that defines something gives no sentence beside it"
    assert moved[1] == 0
