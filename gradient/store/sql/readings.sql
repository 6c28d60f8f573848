-- name: units
-- The bytes that lie there of each source; touched where bytes that were read before lie there again.
SELECT 'revision' AS kind, revisions.id AS unit_id, sources.path AS unit_key,
       encode(sha256(convert_to(concat_ws('|', revisions.sha256, revisions.suffix,
                                          (sources.type = 'topics')::text), 'UTF8')), 'hex') AS input_hash,
       revisions.id IS DISTINCT FROM sources.live_revision_id
           AND coalesce(readings.share_read, 0) > 0 AS touched
  FROM sources
  JOIN revisions ON revisions.id = sources.current_revision_id
  LEFT JOIN readings ON readings.id = revisions.reading_id
 WHERE sources.course_id = %(course)s AND sources.retired_at IS NULL AND sources.forgotten_at IS NULL

-- name: to_read
-- Where the bytes of revisions lie, the path that the source is known by first.
SELECT revisions.id AS revision_id, revisions.source_id, sources.type, sources.path, revisions.sha256,
       revisions.suffix,
       coalesce(array_agg(source_paths.inbox ORDER BY source_paths.path <> sources.path, source_paths.path)
                    FILTER (WHERE source_paths.path IS NOT NULL), '{}') AS inboxes,
       coalesce(array_agg(source_paths.path ORDER BY source_paths.path <> sources.path, source_paths.path)
                    FILTER (WHERE source_paths.path IS NOT NULL), '{}') AS paths
  FROM revisions
  JOIN sources ON sources.id = revisions.source_id
  LEFT JOIN source_paths ON source_paths.source_id = sources.id AND source_paths.sha256 = revisions.sha256
 WHERE revisions.id = ANY(%(ids)s)
 GROUP BY revisions.id, sources.id
 ORDER BY revisions.id

-- name: known
-- The reading of these bytes by this tool.
SELECT id FROM readings WHERE sha256 = %(sha256)s AND suffix = %(suffix)s AND tool = %(tool)s

-- name: keep
-- A reading; the same one if it is there.
INSERT INTO readings (sha256, suffix, tool, text, text_hash, structure, language, encoding, share_read, missing)
VALUES (%(sha256)s, %(suffix)s, %(tool)s, %(text)s, %(text_hash)s, %(structure)s, %(language)s, %(encoding)s,
        %(share_read)s, %(missing)s)
ON CONFLICT (sha256, suffix, tool) DO UPDATE SET tool = excluded.tool
RETURNING id

-- name: keep_places
-- What people call the parts of a reading.
INSERT INTO places (reading_id, start_at, label)
SELECT %(reading)s, start_at, label
  FROM unnest(%(starts)s::integer[], %(labels)s::text[]) AS part (start_at, label)
ON CONFLICT DO NOTHING

-- name: attach
-- What reading made of a revision.
UPDATE revisions SET reading_id = %(reading)s
 WHERE id = %(revision)s AND reading_id IS DISTINCT FROM %(reading)s

-- name: make_live
-- The newest revision that was read is live; one without text never replaces one that has some.
UPDATE sources
   SET live_revision_id = revisions.id
  FROM revisions
  JOIN readings ON readings.id = revisions.reading_id
 WHERE revisions.id = %(revision)s AND sources.id = revisions.source_id
   AND sources.live_revision_id IS DISTINCT FROM revisions.id
   AND (readings.share_read > 0
        OR NOT EXISTS (SELECT FROM revisions AS live JOIN readings AS text ON text.id = live.reading_id
                        WHERE live.id = sources.live_revision_id AND text.share_read > 0))
