-- name: units
-- The course as the one unit of the outline, with a hash of the values that it follows from: chunks, mentions,
-- sentences, outline files, what picks propose, and what people said about topics; where it is not free to grow, also about which
-- of them. Rows are hashed one by one and their hashes
-- summed up: their order does not matter, and nobody has to sort them.
SELECT 'course' AS kind, courses.id AS unit_id, courses.slug AS unit_key, false AS touched,
       md5(jsonb_build_array(courses.language, courses.outline_open,
           (SELECT sum(hash_record_extended(ROW(read.path, read.source_position, read.position, read.text_hash,
                                                read.section_path, read.language), 0))
              FROM live_chunks AS read
             WHERE read.course_id = courses.id AND read.furniture IS NULL AND read.type <> 'topics'),
           (SELECT sum(hash_record_extended(ROW(place.path, place.position, read.kind, read.key, read.surface,
                                                read.expansion, read.start_at, read.end_at), 0))
              FROM mentions AS read
              JOIN live_chunks AS place ON place.id = read.chunk_id
             WHERE place.course_id = courses.id),
           (SELECT sum(hash_record_extended(ROW(place.path, place.position, read.start_at, read.end_at,
                                                contents.sentence), 0))
              FROM supports AS read
              JOIN live_chunks AS place ON place.id = read.chunk_id
              JOIN contents ON contents.id = read.content_id
             WHERE place.course_id = courses.id AND contents.course_id = courses.id),
           (SELECT sum(hash_record_extended(ROW(read.key, read.name, contents.sentence_key), 0))
              FROM proposed_names AS read
              JOIN contents ON contents.id = read.content_id
             WHERE contents.course_id = courses.id
               AND EXISTS (SELECT FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
                            WHERE supports.content_id = contents.id
                              AND live_chunks.course_id = contents.course_id)),
           (SELECT sum(hash_record_extended(ROW(sources.path, readings.text_hash), 0))
              FROM sources
              JOIN revisions ON revisions.id = sources.live_revision_id
              JOIN readings ON readings.id = revisions.reading_id
             WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
               AND sources.type = 'topics'),
           (SELECT sum(hash_record_extended(ROW(topics.slug, topics.state, topics.origin = 'person',
                                                topics.title_by_person, topics.title, into_topic.slug), 0))
              FROM topics
              LEFT JOIN topics AS into_topic ON into_topic.id = topics.merged_into
             WHERE topics.course_id = courses.id
               AND (topics.state_by = 'person' OR topics.title_by_person OR topics.origin = 'person')),
           (SELECT sum(hash_record_extended(ROW(topics.slug, topic_names.key), 0))
              FROM topic_names
              JOIN topics ON topics.id = topic_names.topic_id
             WHERE topics.course_id = courses.id AND topic_names.origin = 'person'),
           (SELECT sum(hash_record_extended(ROW(topics.slug), 0))
              FROM topics
             WHERE topics.course_id = courses.id
               AND (courses.outline_open IS NOT NULL
                    OR EXISTS (SELECT FROM sources
                                WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
                                  AND sources.type = 'topics'))
               AND topics.id IN (SELECT object_id FROM effective_decisions
                                  WHERE act = 'accept' AND task IN ('tag', 'prerequisite')
                                 UNION ALL
                                 SELECT subject_id FROM effective_decisions
                                  WHERE act = 'accept' AND task = 'prerequisite')),
           (SELECT sum(hash_record_extended(ROW(subject.slug, object.slug), 0))
              FROM effective_decisions AS decided
              JOIN topics AS subject ON subject.id = decided.subject_id
              JOIN topics AS object ON object.id = decided.object_id
             WHERE decided.task = 'merge' AND decided.act = 'reject' AND subject.course_id = courses.id)
           )::text) AS input_hash
  FROM courses
 WHERE courses.id = %(course)s

-- name: course
-- What the outline reads of its course; the language is that of most sources where none is set.
SELECT courses.id, courses.slug, courses.name, courses.outline_open,
       coalesce(courses.language,
                (SELECT readings.language
                   FROM sources
                   JOIN revisions ON revisions.id = sources.live_revision_id
                   JOIN readings ON readings.id = revisions.reading_id
                  WHERE sources.course_id = courses.id AND sources.retired_at IS NULL
                    AND readings.language IS NOT NULL
                  GROUP BY readings.language
                  ORDER BY count(*) DESC, readings.language
                  LIMIT 1)) AS language
  FROM courses
 WHERE courses.id = %(course)s

