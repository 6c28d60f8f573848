-- name: units
-- The live contents as units of recall. Their input: the sentence, the headings above it, its vector, the
-- outline with all names and vectors, and whose vectors the course is searched by.
WITH serving AS MATERIALIZED (
    SELECT coalesce(max(model), %(model)s) AS model, coalesce(max(version), %(version)s) AS version
      FROM serving_spaces WHERE course_id = %(course)s
), names AS MATERIALIZED (
    SELECT topic_names.topic_id, string_agg(topic_names.name, ',' ORDER BY topic_names.key) AS names
      FROM topic_names
      JOIN topics ON topics.id = topic_names.topic_id AND topics.course_id = %(course)s
     GROUP BY topic_names.topic_id
), outline AS MATERIALIZED (
    SELECT md5(string_agg(concat_ws('|', topics.slug, topics.title, names.names, vectors.input_hash), E'\n'
                          ORDER BY topics.slug)) AS hash
      FROM topics
      CROSS JOIN serving
      LEFT JOIN names ON names.topic_id = topics.id
      LEFT JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
                       AND vectors.model = serving.model AND vectors.version = serving.version
     WHERE topics.course_id = %(course)s AND topics.state = 'active'
), headings AS MATERIALIZED (
    SELECT supports.content_id,
           string_agg(DISTINCT array_to_string(live_chunks.section_path, ' >> '), E'\n') AS headings
      FROM supports
      JOIN live_chunks ON live_chunks.id = supports.chunk_id
     WHERE live_chunks.course_id = %(course)s
     GROUP BY supports.content_id
)
SELECT 'content' AS kind, contents.id AS unit_id, left(contents.sentence, 80) AS unit_key,
       md5(concat_ws(E'\n', contents.sentence, headings.headings, vectors.input_hash, outline.hash,
                     serving.model, serving.version))
           AS input_hash,
       recall_again.content_id IS NOT NULL AS touched
  FROM contents
  CROSS JOIN outline
  CROSS JOIN serving
  LEFT JOIN headings ON headings.content_id = contents.id
  LEFT JOIN recall_again ON recall_again.content_id = contents.id
  LEFT JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = contents.id
                   AND vectors.model = serving.model AND vectors.version = serving.version
 WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL

-- name: topic_names
-- The active topics of a course with all their names.
SELECT topics.id AS topic_id, topics.slug,
       array_agg(DISTINCT named.name ORDER BY named.name) AS names
  FROM topics
  CROSS JOIN LATERAL (
       SELECT topics.title AS name
       UNION
       SELECT topic_names.name FROM topic_names
        WHERE topic_names.topic_id = topics.id AND topic_names.origin <> 'slug') AS named
 WHERE topics.course_id = %(course)s AND topics.state = 'active'
 GROUP BY topics.id
 ORDER BY topics.slug

-- name: places
-- Some contents with their sentence and the section paths that they stand under.
WITH place AS MATERIALIZED (
    SELECT supports.content_id, jsonb_agg(DISTINCT live_chunks.section_path) AS section_paths
      FROM supports
      JOIN live_chunks ON live_chunks.id = supports.chunk_id
     WHERE live_chunks.course_id = %(course)s AND supports.content_id = ANY(%(contents)s)
     GROUP BY supports.content_id
)
SELECT contents.id AS content_id, contents.sentence, coalesce(place.section_paths, '[]') AS section_paths
  FROM contents
  LEFT JOIN place ON place.content_id = contents.id
 WHERE contents.id = ANY(%(contents)s)

-- name: of_texts
-- Those of some contents that are but a part of a passage.
SELECT DISTINCT supports.content_id
  FROM supports
  JOIN live_chunks ON live_chunks.id = supports.chunk_id AND live_chunks.course_id = %(course)s
 WHERE supports.content_id = ANY(%(contents)s)
   AND supports.end_at - supports.start_at < length(live_chunks.text)

-- name: clear
-- Forget the candidates of some contents.
DELETE FROM candidates WHERE content_id = ANY(%(contents)s)

-- name: put
-- Store candidates.
COPY candidates (content_id, topic_id, rank, score, paths) FROM STDIN

-- name: recalled
-- Some contents need not be recalled again any more.
DELETE FROM recall_again WHERE content_id = ANY(%(contents)s)
