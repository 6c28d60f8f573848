-- name: add_topics
-- Make the topics of a stated outline.
INSERT INTO topics (course_id, slug, title, position, origin)
SELECT %(course)s, slug, title, position - 1, 'outline'
  FROM unnest(%(slugs)s::text[], %(titles)s::text[]) WITH ORDINALITY AS given (slug, title, position)
RETURNING slug, id

-- name: name_topics
-- Let the topics of a stated outline be known by their names.
INSERT INTO topic_names (topic_id, key, name, origin)
SELECT topics.id, given.key, topics.title, 'outline'
  FROM unnest(%(slugs)s::text[], %(keys)s::text[]) AS given (slug, key)
  JOIN topics ON topics.course_id = %(course)s AND topics.slug = given.slug

-- name: set_parents
-- Put topics below others, both by slug.
UPDATE topics
   SET parent_id = parent.id
  FROM unnest(%(slugs)s::text[], %(parents)s::text[]) AS given (slug, parent)
  JOIN topics AS parent ON parent.course_id = %(course)s AND parent.slug = given.parent
 WHERE topics.course_id = %(course)s AND topics.slug = given.slug

-- name: make_passages
-- Where passages stand until they are rows of their own.
CREATE TEMPORARY TABLE passages (
    key text NOT NULL, sentence text NOT NULL, text_hash text NOT NULL, path text NOT NULL,
    position integer NOT NULL
) ON COMMIT DROP

-- name: put_passages
-- Store passages.
COPY passages (key, sentence, text_hash, path, position) FROM STDIN

-- name: add_sources
-- Make a source for each path of the passages.
INSERT INTO sources (course_id, root, path, type)
SELECT DISTINCT %(course)s::bigint, 'given', path, 'other' FROM passages

-- name: add_revisions
-- Make the one revision of each source.
INSERT INTO revisions (source_id, sha256, size, suffix)
SELECT id, encode(sha256(convert_to(path, 'UTF8')), 'hex'), 0, '.tsv' FROM sources
 WHERE course_id = %(course)s AND path IN (SELECT path FROM passages)

-- name: set_live
-- Let the revisions of the course be the live ones.
UPDATE sources
   SET current_revision_id = revisions.id, live_revision_id = revisions.id
  FROM revisions
 WHERE revisions.source_id = sources.id AND sources.course_id = %(course)s

-- name: add_chunks
-- Make a chunk for each passage.
INSERT INTO chunks (source_id, text_hash, ordinal, text)
SELECT sources.id, passages.text_hash, passages.position, passages.sentence
  FROM passages
  JOIN sources ON sources.course_id = %(course)s AND sources.path = passages.path

-- name: place_chunks
-- Let the chunks stand in their sources one after the other, under no heading.
INSERT INTO placements (revision_id, chunk_id, position, start_at, end_at, section_path)
SELECT sources.live_revision_id, chunks.id, chunks.ordinal, 0, length(chunks.text), '{}'
  FROM chunks
  JOIN sources ON sources.id = chunks.source_id AND sources.course_id = %(course)s
 WHERE sources.path IN (SELECT path FROM passages)

-- name: add_contents
-- Make a content of each passage, equal sentences apart.
INSERT INTO contents (course_id, kind, sentence, sentence_key)
SELECT %(course)s, 'fact', sentence, key FROM passages
RETURNING sentence_key, id

-- name: support_contents
-- Let each content stand on its passage.
INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)
SELECT contents.id, chunks.id, 0, length(passages.sentence), passages.sentence
  FROM passages
  JOIN contents ON contents.course_id = %(course)s AND contents.sentence_key = passages.key
  JOIN sources ON sources.course_id = %(course)s AND sources.path = passages.path
  JOIN chunks ON chunks.source_id = sources.id AND chunks.ordinal = passages.position

-- name: accept_tags
-- Tag contents as if a person had done so; the first topic of a content is its primary one.
INSERT INTO tags (content_id, topic_id, question_id, status, confidence, reason, is_primary, by)
SELECT given.content_id, given.topic_id, questions.id, 'accepted', 1, 'The gold set says so.', given.first,
       'person'
  FROM unnest(%(contents)s::bigint[], %(topics)s::bigint[], %(firsts)s::boolean[])
    AS given (content_id, topic_id, first)
  JOIN questions ON questions.task = 'tag' AND questions.subject_id = given.content_id
                AND questions.object_id = given.topic_id

-- name: log_accepted
-- Log who accepted the tags that a person is said to have accepted.
INSERT INTO decisions (course_id, question_id, act, person, at)
SELECT %(course)s, tags.question_id, 'accept', 'gold', %(at)s
  FROM tags
  JOIN contents ON contents.id = tags.content_id AND contents.course_id = %(course)s
 WHERE tags.by = 'person'
 ORDER BY tags.question_id

