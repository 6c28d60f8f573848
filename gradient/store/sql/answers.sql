-- name: kept
-- The answer to the same request before.
SELECT said FROM kept_answers WHERE request_hash = %(request_hash)s

-- name: keep
-- An answer that could be used; not if anything of the course was forgotten since it was asked for.
INSERT INTO kept_answers (request_hash, course_id, said, at)
SELECT %(request_hash)s, %(course)s, %(said)s, %(now)s
 WHERE NOT EXISTS (SELECT FROM sources
                    WHERE sources.course_id = %(course)s AND sources.forgotten_at >= %(asked_at)s)
   AND NOT EXISTS (SELECT FROM courses WHERE courses.id = %(course)s AND courses.retired_at >= %(asked_at)s)
ON CONFLICT (request_hash) DO UPDATE SET said = excluded.said, course_id = excluded.course_id, at = excluded.at
