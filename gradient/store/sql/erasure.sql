-- name: doomed
-- The chunks and revisions of the sources, for the steps that follow in this transaction.
CREATE TEMPORARY TABLE doomed ON COMMIT DROP AS
SELECT 'chunk' AS kind, chunks.id FROM chunks WHERE chunks.source_id = ANY(%(sources)s)
UNION ALL
SELECT 'revision', revisions.id FROM revisions WHERE revisions.source_id = ANY(%(sources)s)

-- name: doomed_contents
-- The contents that stand on doomed chunks and on nothing else.
INSERT INTO doomed (kind, id)
SELECT 'content', supports.content_id
  FROM supports
  LEFT JOIN doomed ON doomed.kind = 'chunk' AND doomed.id = supports.chunk_id
 GROUP BY supports.content_id
HAVING bool_and(doomed.id IS NOT NULL)

-- name: doomed_topics
-- The topics that stood on the sources and that no other live passage or outline names. Those that a person
-- made stay.
INSERT INTO doomed (kind, id)
WITH texts AS (
    SELECT sources.id AS source_id, sources.course_id, sources.type, lower(readings.text) AS text,
           sources.retired_at IS NULL AND revisions.id = sources.live_revision_id AS live
      FROM sources
      JOIN revisions ON revisions.source_id = sources.id
      JOIN readings ON readings.id = revisions.reading_id
), named AS (
    SELECT topic_names.topic_id, chunks.id AS chunk_id, chunks.source_id
      FROM topic_names
      JOIN topics ON topics.id = topic_names.topic_id
      JOIN mentions ON mentions.key = topic_names.key
      JOIN chunks ON chunks.id = mentions.chunk_id
      JOIN sources ON sources.id = chunks.source_id AND sources.course_id = topics.course_id
)
SELECT 'topic', topics.id
  FROM topics
 WHERE topics.course_id IN (SELECT course_id FROM sources WHERE id = ANY(%(sources)s))
   AND topics.origin <> 'person'
   AND (EXISTS (SELECT FROM named WHERE named.topic_id = topics.id AND named.source_id = ANY(%(sources)s))
        OR EXISTS (SELECT FROM doomed WHERE doomed.kind = 'chunk' AND doomed.id = topics.first_taught_chunk_id)
        OR EXISTS (SELECT FROM texts
                    WHERE texts.source_id = ANY(%(sources)s) AND position(lower(topics.title) IN texts.text) > 0))
   AND NOT EXISTS (SELECT FROM named
                     JOIN live_chunks ON live_chunks.id = named.chunk_id
                    WHERE named.topic_id = topics.id AND NOT named.source_id = ANY(%(sources)s))
   AND NOT EXISTS (SELECT FROM texts
                    WHERE texts.course_id = topics.course_id AND texts.type = 'topics' AND texts.live
                      AND NOT texts.source_id = ANY(%(sources)s)
                      AND position(lower(topics.title) IN texts.text) > 0)

-- name: doomed_questions
-- The questions about doomed contents and topics.
INSERT INTO doomed (kind, id)
SELECT DISTINCT 'question', questions.id
  FROM questions
  JOIN doomed ON doomed.kind = 'content' AND questions.task = 'tag' AND doomed.id = questions.subject_id
              OR doomed.kind = 'topic' AND doomed.id = questions.object_id
              OR doomed.kind = 'topic' AND questions.task <> 'tag' AND doomed.id = questions.subject_id

-- name: decision_texts
-- Decisions stay, without what was said in words.
UPDATE decisions
   SET note = NULL,
       details = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details)
                   WHERE jsonb_typeof(value) <> 'string' OR key IN ('kind', 'answer'))
  FROM doomed
 WHERE doomed.kind = 'question' AND doomed.id = decisions.question_id

-- name: act_texts
-- So do acts on doomed topics, without the titles and names before them.
UPDATE decisions
   SET note = NULL,
       details = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details)
                   WHERE key IN ('kind', 'answer', 'answers', 'touched'))
  FROM doomed
 WHERE doomed.kind = 'topic' AND decisions.details -> 'touched' @> to_jsonb(doomed.id::text)

