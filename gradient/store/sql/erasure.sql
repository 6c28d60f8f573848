-- name: lock
-- Nobody stores what was made of sources until this transaction ends.
SELECT pg_advisory_xact_lock(%(key)s)

-- name: hold_off
-- Nobody erases anything until this transaction ends.
SELECT pg_advisory_xact_lock_shared(%(key)s)

-- name: erased
-- Something else whenever anything more was erased.
SELECT count(*) AS sources, max(forgotten_at) AS at,
       (SELECT max(retired_at) FROM courses) AS course_at
  FROM sources
 WHERE forgotten_at IS NOT NULL

-- name: doomed
-- The chunks and revisions of the sources, for the steps that follow in this transaction.
CREATE TEMPORARY TABLE doomed ON COMMIT DROP AS
SELECT 'chunk' AS kind, chunks.id FROM chunks WHERE chunks.source_id = ANY(%(sources)s)
UNION ALL
SELECT 'revision', revisions.id FROM revisions WHERE revisions.source_id = ANY(%(sources)s)

-- name: doomed_contents
-- The contents that stand on doomed chunks and on nothing else, and those that stood in the sources once and
-- stand nowhere now.
INSERT INTO doomed (kind, id)
WITH said AS (
    SELECT sources.course_id, ' ' || regexp_replace(lower(readings.text), '[^[:alnum:]]+', ' ', 'g') || ' ' AS words
      FROM sources
      JOIN revisions ON revisions.source_id = sources.id
      JOIN readings ON readings.id = revisions.reading_id
     WHERE sources.id = ANY(%(sources)s)
)
SELECT 'content', supports.content_id
  FROM supports
  LEFT JOIN doomed ON doomed.kind = 'chunk' AND doomed.id = supports.chunk_id
 GROUP BY supports.content_id
HAVING bool_and(doomed.id IS NOT NULL)
 UNION
SELECT 'content', contents.id
  FROM contents
  JOIN said ON said.course_id = contents.course_id
 WHERE NOT EXISTS (SELECT FROM supports WHERE supports.content_id = contents.id)
   AND position(' ' || btrim(regexp_replace(lower(contents.sentence), '[^[:alnum:]]+', ' ', 'g')) || ' '
                IN said.words) > 0

