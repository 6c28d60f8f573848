import random
import time

import pytest

from gradient.store.sessions import Database
from tests.recall.small_course import SmallCourse, all_stages, due, run_all

CONTENTS, TOPICS, SECONDS = 1500, 80, 15
NOUNS = (
    "gradient",
    "layer",
    "kernel",
    "image",
    "loss",
    "pixel",
    "filter",
    "class",
    "score",
    "weight",
    "batch",
)
VERBS = ("moves", "changes", "follows", "bounds", "spreads", "shapes", "explains", "joins")


def sentence(draw: random.Random, topics: list[str]) -> str:
    return (
        f"The {draw.choice(NOUNS)} {draw.choice(VERBS)} the {draw.choice(topics).lower()} "
        f"when the {draw.choice(NOUNS)} {draw.choice(VERBS)} {draw.randrange(10**6)}."
    )


@pytest.mark.bench
@pytest.mark.timeout(300)
async def test_a_large_course_is_judged_in_seconds(database: Database, course: SmallCourse) -> None:
    draw = random.Random(7)
    names = sorted({f"{one} {other}" for one in NOUNS for other in NOUNS if one != other})
    topics = draw.sample(names, TOPICS)
    for name in topics:
        course.topic(name)
    chunk = course.chunk(course.source("vision/01.md"), "Notes.", *topics[:1])
    sentences = sorted({sentence(draw, topics) for _ in range(CONTENTS)})
    course.one(
        "WITH made AS (INSERT INTO contents (course_id, kind, sentence, sentence_key)"
        " SELECT %s, 'fact', sentence, md5(sentence) FROM unnest(%s::text[]) AS sentence"
        " RETURNING id, sentence)"
        " INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)"
        " SELECT id, %s, 0, length(sentence), sentence FROM made",
        course.id,
        sentences,
        chunk,
    )
    began = time.monotonic()
    await run_all(database, course)
    seconds = time.monotonic() - began
    print(f"{CONTENTS} contents and {TOPICS} topics: {seconds:.1f} s")
    assert seconds < SECONDS
    assert [await due(database, stage, course) for stage in all_stages()] == [[], [], [], []]