-- name: quotes
-- What judgements quoted from the sources.
UPDATE judgements
   SET evidence = jsonb_set(evidence, '{quotes}',
           (SELECT coalesce(jsonb_agg(quote ORDER BY place), '[]')
              FROM jsonb_array_elements(evidence -> 'quotes') WITH ORDINALITY AS kept (quote, place)
             WHERE quote ->> 'source' <> ALL(gone.paths)))
  FROM questions,
       (SELECT sources.course_id, array_agg(sources.path) AS paths
          FROM sources WHERE sources.id = ANY(%(sources)s) GROUP BY sources.course_id) AS gone
 WHERE questions.id = judgements.question_id AND questions.course_id = gone.course_id
   AND jsonb_typeof(evidence -> 'quotes') = 'array'

-- name: evidence
-- What judgements about doomed contents and topics rest on.
UPDATE judgements SET evidence = '{}'
  FROM doomed
 WHERE doomed.kind = 'question' AND doomed.id = judgements.question_id

-- name: review_items
-- What was asked about doomed contents and revisions.
DELETE FROM review_items
 USING doomed
 WHERE doomed.kind = 'question' AND doomed.id = review_items.question_id
    OR doomed.kind = 'revision' AND review_items.kind = 'unread' AND doomed.id = review_items.subject_id

-- name: extractions
-- What was kept of extraction and holds a quote that stands nowhere else.
DELETE FROM extractions
 USING supports, doomed
 WHERE doomed.kind = 'content' AND doomed.id = supports.content_id
   AND extractions.found -> 'contents' @> jsonb_build_array(jsonb_build_object('quote', supports.quote))

-- name: blocks
-- Blocks of pages that stand on doomed chunks, unless a person pinned them.
DELETE FROM blocks
 USING block_supports, doomed
 WHERE block_supports.block_id = blocks.id AND NOT blocks.pinned
   AND doomed.kind = 'chunk' AND doomed.id = block_supports.chunk_id

-- name: topic_texts
-- Summaries and definitions of topics that repeat a doomed content.
UPDATE topics SET summary = '', definition = ''
  FROM contents, doomed
 WHERE doomed.kind = 'content' AND doomed.id = contents.id AND topics.course_id = contents.course_id
   AND (position(contents.sentence IN topics.summary) > 0 OR position(contents.sentence IN topics.definition) > 0)

