-- name: reserve
-- A model call that is about to go out, with the most that it may come to.
INSERT INTO calls (role, provider, model, course_id, stage, unit_ids, attempt, estimate_usd, seconds, ended, at)
VALUES (%(role)s, %(provider)s, %(model)s, %(course)s, %(stage)s, %(unit_ids)s, %(attempt)s, %(usd)s, 0,
        'sent', %(at)s)
RETURNING id

-- name: settle
-- What came of it.
UPDATE calls
   SET input_tokens = %(input_tokens)s, cached_tokens = %(cached_tokens)s,
       cache_written_tokens = %(cache_written_tokens)s, output_tokens = %(output_tokens)s,
       thinking_tokens = %(thinking_tokens)s, usd = %(usd)s, seconds = %(seconds)s, ended = %(ended)s,
       request_id = %(request_id)s
 WHERE id = %(entry)s

-- name: limits
-- What a day and a course may cost; null where nobody says so.
SELECT day_usd,
       coalesce((SELECT (settings ->> 'budget')::numeric FROM courses WHERE id = %(course)s),
                CASE WHEN %(course)s::bigint IS NOT NULL THEN course_usd END) AS course_usd
  FROM budget

-- name: lock_budget
-- Whoever looks what is left and takes of it is alone until this transaction ends.
SELECT pg_advisory_xact_lock(%(key)s)

-- name: spent
-- What today and a course have come to; what is under way, and what nobody knows the price of, at its estimate.
SELECT coalesce(sum(coalesce(usd, estimate_usd)) FILTER (WHERE at >= %(today)s), 0) AS day,
       coalesce(sum(coalesce(usd, estimate_usd)) FILTER (WHERE course_id = %(course)s), 0) AS course,
       coalesce(sum(estimate_usd) FILTER (WHERE ended = 'sent' AND at >= %(today)s), 0) AS day_under_way,
       coalesce(sum(estimate_usd) FILTER (WHERE ended = 'sent' AND course_id = %(course)s), 0) AS course_under_way
  FROM calls
 WHERE at >= %(today)s OR course_id = %(course)s

-- name: dearest
-- The most that one of the last calls like this one came to; null where there are not enough of them.
SELECT CASE WHEN count(*) >= %(least)s THEN max(usd) END
  FROM (SELECT usd FROM calls
         WHERE role = %(role)s AND stage IS NOT DISTINCT FROM %(stage)s
           AND provider = %(provider)s AND model = %(model)s
           AND usd IS NOT NULL AND ended NOT IN ('sent', 'failed')
         ORDER BY id DESC
         LIMIT %(least)s) AS alike

-- name: allow
-- Budgets are as the settings say.
UPDATE budget SET day_usd = %(day_usd)s, course_usd = %(course_usd)s
 WHERE (day_usd, course_usd) IS DISTINCT FROM (%(day_usd)s::numeric, %(course_usd)s::numeric)

-- name: give_up_lost
-- Calls whose process died before they ended; what is under way in a batch needs no process.
UPDATE calls SET ended = 'failed'
 WHERE ended = 'sent' AND at < %(before)s
   AND NOT EXISTS (SELECT FROM batch_requests
                     JOIN batches ON batches.id = batch_requests.batch_id AND batches.ended_at IS NULL
                    WHERE batch_requests.entry = calls.id)

-- name: budgets
-- Each budget that is set, and what of it is spent or under way.
SELECT NULL AS course, day_usd::double precision AS usd,
       (SELECT coalesce(sum(coalesce(usd, estimate_usd)), 0) FROM calls
         WHERE at >= %(today)s)::double precision AS spent
  FROM budget
 WHERE day_usd IS NOT NULL
 UNION ALL
(SELECT courses.slug, coalesce((courses.settings ->> 'budget')::numeric, budget.course_usd)::double precision,
        (SELECT coalesce(sum(coalesce(usd, estimate_usd)), 0) FROM calls
          WHERE calls.course_id = courses.id)::double precision
   FROM courses CROSS JOIN budget
  WHERE courses.retired_at IS NULL
    AND coalesce((courses.settings ->> 'budget')::numeric, budget.course_usd) IS NOT NULL
  ORDER BY courses.slug)
