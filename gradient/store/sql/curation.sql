-- name: holders
-- The topics of a course that have a name, absorbed ones leading to what absorbed them.
SELECT DISTINCT topics.id, topics.slug, topics.title, topics.state
  FROM topic_names
  JOIN topics AS named ON named.id = topic_names.topic_id
  JOIN topic_roots ON topic_roots.topic_id = named.id
  JOIN topics ON topics.id = topic_roots.root_id
 WHERE named.course_id = %(course)s AND topic_names.key = %(key)s
 ORDER BY topics.slug

-- name: topics
-- Topics as a person may change them.
SELECT id, title, title_by_person, parent_id, origin, state, state_by, merged_into
  FROM topics
 WHERE id = ANY(%(ids)s)
 ORDER BY id

-- name: names
-- All names of topics.
SELECT topic_id, key, name, origin FROM topic_names WHERE topic_id = ANY(%(ids)s) ORDER BY topic_id, key

-- name: children
-- The topics right below one.
SELECT id FROM topics WHERE parent_id = %(id)s ORDER BY id

-- name: restore_topic
-- Make a topic what it was.
UPDATE topics
   SET title = %(title)s, title_by_person = %(title_by_person)s, parent_id = %(parent_id)s,
       origin = %(origin)s, state = %(state)s, state_by = %(state_by)s, merged_into = %(merged_into)s
 WHERE id = %(id)s

-- name: clear_names
-- Take all names from topics.
DELETE FROM topic_names WHERE topic_id = ANY(%(ids)s)

-- name: move_children
-- Put the topics below one below another.
UPDATE topics SET parent_id = %(to)s
 WHERE parent_id = %(id)s AND id IS DISTINCT FROM %(to)s

-- name: set_parent
-- Put a topic below another.
UPDATE topics SET parent_id = %(parent)s WHERE id = %(id)s

-- name: tagged
-- The contents that have a tag of a topic.
SELECT content_id FROM tags WHERE topic_id = %(id)s

-- name: joined
-- The prerequisites of a topic, either way.
SELECT subject_id, object_id FROM prerequisites WHERE %(id)s IN (subject_id, object_id)

-- name: drop_tags
-- Take tags of a topic away that nobody decided.
DELETE FROM tags
 WHERE topic_id = %(id)s AND content_id = ANY(%(contents)s)
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = tags.question_id)

-- name: drop_prerequisites
-- Take prerequisites away that nobody decided.
DELETE FROM prerequisites
 USING unnest(%(subjects)s::bigint[], %(objects)s::bigint[]) AS pair (subject_id, object_id)
 WHERE prerequisites.subject_id = pair.subject_id AND prerequisites.object_id = pair.object_id
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = prerequisites.question_id)

-- name: tag_question
-- The question of a tag, if there is one.
SELECT question_id FROM tags WHERE content_id = %(content)s AND topic_id = %(topic)s

-- name: contents
-- Which of these contents a course has.
SELECT id FROM contents WHERE course_id = %(course)s AND id = ANY(%(ids)s) AND retired_at IS NULL

-- name: recall_again
-- Put the contents of a topic to recall again.
INSERT INTO recall_again (content_id)
SELECT tags.content_id
  FROM tags JOIN contents ON contents.id = tags.content_id
 WHERE tags.topic_id = %(id)s AND contents.retired_at IS NULL
ON CONFLICT DO NOTHING

-- name: merge_question
-- The question whether two topics are one, whichever of them was asked about first.
SELECT id FROM questions
 WHERE task = 'merge'
   AND (subject_id = %(one)s AND object_id = %(other)s OR subject_id = %(other)s AND object_id = %(one)s)
 ORDER BY id LIMIT 1

-- name: newest_act
-- The newest act on the outline of a course (of any) that holds.
SELECT decisions.*, courses.slug AS course
  FROM decisions
  JOIN courses ON courses.id = decisions.course_id
 WHERE decisions.details ? 'before'
   AND (%(course)s::bigint IS NULL OR decisions.course_id = %(course)s)
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY decisions.id DESC LIMIT 1

-- name: later_act
-- The first act after another that holds and touches one of its topics.
SELECT decisions.id, decisions.act
  FROM decisions
 WHERE decisions.id > %(id)s AND decisions.details -> 'touched' ?| %(touched)s
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY decisions.id LIMIT 1

-- name: is_undone
-- Whether a decision was taken back.
SELECT EXISTS (SELECT FROM decisions WHERE undoes = %(id)s) AS undone
