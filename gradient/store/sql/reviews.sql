-- name: of_course
-- Every item of a course, closed ones too.
SELECT id, kind, question_id, subject_id, reason, confidence, priority, state, draw, draw_probability,
       threshold, map_ids, later_until, later_confidence
  FROM review_items
 WHERE course_id = %(course)s

-- name: insert
-- A new item.
INSERT INTO review_items (course_id, kind, question_id, subject_id, reason, confidence, priority, state, draw,
                          draw_probability, threshold, map_ids, created_at)
VALUES (%(course_id)s, %(kind)s, %(question_id)s, %(subject_id)s, %(reason)s, %(confidence)s, %(priority)s,
        %(state)s, %(draw)s, %(draw_probability)s, %(threshold)s, %(map_ids)s, %(now)s)

-- name: update
-- What has changed about an item.
UPDATE review_items
   SET reason = %(reason)s, confidence = %(confidence)s, priority = %(priority)s, state = %(state)s,
       draw = %(draw)s, draw_probability = %(draw_probability)s, threshold = %(threshold)s,
       map_ids = %(map_ids)s, closed_at = NULL, later_until = NULL, later_confidence = NULL
 WHERE id = %(id)s

-- name: close
-- Close items that nobody needs to answer any more.
UPDATE review_items SET state = 'closed', closed_at = %(now)s WHERE id = ANY(%(ids)s)

-- name: take_up
-- The item of a question, or of what is asked without one, is put off by an earlier answer, or no more.
UPDATE review_items SET later_until = %(until)s, later_confidence = %(confidence)s
 WHERE question_id = %(question)s OR question_id IS NULL AND kind = %(kind)s AND subject_id = %(subject)s

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
       review_items.draw_probability, review_items.threshold, review_items.map_ids,
       review_items.course_id, review_items.question_id, review_items.subject_id, review_items.later_until,
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
 ORDER BY courses.slug, review_items.state, review_items.priority DESC,
          coalesce(questions.natural_key, concat_ws('|', review_items.kind, thin.slug, unread.path)) COLLATE "C"

-- name: evidence
-- Quotes to show with a question: the supports of a content, or what the newest judgement stored.
SELECT judgements.evidence
  FROM judgements
 WHERE judgements.question_id = %(question)s
 ORDER BY judgements.id DESC
 LIMIT 1

-- name: supports
-- Where a content stands, with some of the text before and after the quote.
SELECT live_chunks.path AS source, live_chunks.section_path, supports.quote,
       place_at(live_chunks.revision_id, live_chunks.start_at + supports.start_at) AS place,
       right(substr(live_chunks.text, 1, supports.start_at), 200) AS before,
       substr(live_chunks.text, supports.end_at + 1, 200) AS after
  FROM supports
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 WHERE supports.content_id = %(content)s
 ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path, live_chunks.position

-- name: senses
-- The accepted contents of a topic in each of the sources that its doubt names, in the order it names them.
SELECT live_chunks.path AS source, array_agg(DISTINCT tags.content_id) AS contents
  FROM topics
  JOIN tags ON tags.topic_id = topics.id AND tags.status = 'accepted'
  JOIN contents ON contents.id = tags.content_id AND contents.retired_at IS NULL
  JOIN supports ON supports.content_id = contents.id
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 WHERE topics.id = %(topic)s AND position(live_chunks.path IN topics.doubt) > 0
 GROUP BY topics.doubt, live_chunks.path
 ORDER BY position(live_chunks.path IN topics.doubt)

