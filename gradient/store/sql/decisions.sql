-- name: insert
-- Add a decision to the log; its id.
INSERT INTO decisions (course_id, question_id, act, details, note, person, undoes, draw, draw_probability,
                       threshold, confidence, at)
VALUES (%(course_id)s, %(question_id)s, %(act)s, %(details)s, %(note)s, %(person)s, %(undoes)s, %(draw)s,
        %(draw_probability)s, %(threshold)s, %(confidence)s, %(at)s)
RETURNING id

-- name: one
-- A decision.
SELECT * FROM decisions WHERE id = %(id)s

-- name: newest_of_question
-- The newest decision about a question that holds.
SELECT decisions.*
  FROM decisions
 WHERE question_id = %(question)s AND act <> 'undo'
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY id DESC
 LIMIT 1

-- name: newest_of_subject
-- The newest decision that holds about an item without a question.
SELECT decisions.*
  FROM decisions
 WHERE question_id IS NULL AND act <> 'undo'
   AND details ->> 'kind' = %(kind)s AND (details ->> 'subject_id')::bigint = %(subject)s
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY id DESC
 LIMIT 1

-- name: gold_edges
-- The prerequisites of a course that people accepted or an outline states, as slugs.
SELECT subject.slug AS subject, object.slug AS object
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
  LEFT JOIN effective_decisions AS decided
         ON decided.task = 'prerequisite' AND decided.subject_id = prerequisites.subject_id
        AND decided.object_id = prerequisites.object_id
 WHERE object.course_id = %(course)s AND subject.state = 'active' AND object.state = 'active'
   AND (decided.act = 'accept' OR decided.act IS NULL AND prerequisites.origin = 'outline')

-- name: ensure_tag
-- Let a person put a tag: its question and its row; the question's id.
WITH question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT contents.course_id, 'tag', contents.id, topics.id,
           'tag|' || contents.kind || '|' || contents.sentence_key || '|' || topics.slug
      FROM contents, topics
     WHERE contents.id = %(content)s AND topics.id = %(topic)s
    ON CONFLICT (task, subject_id, object_id) DO UPDATE SET natural_key = excluded.natural_key
    RETURNING id),
tag AS (
    INSERT INTO tags (content_id, topic_id, question_id)
    SELECT %(content)s, %(topic)s, question.id FROM question
    ON CONFLICT (content_id, topic_id) DO NOTHING)
SELECT id FROM question

-- name: ensure_prerequisite
-- Let a person put a prerequisite: its question and its row; the question's id.
WITH question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT object.course_id, 'prerequisite', subject.id, object.id,
           'prerequisite|' || subject.slug || '|' || object.slug
      FROM topics AS subject, topics AS object
     WHERE subject.id = %(subject)s AND object.id = %(object)s
    ON CONFLICT (task, subject_id, object_id) DO UPDATE SET natural_key = excluded.natural_key
    RETURNING id),
prerequisite AS (
    INSERT INTO prerequisites (subject_id, object_id, question_id, origin, alternative_group)
    SELECT %(subject)s, %(object)s, question.id, 'person', %(alternative_group)s FROM question
    ON CONFLICT (subject_id, object_id) DO UPDATE
       SET alternative_group = coalesce(excluded.alternative_group, prerequisites.alternative_group))
SELECT id FROM question

-- name: recall_neighbours_again
-- Put the undecided contents to recall again that have this one among their nearest.
INSERT INTO recall_again (content_id)
SELECT contents.id
  FROM vectors AS decided
  JOIN contents ON contents.course_id = %(course)s AND contents.retired_at IS NULL
               AND contents.id <> decided.owner_id
  JOIN vectors AS own ON own.owner_kind = 'content' AND own.owner_id = contents.id
                     AND own.model = decided.model AND own.version = decided.version
 WHERE decided.owner_kind = 'content' AND decided.owner_id = %(content)s
   AND NOT EXISTS (SELECT FROM tags WHERE tags.content_id = contents.id AND tags.status = 'accepted')
 ORDER BY own.embedding <=> decided.embedding, contents.sentence_key
 LIMIT %(nearest)s
ON CONFLICT DO NOTHING
