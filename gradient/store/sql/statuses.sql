-- name: units
-- The course as the one unit of settle, with a hash of the values that statuses and items follow from: what
-- the queries in braces read, less the rows that settle itself writes. Rows are hashed one by one and their
-- hashes summed up: their order does not matter, and nobody has to sort them.
SELECT 'course' AS kind, courses.id AS unit_id, courses.slug AS unit_key, false AS touched,
       md5(jsonb_build_array(%(rules)s::text,
           (SELECT sum(hash_record_extended(ROW(read.subject, read.object, read.answer, read.log_yes,
                                                read.log_no, read.refused, read.scorer,
                                                read.scorer_version, read.features), 0))
              FROM ({tags}) AS read),
           (SELECT sum(hash_record_extended(ROW(read.subject, read.object, read.origin, read.answer,
                                                read.log_yes, read.log_no, read.refused, read.scorer,
                                                read.scorer_version, read.features), 0))
              FROM ({prerequisites}) AS read),
           (SELECT sum(hash_record_extended(ROW(read.task, read.subject, read.object, read.answer), 0))
              FROM ({outline_questions}) AS read),
           (SELECT sum(hash_record_extended(ROW(read.task, read.scorer, read.scorer_version,
                                                read.parameters), 0))
              FROM ({active_maps}) AS read),
           courses.settings ->> 'precision',
           CASE WHEN courses.settings ->> 'precision' IS NOT NULL THEN
           (SELECT md5(string_agg(to_jsonb(read)::text, E'\n' ORDER BY to_jsonb(read)::text))
              FROM ({labelled_draws}) AS read) END,
           CASE WHEN courses.settings ->> 'precision' IS NOT NULL THEN
           (SELECT sum(hash_record_extended(ROW(read.task, read.scorer, read.scorer_version,
                                                read.natural_key, read.source), 0))
              FROM ({fitted_rows}) AS read) END,
           (SELECT sum(hash_record_extended(ROW(read.kind, read.key, read.reason), 0))
              FROM ({notices}) AS read),
           (SELECT sum(hash_record_extended(ROW(read.task, read.subject_id, read.object_id, read.act,
                                                read.quote), 0))
              FROM ({new_evidence}) AS read),
           (SELECT sum(hash_record_extended(ROW(later.kind, later.question_id, later.subject_id), 0))
              FROM review_items AS later
             WHERE later.course_id = courses.id AND later.later_until > %(now)s))::text) AS input_hash
  FROM courses
 WHERE courses.id = %(course)s

-- name: tags
-- The tags of live contents and active topics of a course, with the decision that holds and the newest judgement.
SELECT tags.content_id, tags.topic_id, tags.question_id,
       contents.kind || '|' || contents.sentence_key AS subject, topics.slug AS object,
       contents.sentence, topics.title AS object_title,
       decided.act AS answer, decided.person, judgement.log_yes, judgement.log_no, judgement.refused,
       judgement.scorer, judgement.prompt_version AS scorer_version,
       CASE WHEN (SELECT count(*) > 0 FROM maps WHERE kind = 'evidence')
            THEN judgement.evidence -> 'features' END AS features,
       tags.status, tags.confidence, tags.reason, tags.is_primary, tags.by
  FROM tags
  JOIN contents ON contents.id = tags.content_id
  JOIN topics ON topics.id = tags.topic_id
  LEFT JOIN effective_decisions AS decided
         ON decided.task = 'tag' AND decided.subject_id = tags.content_id
        AND decided.object_id = tags.topic_id
  LEFT JOIN LATERAL (SELECT * FROM judgements WHERE judgements.question_id = tags.question_id
                      ORDER BY judgements.id DESC LIMIT 1) AS judgement ON true
 WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL AND topics.state = 'active'

-- name: prerequisites
-- The prerequisites between active topics of a course, with the decision that holds and the newest judgement.
SELECT prerequisites.subject_id, prerequisites.object_id, prerequisites.question_id, prerequisites.origin,
       subject.slug AS subject, object.slug AS object, subject.title AS subject_title,
       object.title AS object_title, decided.act AS answer, decided.person,
       judgement.log_yes, judgement.log_no, judgement.refused, judgement.scorer,
       judgement.prompt_version AS scorer_version,
       CASE WHEN (SELECT count(*) > 0 FROM maps WHERE kind = 'evidence')
            THEN judgement.evidence -> 'features' END AS features,
       prerequisites.status, prerequisites.confidence, prerequisites.reason, prerequisites.circle,
       prerequisites.by
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
  LEFT JOIN effective_decisions AS decided
         ON decided.task = 'prerequisite' AND decided.subject_id = prerequisites.subject_id
        AND decided.object_id = prerequisites.object_id
  LEFT JOIN LATERAL (SELECT * FROM judgements WHERE judgements.question_id = prerequisites.question_id
                      ORDER BY judgements.id DESC LIMIT 1) AS judgement ON true
 WHERE object.course_id = %(course)s AND subject.state = 'active' AND object.state = 'active'

