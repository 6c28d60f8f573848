-- name: due
-- The due units of a stage in a course, oldest ids first. The stage's own query stands before as `unit`.
SELECT unit.kind, unit.unit_id, unit.unit_key, unit.input_hash,
       CASE WHEN outcomes.input_hash = unit.input_hash AND outcomes.outcome = 'failed'
            THEN outcomes.attempts ELSE 0 END AS attempts,
       CASE WHEN outcomes.input_hash = unit.input_hash AND outcomes.outcome = 'failed' AND outcomes.attempts > 0
            THEN coalesce((outcomes.seen->>'alone')::integer, 0) ELSE 0 END AS alone
  FROM unit
  LEFT JOIN outcomes ON outcomes.stage = %(stage)s
                    AND outcomes.kind = unit.kind AND outcomes.unit_id = unit.unit_id
 WHERE outcomes.outcome IS NULL
    OR unit.touched AND outcomes.outcome <> 'failed'
    OR outcomes.input_hash <> unit.input_hash
    OR outcomes.outcome = 'failed' AND outcomes.next_attempt_at <= %(now)s
    OR outcomes.tool <> %(tool)s AND (%(free)s OR outcomes.refresh OR outcomes.outcome = 'parked')
 ORDER BY unit.unit_id, unit.kind
 LIMIT %(limit)s

-- name: held_until
-- When the next retry comes that later stages wait for: it is close, and its failures began not long ago.
SELECT min(outcomes.next_attempt_at) AS next_attempt_at
  FROM unit
  JOIN outcomes ON outcomes.stage = %(stage)s
               AND outcomes.kind = unit.kind AND outcomes.unit_id = unit.unit_id
 WHERE outcomes.outcome = 'failed'
   AND outcomes.next_attempt_at <= %(now)s + interval '1 minute'
   AND outcomes.first_failed_at > %(now)s - interval '10 minutes'

-- name: counts
-- How the units of a stage in a course stand today.
SELECT count(*) FILTER (WHERE state = 'due') AS due,
       count(*) FILTER (WHERE state = 'done') AS done,
       count(*) FILTER (WHERE state = 'refused') AS refused,
       count(*) FILTER (WHERE state = 'skipped') AS skipped,
       count(*) FILTER (WHERE state = 'failed') AS failed,
       count(*) FILTER (WHERE state = 'parked') AS parked,
       count(*) FILTER (WHERE stale AND state <> 'due') AS stale
  FROM (SELECT CASE WHEN outcomes.outcome IS NULL OR unit.touched AND outcomes.outcome <> 'failed'
                      OR outcomes.input_hash <> unit.input_hash
                      OR outcomes.tool <> %(tool)s
                         AND (%(free)s OR outcomes.refresh OR outcomes.outcome = 'parked')
                    THEN 'due' ELSE outcomes.outcome END AS state,
               outcomes.tool <> %(tool)s AS stale
          FROM unit
          LEFT JOIN outcomes ON outcomes.stage = %(stage)s
                            AND outcomes.kind = unit.kind AND outcomes.unit_id = unit.unit_id) AS standing

-- name: record
-- Make these the current outcomes of their units, and add them to the log.
WITH given AS (
    SELECT *
      FROM unnest(%(kinds)s::text[], %(unit_ids)s::bigint[], %(unit_keys)s::text[], %(outcomes)s::text[],
                  %(reasons)s::text[], %(input_hashes)s::text[], %(attempts)s::integer[],
                  %(next_attempts_at)s::timestamptz[], %(seen)s::jsonb[])
        AS given (kind, unit_id, unit_key, outcome, reason, input_hash, attempts, next_attempt_at, seen)
), current AS (
    INSERT INTO outcomes (stage, kind, unit_id, course_id, unit_key, outcome, reason, input_hash, tool,
                          attempts, first_failed_at, next_attempt_at, seen, at)
    SELECT %(stage)s, kind, unit_id, %(course_id)s, unit_key, outcome, reason, input_hash, %(tool)s, attempts,
           CASE WHEN outcome = 'failed' THEN %(at)s::timestamptz END, next_attempt_at, seen, %(at)s
      FROM given
     ORDER BY kind, unit_id
    ON CONFLICT (stage, kind, unit_id) DO UPDATE
       SET course_id = excluded.course_id, unit_key = excluded.unit_key, outcome = excluded.outcome,
           reason = excluded.reason, input_hash = excluded.input_hash, tool = excluded.tool,
           attempts = excluded.attempts,
           first_failed_at = CASE WHEN excluded.outcome = 'failed' AND excluded.attempts > 1
                                  THEN coalesce(outcomes.first_failed_at, excluded.first_failed_at)
                                  ELSE excluded.first_failed_at END,
           next_attempt_at = excluded.next_attempt_at, refresh = false, seen = excluded.seen,
           at = excluded.at)
INSERT INTO outcome_log (stage, kind, unit_id, course_id, outcome, reason, input_hash, tool, at)
SELECT %(stage)s, kind, unit_id, %(course_id)s, outcome, reason, input_hash, %(tool)s, %(at)s FROM given

-- name: retry
-- Try parked and failed units of a course (or of all) again at once; how many.
UPDATE outcomes
   SET outcome = 'failed', attempts = 0, first_failed_at = %(now)s, next_attempt_at = %(now)s
 WHERE outcome IN ('failed', 'parked')
   AND (%(course)s::bigint IS NULL OR course_id = %(course)s)

-- name: refresh
-- Ask for stale units of a stage in a course to be done anew with the tool of today; how many.
UPDATE outcomes
   SET refresh = true
 WHERE stage = %(stage)s AND course_id = %(course)s AND tool <> %(tool)s

-- name: drop
-- Forget the outcome of units that are to be looked at anew from nothing.
DELETE FROM outcomes WHERE stage = %(stage)s AND kind = %(kind)s AND unit_id = ANY(%(unit_ids)s)
