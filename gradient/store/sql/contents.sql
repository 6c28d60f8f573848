-- name: extract_units
-- The live chunks of a course that carry something to learn.
SELECT 'chunk' AS kind, live_chunks.id AS unit_id, false AS touched,
       live_chunks.path || ', passage ' || live_chunks.position + 1 AS unit_key,
       md5(concat_ws('|', courses.slug, live_chunks.text, live_chunks.section_path::text,
                     live_chunks.language, coalesce(courses.language, 'en'))) AS input_hash
  FROM live_chunks
  JOIN courses ON courses.id = live_chunks.course_id
 WHERE live_chunks.course_id = %(course)s AND live_chunks.furniture IS NULL AND live_chunks.type <> 'topics'

-- name: chunks
-- What extraction reads of chunks: text, place, and the structure of their document.
SELECT live_chunks.id, live_chunks.text, live_chunks.section_path, live_chunks.language,
       live_chunks.start_at, live_chunks.end_at, revisions.reading_id
  FROM live_chunks
  JOIN revisions ON revisions.id = live_chunks.revision_id
 WHERE live_chunks.id = ANY(%(ids)s)
 ORDER BY live_chunks.path COLLATE "C", live_chunks.position

-- name: structures
-- The structures of readings.
SELECT id, structure FROM readings WHERE id = ANY(%(ids)s)

-- name: known_extractions
-- What was found in the same inputs before.
SELECT input_hash, found FROM extractions WHERE input_hash = ANY(%(input_hashes)s) AND tool = %(tool)s

-- name: keep_extractions
-- Keep what was found, for the same input in another course or after a move. All who write here do it in one
-- order, so that nobody waits in a circle.
INSERT INTO extractions (input_hash, tool, found)
SELECT given.input_hash, %(tool)s, given.found
  FROM unnest(%(input_hashes)s::text[], %(found)s::jsonb[]) AS given (input_hash, found)
 ORDER BY given.input_hash COLLATE "C"
ON CONFLICT DO NOTHING

-- name: standing_supports
-- The contents of a course that stand on some chunks, and whether they stand on nothing else.
SELECT supports.chunk_id, contents.id AS content_id, contents.kind, contents.sentence_key, supports.start_at,
       supports.end_at,
       NOT EXISTS (SELECT FROM supports AS other
                    WHERE other.content_id = contents.id AND other.chunk_id <> supports.chunk_id) AS alone
  FROM supports
  JOIN contents ON contents.id = supports.content_id
 WHERE supports.chunk_id = ANY(%(chunks)s) AND contents.course_id = %(course)s
 ORDER BY supports.chunk_id, supports.start_at, contents.id

-- name: reword
-- Give a content a new sentence, unless another content has it.
UPDATE contents
   SET sentence = %(sentence)s, sentence_key = %(sentence_key)s
 WHERE id = %(id)s
   AND NOT EXISTS (SELECT FROM contents AS other
                    WHERE other.course_id = contents.course_id AND other.kind = contents.kind
                      AND other.sentence_key = %(sentence_key)s)
RETURNING id

-- name: ensure
-- The contents of different sentences, made or brought back if need be, with their ids. As above, in one order.
INSERT INTO contents (course_id, kind, sentence, sentence_key)
SELECT %(course)s, given.kind, given.sentence, given.sentence_key
  FROM unnest(%(kinds)s::text[], %(sentences)s::text[], %(sentence_keys)s::text[])
    AS given (kind, sentence, sentence_key)
 ORDER BY given.sentence_key COLLATE "C", given.kind
ON CONFLICT (course_id, kind, sentence_key) DO UPDATE SET retired_at = NULL
RETURNING id, kind, sentence_key

-- name: clear_supports
-- Drop the supports of some chunks that are not among those found.
DELETE FROM supports
 WHERE chunk_id = ANY(%(chunks)s)
   AND NOT EXISTS (SELECT FROM unnest(%(of_contents)s::bigint[], %(in_chunks)s::bigint[], %(starts)s::integer[])
                            AS found (content, chunk, start)
                    WHERE found.content = supports.content_id AND found.chunk = supports.chunk_id
                      AND found.start = supports.start_at)

-- name: put_supports
-- The places that contents stand on.
INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)
SELECT * FROM unnest(%(of_contents)s::bigint[], %(in_chunks)s::bigint[], %(starts)s::integer[],
                     %(ends)s::integer[], %(quotes)s::text[])
ON CONFLICT (content_id, chunk_id, start_at) DO UPDATE SET end_at = excluded.end_at, quote = excluded.quote

-- name: clear_mentions
-- Drop the mentions of some chunks.
DELETE FROM mentions WHERE chunk_id = ANY(%(chunks)s)

-- name: put_mentions
-- Places where possible topics are named.
INSERT INTO mentions (chunk_id, kind, key, surface, expansion, start_at, end_at)
SELECT * FROM unnest(%(in_chunks)s::bigint[], %(kinds)s::text[], %(keys)s::text[], %(surfaces)s::text[],
                     %(expansions)s::text[], %(starts)s::integer[], %(ends)s::integer[])

-- name: retire_unsupported
-- Retire the contents of a course that no live chunk of it supports any more.
UPDATE contents
   SET retired_at = %(now)s
 WHERE course_id = %(course)s AND retired_at IS NULL
   AND NOT EXISTS (SELECT FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
                    WHERE supports.content_id = contents.id AND live_chunks.course_id = contents.course_id)

-- name: restore_supported
-- Bring contents of a course back that a live chunk of it supports again.
UPDATE contents
   SET retired_at = NULL
 WHERE course_id = %(course)s AND retired_at IS NOT NULL
   AND EXISTS (SELECT FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
                WHERE supports.content_id = contents.id AND live_chunks.course_id = contents.course_id)
