-- name: ask_tags
-- One question for each content and topic, unless it was asked before.
INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
SELECT contents.course_id, 'tag', contents.id, topics.id,
       concat_ws('|', 'tag', contents.kind, contents.sentence_key, topics.slug)
  FROM unnest(%(contents)s::bigint[], %(topics)s::bigint[]) AS asked (content_id, topic_id)
  JOIN contents ON contents.id = asked.content_id
  JOIN topics ON topics.id = asked.topic_id
 ORDER BY contents.sentence_key, contents.kind, topics.slug
ON CONFLICT (task, subject_id, object_id) DO NOTHING

-- name: units
-- The questions of a course that a scorer is asked, as units of calibrate; the input is their own rows. Where
-- the scorer minds the order of teaching it belongs to the input that both topics have a place in that; to one
-- that does not, what was judged with or without places is the same question.
WITH placed AS MATERIALIZED (
    SELECT topic_id FROM first_taught
     WHERE %(ordered)s AND course_id = %(course)s AND chunk_id IS NOT NULL
)
SELECT 'question' AS kind, questions.id AS unit_id, questions.natural_key AS unit_key, false AS touched,
       md5(concat_ws(E'\x1f', contents.sentence, topics.title, topics.definition)) AS input_hash
  FROM questions
  JOIN contents ON contents.id = questions.subject_id AND contents.retired_at IS NULL
  JOIN topics ON topics.id = questions.object_id AND topics.state = 'active'
 WHERE questions.course_id = %(course)s AND questions.task = 'tag'
 UNION ALL
SELECT 'question', questions.id, questions.natural_key, false,
       CASE WHEN outcomes.input_hash = hashes.placed
              OR subject.id IN (SELECT topic_id FROM placed) AND object.id IN (SELECT topic_id FROM placed)
            THEN hashes.placed ELSE hashes.bare END
  FROM questions
  JOIN topics AS subject ON subject.id = questions.subject_id AND subject.state = 'active'
  JOIN topics AS object ON object.id = questions.object_id AND object.state = 'active'
  LEFT JOIN outcomes ON NOT %(ordered)s AND outcomes.stage = 'calibrate'
                    AND outcomes.kind = 'question' AND outcomes.unit_id = questions.id
 CROSS JOIN LATERAL (
       SELECT concat_ws(E'\x1f', subject.title, subject.definition, object.title, object.definition) AS text
       ) AS asked
 CROSS JOIN LATERAL (
       SELECT md5(asked.text) AS bare, md5(concat_ws(E'\x1f', asked.text, 'placed')) AS placed) AS hashes
 WHERE questions.course_id = %(course)s AND questions.task = 'prerequisite'

