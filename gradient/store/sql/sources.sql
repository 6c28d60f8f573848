-- name: lock
-- One at a time changes what sources there are.
SELECT pg_advisory_xact_lock(%(key)s)

-- name: known
-- Every source, with the hashes of its revisions. Where a course has no source of a root left, those that went
-- last went together with it.
SELECT sources.id, sources.course_id, sources.root, sources.path, sources.type, current.sha256,
       coalesce(array_agg(revisions.sha256) FILTER (WHERE revisions.id IS NOT NULL), '{}') AS shas,
       sources.retired_by, sources.forgotten_at IS NOT NULL AS forgotten,
       sources.retired_at IS NULL
       OR (sources.retired_by = 'scan' AND NOT bool_or(sources.retired_at IS NULL) OVER beside
           AND sources.retired_at = max(sources.retired_at) FILTER (WHERE sources.retired_by = 'scan') OVER beside)
       AS there
  FROM sources
  LEFT JOIN revisions ON revisions.source_id = sources.id
  LEFT JOIN revisions AS current ON current.id = sources.current_revision_id
 GROUP BY sources.id, current.sha256
WINDOW beside AS (PARTITION BY sources.course_id, sources.root)
 ORDER BY sources.id

-- name: files
-- Every file that a source stands in.
SELECT root, inbox, path_key, path, source_id, size, mtime_ns, inode, sha256 FROM source_paths

-- name: files_of
-- The files of the sources of a course that are there.
SELECT source_paths.root, inbox, path_key, source_paths.path, source_id, size, mtime_ns, inode, sha256
  FROM source_paths
  JOIN sources ON sources.id = source_paths.source_id
 WHERE sources.course_id = %(course)s AND sources.retired_at IS NULL
 ORDER BY source_paths.path

-- name: all_of
-- The sources of a course.
SELECT id, course_id, path FROM sources WHERE course_id = %(course)s ORDER BY id

-- name: add
-- New sources.
INSERT INTO sources (course_id, root, path, type, created_at)
SELECT course, root, path, type, %(now)s
  FROM unnest(%(courses)s::bigint[], %(roots)s::text[], %(paths)s::text[], %(types)s::text[])
       WITH ORDINALITY AS new (course, root, path, type, place)
 ORDER BY place
RETURNING id, root, path

-- name: put
-- Where a source stands today, and whether it is there.
UPDATE sources
   SET course_id = %(course_id)s, root = %(root)s, path = %(path)s, type = %(type)s,
       retired_at = CASE WHEN %(retired)s THEN retired_at END,
       retired_by = CASE WHEN %(retired)s THEN retired_by END
 WHERE id = %(source_id)s

-- name: drop_files
-- Files that are gone.
DELETE FROM source_paths
 USING unnest(%(roots)s::text[], %(keys)s::text[]) AS gone (root, key)
 WHERE source_paths.root = gone.root AND source_paths.path_key = gone.key

-- name: drop_files_of
-- The files of sources that went with them.
DELETE FROM source_paths WHERE source_id = ANY(%(sources)s)

-- name: put_file
-- A file as it was seen.
INSERT INTO source_paths (root, inbox, path_key, path, source_id, size, mtime_ns, inode, sha256)
VALUES (%(root)s, %(inbox)s, %(path_key)s, %(path)s, %(source_id)s, %(size)s, %(mtime_ns)s, %(inode)s, %(sha256)s)
ON CONFLICT (root, path_key) DO UPDATE
   SET inbox = excluded.inbox, path = excluded.path, source_id = excluded.source_id, size = excluded.size,
       mtime_ns = excluded.mtime_ns, inode = excluded.inode, sha256 = excluded.sha256

-- name: add_revisions
-- The bytes of sources that were not seen before.
INSERT INTO revisions (source_id, sha256, size, suffix, created_at)
SELECT source, hash, size, suffix, %(now)s
  FROM unnest(%(sources)s::bigint[], %(hashes)s::text[], %(sizes)s::bigint[], %(suffixes)s::text[])
       WITH ORDINALITY AS new (source, hash, size, suffix, place)
 ORDER BY place
ON CONFLICT (source_id, sha256) DO UPDATE
   SET suffix = excluded.suffix
 WHERE revisions.suffix <> excluded.suffix

-- name: set_current
-- The bytes that lie on the disk today.
UPDATE sources
   SET current_revision_id = revisions.id
  FROM unnest(%(sources)s::bigint[], %(hashes)s::text[]) AS new (source, hash)
  JOIN revisions ON revisions.source_id = new.source AND revisions.sha256 = new.hash
 WHERE sources.id = new.source AND sources.current_revision_id IS DISTINCT FROM revisions.id