-- name: doomed_topics
-- The topics that stood on the sources and that no passage of another one names and no outline. Those that a
-- person made stay.
INSERT INTO doomed (kind, id)
WITH texts AS (
    SELECT sources.id AS source_id, sources.course_id, sources.type,
           ' ' || regexp_replace(lower(readings.text), '[^[:alnum:]]+', ' ', 'g') || ' ' AS words
      FROM sources
      JOIN revisions ON revisions.source_id = sources.id
      JOIN readings ON readings.id = revisions.reading_id
     WHERE sources.id = ANY(%(sources)s)
        OR sources.type = 'topics' AND sources.forgotten_at IS NULL
           AND sources.course_id IN (SELECT course_id FROM sources WHERE id = ANY(%(sources)s))
), named AS (
    SELECT topic_names.topic_id, chunks.id AS chunk_id, chunks.source_id
      FROM topic_names
      JOIN topics ON topics.id = topic_names.topic_id
      JOIN mentions ON mentions.key = topic_names.key
      JOIN chunks ON chunks.id = mentions.chunk_id
      JOIN sources ON sources.id = chunks.source_id AND sources.course_id = topics.course_id
), titled AS (
    SELECT topics.id, topics.course_id, topics.first_taught_chunk_id,
           ' ' || btrim(regexp_replace(lower(topics.title), '[^[:alnum:]]+', ' ', 'g')) || ' ' AS words
      FROM topics
     WHERE topics.origin <> 'person'
)
SELECT 'topic', titled.id
  FROM titled
 WHERE titled.course_id IN (SELECT course_id FROM sources WHERE id = ANY(%(sources)s))
   AND (EXISTS (SELECT FROM named WHERE named.topic_id = titled.id AND named.source_id = ANY(%(sources)s))
        OR EXISTS (SELECT FROM doomed WHERE doomed.kind = 'chunk' AND doomed.id = titled.first_taught_chunk_id)
        OR EXISTS (SELECT FROM texts
                    WHERE texts.source_id = ANY(%(sources)s) AND position(titled.words IN texts.words) > 0))
   AND NOT EXISTS (SELECT FROM named
                    WHERE named.topic_id = titled.id AND NOT named.source_id = ANY(%(sources)s))
   AND NOT EXISTS (SELECT FROM texts
                    WHERE texts.course_id = titled.course_id AND texts.type = 'topics'
                      AND NOT texts.source_id = ANY(%(sources)s) AND position(titled.words IN texts.words) > 0)

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
-- What judgements quoted from the sources, also under a path that they had before.
WITH gone AS (
    SELECT sources.course_id, array_agg(sources.path) AS paths
      FROM sources WHERE sources.id = ANY(%(sources)s) GROUP BY sources.course_id
), quoted AS (
    SELECT judgements.id,
           jsonb_agg(one.quote ORDER BY one.place) FILTER (WHERE NOT (
               one.quote ->> 'source' = ANY(gone.paths)
               OR NOT EXISTS (SELECT FROM sources WHERE sources.path = one.quote ->> 'source')
                  AND EXISTS (SELECT FROM chunks
                                JOIN doomed ON doomed.kind = 'chunk' AND doomed.id = chunks.id
                               WHERE position(one.quote ->> 'quote' IN chunks.text) > 0))) AS kept
      FROM judgements
      JOIN questions ON questions.id = judgements.question_id
      JOIN gone ON gone.course_id = questions.course_id
     CROSS JOIN LATERAL jsonb_array_elements(judgements.evidence -> 'quotes') WITH ORDINALITY AS one (quote, place)
     WHERE jsonb_typeof(judgements.evidence -> 'quotes') = 'array'
     GROUP BY judgements.id
)
UPDATE judgements SET evidence = jsonb_set(evidence, '{quotes}', coalesce(quoted.kept, '[]'))
  FROM quoted
 WHERE quoted.id = judgements.id AND evidence -> 'quotes' <> coalesce(quoted.kept, '[]')

-- name: evidence
-- What judgements about doomed contents and topics rest on.
UPDATE judgements SET evidence = '{}'
  FROM doomed
 WHERE doomed.kind = 'question' AND doomed.id = judgements.question_id

-- name: notion_rows
-- The rows in Notion of what was asked about doomed contents, topics and revisions; the mirror empties them.
UPDATE notion_pages
   SET state = 'forgotten', properties = '{}', seen = NULL, answer = '', failure = NULL
  FROM review_items
  JOIN doomed
    ON doomed.kind = 'question' AND doomed.id = review_items.question_id
    OR doomed.kind = 'revision' AND review_items.kind = 'unread' AND doomed.id = review_items.subject_id
    OR doomed.kind = 'topic' AND review_items.kind IN ('thin', 'homonym') AND doomed.id = review_items.subject_id
 WHERE notion_pages.kind = 'review' AND notion_pages.item_id = review_items.id AND notion_pages.page_id IS NOT NULL

-- name: review_items
-- What was asked about doomed contents, topics and revisions.
DELETE FROM review_items
 USING doomed
 WHERE doomed.kind = 'question' AND doomed.id = review_items.question_id
    OR doomed.kind = 'revision' AND review_items.kind = 'unread' AND doomed.id = review_items.subject_id
    OR doomed.kind = 'topic' AND review_items.kind IN ('thin', 'homonym') AND doomed.id = review_items.subject_id