-- name: course_id
-- The id of a course by its slug.
SELECT id FROM courses WHERE slug = %(slug)s

-- name: chunks
-- The live chunks of a course that carry something to learn.
SELECT id, path, position, source_position, section_path, text, language
  FROM live_chunks
 WHERE course_id = %(course)s AND furniture IS NULL AND type <> 'topics'
 ORDER BY path, position

-- name: mentions
-- The mentions in the live chunks of a course.
SELECT mentions.chunk_id, mentions.kind, mentions.key, mentions.surface, mentions.expansion,
       mentions.start_at, mentions.end_at
  FROM mentions
  JOIN live_chunks ON live_chunks.id = mentions.chunk_id
 WHERE live_chunks.course_id = %(course)s
 ORDER BY live_chunks.path, live_chunks.position, mentions.start_at NULLS FIRST, mentions.kind, mentions.key

-- name: sentences
-- The facts of a course with the places they stand on.
SELECT supports.chunk_id, supports.start_at, supports.end_at, contents.sentence
  FROM supports
  JOIN contents ON contents.id = supports.content_id
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 WHERE live_chunks.course_id = %(course)s AND contents.course_id = %(course)s AND contents.kind = 'fact'
 ORDER BY live_chunks.path, live_chunks.position, supports.start_at, contents.sentence_key

-- name: outlines
-- The outline files of a course.
SELECT sources.path, readings.text
  FROM sources
  JOIN revisions ON revisions.id = sources.live_revision_id
  JOIN readings ON readings.id = revisions.reading_id
 WHERE sources.course_id = %(course)s AND sources.retired_at IS NULL AND sources.type = 'topics'
 ORDER BY sources.path COLLATE "C"

-- name: all
-- Every topic of a course, whatever its state.
SELECT id, slug, title, title_by_person, summary, definition, parent_id, position, origin, state, state_by,
       merged_into, first_taught_chunk_id, doubt
  FROM topics
 WHERE course_id = %(course)s
 ORDER BY slug

-- name: defined
-- The active topics of a course with what belongs to them.
SELECT id AS topic_id, title, coalesce(nullif(definition, ''), summary) AS definition, parent_id
  FROM topics
 WHERE course_id = %(course)s AND state = 'active'
 ORDER BY id

-- name: names
-- Every name of every topic of a course.
SELECT topic_names.topic_id, topic_names.key, topic_names.name, topic_names.origin
  FROM topic_names
  JOIN topics ON topics.id = topic_names.topic_id
 WHERE topics.course_id = %(course)s
 ORDER BY topics.slug, topic_names.key

-- name: insert
-- A new topic; its id.
INSERT INTO topics (course_id, slug, title, title_by_person, origin, state, state_by)
VALUES (%(course)s, %(slug)s, %(title)s, %(title_by_person)s, %(origin)s, %(state)s, %(state_by)s)
RETURNING id

-- name: update
-- What the outline says of a topic.
UPDATE topics
   SET title = %(title)s, summary = %(summary)s, definition = %(definition)s, parent_id = %(parent_id)s,
       position = %(position)s, origin = %(origin)s, state = %(state)s, merged_into = NULL,
       first_taught_chunk_id = %(first_taught_chunk_id)s, doubt = %(doubt)s
 WHERE id = %(id)s

-- name: place
-- In which chunk a topic is first taught.
UPDATE topics SET first_taught_chunk_id = %(chunk_id)s WHERE id = %(id)s

-- name: rename
-- Give a topic the title that a person chose, or leave it to the mentions again.
UPDATE topics SET title = %(title)s, title_by_person = %(by_person)s WHERE id = %(id)s

-- name: set_state
-- Set the state of a topic.
UPDATE topics SET state = %(state)s, state_by = %(by)s, merged_into = NULL WHERE id = %(id)s

-- name: absorb
-- Mark a topic as merged into another.
UPDATE topics SET state = 'merged', state_by = %(by)s, merged_into = %(into)s WHERE id = %(id)s

-- name: root
-- The topic that a topic was merged into in the end, or itself.
SELECT root_id FROM topic_roots WHERE topic_id = %(id)s

-- name: former_state
-- How a topic stands before it is merged.
SELECT state, state_by FROM topics WHERE id = %(id)s

-- name: release
-- A topic that was merged into another stands on its own again.
UPDATE topics SET state = %(state)s, state_by = %(state_by)s, merged_into = NULL
 WHERE id = %(absorbed)s AND merged_into = %(into)s