-- name: tags
-- Some questions about tags, with what recall found between the two and what stood next to it.
SELECT questions.id AS question_id, contents.id AS content_id, topics.id AS topic_id,
       contents.sentence, topics.title, topics.definition, topics.summary,
       candidates.rank, coalesce(candidates.score, 0) AS score, coalesce(candidates.paths, '{}') AS paths,
       -(own.embedding <#> topic.embedding) AS cosine,
       coalesce(others.score, 0) AS other_score, coalesce(others.heading, 0) AS other_heading,
       EXISTS (SELECT FROM supports
                 JOIN mentions ON mentions.chunk_id = supports.chunk_id AND mentions.kind = 'definition'
                              AND mentions.start_at >= supports.start_at
                              AND mentions.end_at <= supports.end_at
                 JOIN topic_names ON topic_names.key = mentions.key AND topic_names.topic_id = topics.id
                WHERE supports.content_id = contents.id) AS defines
  FROM questions
  JOIN contents ON contents.id = questions.subject_id
  JOIN topics ON topics.id = questions.object_id
  LEFT JOIN candidates ON candidates.content_id = contents.id AND candidates.topic_id = topics.id
  LEFT JOIN vectors AS own ON own.owner_kind = 'content' AND own.owner_id = contents.id
                          AND own.model = %(model)s AND own.version = %(version)s
  LEFT JOIN vectors AS topic ON topic.owner_kind = 'topic' AND topic.owner_id = topics.id
                            AND topic.model = %(model)s AND topic.version = %(version)s
  LEFT JOIN LATERAL (
       SELECT max(candidates.score) AS score, max((candidates.paths ->> 'heading')::float8) AS heading
         FROM candidates
        WHERE candidates.content_id = contents.id AND candidates.topic_id <> topics.id) AS others ON true
 WHERE questions.task = 'tag' AND questions.id = ANY(%(questions)s)
 ORDER BY questions.natural_key

-- name: standings
-- How the topics of some questions about tags stand among the candidates of their contents, and beside the first
-- candidates of all contents of the source that these stand in.
WITH asked AS MATERIALIZED (
    SELECT questions.id AS question_id, questions.subject_id AS content_id, questions.object_id AS topic_id
      FROM questions
     WHERE questions.task = 'tag' AND questions.id = ANY(%(questions)s)
), placed AS MATERIALIZED (
    SELECT supports.content_id, min(live_chunks.source_id) AS source_id
      FROM supports
      JOIN live_chunks ON live_chunks.id = supports.chunk_id AND live_chunks.course_id = %(course)s
     GROUP BY supports.content_id
), firsts AS MATERIALIZED (
    SELECT placed.source_id, candidates.topic_id, count(*)::float8 AS contents
      FROM placed
      JOIN candidates ON candidates.content_id = placed.content_id AND candidates.rank = 1
     WHERE placed.source_id IN (SELECT placed.source_id FROM placed JOIN asked USING (content_id))
     GROUP BY placed.source_id, candidates.topic_id
)
SELECT asked.question_id, own.rank = 1 AS first, own.score,
       coalesce(firsts.contents, 0) / (SELECT sum(every.contents) FROM firsts AS every
                                        WHERE every.source_id = placed.source_id) AS alike,
       coalesce(firsts.contents, 0) - (own.rank = 1)::int AS beside
  FROM asked
  JOIN candidates AS own ON own.content_id = asked.content_id AND own.topic_id = asked.topic_id
  JOIN placed ON placed.content_id = asked.content_id
  LEFT JOIN firsts ON firsts.source_id = placed.source_id AND firsts.topic_id = asked.topic_id

-- name: prerequisites
-- Some questions about prerequisites, with what is known of the two topics.
SELECT questions.id AS question_id, questions.subject_id, questions.object_id,
       subject.title AS subject, subject.definition AS subject_definition,
       object.title AS object, object.definition AS object_definition
  FROM questions
  JOIN topics AS subject ON subject.id = questions.subject_id
  JOIN topics AS object ON object.id = questions.object_id
 WHERE questions.task = 'prerequisite' AND questions.id = ANY(%(questions)s)
 ORDER BY questions.natural_key

-- name: generality
-- For each topic of a course the share of live contents that have it among their first candidates.
SELECT candidates.topic_id, count(*)::float8 / max(total.contents) AS share
  FROM candidates
  JOIN contents ON contents.id = candidates.content_id
  CROSS JOIN (SELECT count(*) AS contents FROM contents
               WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL) AS total
 WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL AND candidates.rank <= %(first)s
 GROUP BY candidates.topic_id

-- name: quotes
-- The first places that some contents stand on, in the order of their sources.
SELECT placed.content_id, placed.path AS source, placed.quote
  FROM (SELECT supports.content_id, live_chunks.path, supports.quote,
               row_number() OVER (PARTITION BY supports.content_id
                                      ORDER BY live_chunks.source_position, live_chunks.path,
                                               live_chunks.position, supports.start_at) AS place
          FROM supports
          JOIN live_chunks ON live_chunks.id = supports.chunk_id
         WHERE supports.content_id = ANY(%(contents)s)) AS placed
 WHERE placed.place <= %(most)s
 ORDER BY placed.content_id, placed.place