-- name: review_reasons
-- What is asked about others, where the reason names a doomed topic or quotes the sources.
UPDATE review_items SET reason = 'It is looked at anew, since what it hung on was forgotten.'
 WHERE EXISTS (SELECT FROM prerequisites
                 JOIN topics ON topics.slug = ANY(prerequisites.circle)
                 JOIN doomed ON doomed.kind = 'topic' AND doomed.id = topics.id
                WHERE topics.course_id = review_items.course_id
                  AND prerequisites.question_id = review_items.question_id)
    OR EXISTS (SELECT FROM supports
                 JOIN doomed ON doomed.kind = 'chunk' AND doomed.id = supports.chunk_id
                WHERE review_items.reason LIKE 'New evidence%%'
                  AND position(supports.quote IN review_items.reason) > 0)
    OR EXISTS (SELECT FROM sources
                WHERE sources.id = ANY(%(sources)s) AND sources.course_id = review_items.course_id
                  AND review_items.kind = 'homonym' AND position(sources.path IN review_items.reason) > 0)

-- name: circles
-- The circles that doomed topics were part of.
UPDATE prerequisites SET circle = NULL, reason = 'It is settled anew, since a topic that it hung on was forgotten.'
  FROM topics
  JOIN doomed ON doomed.kind = 'topic' AND doomed.id = topics.id,
       topics AS object
 WHERE object.id = prerequisites.object_id AND object.course_id = topics.course_id
   AND topics.slug = ANY(prerequisites.circle)

-- name: extractions
-- What was kept of extraction and holds a quote that stands nowhere else.
DELETE FROM extractions
 USING supports, doomed
 WHERE doomed.kind = 'content' AND doomed.id = supports.content_id
   AND extractions.found -> 'contents' @> jsonb_build_array(jsonb_build_object('quote', supports.quote))

-- name: kept_answers
-- What models answered in the courses of the sources; nobody can tell what of it was said of them.
DELETE FROM kept_answers
 USING sources
 WHERE sources.id = ANY(%(sources)s) AND sources.course_id = kept_answers.course_id

-- name: batches
-- What was asked about in the courses of the sources, with the answers.
DELETE FROM batches
 USING sources
 WHERE sources.id = ANY(%(sources)s) AND sources.course_id = batches.course_id

-- name: extracted_names
-- The same of names.
WITH lone AS (
    SELECT mentions.surface
      FROM mentions
      LEFT JOIN doomed ON doomed.kind = 'chunk' AND doomed.id = mentions.chunk_id
     GROUP BY mentions.surface
    HAVING bool_and(doomed.id IS NOT NULL)
)
DELETE FROM extractions
 WHERE EXISTS (SELECT FROM jsonb_array_elements(extractions.found -> 'mentions') AS mention
                WHERE mention ->> 'surface' IN (SELECT surface FROM lone))

-- name: blocks
-- Blocks of pages that stand on doomed chunks, unless a person pinned them, and the headings above them.
WITH fallen AS (
    DELETE FROM blocks
     USING block_supports, doomed
     WHERE block_supports.block_id = blocks.id AND NOT blocks.pinned
       AND doomed.kind = 'chunk' AND doomed.id = block_supports.chunk_id
    RETURNING blocks.topic_id
)
DELETE FROM blocks
 USING topics
 WHERE topics.id = blocks.topic_id AND blocks.type = 'heading' AND blocks.content <> topics.title
   AND NOT blocks.pinned AND blocks.topic_id IN (SELECT topic_id FROM fallen)

-- name: topic_blocks
-- What else stands on the pages of doomed topics and is nobody's.
DELETE FROM blocks
 USING doomed
 WHERE doomed.kind = 'topic' AND doomed.id = blocks.topic_id AND NOT blocks.pinned

-- name: topic_pages
-- The pages of doomed topics that hold nothing any more.
DELETE FROM pages
 USING doomed
 WHERE doomed.kind = 'topic' AND doomed.id = pages.topic_id
   AND NOT EXISTS (SELECT FROM blocks WHERE blocks.topic_id = pages.topic_id)

