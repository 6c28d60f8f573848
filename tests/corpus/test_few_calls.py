"""How many calls a real course takes where models extract and pick."""

import pytest

from gradient.extraction.by_model import ModelExtractor
from gradient.extraction.offline import ChunkText
from gradient.generation.pairs_by_model import ModelPairPicker
from gradient.generation.tags_stage import PAID_BATCH, requests_of
from gradient.outline import scope
from gradient.providers import claude
from gradient.providers.model_picker import ModelPicker
from gradient.providers.ports import OfferedTopic
from gradient.store import prerequisites, tags
from gradient.store.sessions import Database
from tests.corpus.conftest import RealCourses
from tests.providers.scripted import Scripted, errand

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

COURSE = "cs231n-vision"
WORDS_A_CALL = 1500
CHUNKS = """
SELECT live_chunks.text, live_chunks.section_path FROM live_chunks
  JOIN courses ON courses.id = live_chunks.course_id
 WHERE courses.slug = %(course)s AND live_chunks.furniture IS NULL AND live_chunks.type <> 'topics'
 ORDER BY live_chunks.path, live_chunks.position
"""


async def test_a_course_takes_few_calls(
    real_courses: RealCourses, capsys: pytest.CaptureFixture[str]
) -> None:
    chunks = real_courses.rows(CHUNKS, course=COURSE)
    (course,) = real_courses.rows("SELECT id FROM courses WHERE slug = %(course)s", course=COURSE)
    contents = [
        row["id"]
        for row in real_courses.rows(
            "SELECT id FROM contents WHERE course_id = %(id)s AND retired_at IS NULL ORDER BY id", **course
        )
    ]
    async with Database(real_courses.url) as database, database.transaction() as connection:
        material = await prerequisites.material(connection, course["id"])
        scoped = await scope.of_course(connection, course["id"])
        outline = [
            OfferedTopic(one.title, scoped[one.topic_id].text, 0.0, {}, one.topic_id)
            for one in await tags.outline(connection, course["id"])
        ]
        offered = [
            await tags.offers(connection, contents[at : at + PAID_BATCH])
            for at in range(0, len(contents), PAID_BATCH)
        ]
    model = Scripted(room=claude.Claude.room)
    extractor = ModelExtractor(model)
    for at in range(0, len(chunks), extractor.at_once):
        batch = chunks[at : at + extractor.at_once]
        await extractor.extract(
            [ChunkText(one["text"], tuple(one["section_path"])) for one in batch], errand()
        )
    extracted = len(model.asked)
    for some in offered:
        await ModelPicker(model).pick(requests_of(some, scoped), outline, errand())
    picked = len(model.asked) - extracted
    topics = sorted(topic.topic_id for topic in material.topics)
    await ModelPairPicker(model).pick(material, {one: topics[:at] for at, one in enumerate(topics)}, errand())
    words = sum(len(one["text"].split()) for one in chunks)
    paired = len(model.asked) - extracted - picked
    said = (
        f"{COURSE}: {words} words in {len(chunks)} passages, {len(contents)} contents, {len(topics)} topics."
        f" Calls: {extracted} to extract, {picked} to pick, {paired} for prerequisites; one for each passage,"
        f" content and pair would be {len(chunks) + len(contents) + len(topics) * (len(topics) - 1) // 2}."
    )
    with capsys.disabled():
        print(f"\n{said}")
    assert len(model.asked) <= words / WORDS_A_CALL + len(topics)