-- name: change_texts
-- The changes that tell of the sources, of doomed contents or, in whole words, of doomed topics.
DELETE FROM changes
 USING (SELECT course_id, path AS said, false AS words FROM sources WHERE id = ANY(%(sources)s)
        UNION ALL
        SELECT contents.course_id, contents.sentence, false
          FROM contents JOIN doomed ON doomed.kind = 'content' AND doomed.id = contents.id
        UNION ALL
        SELECT topics.course_id, called.name, true
          FROM topics
          JOIN doomed ON doomed.kind = 'topic' AND doomed.id = topics.id
          LEFT JOIN topic_names ON topic_names.topic_id = topics.id
         CROSS JOIN LATERAL (VALUES (topics.title), (topics.slug), (topic_names.name)) AS called (name)
       ) AS gone
 WHERE changes.course_id = gone.course_id AND gone.said <> ''
   AND (position(gone.said IN changes.what) > 0 AND NOT gone.words
        OR gone.words AND position(' ' || regexp_replace(lower(gone.said), '[^[:alnum:]]+', ' ', 'g') || ' '
                             IN ' ' || regexp_replace(lower(changes.what), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)

-- name: change_causes
-- What the sources were the cause of has no cause that is known any more.
UPDATE changes SET cause = 'a file that was forgotten'
  FROM sources
 WHERE sources.id = ANY(%(sources)s) AND changes.course_id = sources.course_id
   AND position(sources.path IN changes.cause) > 0

-- name: question_keys
-- Questions about doomed topics, whose keys hold their slugs.
UPDATE questions SET natural_key = 'forgotten|' || questions.id
  FROM doomed
 WHERE doomed.kind = 'question' AND doomed.id = questions.id

-- name: topic_prerequisites
-- What was to be learnt before doomed topics, and after them.
DELETE FROM prerequisites
 USING doomed
 WHERE doomed.kind = 'topic' AND doomed.id IN (prerequisites.subject_id, prerequisites.object_id)

-- name: topic_tags
-- The tags of doomed topics.
DELETE FROM tags USING doomed WHERE doomed.kind = 'topic' AND doomed.id = tags.topic_id

-- name: topic_names
-- The names of doomed topics, by which they would be found again.
DELETE FROM topic_names USING doomed WHERE doomed.kind = 'topic' AND doomed.id = topic_names.topic_id

-- name: topics
-- Doomed topics are bare rows. Nobody has said no to them: named again, they are new.
UPDATE topics
   SET slug = 'forgotten-' || topics.id, title = '(forgotten)', title_by_person = false, summary = '',
       definition = '', doubt = NULL, origin = 'extracted', state_by = 'stage',
       state = CASE WHEN state = 'merged' THEN state ELSE 'retired' END
  FROM doomed
 WHERE doomed.kind = 'topic' AND doomed.id = topics.id

-- name: vectors
-- Embeddings of doomed chunks, contents and topics.
DELETE FROM vectors USING doomed WHERE vectors.owner_kind = doomed.kind AND vectors.owner_id = doomed.id

-- name: outcome_reasons
-- What the log of outcomes says in words.
UPDATE outcome_log SET reason = NULL
  FROM doomed
 WHERE outcome_log.kind = doomed.kind AND outcome_log.unit_id = doomed.id AND outcome_log.reason IS NOT NULL

-- name: outcomes
-- The outcomes of units that are none any more.
DELETE FROM outcomes USING doomed WHERE outcomes.kind = doomed.kind AND outcomes.unit_id = doomed.id

-- name: course_outcomes
-- What was made of their courses as a whole is due again, even if the same files come back.
DELETE FROM outcomes
 USING sources
 WHERE sources.id = ANY(%(sources)s) AND outcomes.kind = 'course' AND outcomes.unit_id = sources.course_id

-- name: contents
-- The contents, with their tags and candidates.
DELETE FROM contents USING doomed WHERE doomed.kind = 'content' AND doomed.id = contents.id

-- name: chunks
-- The chunks, with their places, mentions and supports.
DELETE FROM chunks USING doomed WHERE doomed.kind = 'chunk' AND doomed.id = chunks.id

-- name: detach_readings
-- Doomed revisions have no reading.
UPDATE revisions SET reading_id = NULL
  FROM doomed
 WHERE doomed.kind = 'revision' AND doomed.id = revisions.id

-- name: readings
-- The texts that no revision has any more.
DELETE FROM readings WHERE NOT EXISTS (SELECT FROM revisions WHERE revisions.reading_id = readings.id)

-- name: mark
-- The sources are forgotten.
UPDATE sources
   SET forgotten_at = %(now)s, live_revision_id = NULL, retired_at = coalesce(retired_at, %(now)s),
       retired_by = 'person'
 WHERE id = ANY(%(sources)s)

-- name: course_decisions
-- The decisions of a course stay, without what was said in words and what stood before them.
UPDATE decisions
   SET note = NULL,
       details = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details)
                   WHERE jsonb_typeof(value) = 'number' OR key IN ('kind', 'answer', 'answers', 'touched'))
 WHERE course_id = %(course)s

-- name: course_evidence
-- What the judgements of a course quoted.
UPDATE judgements SET evidence = '{}'
  FROM questions
 WHERE questions.id = judgements.question_id AND questions.course_id = %(course)s

-- name: course_review_items
-- What was asked in a course.
DELETE FROM review_items WHERE course_id = %(course)s

-- name: course_names
-- The names of a course's topics, by which they would be found again; what a person called them stays theirs.
DELETE FROM topic_names
 USING topics
 WHERE topics.id = topic_names.topic_id AND topics.course_id = %(course)s
   AND topic_names.origin IN ('mention', 'outline')

-- name: course_topics
-- The topics of a course are retired, which is nobody's no: named again, they come back.
UPDATE topics SET state = 'retired', state_by = 'stage', merged_into = NULL, summary = '', definition = ''
 WHERE course_id = %(course)s