-- name: outline_questions
-- The merges and proposals of a course between topics that are there, with the decision that holds.
SELECT questions.id AS question_id, questions.task, subject.slug AS subject,
       coalesce(object.slug, '') AS object, decided.act AS answer,
       least(questions.subject_id, questions.object_id) AS subject_id,
       greatest(questions.subject_id, questions.object_id) AS object_id
  FROM questions
  JOIN topics AS subject ON subject.id = questions.subject_id
  LEFT JOIN topics AS object ON object.id = questions.object_id
  LEFT JOIN effective_decisions AS decided
         ON decided.task = questions.task
        AND decided.subject_id = least(questions.subject_id, questions.object_id)
        AND decided.object_id IS NOT DISTINCT FROM
            CASE WHEN questions.task = 'merge' THEN greatest(questions.subject_id, questions.object_id) END
 WHERE questions.course_id = %(course)s
   AND (questions.task = 'proposal' AND subject.state = 'proposed'
        OR questions.task = 'merge' AND subject.state = 'active' AND object.state = 'active')

-- name: active_maps
-- The map in force for each task, scorer and version of the scorer.
SELECT id, task, scorer, scorer_version, kind, parameters, decisions, digest FROM maps WHERE active

-- name: precision
-- The precision that a course asks for.
SELECT settings ->> 'precision' FROM courses WHERE id = %(course)s

-- name: labelled_draws
-- The drawn questions of a course that people decided, with what their newest judgement says. Answers copied
-- from questions that ask the same are no labels; an audit is one only of the judgement it was drawn by. Sources
-- are those of contents that are there.
SELECT decided.task, decisions.id AS decision_id, courses.slug AS course, questions.natural_key,
       questions.subject_id AS content_id, place.path AS source, decisions.act = 'accept' AS right, decisions.draw, decisions.map_ids,
       round(decisions.threshold::numeric, 6)::float8 AS threshold,
       judgement.log_yes, judgement.log_no, judgement.scorer, judgement.prompt_version AS scorer_version,
       CASE WHEN (SELECT count(*) > 0 FROM maps WHERE active AND kind = 'evidence')
            THEN judgement.evidence -> 'features' END AS features
  FROM effective_decisions AS decided
  JOIN decisions ON decisions.id = decided.decision_id
  JOIN questions ON questions.id = decisions.question_id
  JOIN courses ON courses.id = decisions.course_id
  JOIN LATERAL (SELECT * FROM judgements WHERE judgements.question_id = decisions.question_id
                 ORDER BY judgements.id DESC LIMIT 1) AS judgement ON judgement.log_yes IS NOT NULL
  LEFT JOIN LATERAL (SELECT min(sources.path) AS path
                       FROM supports
                       JOIN chunks ON chunks.id = supports.chunk_id
                       JOIN sources ON sources.id = chunks.source_id
                      WHERE decided.task = 'tag' AND supports.content_id = decided.subject_id) AS place ON true
 WHERE decisions.course_id = %(course)s AND decisions.draw IS NOT NULL
   AND decided.task IN ('tag', 'prerequisite') AND NOT decisions.details ? 'copied_from'
   AND (decisions.draw = 'uniform' OR judgement.at <= decisions.at)

-- name: fitted_rows
-- The decisions of a course that maps in force were fitted on, with what they are about.
SELECT maps.task, maps.scorer, maps.scorer_version, decisions.id AS decision_id, courses.slug AS course,
       questions.natural_key, questions.subject_id AS content_id, place.path AS source
  FROM maps
  JOIN map_decisions ON map_decisions.map_id = maps.id
  JOIN decisions ON decisions.id = map_decisions.decision_id
  JOIN questions ON questions.id = decisions.question_id
  JOIN courses ON courses.id = decisions.course_id
  LEFT JOIN LATERAL (SELECT min(sources.path) AS path
                       FROM supports
                       JOIN chunks ON chunks.id = supports.chunk_id
                       JOIN sources ON sources.id = chunks.source_id
                      WHERE maps.task = 'tag' AND supports.content_id = questions.subject_id) AS place ON true
 WHERE maps.active AND decisions.course_id = %(course)s

