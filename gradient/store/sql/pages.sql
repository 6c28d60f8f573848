-- name: units
-- The active topics of a course, each with the hash of what its page is made of. A topic that is gone but
-- still has blocks nobody pinned is listed too, so that they are taken away.
WITH topic AS (
    SELECT id, slug, title, summary, state
      FROM topics
     WHERE course_id = %(course)s
), name AS (
    SELECT topic_names.topic_id, string_agg(topic_names.name, chr(31) ORDER BY topic_names.name COLLATE "C") AS names
      FROM topic_names
      JOIN topic ON topic.id = topic_names.topic_id
     GROUP BY topic_names.topic_id
), passage AS (
    SELECT tags.topic_id,
           md5(string_agg(
               jsonb_build_array(contents.kind, contents.sentence, round(tags.confidence::numeric, 1),
                                 tags.is_primary, supports.quote, supports.start_at, live_chunks.text_hash,
                                 live_chunks.path, live_chunks.section_path)::text,
               chr(31) ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path COLLATE "C",
                                live_chunks.position, supports.start_at, contents.sentence_key)) AS passages
      FROM tags
      JOIN topic ON topic.id = tags.topic_id
      JOIN contents ON contents.id = tags.content_id AND contents.retired_at IS NULL
      JOIN supports ON supports.content_id = contents.id
      JOIN live_chunks ON live_chunks.id = supports.chunk_id
     WHERE tags.status = 'accepted'
     GROUP BY tags.topic_id
), before AS (
    SELECT prerequisites.object_id AS topic_id,
           string_agg(first.title || chr(30) || first.summary, chr(31) ORDER BY first.slug COLLATE "C") AS titles
      FROM prerequisites
      JOIN topic AS first ON first.id = prerequisites.subject_id AND first.state = 'active'
     WHERE prerequisites.status = 'accepted'
     GROUP BY prerequisites.object_id
), pin AS (
    SELECT blocks.topic_id, string_agg(blocks.content_hash, chr(31) ORDER BY blocks.position, blocks.id) AS pins
      FROM blocks
      JOIN topic ON topic.id = blocks.topic_id
     WHERE blocks.pinned
     GROUP BY blocks.topic_id
)
SELECT 'topic' AS kind, topic.id AS unit_id, topic.slug AS unit_key,
       CASE WHEN topic.state = 'active' THEN
            md5(jsonb_build_array(topic.title, topic.summary, name.names, passage.passages, before.titles,
                                  pin.pins)::text)
            ELSE 'gone' END AS input_hash,
       topic.state <> 'active' AS touched
  FROM topic
  LEFT JOIN name ON name.topic_id = topic.id
  LEFT JOIN passage ON passage.topic_id = topic.id
  LEFT JOIN before ON before.topic_id = topic.id
  LEFT JOIN pin ON pin.topic_id = topic.id
 WHERE topic.state = 'active'
    OR EXISTS (SELECT FROM blocks WHERE blocks.topic_id = topic.id AND NOT blocks.pinned)

-- name: topics
-- Topics with what their pages are made of, passages aside.
SELECT topics.id AS topic_id, topics.title, topics.summary, topics.state = 'active' AS active,
       ARRAY(SELECT topic_names.name FROM topic_names WHERE topic_names.topic_id = topics.id
              ORDER BY topic_names.name COLLATE "C") AS names,
       ARRAY(SELECT first.title
               FROM prerequisites
               JOIN topics AS first ON first.id = prerequisites.subject_id AND first.state = 'active'
              WHERE prerequisites.object_id = topics.id AND prerequisites.status = 'accepted'
              ORDER BY first.slug COLLATE "C") AS prerequisites,
       ARRAY(SELECT first.summary
               FROM prerequisites
               JOIN topics AS first ON first.id = prerequisites.subject_id AND first.state = 'active'
              WHERE prerequisites.object_id = topics.id AND prerequisites.status = 'accepted'
              ORDER BY first.slug COLLATE "C") AS prerequisite_summaries
  FROM topics
 WHERE topics.id = ANY(%(topics)s)

-- name: passages
-- The places of the accepted contents of topics, in teaching order.
SELECT tags.topic_id, contents.kind, contents.sentence, contents.sentence_key,
       round(tags.confidence::numeric, 1)::float8 AS confidence, tags.is_primary,
       supports.chunk_id, supports.start_at, supports.end_at, supports.quote,
       live_chunks.path AS source, live_chunks.section_path
  FROM tags
  JOIN contents ON contents.id = tags.content_id AND contents.retired_at IS NULL
  JOIN supports ON supports.content_id = contents.id
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 WHERE tags.status = 'accepted' AND tags.topic_id = ANY(%(topics)s)
 ORDER BY tags.topic_id, live_chunks.source_position NULLS LAST, live_chunks.path COLLATE "C",
          live_chunks.position, supports.start_at, contents.sentence_key

-- name: chunk_texts
-- The texts of chunks.
SELECT id, text FROM chunks WHERE id = ANY(%(chunks)s)

-- name: standing
-- The blocks of topics as they are stored, in their order.
SELECT blocks.topic_id, blocks.id, blocks.position, blocks.type, blocks.content, blocks.content_hash, blocks.pinned,
       blocks.replaces,
       coalesce((SELECT jsonb_agg(jsonb_build_array(block_supports.chunk_id, block_supports.start_at,
                                                    block_supports.end_at, block_supports.quote)
                                  ORDER BY block_supports.chunk_id, block_supports.start_at)
                   FROM block_supports WHERE block_supports.block_id = blocks.id), '[]') AS supports
  FROM blocks
 WHERE blocks.topic_id = ANY(%(topics)s)
 ORDER BY blocks.topic_id, blocks.position, blocks.id

