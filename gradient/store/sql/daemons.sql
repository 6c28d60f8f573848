-- name: try_lock
-- Become the one daemon of this database, for as long as the connection lasts.
SELECT pg_try_advisory_lock(%(class)s, 0) AS got

-- name: still_there
-- Nothing, to see whether the connection lasts.
SELECT 1

-- name: holder
-- Who is the one daemon, and since when.
SELECT pg_stat_activity.application_name AS name, pg_stat_activity.backend_start AS since
  FROM pg_locks
  JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
 WHERE pg_locks.locktype = 'advisory' AND pg_locks.granted
   AND pg_locks.classid = %(class)s AND pg_locks.objid = 0
   AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())

-- name: courses
-- Every course, also one that went: its topics may have to go with it.
SELECT id, slug FROM courses ORDER BY slug

-- name: standing
-- What there is while nothing is to be done: courses, topics, and questions for people.
SELECT (SELECT count(*) FROM courses WHERE retired_at IS NULL) AS courses,
       (SELECT count(*) FROM topics JOIN courses ON courses.id = topics.course_id
         WHERE topics.state = 'active' AND courses.retired_at IS NULL) AS topics,
       (SELECT count(*) FROM review_items WHERE state = 'open') AS questions

-- name: next_retry
-- When the next failed unit of a stage in a course is tried again, if within a minute. The stage's own
-- query stands before as `unit`.
SELECT min(outcomes.next_attempt_at) AS next_attempt_at
  FROM unit
  JOIN outcomes ON outcomes.stage = %(stage)s
               AND outcomes.kind = unit.kind AND outcomes.unit_id = unit.unit_id
 WHERE outcomes.outcome = 'failed' AND outcomes.next_attempt_at <= %(now)s + interval '1 minute'

-- name: troubled_since
-- How many units of a stage in a course failed or were parked since a time, and still are. The stage's own
-- query stands before as `unit`.
SELECT count(*) AS units
  FROM unit
  JOIN outcomes ON outcomes.stage = %(stage)s
               AND outcomes.kind = unit.kind AND outcomes.unit_id = unit.unit_id
 WHERE outcomes.outcome IN ('failed', 'parked') AND outcomes.at >= %(since)s