-- name: topic_texts
-- Summaries and definitions of topics that repeat a doomed content.
UPDATE topics SET summary = '', definition = ''
  FROM contents, doomed
 WHERE doomed.kind = 'content' AND doomed.id = contents.id AND topics.course_id = contents.course_id
   AND (position(contents.sentence IN topics.summary) > 0 OR position(contents.sentence IN topics.definition) > 0)

-- name: topic_doubts
-- Doubts about names that rest on what stands in the sources.
UPDATE topics SET doubt = NULL
  FROM sources
 WHERE sources.id = ANY(%(sources)s) AND sources.course_id = topics.course_id
   AND position(sources.path IN topics.doubt) > 0

-- name: doomed_names
-- The names of other topics that stood in the sources alone.
CREATE TEMPORARY TABLE doomed_names ON COMMIT DROP AS
SELECT topics.id AS topic_id, topic_names.key, topic_names.name
  FROM topic_names
  JOIN topics ON topics.id = topic_names.topic_id AND topics.state <> 'merged'
  JOIN mentions ON mentions.key = topic_names.key
  JOIN chunks ON chunks.id = mentions.chunk_id
  JOIN sources ON sources.id = chunks.source_id AND sources.course_id = topics.course_id
  LEFT JOIN doomed ON doomed.kind = 'chunk' AND doomed.id = chunks.id
 WHERE topic_names.origin = 'mention' AND topics.id NOT IN (SELECT id FROM doomed WHERE kind = 'topic')
 GROUP BY topics.id, topic_names.key, topic_names.name
HAVING bool_and(doomed.id IS NOT NULL)

-- name: other_titles
-- A topic that was called by such a name is called by another of its names, until its outline is made anew.
UPDATE topics SET title = left_over.name
  FROM (SELECT DISTINCT ON (topic_names.topic_id) topic_names.topic_id, topic_names.name
          FROM topic_names
          LEFT JOIN doomed_names USING (topic_id, key)
         WHERE doomed_names.key IS NULL AND topic_names.origin <> 'slug'
         ORDER BY topic_names.topic_id, topic_names.name) AS left_over,
       doomed_names
 WHERE left_over.topic_id = topics.id AND doomed_names.topic_id = topics.id AND doomed_names.name = topics.title
   AND NOT topics.title_by_person

-- name: other_names
-- Such names go.
DELETE FROM topic_names
 USING doomed_names
 WHERE doomed_names.topic_id = topic_names.topic_id AND doomed_names.key = topic_names.key

-- name: change_texts
-- The changes that tell of the sources, of doomed contents and of doomed topics under any title that they had.
WITH RECURSIVE other AS (
    SELECT topics.course_id, topics.title
      FROM topics
     WHERE topics.state <> 'merged' AND topics.id NOT IN (SELECT id FROM doomed WHERE kind = 'topic')
), called AS (
    SELECT topics.course_id, name.title
      FROM topics
      JOIN doomed ON doomed.kind = 'topic' AND doomed.id = topics.id
     CROSS JOIN LATERAL (SELECT topics.title
                          UNION SELECT topic_names.name FROM topic_names WHERE topic_names.topic_id = topics.id)
           AS name (title)
     UNION
    SELECT changes.course_id, split_part(changes.what, ' is now called ' || called.title || '.', 1)
      FROM called
      JOIN changes ON changes.course_id = called.course_id AND changes.kind = 'topic'
                  AND right(changes.what, length(called.title) + 16) = ' is now called ' || called.title || '.'
), gone AS (
    SELECT called.course_id, called.title
      FROM called LEFT JOIN other USING (course_id, title)
     WHERE other.title IS NULL AND called.title <> ''
), said AS (
    SELECT course_id, path AS words FROM sources WHERE id = ANY(%(sources)s)
     UNION ALL
    SELECT contents.course_id, contents.sentence
      FROM contents JOIN doomed ON doomed.kind = 'content' AND doomed.id = contents.id
     WHERE contents.sentence <> ''
)
DELETE FROM changes
 WHERE EXISTS (SELECT FROM said
                WHERE said.course_id = changes.course_id AND position(said.words IN changes.what) > 0)
    OR EXISTS (SELECT FROM gone
                WHERE gone.course_id = changes.course_id
                  AND (changes.kind = 'topic'
                       AND (changes.what IN (gone.title || ' is new.', gone.title || ' is back.')
                            OR starts_with(changes.what, gone.title || ' is gone: ')
                            OR starts_with(changes.what, gone.title || ' is now called ')
                            OR right(changes.what, length(gone.title) + 16) = ' is now called ' || gone.title || '.')
                       OR changes.kind IN ('tag', 'prerequisite')
                          AND (starts_with(changes.what, gone.title || ' → ')
                               OR position(' → ' || gone.title || ': ' IN changes.what) > 0)))