-- name: ask_decided_tags
-- The questions of accepted tags that have no row, since a topic was merged or a pick taken away.
INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
SELECT contents.course_id, 'tag', contents.id, topics.id,
       concat_ws('|', 'tag', contents.kind, contents.sentence_key, topics.slug)
  FROM effective_decisions AS decided
  JOIN contents ON contents.id = decided.subject_id
  JOIN topics ON topics.id = decided.object_id
 WHERE decided.task = 'tag' AND decided.act = 'accept' AND contents.course_id = %(course)s
ON CONFLICT (task, subject_id, object_id) DO NOTHING

-- name: put_decided_tags
-- The rows of accepted tags that have none; a content that was forgotten gets none.
INSERT INTO tags (content_id, topic_id, question_id)
SELECT questions.subject_id, questions.object_id, questions.id
  FROM effective_decisions AS decided
  JOIN contents ON contents.id = decided.subject_id
  JOIN questions ON questions.task = 'tag' AND questions.subject_id = decided.subject_id
                AND questions.object_id = decided.object_id
 WHERE decided.task = 'tag' AND decided.act = 'accept' AND questions.course_id = %(course)s
ON CONFLICT DO NOTHING

-- name: ask_decided_prerequisites
-- The questions of accepted prerequisites that have no row, since a topic was merged.
INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
SELECT object.course_id, 'prerequisite', subject.id, object.id,
       concat_ws('|', 'prerequisite', subject.slug, object.slug)
  FROM effective_decisions AS decided
  JOIN topics AS subject ON subject.id = decided.subject_id
  JOIN topics AS object ON object.id = decided.object_id
 WHERE decided.task = 'prerequisite' AND decided.act = 'accept' AND subject.id <> object.id
   AND object.course_id = %(course)s
ON CONFLICT (task, subject_id, object_id) DO NOTHING

-- name: put_decided_prerequisites
-- The rows of accepted prerequisites that have none.
INSERT INTO prerequisites (subject_id, object_id, question_id, origin)
SELECT questions.subject_id, questions.object_id, questions.id, 'person'
  FROM effective_decisions AS decided
  JOIN questions ON questions.task = 'prerequisite' AND questions.subject_id = decided.subject_id
                AND questions.object_id = decided.object_id
 WHERE decided.task = 'prerequisite' AND decided.act = 'accept' AND questions.course_id = %(course)s
ON CONFLICT DO NOTHING

-- name: let_rest
-- Accepted prerequisites of topics that are no more (merged ones aside, whose prerequisites went over) are
-- accepted no longer; which they were.
WITH lost AS (
    SELECT prerequisites.subject_id, prerequisites.object_id, gone.title
      FROM prerequisites
      JOIN topics AS object ON object.id = prerequisites.object_id
      JOIN topics AS gone ON gone.id IN (prerequisites.subject_id, prerequisites.object_id)
                         AND gone.state IN ('retired', 'proposed')
     WHERE prerequisites.status = 'accepted' AND object.course_id = %(course)s)
UPDATE prerequisites
   SET status = 'review', circle = NULL, reason = lost.title || ' is no topic any more.'
  FROM lost
 WHERE prerequisites.subject_id = lost.subject_id AND prerequisites.object_id = lost.object_id
RETURNING lost.title

-- name: write_tag
-- Write what settle derived for a tag.
UPDATE tags
   SET status = %(status)s, confidence = %(confidence)s, reason = %(reason)s, is_primary = %(is_primary)s,
       by = %(by)s
 WHERE content_id = %(content_id)s AND topic_id = %(topic_id)s

-- name: write_prerequisite
-- Write what settle derived for a prerequisite.
UPDATE prerequisites
   SET status = %(status)s, confidence = %(confidence)s, reason = %(reason)s, circle = %(circle)s,
       by = %(by)s
 WHERE subject_id = %(subject_id)s AND object_id = %(object_id)s

-- name: lock_course
-- One settle or decision of a course at a time.
SELECT pg_advisory_xact_lock(%(class)s::integer, %(course)s::integer)