-- name: notices
-- What a course shows people without a question, unless they took note of it: bytes of which a part was not
-- read, topics whose page is thin, topics whose name may stand for two different things. A thin topic that people
-- or outlines state, or that the course defines under a heading of its name, is one without asking.
SELECT notice.kind, notice.subject_id, notice.key, notice.reason
  FROM (SELECT 'unread' AS kind, revisions.id AS subject_id, revisions.sha256 AS key,
               'It was read in part: ' || readings.missing AS reason
          FROM sources
          JOIN revisions ON revisions.id = coalesce(sources.current_revision_id, sources.live_revision_id)
          JOIN readings ON readings.id = revisions.reading_id
         WHERE sources.course_id = %(course)s AND sources.retired_at IS NULL
           AND sources.forgotten_at IS NULL AND readings.missing IS NOT NULL
         UNION ALL
        SELECT 'thin', topics.id, topics.slug, coalesce(pages.reason, 'Few passages carry its page.')
          FROM pages
          JOIN topics ON topics.id = pages.topic_id
         WHERE topics.course_id = %(course)s AND topics.state = 'active' AND pages.thin
           AND topics.origin = 'extracted' AND NOT EXISTS (
               SELECT FROM topic_names
                 JOIN mentions AS headings ON headings.key = topic_names.key AND headings.kind = 'heading'
                 JOIN mentions AS definitions ON definitions.key = topic_names.key
                                             AND definitions.kind = 'definition'
                                             AND definitions.chunk_id = headings.chunk_id
                 JOIN live_chunks ON live_chunks.id = headings.chunk_id
                                 AND live_chunks.course_id = topics.course_id
                WHERE topic_names.topic_id = topics.id)
         UNION ALL
        SELECT 'homonym', topics.id, topics.slug, topics.doubt
          FROM topics
         WHERE topics.course_id = %(course)s AND topics.state = 'active' AND topics.doubt IS NOT NULL)
    AS notice
 WHERE NOT EXISTS (
       SELECT FROM decisions
        WHERE decisions.course_id = %(course)s AND decisions.question_id IS NULL
          AND decisions.act IN ('accept', 'reject')
          AND decisions.details ->> 'kind' = notice.kind
          AND (decisions.details ->> 'subject_id')::bigint = notice.subject_id
          AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id))

-- name: new_evidence
-- Decided questions of a course that a newer quote speaks to: one that names both ends, in a live chunk whose
-- text nobody had when the question was decided, and whose source did not hold the quote either. `earlier` are
-- the quotes of that source that spoke to the question before.
SELECT DISTINCT
       decided.task, decided.subject_id, decided.object_id, decided.act, supports.quote,
       ARRAY(SELECT earlier.quote
               FROM chunks AS known
               JOIN supports AS earlier ON earlier.chunk_id = known.id
              WHERE known.source_id = live_chunks.source_id AND known.created_at <= decided.at
                AND EXISTS (SELECT FROM topic_names
                              JOIN mentions ON mentions.key = topic_names.key AND mentions.chunk_id = known.id
                             WHERE topic_names.topic_id = decided.object_id
                               AND mentions.start_at >= earlier.start_at AND mentions.end_at <= earlier.end_at)
                AND (decided.task = 'tag' AND earlier.content_id = decided.subject_id
                     OR decided.task IN ('prerequisite', 'merge')
                        AND EXISTS (SELECT FROM topic_names
                                      JOIN mentions ON mentions.key = topic_names.key
                                                   AND mentions.chunk_id = known.id
                                     WHERE topic_names.topic_id = decided.subject_id
                                       AND mentions.start_at >= earlier.start_at
                                       AND mentions.end_at <= earlier.end_at))) AS earlier
  FROM effective_decisions AS decided
  JOIN topics ON topics.id = decided.object_id AND topics.course_id = %(course)s AND topics.state = 'active'
  JOIN topic_names AS object_name ON object_name.topic_id = decided.object_id
  JOIN mentions AS object_named ON object_named.key = object_name.key
  JOIN live_chunks ON live_chunks.id = object_named.chunk_id AND live_chunks.course_id = %(course)s
  JOIN supports ON supports.chunk_id = object_named.chunk_id
               AND object_named.start_at >= supports.start_at AND object_named.end_at <= supports.end_at
 WHERE (decided.task = 'tag' AND supports.content_id = decided.subject_id
        OR decided.task IN ('prerequisite', 'merge')
           AND EXISTS (SELECT FROM topic_names AS subject_name
                         JOIN mentions AS subject_named ON subject_named.key = subject_name.key
                        WHERE subject_name.topic_id = decided.subject_id
                          AND subject_named.chunk_id = supports.chunk_id
                          AND subject_named.start_at >= supports.start_at
                          AND subject_named.end_at <= supports.end_at))
   AND NOT EXISTS (SELECT FROM chunks AS known
                    WHERE known.created_at <= decided.at
                      AND (known.text_hash = live_chunks.text_hash
                           OR known.source_id = live_chunks.source_id
                              AND position(supports.quote IN known.text) > 0))