-- name: drop_troubles
-- Failures to read bytes that do not lie there any more trouble nobody; they stay in the log.
DELETE FROM outcomes
 USING revisions, sources
 WHERE sources.id = ANY(%(sources)s) AND revisions.source_id = sources.id
   AND outcomes.stage = 'read' AND outcomes.kind = 'revision' AND outcomes.unit_id = revisions.id
   AND outcomes.outcome IN ('failed', 'parked')
   AND (sources.retired_at IS NOT NULL OR sources.current_revision_id IS DISTINCT FROM revisions.id)

-- name: move_outcomes
-- The outcomes of the revisions of sources belong to the course of their source.
UPDATE outcomes
   SET course_id = sources.course_id
  FROM revisions
  JOIN sources ON sources.id = revisions.source_id
 WHERE sources.id = ANY(%(sources)s) AND outcomes.kind = 'revision' AND outcomes.unit_id = revisions.id
   AND outcomes.course_id <> sources.course_id

-- name: retire
-- These sources went.
UPDATE sources SET retired_at = %(now)s, retired_by = %(by)s
 WHERE id = ANY(%(sources)s) AND retired_at IS NULL

-- name: present
-- The sources that are there.
SELECT sources.id, sources.course_id, sources.root, sources.path, sources.type, sources.position
  FROM sources
 WHERE sources.course_id = ANY(%(courses)s) AND sources.retired_at IS NULL
 ORDER BY sources.path

-- name: put_position
-- The place of a source in the teaching order.
UPDATE sources SET position = %(position)s WHERE id = %(source)s

-- name: listing
-- What became of each source, by course and path; an outline that was read and cannot be taken is parked.
SELECT courses.slug AS course, sources.path, sources.type,
       CASE WHEN sources.retired_at IS NOT NULL THEN 'retired'
            WHEN outcomes.outcome IS NULL THEN 'unread'
            WHEN outcomes.outcome IN ('failed', 'parked', 'skipped') THEN outcomes.outcome
            WHEN outline.reason IS NOT NULL THEN 'parked'
            WHEN current_reading.share_read >= 1 THEN 'read'
            WHEN current_reading.share_read > 0 THEN 'partial'
            ELSE 'unread' END AS state,
       coalesce(live_reading.share_read, 0)::double precision AS share_read,
       CASE WHEN sources.forgotten_at IS NOT NULL THEN 'Its texts were erased for good.'
            WHEN sources.retired_by = 'person' THEN 'A person retired it; gradient ingest takes it back in.'
            WHEN sources.retired_at IS NOT NULL THEN 'Its file went.'
            WHEN outcomes.outcome IS NULL THEN 'It waits to be read.'
            ELSE coalesce(outline.reason, outcomes.reason, current_reading.missing) END AS reason,
       current_reading.missing, current_reading.encoding, current_reading.language,
       courses.language AS course_language,
       coalesce(current_reading.structure -> 'notes', '[]') AS notes,
       coverage_of(current_reading.id) AS coverage,
       ARRAY(SELECT source_paths.path FROM source_paths
              WHERE source_paths.source_id = sources.id AND source_paths.path <> sources.path
              ORDER BY source_paths.path COLLATE "C") AS also_at
  FROM sources
  JOIN courses ON courses.id = sources.course_id
  LEFT JOIN revisions AS current ON current.id = sources.current_revision_id
  LEFT JOIN readings AS current_reading ON current_reading.id = current.reading_id
  LEFT JOIN revisions AS live ON live.id = sources.live_revision_id
  LEFT JOIN readings AS live_reading ON live_reading.id = live.reading_id
  LEFT JOIN outcomes ON outcomes.stage = 'read' AND outcomes.kind = 'revision'
                    AND outcomes.unit_id = sources.current_revision_id
  LEFT JOIN outcomes AS outline ON outline.stage = 'outline' AND outline.kind = 'course'
                               AND outline.unit_id = sources.course_id AND outline.outcome = 'parked'
                               AND sources.type = 'topics'
                               AND (strpos(outline.reason, sources.path || ': ') > 0
                                    OR strpos(outline.reason, sources.path || ', line ') > 0)
 WHERE %(course)s::bigint IS NULL OR sources.course_id = %(course)s
 ORDER BY courses.slug, sources.path, sources.id

-- name: named
-- The sources that stand at a path, or at one that ends like it.
SELECT sources.id, sources.course_id, courses.slug, sources.path,
       normalize(sources.path, NFC) = %(name)s
       OR normalize(source_paths.path, NFC) IS NOT DISTINCT FROM %(name)s AS exact
  FROM sources
  JOIN courses ON courses.id = sources.course_id
  LEFT JOIN source_paths ON source_paths.source_id = sources.id
 WHERE sources.forgotten_at IS NULL
   AND (%(course)s::bigint IS NULL OR sources.course_id = %(course)s)
   AND (normalize(sources.path, NFC) = %(name)s OR normalize(source_paths.path, NFC) = %(name)s
        OR right('/' || normalize(sources.path, NFC), length(%(name)s) + 1) = '/' || %(name)s
        OR right('/' || normalize(source_paths.path, NFC), length(%(name)s) + 1) = '/' || %(name)s)
 ORDER BY sources.id
