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

-- name: doomed_questions
-- The questions about doomed contents.
INSERT INTO doomed (kind, id)
SELECT 'question', questions.id
  FROM questions
  JOIN doomed ON doomed.kind = 'content' AND doomed.id = questions.subject_id
 WHERE questions.task = 'tag'

-- name: decision_texts
-- Decisions stay, without what was said in words.
UPDATE decisions
   SET note = NULL,
       details = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details)
                   WHERE jsonb_typeof(value) <> 'string' OR key IN ('kind', 'answer'))
  FROM doomed
 WHERE doomed.kind = 'question' AND doomed.id = decisions.question_id

-- name: evidence
-- What judgements quoted.
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

-- name: vectors
-- Embeddings of doomed chunks and contents.
DELETE FROM vectors USING doomed WHERE vectors.owner_kind = doomed.kind AND vectors.owner_id = doomed.id

-- name: outcome_reasons
-- What the log of outcomes says in words.
UPDATE outcome_log SET reason = NULL
  FROM doomed
 WHERE outcome_log.kind = doomed.kind AND outcome_log.unit_id = doomed.id AND outcome_log.reason IS NOT NULL

-- name: outcomes
-- The outcomes of units that are none any more.
DELETE FROM outcomes USING doomed WHERE outcomes.kind = doomed.kind AND outcomes.unit_id = doomed.id

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
-- The decisions of a course stay, without what was said in words.
UPDATE decisions
   SET note = NULL,
       details = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details)
                   WHERE jsonb_typeof(value) <> 'string' OR key IN ('kind', 'answer'))
 WHERE course_id = %(course)s

-- name: course_evidence
-- What the judgements of a course quoted.
UPDATE judgements SET evidence = '{}'
  FROM questions
 WHERE questions.id = judgements.question_id AND questions.course_id = %(course)s

-- name: course_review_items
-- What was asked in a course.
DELETE FROM review_items WHERE course_id = %(course)s

-- name: course_topics
-- The topics of a course are retired, bare names.
UPDATE topics SET state = 'retired', state_by = 'person', summary = '', definition = ''
 WHERE course_id = %(course)s
