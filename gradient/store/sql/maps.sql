-- name: lock
-- One fit or withdrawal of maps at a time.
SELECT pg_advisory_xact_lock(%(key)s)

-- name: answers
-- What people answered when they were asked about tags and prerequisites of any course, with the newest judgement
-- of each question. No labels are answers copied to questions that ask the same, and what people said without
-- being asked: that they only say of what they hold to be so. Evidence is told of scorers other than the offline
-- one, whose word stands on it already. Sources are those of contents that are there.
SELECT decided.task, judgement.scorer, judgement.prompt_version AS scorer_version, decisions.id AS decision_id,
       courses.slug AS course, questions.natural_key, decided.act = 'accept' AS right,
       judgement.log_yes - judgement.log_no AS difference, decisions.draw,
       round(decisions.draw_probability::numeric, 6)::float8 AS probability,
       CASE WHEN judgement.scorer <> %(offline)s THEN judgement.evidence -> 'features' END AS features,
       place.path AS source
  FROM effective_decisions AS decided
  JOIN decisions ON decisions.id = decided.decision_id
  JOIN questions ON questions.id = decisions.question_id
  JOIN courses ON courses.id = decisions.course_id
  JOIN LATERAL (SELECT * FROM judgements WHERE judgements.question_id = questions.id
                 ORDER BY judgements.id DESC LIMIT 1) AS judgement ON judgement.log_yes IS NOT NULL
  LEFT JOIN LATERAL (SELECT min(sources.path) AS path
                       FROM supports
                       JOIN chunks ON chunks.id = supports.chunk_id
                       JOIN sources ON sources.id = chunks.source_id
                      WHERE decided.task = 'tag' AND supports.content_id = decided.subject_id) AS place ON true
 WHERE decided.task IN ('tag', 'prerequisite') AND NOT decisions.details ?| ARRAY['copied_from', 'changed_from']
   AND (decisions.draw IS NOT NULL OR decisions.confidence IS NOT NULL)

-- name: taken_back
-- Answers that would be labels and were taken back, of questions that no other answer holds for, each with its undo.
SELECT questions.task, judgement.scorer, judgement.prompt_version AS scorer_version, decisions.id AS decision_id,
       undo.id AS undo_id
  FROM decisions AS undo
  JOIN decisions ON decisions.id = undo.undoes
  JOIN questions ON questions.id = decisions.question_id
  JOIN LATERAL (SELECT * FROM judgements WHERE judgements.question_id = questions.id
                 ORDER BY judgements.id DESC LIMIT 1) AS judgement ON judgement.log_yes IS NOT NULL
 WHERE decisions.act IN ('accept', 'reject') AND questions.task IN ('tag', 'prerequisite')
   AND NOT decisions.details ?| ARRAY['copied_from', 'changed_from']
   AND (decisions.draw IS NOT NULL OR decisions.confidence IS NOT NULL)
   AND NOT EXISTS (SELECT FROM decisions AS other
                    WHERE other.question_id = questions.id AND other.act IN ('accept', 'reject')
                      AND NOT EXISTS (SELECT FROM decisions AS undone WHERE undone.undoes = other.id))

-- name: newest
-- What was fitted last for each task, scorer and version, withdrawn or not.
SELECT DISTINCT ON (task, scorer, scorer_version) *
  FROM maps
 ORDER BY task, scorer, scorer_version, id DESC

-- name: all
-- Every map that was ever fitted, the newest first.
SELECT * FROM maps ORDER BY id DESC

-- name: in_force
-- The maps in force.
SELECT task, scorer, scorer_version, parameters FROM maps WHERE active

-- name: seen_so_far
-- The newest decision, judgement and map.
SELECT (SELECT coalesce(max(id), 0) FROM decisions) AS decision,
       (SELECT coalesce(max(id), 0) FROM judgements) AS judgement,
       (SELECT coalesce(max(id), 0) FROM maps) AS map

-- name: newest_decision
-- The newest answer of people, 0 where there is none.
SELECT coalesce(max(id), 0) FROM decisions WHERE question_id IS NOT NULL

-- name: put
-- A map that was fitted; its id.
INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, reason, brier_raw, brier, ece_raw, ece,
                  digest, newest_decision, created_at)
VALUES (%(task)s, %(scorer)s, %(scorer_version)s, %(kind)s, %(parameters)s, %(decisions)s, %(reason)s,
        %(brier_raw)s, %(brier)s, %(ece_raw)s, %(ece)s, %(digest)s, %(newest_decision)s, %(now)s)
RETURNING id

-- name: put_decisions
-- The decisions that a map was fitted on.
INSERT INTO map_decisions (map_id, decision_id)
SELECT %(map)s, decision_id FROM unnest(%(decisions)s::bigint[]) AS given (decision_id)

-- name: fitted_on
-- The decisions that a map was fitted on.
SELECT decision_id FROM map_decisions WHERE map_id = %(map)s ORDER BY decision_id

-- name: seen
-- Note that the newest decisions would come to the same map.
UPDATE maps SET newest_decision = %(newest_decision)s WHERE id = %(map)s

-- name: withdraw
-- Take a map back.
UPDATE maps SET withdrawn_at = %(now)s WHERE id = %(map)s

-- name: restore
-- Let a map hold again that was taken back.
UPDATE maps SET withdrawn_at = NULL WHERE id = %(map)s

-- name: deactivate
-- Put the map out of force that is in it.
UPDATE maps SET active = false
 WHERE task = %(task)s AND scorer = %(scorer)s AND scorer_version = %(scorer_version)s AND active

-- name: activate
-- Put the newest map in force that was not taken back.
UPDATE maps SET active = true
 WHERE id = (SELECT max(id) FROM maps
              WHERE task = %(task)s AND scorer = %(scorer)s AND scorer_version = %(scorer_version)s
                AND withdrawn_at IS NULL)
RETURNING *
