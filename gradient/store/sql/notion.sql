-- name: lock
-- Nobody else works in Notion until this is taken back, or the session ends.
SELECT pg_advisory_lock(%(key)s)

-- name: unlock
-- Others may.
SELECT pg_advisory_unlock(%(key)s)

-- name: databases
-- The databases that were set up.
SELECT kind, database_id, data_source_id, properties, seen_until, looked_through_at, blocks_made, notice
  FROM notion_databases
 ORDER BY kind DESC

-- name: put_database
-- Where a database is; of another one nothing is known.
INSERT INTO notion_databases (kind, database_id, data_source_id, properties)
VALUES (%(kind)s, %(database_id)s, %(data_source_id)s, %(properties)s)
ON CONFLICT (kind) DO UPDATE
   SET database_id = excluded.database_id, data_source_id = excluded.data_source_id,
       properties = excluded.properties,
       seen_until = CASE WHEN notion_databases.data_source_id = excluded.data_source_id
                         THEN notion_databases.seen_until END,
       looked_through_at = CASE WHEN notion_databases.data_source_id = excluded.data_source_id
                                THEN notion_databases.looked_through_at END

-- name: note_read
-- How far a database was read.
UPDATE notion_databases
   SET seen_until = greatest(seen_until, %(seen_until)s::timestamptz),
       looked_through_at = coalesce(%(looked_through_at)s::timestamptz, looked_through_at)
 WHERE kind = %(kind)s
   AND (seen_until IS DISTINCT FROM greatest(seen_until, %(seen_until)s::timestamptz)
        OR %(looked_through_at)s::timestamptz IS NOT NULL)

-- name: note_made
-- Pages and blocks that were made.
UPDATE notion_databases SET blocks_made = blocks_made + %(blocks)s WHERE kind = %(kind)s

-- name: note
-- What a person should know of a database.
UPDATE notion_databases SET notice = %(notice)s
 WHERE kind = %(kind)s AND notice IS DISTINCT FROM %(notice)s

-- name: forget_pages
-- Forget what stood in a database, or in both.
DELETE FROM notion_pages WHERE %(kind)s::text IS NULL OR kind = %(kind)s

-- name: forget_items
-- Forget that items were written to Notion.
DELETE FROM mirror_items WHERE mirror = 'notion'

-- name: forget_outcomes
-- Make every item of the mirrors due.
DELETE FROM outcomes WHERE stage = 'mirror'

-- name: pages
-- Pages that are known.
SELECT key, kind, course, item_id, page_id, state, properties, blocks, dropped, doomed, edited_at, settled_at,
       seen, answer, decision_id, failure
  FROM notion_pages
 WHERE (%(kind)s::text IS NULL OR kind = %(kind)s)
   AND (%(course)s::text IS NULL OR course = %(course)s)
   AND (%(keys)s::text[] IS NULL OR key = ANY(%(keys)s::text[]))
 ORDER BY key COLLATE "C"

-- name: put_page
-- How a page stands.
INSERT INTO notion_pages (key, kind, course, item_id, page_id, state, properties, blocks, dropped, doomed,
                          edited_at, settled_at, seen, answer, decision_id, failure)
VALUES (%(key)s, %(kind)s, %(course)s, %(item_id)s, %(page_id)s, %(state)s, %(properties)s, %(blocks)s,
        %(dropped)s, %(doomed)s, %(edited_at)s, %(settled_at)s, %(seen)s, %(answer)s, %(decision_id)s, %(failure)s)
ON CONFLICT (key) DO UPDATE
   SET item_id = excluded.item_id, page_id = excluded.page_id, state = excluded.state,
       properties = excluded.properties, blocks = excluded.blocks, dropped = excluded.dropped,
       doomed = excluded.doomed, edited_at = excluded.edited_at, settled_at = excluded.settled_at,
       seen = excluded.seen, answer = excluded.answer, decision_id = excluded.decision_id,
       failure = excluded.failure

-- name: topic_of
-- The topic of a course by its slug.
SELECT topics.id, topics.slug, topics.title, topics.state, topics.course_id
  FROM topics
  JOIN courses ON courses.id = topics.course_id
 WHERE courses.slug = %(course)s AND topics.slug = %(slug)s

-- name: asked
-- The review item of a course by what it asks.
SELECT review_items.id, review_items.state, review_items.course_id
  FROM review_items
  JOIN courses ON courses.id = review_items.course_id
  LEFT JOIN questions ON questions.id = review_items.question_id
  LEFT JOIN topics ON review_items.kind IN ('thin', 'homonym') AND topics.id = review_items.subject_id
  LEFT JOIN revisions ON review_items.kind = 'unread' AND revisions.id = review_items.subject_id
  LEFT JOIN sources ON sources.id = revisions.source_id
 WHERE courses.slug = %(course)s
   AND review_items.kind || '-'
       || left(md5(coalesce(questions.natural_key, review_items.kind || '|' || coalesce(topics.slug, sources.path))), 8)
       = %(name)s
 ORDER BY review_items.state = 'open' DESC, review_items.id
 LIMIT 1

-- name: courses
-- All courses.
SELECT id, slug FROM courses

-- name: forget_columns
-- Of some columns of a database it is not known any more what stands in them; nor, where `answers` says so,
-- which answers stand in its rows. The pages that this concerns.
UPDATE notion_pages
   SET properties = properties - %(names)s::text[], seen = CASE WHEN %(answers)s THEN NULL ELSE seen END
 WHERE kind = %(kind)s AND (properties ?| %(names)s::text[] OR (%(answers)s AND seen IS NOT NULL))
RETURNING item_id, course

-- name: redo
-- Let items of the mirror be due.
DELETE FROM outcomes WHERE stage = 'mirror' AND kind = %(kind)s AND unit_id = ANY(%(ids)s)

-- name: retry
-- Let what failed in the mirrors of a course be due.
DELETE FROM outcomes
 USING courses
 WHERE courses.slug = %(course)s AND outcomes.course_id = courses.id AND outcomes.stage = 'mirror'
   AND outcomes.outcome IN ('failed', 'parked')

-- name: pin
-- A block of a page as a person left it; it keeps what it was put in the place of.
UPDATE blocks
   SET type = %(type)s, content = %(content)s, content_hash = %(content_hash)s, pinned = true,
       replaces = coalesce(replaces, content_hash)
 WHERE id = %(block_id)s AND topic_id = %(topic_id)s
RETURNING id

-- name: ensure_page
-- A topic that a person writes about has a page.
INSERT INTO pages (topic_id, state, written_at) VALUES (%(topic_id)s, 'fresh', now()) ON CONFLICT DO NOTHING

-- name: insert_pin
-- A block that a person put on a page, behind another one or at the start.
INSERT INTO blocks (topic_id, position, type, content, content_hash, pinned)
VALUES (%(topic_id)s,
        coalesce((SELECT position + 1 FROM blocks WHERE id = %(after)s AND topic_id = %(topic_id)s), 0),
        %(type)s, %(content)s, %(content_hash)s, true)
RETURNING id

-- name: failures
-- Pages that could not be written, and those that are not whole.
SELECT key, kind, state, failure
  FROM notion_pages
 WHERE failure IS NOT NULL OR state = 'incomplete'
 ORDER BY kind DESC, key COLLATE "C"

-- name: counts
-- How many pages there are.
SELECT kind, state, count(*)::int AS pages FROM notion_pages GROUP BY kind, state
