-- name: unfinished
-- How many of our jobs run or wait.
SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing') AND task_name = %(task)s

-- name: living_workers
-- How many workers are alive.
SELECT count(*)
  FROM procrastinate_workers
  JOIN pg_locks ON pg_locks.locktype = 'advisory' AND pg_locks.granted
               AND pg_locks.classid = %(class)s AND pg_locks.objid = procrastinate_workers.id::oid
               AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())

-- name: register
-- Enter a worker, and show for as long as this connection lasts that it is alive; nobody sees the one
-- without the other.
SELECT worker_id, pg_advisory_lock(%(class)s, worker_id::integer) FROM procrastinate_register_worker_v1()

-- name: beat
-- Note that a worker is alive.
SELECT procrastinate_update_heartbeat_v1(%(worker)s)

-- name: unregister
-- Strike a worker out; its jobs are nobody's then.
SELECT procrastinate_unregister_worker_v1(%(worker)s)

-- name: drop_orphans
-- Delete the running jobs of workers that no longer live and that wait once more anyway; a job is only
-- a reminder, so nothing is lost with it.
DELETE FROM procrastinate_jobs AS orphan
 WHERE orphan.status = 'doing'
   AND NOT EXISTS (SELECT FROM pg_locks
                    WHERE pg_locks.locktype = 'advisory' AND pg_locks.granted
                      AND pg_locks.classid = %(class)s AND pg_locks.objid = orphan.worker_id::oid
                      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
   AND EXISTS (SELECT FROM procrastinate_jobs AS waiting
                WHERE waiting.status = 'todo' AND waiting.queueing_lock = orphan.queueing_lock)

-- name: free_orphans
-- Put the running jobs of workers that no longer live back to waiting.
UPDATE procrastinate_jobs AS orphan
   SET status = 'todo', attempts = attempts + 1, abort_requested = false, worker_id = NULL
 WHERE orphan.status = 'doing'
   AND NOT EXISTS (SELECT FROM pg_locks
                    WHERE pg_locks.locktype = 'advisory' AND pg_locks.granted
                      AND pg_locks.classid = %(class)s AND pg_locks.objid = orphan.worker_id::oid
                      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()))

-- name: forget_workers
-- Strike out the workers that no longer live.
DELETE FROM procrastinate_workers AS dead
 WHERE NOT EXISTS (SELECT FROM pg_locks
                    WHERE pg_locks.locktype = 'advisory' AND pg_locks.granted
                      AND pg_locks.classid = %(class)s AND pg_locks.objid = dead.id::oid
                      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