-- name: give_names_back
-- Take the names from a topic that it had from an absorbed one.
DELETE FROM topic_names WHERE topic_id = %(into)s AND key = ANY(%(keys)s)

-- name: give_tags_back
-- Take tags away that came with an absorbed topic and that nobody decided.
DELETE FROM tags
 WHERE question_id = ANY(%(questions)s)
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = tags.question_id)

-- name: give_prerequisites_back
-- Take prerequisites away that came with an absorbed topic and that nobody decided.
DELETE FROM prerequisites
 WHERE question_id = ANY(%(questions)s)
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = prerequisites.question_id)

-- name: adopt_names
-- Give the names of an absorbed topic to the topic that absorbed it.
INSERT INTO topic_names (topic_id, key, name, origin)
SELECT %(into)s, topic_names.key, topic_names.name, topic_names.origin
  FROM topic_names WHERE topic_names.topic_id = %(id)s
ON CONFLICT DO NOTHING
RETURNING key

-- name: adopt_tags
-- Ask the questions about the tags of an absorbed topic of the one that absorbed it.
WITH asked AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT contents.course_id, 'tag', tags.content_id, topics.id,
           'tag|' || contents.kind || '|' || contents.sentence_key || '|' || topics.slug
      FROM tags
      JOIN contents ON contents.id = tags.content_id
      JOIN topics ON topics.id = %(into)s
     WHERE tags.topic_id = %(id)s
    ON CONFLICT (task, subject_id, object_id) DO UPDATE SET natural_key = excluded.natural_key
    RETURNING id, subject_id)
INSERT INTO tags (content_id, topic_id, question_id, pick)
SELECT tags.content_id, %(into)s, asked.id, tags.pick
  FROM tags JOIN asked ON asked.subject_id = tags.content_id
 WHERE tags.topic_id = %(id)s
ON CONFLICT DO NOTHING
RETURNING question_id

-- name: adopt_prerequisites
-- Ask the questions about the prerequisites of an absorbed topic of the one that absorbed it.
WITH moved AS (
    SELECT CASE WHEN subject_id = %(id)s THEN %(into)s ELSE subject_id END AS subject_id,
           CASE WHEN object_id = %(id)s THEN %(into)s ELSE object_id END AS object_id,
           origin, alternative_group
      FROM prerequisites
     WHERE %(id)s IN (subject_id, object_id)),
asked AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT DISTINCT object.course_id, 'prerequisite', subject.id, object.id,
           'prerequisite|' || subject.slug || '|' || object.slug
      FROM moved
      JOIN topics AS subject ON subject.id = moved.subject_id
      JOIN topics AS object ON object.id = moved.object_id
     WHERE moved.subject_id <> moved.object_id
    ON CONFLICT (task, subject_id, object_id) DO UPDATE SET natural_key = excluded.natural_key
    RETURNING id, subject_id, object_id)
INSERT INTO prerequisites (subject_id, object_id, question_id, origin, alternative_group)
SELECT moved.subject_id, moved.object_id, asked.id, moved.origin, moved.alternative_group
  FROM moved JOIN asked ON asked.subject_id = moved.subject_id AND asked.object_id = moved.object_id
ON CONFLICT DO NOTHING
RETURNING question_id

-- name: put_name
-- Give a topic a name.
INSERT INTO topic_names (topic_id, key, name, origin) VALUES (%(topic_id)s, %(key)s, %(name)s, %(origin)s)
ON CONFLICT (topic_id, key) DO UPDATE SET name = excluded.name, origin = excluded.origin

-- name: drop_name
-- Take a name from a topic.
DELETE FROM topic_names WHERE topic_id = %(topic_id)s AND key = %(key)s

-- name: ensure_question
-- A question about the outline, made if need be; its natural key. The ends of a merge may change places.
WITH standing AS (
    SELECT natural_key FROM questions
     WHERE task = %(task)s
       AND (subject_id = %(subject_id)s AND object_id IS NOT DISTINCT FROM %(object_id)s::bigint
            OR task = 'merge' AND subject_id = %(object_id)s AND object_id = %(subject_id)s)
), made AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT %(course)s, %(task)s, %(subject_id)s, %(object_id)s::bigint, %(natural_key)s
     WHERE NOT EXISTS (SELECT FROM standing)
    ON CONFLICT (task, subject_id, object_id) DO NOTHING
    RETURNING natural_key
)
SELECT natural_key FROM standing UNION ALL SELECT natural_key FROM made LIMIT 1

