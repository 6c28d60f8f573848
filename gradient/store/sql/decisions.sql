-- name: insert
-- Add a decision to the log; its id.
INSERT INTO decisions (course_id, question_id, act, details, note, person, undoes, draw, draw_probability,
                       threshold, map_ids, confidence, at)
VALUES (%(course_id)s, %(question_id)s, %(act)s, %(details)s, %(note)s, %(person)s, %(undoes)s, %(draw)s,
        %(draw_probability)s, %(threshold)s, %(map_ids)s, %(confidence)s, %(at)s)
RETURNING id

-- name: one
-- A decision with the question that it answers.
SELECT decisions.*, questions.task, questions.subject_id AS question_subject,
       questions.object_id AS question_object
  FROM decisions
  LEFT JOIN questions ON questions.id = decisions.question_id
 WHERE decisions.id = %(id)s

-- name: following
-- The decisions that hold which came about through another: copies for equals, what a change puts in its place.
SELECT decisions.*
  FROM decisions
 WHERE %(id)s::bigint IN ((details ->> 'copied_from')::bigint, (details ->> 'changed_from')::bigint)
   AND course_id = %(course)s
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY decisions.id

-- name: undone_along
-- The decisions that came about through another one and are taken back.
SELECT decisions.id
  FROM decisions
 WHERE %(id)s::bigint IN ((details ->> 'copied_from')::bigint, (details ->> 'changed_from')::bigint)
   AND EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY decisions.id

-- name: newest_of_question
-- The newest decision about a question that holds, one of these acts.
SELECT decisions.*, questions.task, questions.subject_id AS question_subject,
       questions.object_id AS question_object
  FROM decisions
  JOIN questions ON questions.id = decisions.question_id
 WHERE decisions.question_id = %(question)s AND decisions.act = ANY(%(acts)s)
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY decisions.id DESC
 LIMIT 1

-- name: newest_of_subject
-- The newest decision that holds about an item without a question.
SELECT decisions.*, NULL AS task, NULL AS question_subject, NULL AS question_object
  FROM decisions
 WHERE question_id IS NULL AND act <> 'undo'
   AND details ->> 'kind' = %(kind)s AND (details ->> 'subject_id')::bigint = %(subject)s
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY id DESC
 LIMIT 1

-- name: newest
-- The newest answer of a course (of any) that holds; what came along with another one aside.
SELECT id
  FROM decisions
 WHERE act IN ('accept', 'reject', 'later') AND NOT details ?| ARRAY['copied_from', 'changed_from']
   AND (%(course)s::bigint IS NULL OR course_id = %(course)s)
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
   AND NOT EXISTS (SELECT FROM decisions AS split WHERE split.details -> 'answers' @> to_jsonb(decisions.id))
 ORDER BY id DESC
 LIMIT 1

-- name: gold_edges
-- The prerequisites of a course that people accepted or that an outline states against nobody, as slugs, with
-- the decision that holds.
WITH gold AS (
    SELECT subject_id, object_id, decision_id
      FROM effective_decisions WHERE task = 'prerequisite' AND act = 'accept'
     UNION ALL
    SELECT prerequisites.subject_id, prerequisites.object_id, NULL
      FROM prerequisites
     WHERE prerequisites.origin = 'outline'
       AND NOT EXISTS (SELECT FROM effective_decisions AS decided
                        WHERE decided.task = 'prerequisite' AND decided.subject_id = prerequisites.subject_id
                          AND decided.object_id = prerequisites.object_id)
)
SELECT subject.slug AS subject, object.slug AS object, gold.decision_id
  FROM gold
  JOIN topics AS subject ON subject.id = gold.subject_id
  JOIN topics AS object ON object.id = gold.object_id
 WHERE object.course_id = %(course)s AND subject.state = 'active' AND object.state = 'active'
   AND subject.id <> object.id

