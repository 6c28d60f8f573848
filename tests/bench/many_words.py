"""Words, headings and sources for a course of many vectors, so that every path of recall has work to do."""

import numpy as np
import psycopg

from tests.recall.many_vectors import Many

SEED = 11
WORDS, LENGTH = 3000, 12
"""So many different words there are, the first ones far more often, and so many in a sentence."""
TOPICS_PER_SOURCE = 4


def give_words(url: str, many: Many) -> None:
    """Let each topic have a name of two words, each content a sentence, and few topics share a source."""
    draw = np.random.default_rng(SEED)
    vocabulary = np.array([f"{_syllables(at)}" for at in range(WORDS)])
    often = 1 / np.arange(1, WORDS + 1)
    often /= often.sum()
    contents = [*many.tagged_ids, *many.asked_ids]
    sentences = draw.choice(vocabulary, size=(len(contents), LENGTH), p=often).tolist()
    titles = draw.choice(vocabulary, size=(len(many.topic_ids), 2)).tolist()
    place = {topic: at // TOPICS_PER_SOURCE for at, topic in enumerate(many.topic_ids)}
    sources = [place[topic] for topic in (*many.topic_of_tagged, *many.topic_of_asked)]
    with psycopg.connect(url) as connection:
        connection.execute(
            "UPDATE topics SET title = given.title || ' ' || topics.slug"
            " FROM unnest(%s::bigint[], %s::text[]) AS given (id, title) WHERE topics.id = given.id",
            [many.topic_ids, [" ".join(one).capitalize() for one in titles]],
        )
        connection.execute(
            "UPDATE contents SET sentence = given.sentence"
            " FROM unnest(%s::bigint[], %s::text[]) AS given (id, sentence) WHERE contents.id = given.id",
            [contents, [f"The {' '.join(one)}." for one in sentences]],
        )
        _stand(connection, many.course_id, contents, sources)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _syllables(number: int) -> str:
    """A word of its own for each number."""
    parts = []
    while True:
        number, at = divmod(number, 70)
        parts.append("bdfgklmnprstvz"[at // 5] + "aeiou"[at % 5])
        if not number:
            return "".join(parts) + "n"


def _stand(connection: psycopg.Connection, course: int, contents: list[int], sources: list[int]) -> None:
    """Let each content stand in one of the sources, each of which has one chunk under one heading."""
    connection.execute(
        "INSERT INTO sources (course_id, root, path, type, position)"
        " SELECT %s, 'inbox', 'many/' || one || '.md', 'lectures', one FROM generate_series(0, %s) AS one",
        [course, max(sources)],
    )
    connection.execute(
        "INSERT INTO revisions (source_id, sha256, size, suffix) SELECT id, path, 1, '.md' FROM sources"
    )
    connection.execute(
        "UPDATE sources SET live_revision_id = revisions.id FROM revisions WHERE source_id = sources.id"
    )
    connection.execute(
        "INSERT INTO chunks (source_id, text_hash, ordinal, text) SELECT id, path, 0, 'Notes.' FROM sources"
    )
    connection.execute(
        "INSERT INTO placements (revision_id, chunk_id, position, start_at, end_at, section_path)"
        " SELECT live_revision_id, chunks.id, 0, 0, 6, ARRAY['Notes', 'Part ' || sources.position]"
        " FROM sources JOIN chunks ON chunks.source_id = sources.id"
    )
    connection.execute(
        "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)"
        " SELECT given.id, chunks.id, 0, 6, 'Notes.'"
        " FROM unnest(%s::bigint[], %s::bigint[]) AS given (id, source)"
        " JOIN sources ON sources.position = given.source JOIN chunks ON chunks.source_id = sources.id",
        [contents, sources],
    )
