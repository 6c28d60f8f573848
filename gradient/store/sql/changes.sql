-- name: record
-- One change.
INSERT INTO changes (course_id, kind, what, cause, at)
VALUES (%(course_id)s, %(kind)s, %(what)s, %(cause)s, %(at)s)

-- name: files_of_round
-- The files of a course that changed since its last round closed, in the order they did.
SELECT changes.cause AS path
  FROM changes
 WHERE changes.course_id = %(course)s AND changes.kind = 'source'
   AND changes.at > coalesce((SELECT max(rounds.closed_at) FROM rounds WHERE rounds.course_id = %(course)s),
                             '-infinity')
 GROUP BY changes.cause
 ORDER BY min(changes.id)

-- name: since
-- The changes after a time, oldest first.
SELECT courses.slug AS course, changes.kind, changes.what, changes.cause, changes.at
  FROM changes
  JOIN courses ON courses.id = changes.course_id
 WHERE (%(after)s::timestamptz IS NULL OR changes.at > %(after)s)
   AND (%(course)s::bigint IS NULL OR changes.course_id = %(course)s)
 ORDER BY changes.id
