-- name: units
-- The course as the one unit of settle, with a hash of the values that statuses and items follow from.
SELECT 'course' AS kind, courses.id AS unit_id, courses.slug AS unit_key, false AS touched,
       md5(concat_ws('|', %(rules)s::text,
           (SELECT string_agg(concat_ws(',', contents.kind, contents.sentence_key, topics.slug,
                                        decided.decision_id, judgement.log_yes, judgement.log_no,
                                        judgement.refused, judgement.scorer), ';'
                              ORDER BY contents.kind, contents.sentence_key, topics.slug)
              FROM tags
              JOIN contents ON contents.id = tags.content_id
              JOIN topics ON topics.id = tags.topic_id
              LEFT JOIN effective_decisions AS decided
                     ON decided.task = 'tag' AND decided.subject_id = tags.content_id
                    AND decided.object_id = tags.topic_id
              LEFT JOIN LATERAL (SELECT * FROM judgements WHERE judgements.question_id = tags.question_id
                                  ORDER BY judgements.id DESC LIMIT 1) AS judgement ON true
             WHERE contents.course_id = courses.id AND contents.retired_at IS NULL
               AND topics.state = 'active'),
           (SELECT string_agg(concat_ws(',', subject.slug, object.slug, prerequisites.origin,
                                        decided.decision_id, judgement.log_yes, judgement.log_no,
                                        judgement.refused, judgement.scorer), ';'
                              ORDER BY subject.slug, object.slug)
              FROM prerequisites
              JOIN topics AS subject ON subject.id = prerequisites.subject_id
              JOIN topics AS object ON object.id = prerequisites.object_id
              LEFT JOIN effective_decisions AS decided
                     ON decided.task = 'prerequisite' AND decided.subject_id = prerequisites.subject_id
                    AND decided.object_id = prerequisites.object_id
              LEFT JOIN LATERAL (SELECT * FROM judgements
                                  WHERE judgements.question_id = prerequisites.question_id
                                  ORDER BY judgements.id DESC LIMIT 1) AS judgement ON true
             WHERE object.course_id = courses.id AND subject.state = 'active' AND object.state = 'active'),
           (SELECT string_agg(concat_ws(',', questions.natural_key, decided.decision_id), ';'
                              ORDER BY questions.natural_key)
              FROM questions
              LEFT JOIN effective_decisions AS decided
                     ON decided.task = questions.task AND decided.subject_id = questions.subject_id
                    AND decided.object_id IS NOT DISTINCT FROM questions.object_id
             WHERE questions.course_id = courses.id AND questions.task IN ('merge', 'proposal')),
           (SELECT count(*) FROM decisions WHERE decisions.course_id = courses.id),
           (SELECT string_agg(concat_ws(',', task, scorer, kind, parameters), ';' ORDER BY task, scorer)
              FROM maps WHERE active),
           (SELECT string_agg(concat_ws(',', sources.path, readings.missing), ';' ORDER BY sources.path)
              FROM sources
              JOIN revisions ON revisions.id = sources.live_revision_id
              JOIN readings ON readings.id = revisions.reading_id
             WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
               AND readings.missing IS NOT NULL),
           (SELECT string_agg(concat_ws(',', topics.slug, topics.state, topics.doubt), ';' ORDER BY topics.slug)
              FROM topics WHERE topics.course_id = courses.id),
           (SELECT string_agg(topics.slug, ';' ORDER BY topics.slug)
              FROM pages JOIN topics ON topics.id = pages.topic_id
             WHERE topics.course_id = courses.id AND topics.state = 'active' AND pages.thin))) AS input_hash
  FROM courses
 WHERE courses.id = %(course)s

-- name: tags
-- The tags of live contents and active topics of a course, with the decision that holds and the newest judgement.
SELECT tags.content_id, tags.topic_id, tags.question_id,
       contents.kind || '|' || contents.sentence_key AS subject, topics.slug AS object,
       decided.act AS answer, judgement.log_yes, judgement.log_no, judgement.refused, judgement.scorer,
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
       subject.slug AS subject, object.slug AS object, decided.act AS answer,
       judgement.log_yes, judgement.log_no, judgement.refused, judgement.scorer,
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
       coalesce(object.slug, '') AS object, decided.act AS answer
  FROM questions
  JOIN topics AS subject ON subject.id = questions.subject_id
  LEFT JOIN topics AS object ON object.id = questions.object_id
  LEFT JOIN effective_decisions AS decided
         ON decided.task = questions.task AND decided.subject_id = questions.subject_id
        AND decided.object_id IS NOT DISTINCT FROM questions.object_id
 WHERE questions.course_id = %(course)s
   AND (questions.task = 'proposal' AND subject.state = 'proposed'
        OR questions.task = 'merge' AND subject.state = 'active' AND object.state = 'active')

-- name: active_maps
-- The map in force for each task and scorer.
SELECT task, scorer, kind, parameters FROM maps WHERE active

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
-- One settle a course at a time.
SELECT pg_advisory_xact_lock(%(class)s, %(course)s)
