"""Many judged tags with the answers of a person, put in at once."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import psycopg

from tests.acceptance.settled_course import SettledCourse

SOURCES = 7

JUDGED = """
WITH given AS (SELECT * FROM unnest(%(sentences)s::text[], %(odds)s::float8[], %(chunks)s::bigint[])
               AS given (sentence, odds, chunk_id)),
     content AS (INSERT INTO contents (course_id, kind, sentence, sentence_key)
                 SELECT %(course)s, 'fact', sentence, md5(sentence) FROM given RETURNING id, sentence),
     support AS (INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)
                 SELECT content.id, given.chunk_id, 0, 5, 'Facts' FROM content JOIN given USING (sentence)),
     question AS (INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
                  SELECT %(course)s, 'tag', content.id, %(topic)s,
                         concat_ws('|', 'tag', 'fact', md5(sentence), 'gradient') FROM content
                  RETURNING id, subject_id),
     tag AS (INSERT INTO tags (content_id, topic_id, question_id, pick)
             SELECT subject_id, %(topic)s, id, 1 FROM question),
     judgement AS (INSERT INTO judgements (question_id, scorer, prompt_version, log_yes, log_no, evidence, at)
                   SELECT question.id, 'offline', '1', given.odds - 20, -20, '{}', %(now)s
                     FROM question JOIN content ON content.id = question.subject_id
                     JOIN given USING (sentence))
SELECT question.id FROM question
  JOIN content ON content.id = question.subject_id JOIN given USING (sentence)
  JOIN unnest(%(sentences)s::text[]) WITH ORDINALITY AS place (sentence, at) USING (sentence)
 ORDER BY place.at
"""

ANSWER = """
INSERT INTO decisions (course_id, question_id, act, details, person, draw, draw_probability, threshold,
                       confidence, at)
VALUES (%(course)s, %(question)s, %(act)s, %(details)s, 'Ada', %(draw)s, %(share)s, %(threshold)s,
        %(confidence)s, %(now)s)
"""

Given = list[tuple[int, bool]]


def with_salt(course: SettledCourse) -> SettledCourse:
    """The course, with a salt on which alone it hangs what is drawn and kept out."""
    course.one("UPDATE installation SET salt = 'salt'")
    return course


def questions(course: SettledCourse, numbers: Sequence[int], slope: float = 0.2) -> Given:
    """Judged tags of a scorer that is too sure of itself, each with whether a person would accept it."""
    generators = [np.random.default_rng(number) for number in numbers]
    odds = [float(generator.normal(0, 3)) for generator in generators]
    right = [
        bool(generator.random() < 1 / (1 + math.exp(-slope * one)))
        for generator, one in zip(generators, odds, strict=True)
    ]
    chunks = {source: _chunk(course, source) for source in sorted({number % SOURCES for number in numbers})}
    known = course.all("SELECT id FROM topics WHERE slug = 'gradient' AND course_id = %s", course.id)
    given = {
        "course": course.id,
        "topic": known[0][0] if known else course.topic("Gradient"),
        "sentences": [f"Fact {number} is so." for number in numbers],
        "odds": odds,
        "chunks": [chunks[number % SOURCES] for number in numbers],
        "now": course.now,
    }
    with psycopg.connect(course.url, autocommit=True) as connection:
        found = [one for (one,) in connection.execute(JUDGED.encode(), given).fetchall()]
    return list(zip(found, right, strict=True))


def answer(course: SettledCourse, given: Given, **how: Any) -> None:
    """The answers of a person: `act` for all, or what is right; `draw`, `share`, `confidence`, `details`."""
    plain = {"details": "{}", "draw": None, "share": None, "threshold": None, "confidence": 0.5}
    rows = [
        {**plain, "course": course.id, "now": course.now, "question": question,
         "act": "accept" if right else "reject", **how}
        for question, right in given
    ]  # fmt: skip
    with psycopg.connect(course.url, autocommit=True) as connection:
        connection.cursor().executemany(ANSWER.encode(), rows)


def answered(course: SettledCourse, numbers: Sequence[int], **how: Any) -> Given:
    """Judged tags, and the answers to them."""
    given = questions(course, numbers)
    answer(course, given, **how)
    return given


def _chunk(course: SettledCourse, source: int) -> int:
    path = f"lectures/{source:02}.md"
    found = course.all(
        "SELECT chunks.id FROM chunks JOIN sources ON sources.id = source_id WHERE path = %s"
        " AND sources.course_id = %s",
        path, course.id,
    )  # fmt: skip
    return int(found[0][0]) if found else course.chunk(course.source(path), f"Facts of {path}.")