-- name: change_causes
-- What the sources were the cause of, or a circle with doomed topics, has no cause that is known any more.
UPDATE changes SET cause = 'a file that was forgotten'
 WHERE EXISTS (SELECT FROM sources
                WHERE sources.id = ANY(%(sources)s) AND sources.course_id = changes.course_id
                  AND position(sources.path IN changes.cause) > 0)
    OR EXISTS (SELECT FROM topics
                 JOIN doomed ON doomed.kind = 'topic' AND doomed.id = topics.id
                WHERE topics.course_id = changes.course_id AND changes.cause LIKE 'It would close the circle %%'
                  AND topics.slug = ANY(regexp_split_to_array(
                          split_part(rtrim(changes.cause, '.'), 'the circle ', 2), ' → ')))

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

-- name: topic_groups
-- The groups of doomed topics, and of others where nothing but the sources has the name of the group.
DELETE FROM topic_groups
 USING topics, groups
 WHERE topics.id = topic_groups.topic_id AND groups.id = topic_groups.group_id
   AND topics.course_id IN (SELECT course_id FROM sources WHERE id = ANY(%(sources)s))
   AND (topics.id IN (SELECT id FROM doomed WHERE kind = 'topic')
        OR NOT EXISTS (SELECT FROM sources
                         JOIN revisions ON revisions.id = sources.live_revision_id
                         JOIN readings ON readings.id = revisions.reading_id
                        WHERE sources.course_id = topics.course_id AND NOT sources.id = ANY(%(sources)s)
                          AND sources.retired_at IS NULL
                          AND position(lower(groups.name) IN lower(readings.text)) > 0))

-- name: groups
-- The groups that nothing belongs to.
DELETE FROM groups WHERE NOT EXISTS (SELECT FROM topic_groups WHERE topic_groups.group_id = groups.id)

-- name: topic_names
-- The names of doomed topics, by which they would be found again.
DELETE FROM topic_names USING doomed WHERE doomed.kind = 'topic' AND doomed.id = topic_names.topic_id

-- name: notion_pages
-- What the pages of doomed topics in Notion were known by; the mirror empties them.
UPDATE notion_pages
   SET key = 'forgotten-' || notion_pages.item_id, properties = '{}', blocks = NULL, dropped = '{}', failure = NULL
  FROM doomed
 WHERE doomed.kind = 'topic' AND notion_pages.kind = 'topics' AND notion_pages.item_id = doomed.id

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

-- name: course_kept_answers
-- What models answered in a course.
DELETE FROM kept_answers WHERE course_id = %(course)s

-- name: course_batches
-- What was asked about in a course, with the answers.
DELETE FROM batches WHERE course_id = %(course)s

-- name: course_notion_rows
-- The rows in Notion of what was asked in a course; the mirror empties them.
UPDATE notion_pages
   SET state = 'forgotten', properties = '{}', seen = NULL, answer = '', failure = NULL
  FROM courses
 WHERE courses.id = %(course)s AND notion_pages.kind = 'review' AND notion_pages.course = courses.slug
   AND notion_pages.page_id IS NOT NULL

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