-- name: put_page
-- The page of a topic; a row that says the same already is not written.
INSERT INTO pages (topic_id, state, reason, thin, coverage, written_at)
VALUES (%(topic)s, %(state)s, %(reason)s, %(thin)s, %(coverage)s, %(now)s)
ON CONFLICT (topic_id) DO UPDATE
   SET state = excluded.state, reason = excluded.reason, thin = excluded.thin, coverage = excluded.coverage,
       written_at = excluded.written_at
 WHERE %(changed)s
    OR (pages.state, pages.reason, pages.thin, pages.coverage)
       IS DISTINCT FROM (excluded.state, excluded.reason, excluded.thin, excluded.coverage)

-- name: delete_blocks
-- Take blocks away.
DELETE FROM blocks WHERE id = ANY(%(ids)s) AND NOT pinned

-- name: delete_page
-- Take the page of a topic that is gone away, unless a person pinned a block of it.
DELETE FROM pages
 WHERE topic_id = %(topic)s AND NOT EXISTS (SELECT FROM blocks WHERE blocks.topic_id = pages.topic_id)

-- name: move_block
-- Give a block its place.
UPDATE blocks SET position = %(position)s WHERE id = %(id)s AND NOT pinned

-- name: insert_blocks
-- New blocks of a page; their ids by position.
INSERT INTO blocks (topic_id, position, type, content, content_hash)
SELECT %(topic)s, new.*
  FROM unnest(%(positions)s::int[], %(types)s::text[], %(contents)s::text[], %(hashes)s::text[]) AS new
RETURNING id, position

-- name: clear_supports
-- Take the supports of blocks away, before they are written anew.
DELETE FROM block_supports WHERE block_id = ANY(%(ids)s)

-- name: insert_support
-- A place that a block stands on.
INSERT INTO block_supports (block_id, chunk_id, start_at, end_at, quote)
VALUES (%(block)s, %(chunk)s, %(start_at)s, %(end_at)s, %(quote)s)

-- name: states
-- The pages of a course as they are to be shown: stale while the topic's unit is due or could not be redone.
SELECT unit.unit_id AS topic_id, unit.unit_key AS slug,
       CASE WHEN outcomes.input_hash = unit.input_hash AND outcomes.outcome IN ('done', 'refused')
            THEN pages.state ELSE 'stale' END AS state
  FROM unit
  JOIN pages ON pages.topic_id = unit.unit_id
  LEFT JOIN outcomes ON outcomes.stage = 'page' AND outcomes.kind = 'topic' AND outcomes.unit_id = unit.unit_id
 WHERE NOT unit.touched
 ORDER BY unit.unit_key COLLATE "C"

-- name: head
-- A topic with the standing of its page.
SELECT topics.id AS topic_id, topics.course_id, topics.slug, topics.title, courses.slug AS course,
       pages.state, pages.reason, pages.thin, pages.coverage
  FROM topics
  JOIN courses ON courses.id = topics.course_id
  LEFT JOIN pages ON pages.topic_id = topics.id
 WHERE topics.id = %(topic)s

-- name: shown
-- The blocks of a page in their order, each with those of its places that are still there.
SELECT blocks.id, blocks.type, blocks.content, blocks.pinned,
       coalesce((SELECT jsonb_agg(jsonb_build_object('source', live_chunks.path, 'page', live_chunks.page_from,
                                                     'place', place_at(live_chunks.revision_id,
                                                                       live_chunks.start_at + block_supports.start_at),
                                                     'quote', block_supports.quote)
                                  ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path COLLATE "C",
                                           live_chunks.position, block_supports.start_at)
                   FROM block_supports
                   JOIN live_chunks ON live_chunks.id = block_supports.chunk_id
                  WHERE block_supports.block_id = blocks.id), '[]') AS supports
  FROM blocks
 WHERE blocks.topic_id = %(topic)s
 ORDER BY blocks.position, blocks.pinned DESC, blocks.id

-- name: missing
-- What was not read of the sources that a page stands on.
SELECT DISTINCT live_chunks.path COLLATE "C" AS source, readings.missing
  FROM blocks
  JOIN block_supports ON block_supports.block_id = blocks.id
  JOIN live_chunks ON live_chunks.id = block_supports.chunk_id
  JOIN revisions ON revisions.id = live_chunks.revision_id
  JOIN readings ON readings.id = revisions.reading_id
 WHERE blocks.topic_id = %(topic)s AND readings.missing IS NOT NULL
 ORDER BY 1

-- name: neighbours
-- The topics that an accepted prerequisite joins to a topic, with the side they stand on.
SELECT CASE WHEN prerequisites.object_id = %(topic)s THEN 'before' ELSE 'after' END AS side,
       other.slug, other.title, prerequisites.confidence, prerequisites.by
  FROM prerequisites
  JOIN topics AS other
    ON other.id = CASE WHEN prerequisites.object_id = %(topic)s
                       THEN prerequisites.subject_id ELSE prerequisites.object_id END
   AND other.state = 'active'
 WHERE prerequisites.status = 'accepted' AND %(topic)s IN (prerequisites.subject_id, prerequisites.object_id)
 ORDER BY side, other.title COLLATE "C", other.slug COLLATE "C"
