-- name: of_course
-- Every item of a course, closed ones too.
SELECT id, kind, question_id, subject_id, reason, confidence, priority, state, draw, draw_probability,
       threshold, later_until, later_confidence
  FROM review_items
 WHERE course_id = %(course)s

-- name: insert
-- A new item.
INSERT INTO review_items (course_id, kind, question_id, subject_id, reason, confidence, priority, state, draw,
                          draw_probability, threshold, created_at)
VALUES (%(course_id)s, %(kind)s, %(question_id)s, %(subject_id)s, %(reason)s, %(confidence)s, %(priority)s,
        %(state)s, %(draw)s, %(draw_probability)s, %(threshold)s, %(now)s)

-- name: update
-- What has changed about an item.
UPDATE review_items
   SET reason = %(reason)s, confidence = %(confidence)s, priority = %(priority)s, state = %(state)s,
       draw = %(draw)s, draw_probability = %(draw_probability)s, threshold = %(threshold)s,
       closed_at = NULL, later_until = NULL, later_confidence = NULL
 WHERE id = %(id)s

-- name: close
-- Close items that nobody needs to answer any more.
UPDATE review_items SET state = 'closed', closed_at = %(now)s WHERE id = ANY(%(ids)s)

-- name: put_off
-- Close an item until a time, or until its confidence has moved.
UPDATE review_items
   SET state = 'closed', closed_at = %(now)s, later_until = %(until)s, later_confidence = confidence
 WHERE id = %(id)s

-- name: listing
-- The items of a course (or of all) with what they ask about, the most valuable first; those that wait
-- only if asked for.
SELECT review_items.id, review_items.kind AS task, review_items.reason, review_items.confidence,
       review_items.priority, review_items.created_at, review_items.state, review_items.draw,
       review_items.question_id, review_items.subject_id, review_items.later_until,
       courses.slug AS course, questions.subject_id AS question_subject, questions.object_id AS question_object,
       contents.sentence,
       coalesce(subject.title, thin.title) AS subject_title, coalesce(subject.slug, thin.slug) AS subject_slug,
       object.title AS object_title, object.slug AS object_slug, object.definition AS object_definition,
       unread.path AS source, unread.missing
  FROM review_items
  JOIN courses ON courses.id = review_items.course_id
  LEFT JOIN questions ON questions.id = review_items.question_id
  LEFT JOIN contents ON questions.task = 'tag' AND contents.id = questions.subject_id
  LEFT JOIN topics AS subject ON questions.task <> 'tag' AND subject.id = questions.subject_id
  LEFT JOIN topics AS object ON object.id = questions.object_id
  LEFT JOIN topics AS thin ON review_items.kind IN ('thin', 'homonym') AND thin.id = review_items.subject_id
  LEFT JOIN LATERAL (SELECT sources.path, readings.missing
                       FROM revisions
                       JOIN sources ON sources.id = revisions.source_id
                       JOIN readings ON readings.id = revisions.reading_id
                      WHERE review_items.kind = 'unread' AND revisions.id = review_items.subject_id)
       AS unread ON true
 WHERE (%(course)s::bigint IS NULL OR review_items.course_id = %(course)s)
   AND (%(id)s::bigint IS NULL OR review_items.id = %(id)s)
   AND (review_items.state = ANY(%(states)s))
 ORDER BY courses.slug, review_items.state, review_items.priority DESC, review_items.id

-- name: evidence
-- Quotes to show with a question: the supports of a content, or what the newest judgement stored.
SELECT judgements.evidence
  FROM judgements
 WHERE judgements.question_id = %(question)s
 ORDER BY judgements.id DESC
 LIMIT 1

-- name: supports
-- Where a content stands.
SELECT live_chunks.path AS source, live_chunks.page_from AS page, live_chunks.section_path, supports.quote
  FROM supports
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 WHERE supports.content_id = %(content)s
 ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path, live_chunks.position

-- name: unread
-- The live revisions of a course of which a part was not read.
SELECT revisions.id AS revision_id, sources.path, readings.missing
  FROM sources
  JOIN revisions ON revisions.id = sources.live_revision_id
  JOIN readings ON readings.id = revisions.reading_id
 WHERE sources.course_id = %(course)s AND sources.retired_at IS NULL AND readings.missing IS NOT NULL

-- name: thin
-- The active topics of a course whose page is thin.
SELECT topics.id AS topic_id, topics.slug, topics.title, pages.reason
  FROM pages
  JOIN topics ON topics.id = pages.topic_id
 WHERE topics.course_id = %(course)s AND topics.state = 'active' AND pages.thin

-- name: homonyms
-- The active topics of a course whose name may stand for two different things.
SELECT topics.id AS topic_id, topics.slug, topics.title, topics.doubt AS reason
  FROM topics
 WHERE topics.course_id = %(course)s AND topics.state = 'active' AND topics.doubt IS NOT NULL

-- name: acknowledged
-- What people have noted about items that ask no question: the newest act a kind and subject.
SELECT DISTINCT ON (details ->> 'kind', details ->> 'subject_id')
       details ->> 'kind' AS kind, (details ->> 'subject_id')::bigint AS subject_id, act
  FROM decisions
 WHERE course_id = %(course)s AND question_id IS NULL AND details ? 'subject_id'
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY details ->> 'kind', details ->> 'subject_id', id DESC

-- name: new_evidence
-- Decided questions of a course that a newer quote speaks to: one that names both ends, in a live chunk
-- whose text nobody had when the question was decided.
WITH new_chunks AS (
    SELECT live_chunks.id, live_chunks.path, first_seen.at
      FROM live_chunks
      JOIN LATERAL (SELECT min(chunks.created_at) AS at FROM chunks
                     WHERE chunks.text_hash = live_chunks.text_hash) AS first_seen ON true
     WHERE live_chunks.course_id = %(course)s),
named AS (
    SELECT new_chunks.id AS chunk_id, new_chunks.at, new_chunks.path, topic_names.topic_id,
           supports.content_id, supports.quote
      FROM new_chunks
      JOIN supports ON supports.chunk_id = new_chunks.id
      JOIN mentions ON mentions.chunk_id = new_chunks.id
                   AND mentions.start_at >= supports.start_at AND mentions.end_at <= supports.end_at
      JOIN topic_names ON topic_names.key = mentions.key)
SELECT DISTINCT ON (decided.task, decided.subject_id, decided.object_id)
       decided.task, decided.subject_id, decided.object_id, decided.act, named.quote, named.path
  FROM effective_decisions AS decided
  JOIN named ON named.topic_id = decided.object_id AND named.at > decided.at
 WHERE decided.task = 'tag' AND named.content_id = decided.subject_id
    OR decided.task = 'prerequisite'
       AND EXISTS (SELECT FROM named AS other
                    WHERE other.topic_id = decided.subject_id AND other.chunk_id = named.chunk_id
                      AND other.quote = named.quote)
 ORDER BY decided.task, decided.subject_id, decided.object_id, named.path, named.quote
