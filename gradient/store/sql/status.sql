-- name: courses
-- What there is of each course.
SELECT courses.id, courses.slug, courses.name, courses.folder,
       (SELECT count(*) FROM sources
         WHERE sources.course_id = courses.id AND sources.retired_at IS NULL) AS sources,
       (SELECT count(*) FROM source_paths JOIN sources ON sources.id = source_paths.source_id
         WHERE sources.course_id = courses.id AND sources.retired_at IS NULL) AS files,
       (SELECT count(*)
          FROM sources
          JOIN outcomes ON outcomes.stage = 'read' AND outcomes.kind = 'revision'
                       AND outcomes.unit_id = sources.current_revision_id
         WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
           AND outcomes.outcome IN ('failed', 'parked')) AS revisions_failed,
       (SELECT count(*)
          FROM sources
          JOIN outcomes ON outcomes.stage = 'read' AND outcomes.kind = 'revision'
                       AND outcomes.unit_id = sources.current_revision_id
         WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
           AND outcomes.outcome = 'skipped') AS sources_skipped,
       (SELECT coalesce(avg(coalesce(readings.share_read, 0)), 0)::double precision
          FROM sources
          LEFT JOIN revisions ON revisions.id = sources.live_revision_id
          LEFT JOIN readings ON readings.id = revisions.reading_id
          LEFT JOIN outcomes ON outcomes.stage = 'read' AND outcomes.kind = 'revision'
                            AND outcomes.unit_id = sources.current_revision_id
         WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
           AND outcomes.outcome IS DISTINCT FROM 'skipped') AS share_read,
       (SELECT jsonb_build_object(
                   'pages', coalesce(sum((coverage ->> 'pages')::bigint), 0),
                   'pages_read', coalesce(sum((coverage ->> 'pages_read')::bigint), 0),
                   'characters', coalesce(sum((coverage ->> 'characters')::bigint), 0),
                   'left_out', coalesce(sum((coverage ->> 'left_out')::bigint), 0),
                   'parts', coalesce(jsonb_agg(jsonb_build_object('suffix', suffix, 'pages', coverage -> 'pages',
                                                                  'pages_read', coverage -> 'pages_read'))
                                         FILTER (WHERE (coverage ->> 'pages')::bigint > 0), '[]'),
                   'media', coalesce(sum((coverage ->> 'media')::bigint), 0),
                   'media_read', coalesce(sum((coverage ->> 'media_read')::bigint), 0),
                   'missing', coalesce(jsonb_agg(jsonb_build_object('source', path, 'missing', missing)
                                                 ORDER BY path COLLATE "C")
                                           FILTER (WHERE missing IS NOT NULL), '[]'))
          FROM (SELECT sources.path, revisions.suffix, readings.missing, coverage_of(readings.id) AS coverage
                  FROM sources
                  JOIN revisions ON revisions.id = sources.live_revision_id
                  JOIN readings ON readings.id = revisions.reading_id
                 WHERE sources.course_id = courses.id AND sources.retired_at IS NULL) AS live) AS coverage,
       (SELECT count(*) FROM live_chunks WHERE live_chunks.course_id = courses.id) AS chunks,
       (SELECT count(*) FROM contents
         WHERE contents.course_id = courses.id AND contents.retired_at IS NULL) AS contents,
       (SELECT count(*) FROM topics
         WHERE topics.course_id = courses.id AND topics.state = 'active') AS topics,
       (SELECT count(*) FROM review_items
         WHERE review_items.course_id = courses.id AND review_items.state = 'open') AS questions,
       (SELECT count(*) FROM review_items
         WHERE review_items.course_id = courses.id AND review_items.state = 'waiting') AS questions_waiting
  FROM courses
 WHERE courses.retired_at IS NULL
   AND (%(course)s::bigint IS NULL OR courses.id = %(course)s)
 ORDER BY courses.slug

-- name: open_questions
-- How many questions are put to people, over all courses.
SELECT count(*) FROM review_items WHERE state = 'open'

-- name: statuses
-- How many tags and prerequisites of each course have which status.
SELECT contents.course_id, 'tags' AS what, tags.status, count(*) AS count
  FROM tags
  JOIN contents ON contents.id = tags.content_id AND contents.retired_at IS NULL
  JOIN topics ON topics.id = tags.topic_id AND topics.state = 'active'
 GROUP BY contents.course_id, tags.status
 UNION ALL
SELECT object.course_id, 'prerequisites', prerequisites.status, count(*)
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id AND subject.state = 'active'
  JOIN topics AS object ON object.id = prerequisites.object_id AND object.state = 'active'
 GROUP BY object.course_id, prerequisites.status

-- name: models
-- What model calls came to; usd is what is known of it, unpriced counts the calls without a known price.
SELECT count(*) AS calls, coalesce(sum(input_tokens), 0) AS input_tokens,
       coalesce(sum(output_tokens), 0) AS output_tokens, coalesce(sum(usd), 0)::double precision AS usd,
       count(*) FILTER (WHERE usd IS NULL) AS unpriced
  FROM calls