-- name: decide_prerequisites
-- Decide about prerequisites that were put forward, as if a person had done so.
INSERT INTO decisions (course_id, question_id, act, person, at)
SELECT %(course)s, questions.id, CASE WHEN given.holds THEN 'accept' ELSE 'reject' END, 'gold', %(at)s
  FROM unnest(%(subjects)s::bigint[], %(objects)s::bigint[], %(holds)s::boolean[])
    AS given (subject_id, object_id, holds)
  JOIN questions ON questions.task = 'prerequisite' AND questions.subject_id = given.subject_id
                AND questions.object_id = given.object_id

-- name: prerequisite_questions
-- The questions about prerequisites of a course.
SELECT id, subject_id, object_id FROM questions WHERE course_id = %(course)s AND task = 'prerequisite'

-- name: judged_prerequisites
-- The newest judgement of each prerequisite of a course.
SELECT DISTINCT ON (questions.id) questions.subject_id, questions.object_id,
       judgements.log_yes - judgements.log_no AS log_odds, judgements.evidence -> 'features' AS features
  FROM questions
  JOIN judgements ON judgements.question_id = questions.id
 WHERE questions.course_id = %(course)s AND questions.task = 'prerequisite'
 ORDER BY questions.id, judgements.id DESC

-- name: set_salt
-- Let draws hang on another salt.
UPDATE installation SET salt = %(salt)s

-- name: picks
-- What was picked for some contents.
SELECT question_id, content_id, topic_id, pick AS place, status = 'accepted' AS accepted, confidence
  FROM tags
 WHERE content_id = ANY(%(contents)s) AND pick IS NOT NULL
 ORDER BY content_id, pick

-- name: decide_tags
-- Decide about tags that were picked, as if a person had been asked by a draw that leaves none out.
INSERT INTO decisions (course_id, question_id, act, person, draw, draw_probability, at)
SELECT %(course)s, questions.id, CASE WHEN given.holds THEN 'accept' ELSE 'reject' END, 'gold', 'uniform', 1, %(at)s
  FROM unnest(%(contents)s::bigint[], %(topics)s::bigint[], %(holds)s::boolean[])
    AS given (content_id, topic_id, holds)
  JOIN questions ON questions.task = 'tag' AND questions.subject_id = given.content_id
                AND questions.object_id = given.topic_id

-- name: analyse
-- Tell the planner what the tables hold.
ANALYZE topics, topic_names, sources, revisions, chunks, placements, contents, supports, questions, tags

-- name: ranked
-- The candidates of some contents, the best first.
SELECT content_id, topic_id
  FROM candidates
 WHERE content_id = ANY(%(contents)s)
 ORDER BY content_id, rank

-- name: standing_at
-- For each place (file, characters, digest of its words) of a course the live content that stands there: the
-- one whose support shares most with it, if that is enough of both. `words` is what the file says there.
SELECT asked.number, asked.start_at, asked.end_at, asked.digest, found.content_id, found.words
  FROM unnest(%(numbers)s::integer[], %(files)s::text[], %(starts)s::integer[], %(ends)s::integer[],
              %(digests)s::text[]) AS asked (number, file, start_at, end_at, digest)
 CROSS JOIN LATERAL (
       SELECT contents.id AS content_id,
              substr(readings.text, asked.start_at + 1, asked.end_at - asked.start_at) AS words,
              least(asked.end_at, placements.start_at + supports.end_at)
              - greatest(asked.start_at, placements.start_at + supports.start_at) AS shared,
              greatest(asked.end_at - asked.start_at, supports.end_at - supports.start_at) AS longer
         FROM revisions
         JOIN sources ON sources.live_revision_id = revisions.id AND sources.course_id = %(course)s
         JOIN readings ON readings.id = revisions.reading_id
         JOIN placements ON placements.revision_id = revisions.id
         JOIN supports ON supports.chunk_id = placements.chunk_id
         JOIN contents ON contents.id = supports.content_id AND contents.course_id = %(course)s
                      AND contents.retired_at IS NULL
        WHERE revisions.sha256 = asked.file
        ORDER BY shared DESC, contents.id
        LIMIT 1) AS found
 WHERE found.shared >= %(share)s * found.longer

-- name: questions_of
-- The questions about some tags, by content and topic.
SELECT id, subject_id, object_id FROM questions
 WHERE task = 'tag' AND course_id = %(course)s AND subject_id = ANY(%(contents)s)
