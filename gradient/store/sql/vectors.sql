-- name: owners
-- What is embedded of a course, with its text: active topics, live contents, live chunks but furniture. Of a
-- topic with parents the title stands twice, else those above it would outweigh it.
WITH RECURSIVE walk AS (
    SELECT id AS topic_id, parent_id, title AS path, 1 AS steps
      FROM topics
     WHERE course_id = %(course)s AND state = 'active'
    UNION ALL
    SELECT walk.topic_id, parent.parent_id, parent.title || ' >> ' || walk.path, walk.steps + 1
      FROM walk
      JOIN topics AS parent ON parent.id = walk.parent_id AND parent.state = 'active'
     WHERE walk.steps < 20
), path AS (
    SELECT DISTINCT ON (topic_id) topic_id, path FROM walk ORDER BY topic_id, steps DESC
)
SELECT 'topic' AS kind, topics.id, topics.slug AS key,
       concat_ws(E'\n', path.path, CASE WHEN path.path <> topics.title THEN topics.title END,
                 nullif(topics.summary, '')) AS text
  FROM topics
  JOIN path ON path.topic_id = topics.id
UNION ALL
SELECT 'content', id, left(sentence, 80), sentence
  FROM contents
 WHERE course_id = %(course)s AND retired_at IS NULL
UNION ALL
SELECT 'chunk', id, path || ', passage ' || position, text
  FROM live_chunks
 WHERE course_id = %(course)s AND furniture IS NULL

-- name: units
-- What is embedded, as units. The owners stand before as `owner`.
SELECT kind, id AS unit_id, key AS unit_key, false AS touched,
       encode(sha256(convert_to(text, 'UTF8')), 'hex') AS input_hash
  FROM owner

-- name: texts
-- The texts of some owners. The owners stand before as `owner`.
SELECT owner.kind, owner.id, owner.text
  FROM owner
  JOIN unnest(%(kinds)s::text[], %(ids)s::bigint[]) AS wanted (kind, id)
    ON wanted.kind = owner.kind AND wanted.id = owner.id

-- name: upkeep
-- The texts as units, and once all are done what else there is to do: to switch the course to the new vectors,
-- to build an index over them. Whether there are many is first asked of the statistics, which cost nothing.
SELECT kind, unit_id, unit_key, touched, input_hash FROM text
 UNION ALL
SELECT 'course', %(course)s, 'the switch to the vectors of ' || %(key)s, false, %(key)s
 WHERE EXISTS (SELECT FROM serving_spaces
                WHERE course_id = %(course)s
                  AND (model, version) <> (%(model)s, %(version)s))
   AND NOT EXISTS (SELECT FROM text
                     LEFT JOIN outcomes ON outcomes.stage = 'embed' AND outcomes.kind = text.kind
                                       AND outcomes.unit_id = text.unit_id
                                       AND outcomes.input_hash = text.input_hash
                                       AND outcomes.tool = %(key)s AND outcomes.outcome <> 'failed'
                    WHERE outcomes.outcome IS NULL)
 UNION ALL
SELECT 'index', %(course)s, 'the index over the vectors of ' || %(key)s, false,
       concat_ws(' ', %(key)s::text, standing.vectors)
  FROM (SELECT 1) AS once
  LEFT JOIN vector_indexes AS standing
         ON (standing.model, standing.version) = (%(model)s, %(version)s)
 WHERE CASE WHEN (SELECT reltuples FROM pg_class WHERE oid = 'vectors'::regclass)
                 >= greatest(%(least)s, 2 * coalesce(standing.vectors, 0))
            THEN (SELECT count(*) FROM vectors
                   WHERE owner_kind = 'content' AND model = %(model)s AND version = %(version)s)
                 >= greatest(%(least)s, 2 * coalesce(standing.vectors, 0))
                 AND NOT EXISTS (SELECT FROM text
                                   LEFT JOIN outcomes ON outcomes.stage = 'embed' AND outcomes.kind = text.kind
                                                     AND outcomes.unit_id = text.unit_id
                                                     AND outcomes.input_hash = text.input_hash
                                                     AND outcomes.tool = %(key)s
                                  WHERE outcomes.outcome IS NULL)
            ELSE false END

-- name: drop
-- Forget the vectors of some owners in a space, and in others that their course is not searched by.
DELETE FROM vectors
 USING unnest(%(kinds)s::text[], %(ids)s::bigint[]) AS given (kind, id)
 WHERE vectors.owner_kind = given.kind AND vectors.owner_id = given.id
   AND ((vectors.model, vectors.version) = (%(model)s, %(version)s)
        OR NOT EXISTS (SELECT FROM serving_spaces AS serving
                        WHERE serving.course_id = %(course)s
                          AND (serving.model, serving.version) = (vectors.model, vectors.version)))

-- name: put
-- Store vectors.
COPY vectors (owner_kind, owner_id, model, version, dimension, input_hash, embedding) FROM STDIN (FORMAT binary)

-- name: of_contents
-- The vectors of some contents, retired ones too if asked for, with what orders contents that are equally near;
-- in one row, as a row for each takes longer to send and to read.
SELECT array_agg(contents.id) AS ids, array_agg(contents.sentence_key) AS keys, array_agg(contents.kind) AS kinds,
       string_agg(vector_send(vectors.embedding), ''::bytea) AS vectors
  FROM vectors
  JOIN contents ON contents.id = vectors.owner_id
 WHERE vectors.owner_kind = 'content' AND vectors.owner_id = ANY(%(contents)s)
   AND vectors.model = %(model)s AND vectors.version = %(version)s
   AND (contents.retired_at IS NULL OR %(retired)s)

-- name: in_one_piece
-- What another query lists, in one row.
SELECT coalesce(array_agg(listed.id), '{{}}') AS ids, coalesce(array_agg(listed.place), '{{}}') AS places,
       coalesce(string_agg(vector_send(listed.embedding), ''::bytea), '') AS vectors
  FROM ({listing}) AS listed

-- name: similar_topics
-- The active topics of a course, which contents are compared with.
SELECT topics.id, topics.slug AS place, vectors.embedding
  FROM topics
  JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 WHERE topics.course_id = %(course)s AND topics.state = 'active'

-- name: voters
-- How many tags vote, counted no further than asked for: about as many contents there are to compare with.
SELECT count(*)
  FROM (SELECT
          FROM counted_votes(%(course)s::bigint, %(others)s::bigint[], %(least_trust)s::real)
         LIMIT %(most)s) AS counted

-- name: similar_tagged
-- The live contents that were tagged when the round began, which contents are compared with.
SELECT contents.id, contents.sentence_key, contents.kind, vectors.embedding
  FROM contents
  JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = contents.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 WHERE contents.retired_at IS NULL
   AND contents.id IN (SELECT content_id
                         FROM counted_votes(%(course)s::bigint, %(others)s::bigint[], %(least_trust)s::real))

-- name: standing
-- In which sources the contents of a course stand, retired ones too.
SELECT DISTINCT supports.content_id, chunks.source_id
  FROM supports
  JOIN chunks ON chunks.id = supports.chunk_id
  JOIN sources ON sources.id = chunks.source_id
 WHERE sources.course_id = %(course)s

-- name: votes
-- The topics of some tagged contents, as tags stood when the round began.
SELECT content_id AS neighbour_id, topic_id, trust
  FROM counted_votes(%(course)s::bigint, %(others)s::bigint[], %(least_trust)s::real)
 WHERE content_id = ANY(%(contents)s)