-- name: troubled_of_stage
-- The units of a stage in a course that failed or are parked, newest first. The stage's own query stands
-- before as `unit`.
SELECT outcomes.stage, unit.unit_key AS unit, outcomes.reason AS error, outcomes.attempts, outcomes.outcome,
       outcomes.next_attempt_at, outcomes.at
  FROM unit
  JOIN outcomes ON outcomes.stage = %(stage)s
               AND outcomes.kind = unit.kind AND outcomes.unit_id = unit.unit_id
 WHERE outcomes.outcome IN ('failed', 'parked') AND outcomes.input_hash = unit.input_hash
 ORDER BY outcomes.at DESC, unit.unit_key


-- name: scales
-- Whose word the confidences of each task are: "offline, raw" where no map corrects them. Of a scorer it is the
-- version that judged last.
SELECT task, string_agg(words, '; ' ORDER BY words) AS words
  FROM (SELECT DISTINCT ON (judged.task, judged.scorer) judged.task,
               judged.scorer || ', ' || coalesce(maps.kind || ' on ' || maps.decisions || ' decisions', 'raw')
               AS words
          FROM (SELECT questions.task, judgements.scorer, judgements.prompt_version, max(judgements.id) AS newest
                  FROM judgements
                  JOIN questions ON questions.id = judgements.question_id
                 GROUP BY questions.task, judgements.scorer, judgements.prompt_version) AS judged
          LEFT JOIN maps ON maps.task = judged.task AND maps.scorer = judged.scorer AND maps.active
                        AND maps.scorer_version = judged.prompt_version AND maps.kind <> 'raw'
         ORDER BY judged.task, judged.scorer, judged.newest DESC)
       AS scale
 GROUP BY task
 ORDER BY task

-- name: before_last_run
-- When the work before the last run had ended, in a course or in all: the last time after which nothing was
-- done for longer than the pause between two runs. Work are rounds as a whole, and what was done outside one,
-- since a decision leads to pages and notes without a round.
WITH work AS (
    SELECT opened_at AS began, coalesce(closed_at, opened_at) AS ended
      FROM rounds
     WHERE %(course)s::bigint IS NULL OR course_id = %(course)s
     UNION ALL
    SELECT at, at
      FROM outcome_log
     WHERE outcome = 'done' AND (%(course)s::bigint IS NULL OR course_id = %(course)s)
), following AS (
    SELECT began, max(ended) OVER (ORDER BY began, ended
                                   ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM work
)
SELECT max(before) AS before FROM following WHERE began > before + %(pause)s

-- name: undecided
-- How many statuses of a course no person decided: what other answers of the tools could flip.
SELECT (SELECT count(*)
          FROM tags JOIN contents ON contents.id = tags.content_id
         WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL AND tags.by = 'stage')
     + (SELECT count(*)
          FROM prerequisites JOIN topics ON topics.id = prerequisites.object_id
         WHERE topics.course_id = %(course)s AND topics.state = 'active' AND prerequisites.by = 'stage')
       AS count


-- name: ledger
-- What model calls came to, by course, role and model; usd is what is known of it, unpriced counts the calls
-- without a known price, seconds is the time that they took.
SELECT courses.slug AS course, calls.role, calls.provider || ':' || calls.model AS model, count(*) AS calls,
       coalesce(sum(calls.input_tokens), 0) AS input_tokens,
       coalesce(sum(calls.cached_tokens), 0) AS cached_tokens,
       coalesce(sum(calls.cache_written_tokens), 0) AS cache_written_tokens,
       coalesce(sum(calls.output_tokens), 0) AS output_tokens,
       coalesce(sum(calls.thinking_tokens), 0) AS thinking_tokens,
       coalesce(sum(calls.usd), 0)::double precision AS usd,
       count(*) FILTER (WHERE calls.usd IS NULL) AS unpriced,
       count(*) FILTER (WHERE calls.ended = 'failed') AS failed,
       count(*) FILTER (WHERE calls.ended = 'cut off') AS cut_off,
       count(*) FILTER (WHERE calls.ended = 'refused') AS refused,
       sum(calls.seconds)::double precision AS seconds
  FROM calls
  LEFT JOIN courses ON courses.id = calls.course_id
 WHERE %(course)s::bigint IS NULL OR calls.course_id = %(course)s
 GROUP BY courses.slug, calls.role, calls.provider, calls.model
 ORDER BY courses.slug NULLS LAST, calls.role, calls.provider, calls.model

-- name: ledger_by_day
-- The same by day, the newest first.
SELECT (calls.at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS calls,
       coalesce(sum(calls.input_tokens), 0) AS input_tokens,
       coalesce(sum(calls.cached_tokens), 0) AS cached_tokens,
       coalesce(sum(calls.cache_written_tokens), 0) AS cache_written_tokens,
       coalesce(sum(calls.output_tokens), 0) AS output_tokens,
       coalesce(sum(calls.thinking_tokens), 0) AS thinking_tokens,
       coalesce(sum(calls.usd), 0)::double precision AS usd,
       count(*) FILTER (WHERE calls.usd IS NULL) AS unpriced,
       count(*) FILTER (WHERE calls.ended = 'failed') AS failed,
       count(*) FILTER (WHERE calls.ended = 'cut off') AS cut_off,
       count(*) FILTER (WHERE calls.ended = 'refused') AS refused,
       sum(calls.seconds)::double precision AS seconds
  FROM calls
 WHERE %(course)s::bigint IS NULL OR calls.course_id = %(course)s
 GROUP BY 1
 ORDER BY 1 DESC

-- name: server_version
-- Which PostgreSQL this is.
SELECT current_setting('server_version')
