-- name: try_lock
-- Become the one daemon of this database, for as long as the connection lasts.
SELECT pg_try_advisory_lock(%(class)s, 0) AS got

-- name: holder
-- Who is the one daemon.
SELECT pg_stat_activity.application_name AS name
  FROM pg_locks
  JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
 WHERE pg_locks.locktype = 'advisory' AND pg_locks.granted
   AND pg_locks.classid = %(class)s AND pg_locks.objid = 0
   AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())

-- name: courses
-- Every course, also one that went: its topics may have to go with it.
SELECT id, slug FROM courses ORDER BY slug

-- name: troubled_since
-- How many units failed or were parked since a time, and still are.
SELECT count(*) AS units FROM outcomes WHERE outcome IN ('failed', 'parked') AND at >= %(since)s