-- name: drop_open_merges
-- Drop the merges of a course that are no longer in doubt and that nobody decided.
DELETE FROM review_items
 USING questions
 WHERE review_items.question_id = questions.id AND questions.course_id = %(course)s
   AND questions.task = 'merge' AND NOT (questions.natural_key = ANY(%(natural_keys)s))
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = questions.id)

-- name: drop_open_merge_questions
-- Drop the questions of those merges.
DELETE FROM questions
 WHERE questions.course_id = %(course)s AND questions.task = 'merge'
   AND NOT (questions.natural_key = ANY(%(natural_keys)s))
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = questions.id)
   AND NOT EXISTS (SELECT FROM judgements WHERE judgements.question_id = questions.id)

-- name: decided_merges
-- The pairs of topics that people decided to merge or to keep apart.
SELECT subject_id, object_id, act FROM effective_decisions
  JOIN topics ON topics.id = effective_decisions.subject_id
 WHERE task = 'merge' AND topics.course_id = %(course)s

-- name: decided_upon
-- The topics of a course that people said something about: accepted a tag or a prerequisite of theirs, or
-- gave them a title; but for those that were merged or that a person took out.
SELECT topics.id
  FROM topics
 WHERE topics.course_id = %(course)s AND topics.state <> 'merged'
   AND NOT (topics.state = 'retired' AND topics.state_by = 'person')
   AND (topics.title_by_person
        OR topics.id IN (SELECT object_id FROM effective_decisions
                          WHERE act = 'accept' AND task IN ('tag', 'prerequisite')
                         UNION ALL
                         SELECT subject_id FROM effective_decisions
                          WHERE act = 'accept' AND task = 'prerequisite'))

-- name: named
-- The topics of a course that a live passage still names.
SELECT DISTINCT topic_names.topic_id AS id
  FROM topic_names
  JOIN topics ON topics.id = topic_names.topic_id
  JOIN mentions ON mentions.key = topic_names.key
  JOIN live_chunks ON live_chunks.id = mentions.chunk_id AND live_chunks.course_id = topics.course_id
 WHERE topics.course_id = %(course)s

-- name: state_prerequisite
-- A prerequisite that an imported outline states.
WITH question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT object.course_id, 'prerequisite', subject.id, object.id,
           'prerequisite|' || subject.slug || '|' || object.slug
      FROM topics AS subject, topics AS object
     WHERE subject.id = %(subject_id)s AND object.id = %(object_id)s
    ON CONFLICT (task, subject_id, object_id) DO UPDATE SET natural_key = excluded.natural_key
    RETURNING id)
INSERT INTO prerequisites (subject_id, object_id, question_id, origin, alternative_group)
SELECT %(subject_id)s, %(object_id)s, question.id, 'outline', %(alternative_group)s FROM question
ON CONFLICT (subject_id, object_id) DO UPDATE
   SET origin = 'outline', alternative_group = excluded.alternative_group

-- name: stated_prerequisites
-- The prerequisites of a course that an imported outline stated.
SELECT subject_id, object_id, alternative_group FROM prerequisites
  JOIN topics ON topics.id = prerequisites.object_id
 WHERE topics.course_id = %(course)s AND prerequisites.origin = 'outline'

-- name: unstate_prerequisite
-- A prerequisite that no imported outline states any more stands on its own feet.
UPDATE prerequisites SET origin = 'pick'
 WHERE subject_id = %(subject_id)s AND object_id = %(object_id)s AND origin = 'outline'

-- name: group_names
-- The groups of the topics of a course.
SELECT topic_groups.topic_id, groups.slug, groups.name
  FROM topic_groups
  JOIN groups ON groups.id = topic_groups.group_id
  JOIN topics ON topics.id = topic_groups.topic_id
 WHERE topics.course_id = %(course)s

-- name: ensure_groups
-- Groups, made if need be; all who write here do it in one order, so that nobody waits in a circle.
INSERT INTO groups (slug, name)
SELECT given.slug, given.name
  FROM unnest(%(slugs)s::text[], %(names)s::text[]) AS given (slug, name)
 ORDER BY given.slug COLLATE "C"
ON CONFLICT (slug) DO NOTHING

-- name: put_groups
-- Put topics into groups.
INSERT INTO topic_groups (topic_id, group_id)
SELECT given.topic_id, groups.id
  FROM unnest(%(topic_ids)s::bigint[], %(slugs)s::text[]) AS given (topic_id, slug)
  JOIN groups ON groups.slug = given.slug
ON CONFLICT DO NOTHING

