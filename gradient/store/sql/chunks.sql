-- name: units
-- The live revision of each source.
SELECT 'revision' AS kind, revisions.id AS unit_id, sources.path AS unit_key, false AS touched,
       encode(sha256(convert_to(concat_ws('|', readings.text_hash, sources.type), 'UTF8')), 'hex') AS input_hash
  FROM sources
  JOIN revisions ON revisions.id = sources.live_revision_id
  JOIN readings ON readings.id = revisions.reading_id
 WHERE sources.course_id = %(course)s AND sources.retired_at IS NULL AND sources.forgotten_at IS NULL

-- name: to_cut
-- What is cut of live revisions.
SELECT revisions.id AS revision_id, sources.id AS source_id, sources.course_id, sources.path, sources.type,
       readings.text, readings.structure,
       NOT EXISTS (SELECT FROM chunks WHERE chunks.source_id = sources.id) AS first
  FROM revisions
  JOIN sources ON sources.id = revisions.source_id
  JOIN readings ON readings.id = revisions.reading_id
 WHERE revisions.id = ANY(%(ids)s)
 ORDER BY revisions.id

-- name: keep
-- A passage of a source, written only where it is new or differs.
INSERT INTO chunks (source_id, text_hash, ordinal, text, furniture)
VALUES (%(source)s, %(text_hash)s, %(ordinal)s, %(text)s, %(furniture)s)
ON CONFLICT (source_id, text_hash, ordinal) DO UPDATE
   SET text = excluded.text, furniture = excluded.furniture
 WHERE (chunks.text, chunks.furniture) IS DISTINCT FROM (excluded.text, excluded.furniture)

-- name: clear_placements
-- Forget where the passages of a revision stood.
DELETE FROM placements WHERE revision_id = %(revision)s

-- name: place
-- Where a passage stands in a revision.
INSERT INTO placements (revision_id, chunk_id, position, start_at, end_at, section_path, page_from, page_to,
                        overlap, language)
SELECT %(revision)s, chunks.id, %(position)s, %(start_at)s, %(end_at)s, %(section_path)s, %(page_from)s,
       %(page_to)s, %(overlap)s, %(language)s
  FROM chunks
 WHERE chunks.source_id = %(source)s AND chunks.text_hash = %(text_hash)s AND chunks.ordinal = %(ordinal)s

-- name: renamed_from
-- The source of the same course that a scan retired and that shares enough passages with these.
SELECT gone.id, gone.path
  FROM sources AS new
  JOIN sources AS gone ON gone.course_id = new.course_id AND gone.retired_by = 'scan'
                      AND gone.forgotten_at IS NULL AND (gone.type = 'topics') = (new.type = 'topics')
  JOIN placements ON placements.revision_id = gone.live_revision_id
  JOIN chunks ON chunks.id = placements.chunk_id AND chunks.furniture IS NULL
  LEFT JOIN unnest(%(hashes)s::text[], %(ordinals)s::integer[]) AS mine (text_hash, ordinal)
         ON mine.text_hash = chunks.text_hash AND mine.ordinal = chunks.ordinal
 WHERE new.id = %(source)s
   AND NOT EXISTS (SELECT FROM revisions AS theirs JOIN revisions AS mine USING (sha256)
                    WHERE theirs.source_id = gone.id AND mine.source_id = new.id)
 GROUP BY gone.id, gone.path
HAVING count(mine.text_hash) >= %(share)s * greatest(count(*), cardinality(%(hashes)s::text[]))
 ORDER BY count(mine.text_hash)::float / greatest(count(*), cardinality(%(hashes)s::text[])) DESC, gone.path
 LIMIT 1

-- name: take_files
-- The files of a new source are those of an old one.
UPDATE source_paths SET source_id = %(old)s WHERE source_id = %(new)s

-- name: take_revisions
-- The revisions of a new source are later ones of an old one.
UPDATE revisions SET source_id = %(old)s WHERE source_id = %(new)s

-- name: take_place
-- An old source stands where the new one stood.
UPDATE sources
   SET root = new.root, path = new.path, type = new.type, position = new.position,
       current_revision_id = new.current_revision_id, live_revision_id = new.live_revision_id,
       retired_at = NULL, retired_by = NULL
  FROM sources AS new
 WHERE sources.id = %(old)s AND new.id = %(new)s

-- name: drop_source
-- The new source was the old one all the time. It has no files, chunks or revisions any more.
DELETE FROM sources WHERE id = %(new)s

-- name: left_out
-- The passages that nothing is learnt from and where they stand, with the rule that dropped them; in the others
-- extraction found no fact and no question.
SELECT courses.slug AS course, live_chunks.path,
       coalesce(live_chunks.furniture, %(nothing_found)s::text) AS reason,
       place_at(live_chunks.revision_id, live_chunks.start_at) AS place, live_chunks.section_path,
       live_chunks.start_at AS start, length(live_chunks.text) AS characters, live_chunks.text
  FROM live_chunks
  JOIN courses ON courses.id = live_chunks.course_id
  LEFT JOIN outcomes ON outcomes.stage = 'extract' AND outcomes.kind = 'chunk'
                    AND outcomes.unit_id = live_chunks.id
 WHERE (live_chunks.furniture IS NOT NULL
        OR outcomes.outcome = 'skipped' AND live_chunks.type <> 'topics')
   AND (%(course)s::bigint IS NULL OR live_chunks.course_id = %(course)s)
 ORDER BY courses.slug, live_chunks.path, live_chunks.position
