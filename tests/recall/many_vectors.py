"""Many tagged contents around few centres, in a database, and what exact search by numpy finds among them."""

from dataclasses import dataclass

import numpy as np
import psycopg
from numpy.typing import NDArray

from gradient.store.vector_bytes import HEADER, TRAILER, line, number, packed
from gradient.store.vectors import VectorSpace

Vectors = NDArray[np.float32]

SEED = 7
SPREAD = 0.9
"""How long what is added to a centre is, beside the centre itself."""


@dataclass(frozen=True)
class Many:
    """One course: its topics, its tagged contents, and contents that are asked about; a row each."""

    space: VectorSpace
    course_id: int
    topic_ids: list[int]
    topics: Vectors
    tagged_ids: list[int]
    tagged: Vectors
    asked_ids: list[int]
    asked: Vectors
    topic_of_tagged: list[int]
    topic_of_asked: list[int]


def fill(
    url: str,
    *,
    tagged: int,
    asked: int,
    topics: int,
    dimension: int,
    slug: str = "many",
    trust: float = 1.0,
) -> Many:
    """Write such a course: each topic is a centre, each content stands near the one that it belongs to."""
    draw = np.random.default_rng(SEED)
    centres = _unit(draw.standard_normal((topics, dimension)))
    of = draw.integers(topics, size=tagged + asked)
    outline = _around(draw, centres)
    vectors = np.concatenate(
        [_around(draw, centres[of[at : at + 10_000]]) for at in range(0, len(of), 10_000)]
    )
    space = VectorSpace.of("clustered", "1", dimension)
    with psycopg.connect(url, autocommit=True) as connection:
        course = _ids(
            connection,
            "INSERT INTO courses (slug, folder, name) VALUES (%s, %s, %s) RETURNING id",
            slug,
            slug,
            slug,
        )[0]
        topic_ids = _ids(
            connection,
            "INSERT INTO topics (course_id, slug, title, origin) SELECT %s, lpad(one::text, 6, '0'),"
            " 'Topic ' || one, 'extracted' FROM generate_series(1, %s) AS one RETURNING id",
            course,
            topics,
        )
        content_ids = _ids(
            connection,
            "INSERT INTO contents (course_id, kind, sentence, sentence_key) SELECT %s, 'fact',"
            " 'Sentence ' || one, md5(one::text) FROM generate_series(1, %s) AS one RETURNING id",
            course,
            tagged + asked,
        )
        copy_vectors(connection, space, "topic", topic_ids, outline)
        copy_vectors(connection, space, "content", content_ids, vectors)
        with connection.cursor() as cursor, cursor.copy("COPY round_votes FROM STDIN") as copying:
            for content, topic in zip(content_ids[:tagged], of[:tagged], strict=True):
                copying.write_row((course, content, topic_ids[topic], trust))
        connection.execute("ANALYZE")
    right = [topic_ids[topic] for topic in of]
    return Many(
        space,
        course,
        topic_ids,
        outline,
        content_ids[:tagged],
        vectors[:tagged],
        content_ids[tagged:],
        vectors[tagged:],
        right[:tagged],
        right[tagged:],
    )


def copy_vectors(
    connection: psycopg.Connection, space: VectorSpace, kind: str, ids: list[int], vectors: Vectors
) -> None:
    """Store a vector for each of these owners."""
    query = (
        "COPY vectors (owner_kind, owner_id, model, version, dimension, input_hash, embedding)"
        " FROM STDIN (FORMAT binary)"
    )
    start = (space.model.encode(), space.version.encode(), number(space.dimension, size=4), b"hash")
    with connection.cursor() as cursor, cursor.copy(query) as copying:
        copying.write(HEADER)
        for one, vector in zip(ids, vectors, strict=True):
            copying.write(line(kind.encode(), number(one), *start, packed(vector)))
        copying.write(TRAILER)


def top(asked: Vectors, others: Vectors, most: int) -> NDArray[np.int64]:
    """For each row of `asked` the places of the `most` nearest others: brute force, the yardstick."""
    products = asked @ others.T
    places = np.argpartition(products, -most, axis=1)[:, -most:]
    order = np.argsort(-np.take_along_axis(products, places, axis=1), axis=1)
    return np.take_along_axis(places, order, axis=1)


def _around(draw: np.random.Generator, centres: Vectors) -> Vectors:
    noise = draw.standard_normal(centres.shape) * (SPREAD / np.sqrt(centres.shape[1]))
    return _unit(centres + noise)


def _unit(vectors: NDArray[np.floating]) -> Vectors:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def _ids(connection: psycopg.Connection, query: str, *values: object) -> list[int]:
    return [one for (one,) in connection.execute(query.encode(), values).fetchall()]