-- name: undecided_tags
-- The undecided tags of the topic of a question, with sentences of its kind; the question itself aside.
SELECT tags.question_id, contents.id AS content_id, contents.sentence
  FROM questions AS asked
  JOIN contents AS asked_content ON asked_content.id = asked.subject_id
  JOIN tags ON tags.topic_id = asked.object_id AND tags.content_id <> asked.subject_id
  JOIN contents ON contents.id = tags.content_id AND contents.kind = asked_content.kind
               AND contents.retired_at IS NULL
 WHERE asked.id = %(question)s
   AND NOT EXISTS (SELECT FROM effective_decisions AS decided
                    WHERE decided.task = 'tag' AND decided.subject_id = tags.content_id
                      AND decided.object_id = tags.topic_id)
 ORDER BY contents.sentence_key

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

-- name: withdraw_prerequisites
-- The prerequisites behind these questions that a person alone put forward go, where no decision speaks of them
-- any more; so do those of the topics that theirs were merged into.
DELETE FROM prerequisites
 USING questions
  JOIN topic_roots AS subject ON subject.topic_id = questions.subject_id
  JOIN topic_roots AS object ON object.topic_id = questions.object_id
 WHERE questions.id = ANY(%(questions)s) AND questions.task = 'prerequisite' AND prerequisites.origin = 'person'
   AND prerequisites.subject_id IN (questions.subject_id, subject.root_id)
   AND prerequisites.object_id IN (questions.object_id, object.root_id)
   AND NOT EXISTS (SELECT FROM effective_decisions AS decided
                    WHERE decided.task = 'prerequisite' AND decided.subject_id = subject.root_id
                      AND decided.object_id = object.root_id)

-- name: prerequisite_between
-- The question of a prerequisite by its ends.
SELECT question_id FROM prerequisites WHERE subject_id = %(subject)s AND object_id = %(object)s

-- name: recall_neighbours_again
-- Put to recall again the undecided contents that have this one among the nearest of those that have a tag.
-- Who has as many nearer ones is found out without looking at all of them.
INSERT INTO recall_again (content_id)
WITH decided AS (
    SELECT model, version, embedding
      FROM vectors
     WHERE owner_kind = 'content' AND owner_id = %(content)s
), tagged AS MATERIALIZED (
    SELECT vectors.model, vectors.version, vectors.embedding
      FROM contents
      JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = contents.id
     WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL AND contents.id <> %(content)s
       AND EXISTS (SELECT FROM tags WHERE tags.content_id = contents.id AND tags.status = 'accepted')
), undecided AS MATERIALIZED (
    SELECT contents.id, own.model, own.version, own.embedding,
           own.embedding <=> decided.embedding AS distance
      FROM contents
      JOIN vectors AS own ON own.owner_kind = 'content' AND own.owner_id = contents.id
      JOIN decided ON decided.model = own.model AND decided.version = own.version
     WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL AND contents.id <> %(content)s
       AND NOT EXISTS (SELECT FROM tags WHERE tags.content_id = contents.id AND tags.status = 'accepted')
)
SELECT undecided.id
  FROM undecided
 WHERE (SELECT count(*)
          FROM (SELECT FROM tagged
                 -- Vectors of different models have no distance.
                 WHERE CASE WHEN tagged.model = undecided.model AND tagged.version = undecided.version
                            THEN undecided.embedding <=> tagged.embedding < undecided.distance END
                 LIMIT %(nearest)s) AS nearer) < %(nearest)s
ON CONFLICT DO NOTHING

-- name: about
-- What each decision is about: the question that it answers, or the notice that it takes note of.
SELECT decisions.id AS decision_id, questions.task, questions.natural_key, contents.sentence,
       subject.title AS subject, object.title AS object, noted.title AS noted, unread.path AS unread
  FROM decisions
  LEFT JOIN questions ON questions.id = decisions.question_id
  LEFT JOIN contents ON questions.task = 'tag' AND contents.id = questions.subject_id
  LEFT JOIN topics AS subject ON questions.task <> 'tag' AND subject.id = questions.subject_id
  LEFT JOIN topics AS object ON object.id = questions.object_id
  LEFT JOIN topics AS noted ON decisions.details ->> 'kind' IN ('thin', 'homonym')
                           AND noted.id = (decisions.details ->> 'subject_id')::bigint
  LEFT JOIN LATERAL (SELECT sources.path
                       FROM revisions JOIN sources ON sources.id = revisions.source_id
                      WHERE decisions.details ->> 'kind' = 'unread'
                        AND revisions.id = (decisions.details ->> 'subject_id')::bigint) AS unread ON true