-- name: drop_group
-- Take a topic out of a group.
DELETE FROM topic_groups USING groups
 WHERE groups.id = topic_groups.group_id AND topic_groups.topic_id = %(topic_id)s AND groups.slug = %(slug)s

-- name: by_slug
-- The topic of a course that a slug or a name means, absorbed ones leading to what absorbed them.
SELECT topics.id, topics.slug, topics.title, topics.state, topics.course_id
  FROM topics AS named
  JOIN topic_roots ON topic_roots.topic_id = named.id
  JOIN topics ON topics.id = topic_roots.root_id
 WHERE named.course_id = %(course)s AND named.slug = %(slug)s

-- name: find
-- The active topics that a slug means, in one course or in all; an absorbed slug means what absorbed it.
SELECT DISTINCT topics.id, topics.slug, topics.title, topics.state, topics.course_id, courses.slug AS course
  FROM topics AS named
  JOIN topic_roots ON topic_roots.topic_id = named.id
  JOIN topics ON topics.id = topic_roots.root_id
  JOIN courses ON courses.id = topics.course_id
 WHERE named.slug = %(slug)s AND topics.state IN ('active', 'proposed')
   AND (%(course)s::text IS NULL OR courses.slug = %(course)s)
 ORDER BY courses.slug

-- name: gone
-- The topics of a slug that went, in one course or in all.
SELECT topics.title, courses.slug AS course
  FROM topics
  JOIN courses ON courses.id = topics.course_id
 WHERE topics.slug = %(slug)s AND topics.state = 'retired' AND courses.retired_at IS NULL
   AND (%(course)s::text IS NULL OR courses.slug = %(course)s)
 ORDER BY courses.slug

-- name: slugs
-- The slugs of the active topics, for suggestions.
SELECT topics.slug FROM topics JOIN courses ON courses.id = topics.course_id
 WHERE topics.state = 'active' AND (%(course)s::text IS NULL OR courses.slug = %(course)s)
 ORDER BY topics.slug

-- name: listing
-- The active topics of a course (or of all) with what hangs on them, in the order they are taught.
SELECT topics.id, topics.course_id, topics.slug, topics.title, courses.slug AS course, topics.summary,
       topics.definition,
       coalesce((SELECT array_agg(topic_names.name ORDER BY topic_names.name)
                   FROM topic_names
                  WHERE topic_names.topic_id = topics.id AND topic_names.name <> topics.title
                    AND topic_names.origin <> 'slug'), '{}') AS aliases,
       (WITH RECURSIVE above AS (
            SELECT topics.title, topics.parent_id, 1 AS steps
            UNION ALL
            SELECT parent.title, parent.parent_id, above.steps + 1
              FROM above JOIN topics AS parent ON parent.id = above.parent_id
             WHERE above.steps < 50)
        SELECT string_agg(above.title, ' >> ' ORDER BY above.steps DESC) FROM above) AS path,
       (SELECT count(*) FROM tags JOIN contents ON contents.id = tags.content_id
         WHERE tags.topic_id = topics.id AND tags.status = 'accepted' AND contents.retired_at IS NULL)
       AS contents,
       (SELECT count(*) FROM prerequisites
          JOIN topics AS subject ON subject.id = prerequisites.subject_id
         WHERE prerequisites.object_id = topics.id AND prerequisites.status = 'accepted'
           AND subject.state = 'active') AS prerequisites,
       first_taught.path AS first_taught, pages.state AS page
  FROM topics
  JOIN courses ON courses.id = topics.course_id
  JOIN first_taught AS begun ON begun.topic_id = topics.id
  LEFT JOIN live_chunks AS first_taught ON first_taught.id = begun.chunk_id
  LEFT JOIN pages ON pages.topic_id = topics.id
 WHERE topics.state = 'active' AND courses.retired_at IS NULL
   AND (%(course)s::text IS NULL OR courses.slug = %(course)s)
 ORDER BY courses.slug, first_taught.source_position NULLS LAST, first_taught.position, begun.begins_at, topics.slug

-- name: proposed_names
-- The names that picks propose for contents of a course that a source holds, each as it is written most often.
SELECT proposed_names.key, mode() WITHIN GROUP (ORDER BY proposed_names.name COLLATE "C") AS name
  FROM proposed_names
  JOIN contents ON contents.id = proposed_names.content_id
 WHERE contents.course_id = %(course)s
   AND EXISTS (SELECT FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
                WHERE supports.content_id = contents.id AND live_chunks.course_id = contents.course_id)
 GROUP BY proposed_names.key
 ORDER BY proposed_names.key COLLATE "C"
