-- name: documents
-- What a mirror is to show of a course, an item a row, each as one document that holds every value shown.
-- `twin` says that another topic of the course has all but the same title.
WITH RECURSIVE course AS (
    SELECT id, slug, name, retired_at FROM courses WHERE id = %(course)s
), named AS (
    SELECT topics.id, topics.slug, topics.title, topics.parent_id,
           count(*) OVER (PARTITION BY left(lower(regexp_replace(topics.title, '[^[:alnum:]]+', '', 'g')), 60)) > 1
               AS twin,
           jsonb_build_object('slug', topics.slug, 'title', topics.title,
               'twin', count(*) OVER (PARTITION BY
                   left(lower(regexp_replace(topics.title, '[^[:alnum:]]+', '', 'g')), 60)) > 1) AS link
      FROM topics
      JOIN course ON course.id = topics.course_id AND course.retired_at IS NULL
     WHERE topics.state = 'active'
), above AS (
    SELECT id AS topic_id, parent_id AS above_id, 1 AS steps FROM named WHERE parent_id IS NOT NULL
    UNION ALL
    SELECT above.topic_id, named.parent_id, above.steps + 1
      FROM above JOIN named ON named.id = above.above_id
     WHERE named.parent_id IS NOT NULL AND above.steps < 50
), sure AS (
    SELECT tags.topic_id,
           round(avg(CASE WHEN tags.by = 'person' THEN 1 ELSE tags.confidence END)::numeric, 2)::float8
               AS confidence
      FROM tags
      JOIN named ON named.id = tags.topic_id
      JOIN contents ON contents.id = tags.content_id AND contents.retired_at IS NULL
     WHERE tags.status = 'accepted'
     GROUP BY tags.topic_id
), edge AS (
    SELECT prerequisites.subject_id, prerequisites.object_id, prerequisites.by,
           round(prerequisites.confidence::numeric, 2)::float8 AS confidence,
           (SELECT split_part(judgements.scorer, ':', 1) || ', '
                   || coalesce(maps.kind || ' on ' || maps.decisions || ' decisions', 'raw')
              FROM judgements
              LEFT JOIN maps ON maps.task = 'prerequisite' AND maps.scorer = judgements.scorer AND maps.active
                            AND maps.scorer_version = judgements.prompt_version AND maps.kind <> 'raw'
             WHERE judgements.question_id = prerequisites.question_id
             ORDER BY judgements.id DESC
             LIMIT 1) AS scorer
      FROM prerequisites
      JOIN named AS subject ON subject.id = prerequisites.subject_id
      JOIN named AS object ON object.id = prerequisites.object_id
     WHERE prerequisites.status = 'accepted'
), before AS (
    SELECT edge.object_id AS topic_id,
           jsonb_agg(named.link || jsonb_build_object('confidence', edge.confidence, 'by', edge.by,
                                                      'scorer', edge.scorer)
                     ORDER BY named.title COLLATE "C", named.slug COLLATE "C") AS links
      FROM edge JOIN named ON named.id = edge.subject_id
     GROUP BY edge.object_id
), after AS (
    SELECT edge.subject_id AS topic_id,
           jsonb_agg(named.link || jsonb_build_object('confidence', edge.confidence, 'by', edge.by,
                                                      'scorer', edge.scorer)
                     ORDER BY named.title COLLATE "C", named.slug COLLATE "C") AS links
      FROM edge JOIN named ON named.id = edge.object_id
     GROUP BY edge.subject_id
), stands AS (
    SELECT block_supports.block_id,
           jsonb_agg(jsonb_build_object('source', live_chunks.path,
                                        'place', place_at(live_chunks.revision_id,
                                                          live_chunks.start_at + block_supports.start_at),
                                        'quote', block_supports.quote)
                     ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path COLLATE "C",
                              live_chunks.position, block_supports.start_at) AS supports
      FROM block_supports
      JOIN live_chunks ON live_chunks.id = block_supports.chunk_id
      JOIN blocks ON blocks.id = block_supports.block_id
      JOIN named ON named.id = blocks.topic_id
     GROUP BY block_supports.block_id
), piece AS (
    SELECT blocks.topic_id,
           jsonb_agg(jsonb_build_object('id', blocks.id, 'type', blocks.type, 'content', blocks.content,
                                        'supports', coalesce(stands.supports, '[]'))
                     ORDER BY blocks.position, blocks.pinned DESC, blocks.id) AS blocks
      FROM blocks
      JOIN named ON named.id = blocks.topic_id
      LEFT JOIN stands ON stands.block_id = blocks.id
     GROUP BY blocks.topic_id
), gap AS (
    SELECT blocks.topic_id,
           jsonb_agg(DISTINCT jsonb_build_object('source', live_chunks.path, 'missing', readings.missing))
               AS missing
      FROM blocks
      JOIN named ON named.id = blocks.topic_id
      JOIN block_supports ON block_supports.block_id = blocks.id
      JOIN live_chunks ON live_chunks.id = block_supports.chunk_id
      JOIN revisions ON revisions.id = live_chunks.revision_id
      JOIN readings ON readings.id = revisions.reading_id
     WHERE readings.missing IS NOT NULL
     GROUP BY blocks.topic_id
), topic AS (
    SELECT named.id AS item_id, named.slug AS unit_key,
           named.link || jsonb_build_object(
               'names', ARRAY(SELECT topic_names.name FROM topic_names
                               WHERE topic_names.topic_id = named.id AND topic_names.origin <> 'slug'
                                 AND topic_names.name <> named.title
                               ORDER BY topic_names.name COLLATE "C"),
               'groups', ARRAY(SELECT groups.slug FROM topic_groups JOIN groups ON groups.id = topic_groups.group_id
                                WHERE topic_groups.topic_id = named.id ORDER BY groups.slug COLLATE "C"),
               'parent', parent.link,
               'path', ARRAY(SELECT higher.title FROM above JOIN named AS higher ON higher.id = above.above_id
                              WHERE above.topic_id = named.id ORDER BY above.steps DESC),
               'confidence', sure.confidence,
               'coverage', round(pages.coverage::numeric, 2)::float8,
               'state', pages.state, 'reason', pages.reason, 'thin', coalesce(pages.thin, false),
               'before', coalesce(before.links, '[]'), 'after', coalesce(after.links, '[]'),
               'blocks', coalesce(piece.blocks, '[]'), 'missing', coalesce(gap.missing, '[]')) AS document
      FROM named
      LEFT JOIN gap ON gap.topic_id = named.id
      LEFT JOIN sure ON sure.topic_id = named.id
      LEFT JOIN named AS parent ON parent.id = named.parent_id
      LEFT JOIN pages ON pages.topic_id = named.id
      LEFT JOIN before ON before.topic_id = named.id
      LEFT JOIN after ON after.topic_id = named.id
      LEFT JOIN piece ON piece.topic_id = named.id
), taught AS (
    SELECT named.id,
           rank() OVER (ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path COLLATE "C" NULLS LAST,
                                 live_chunks.position NULLS LAST, first_taught.begins_at) AS place
      FROM named
      JOIN first_taught ON first_taught.topic_id = named.id
      LEFT JOIN live_chunks ON live_chunks.id = first_taught.chunk_id
), index_item AS (
    SELECT course.id AS item_id, course.slug AS unit_key,
           jsonb_build_object(
               'name', course.name,
               'retired', course.retired_at IS NOT NULL,
               'topics', coalesce((
                   SELECT jsonb_agg(named.link || jsonb_build_object(
                              'taught', taught.place, 'state', pages.state,
                              'contents', (SELECT count(*)
                                             FROM tags
                                             JOIN contents ON contents.id = tags.content_id
                                            WHERE tags.topic_id = named.id AND tags.status = 'accepted'
                                              AND contents.retired_at IS NULL))
                              ORDER BY named.slug COLLATE "C")
                     FROM named
                     JOIN taught ON taught.id = named.id
                     LEFT JOIN pages ON pages.topic_id = named.id), '[]'),
               'edges', coalesce((
                   SELECT jsonb_agg(jsonb_build_array(first.slug, second.slug)
                                    ORDER BY first.slug COLLATE "C", second.slug COLLATE "C")
                     FROM edge
                     JOIN named AS first ON first.id = edge.subject_id
                     JOIN named AS second ON second.id = edge.object_id), '[]'),
               'open', (SELECT count(*) FROM review_items
                         WHERE review_items.course_id = course.id AND review_items.state = 'open')) AS document
      FROM course
), asked AS (
    SELECT review_items.id, review_items.kind, review_items.reason, review_items.priority,
           left(md5(coalesce(questions.natural_key, review_items.kind || '|' || coalesce(noticed.slug, unread.path))), 8)
               AS key,
           round(review_items.confidence::numeric, 2)::float8 AS confidence,
           judged.scorer, contents.sentence, coalesce(subject.title, noticed.title) AS subject,
           object.title AS object, unread.path AS source, unread.missing,
           coalesce((SELECT jsonb_agg(jsonb_build_object('source', live_chunks.path,
                                                         'place', place_at(live_chunks.revision_id,
                                                                           live_chunks.start_at + supports.start_at),
                                                         'quote', supports.quote)
                                      ORDER BY live_chunks.source_position NULLS LAST,
                                               live_chunks.path COLLATE "C", live_chunks.position,
                                               supports.start_at)
                       FROM supports
                       JOIN live_chunks ON live_chunks.id = supports.chunk_id
                      WHERE supports.content_id = contents.id),
                    (SELECT jsonb_agg(quoted.quote ORDER BY quoted.place)
                       FROM jsonb_array_elements(judged.evidence -> 'quotes')
                            WITH ORDINALITY AS quoted (quote, place)
                      WHERE EXISTS (SELECT FROM sources
                                     WHERE sources.course_id = review_items.course_id
                                       AND sources.retired_at IS NULL AND sources.forgotten_at IS NULL
                                       AND sources.path = quoted.quote ->> 'source')),
                    '[]') AS quotes
      FROM review_items
      LEFT JOIN questions ON questions.id = review_items.question_id
      LEFT JOIN contents ON questions.task = 'tag' AND contents.id = questions.subject_id
      LEFT JOIN topics AS subject ON questions.task <> 'tag' AND subject.id = questions.subject_id
      LEFT JOIN topics AS object ON object.id = questions.object_id
      LEFT JOIN topics AS noticed ON review_items.kind IN ('thin', 'homonym') AND noticed.id = review_items.subject_id
      LEFT JOIN LATERAL (SELECT sources.path, readings.missing
                           FROM revisions
                           JOIN sources ON sources.id = revisions.source_id
                           LEFT JOIN readings ON readings.id = revisions.reading_id
                          WHERE review_items.kind = 'unread' AND revisions.id = review_items.subject_id)
           AS unread ON true
      LEFT JOIN LATERAL (SELECT split_part(judgements.scorer, ':', 1) || ', '
                                || coalesce(maps.kind || ' on ' || maps.decisions || ' decisions', 'raw') AS scorer,
                                judgements.evidence
                           FROM judgements
                           LEFT JOIN maps ON maps.task = questions.task AND maps.scorer = judgements.scorer
                                         AND maps.scorer_version = judgements.prompt_version
                                         AND maps.active AND maps.kind <> 'raw'
                          WHERE judgements.question_id = review_items.question_id
                          ORDER BY judgements.id DESC
                          LIMIT 1) AS judged ON true
     WHERE review_items.course_id = %(course)s AND review_items.state = 'open'
), review_item AS (
    SELECT course.id AS item_id, course.slug AS unit_key,
           jsonb_build_object(
               'name', course.name,
               'waiting', (SELECT count(*) FROM review_items
                            WHERE review_items.course_id = course.id AND review_items.state = 'waiting'),
               'asked', coalesce((SELECT jsonb_agg(to_jsonb(asked)
                                                   || jsonb_build_object('priority', round(asked.priority::numeric, 2))
                                                   ORDER BY asked.priority DESC, asked.id) FROM asked), '[]'))
               AS document
      FROM course
     WHERE course.retired_at IS NULL
)
SELECT 'topic' AS kind, item_id, unit_key, document FROM topic
UNION ALL
SELECT 'review', item_id, unit_key, document FROM review_item
UNION ALL
SELECT 'index', index_item.item_id, index_item.unit_key, index_item.document
  FROM index_item
 WHERE NOT (index_item.document -> 'retired')::boolean
    OR EXISTS (SELECT FROM mirror_items
                WHERE mirror_items.kind = 'index' AND mirror_items.item_id = index_item.item_id)

-- name: units
-- The items of a course as units; all are touched while a mirror that held the course holds it no more, and
-- those that were written before something of the course was forgotten.
SELECT document.kind, document.item_id AS unit_id, document.unit_key,
       md5(document.document::text) AS input_hash,
       EXISTS (SELECT FROM mirror_items
                WHERE mirror_items.kind = 'index' AND mirror_items.item_id = %(course)s
                  AND courses.slug <> ALL(coalesce(%(standing)s::text[], ARRAY[courses.slug])))
           OR EXISTS (SELECT FROM mirror_items
                       WHERE mirror_items.kind = document.kind AND mirror_items.item_id = document.item_id
                         AND mirror_items.written_at <= (SELECT max(sources.forgotten_at) FROM sources
                                                          WHERE sources.course_id = %(course)s)) AS touched
  FROM document
  JOIN courses ON courses.id = %(course)s AND %(mirrored)s

-- name: slug
-- The slug of a course.
SELECT slug FROM courses WHERE id = %(course)s

-- name: written
-- What was last written to a mirror of a course; `gone` where there is no such topic any more, `forgotten`
-- where something of the course was erased since, or all of it.
SELECT mirror_items.kind, mirror_items.item_id, mirror_items.place, mirror_items.written_hash,
       coalesce(topics.state <> 'active', false) OR courses.retired_at IS NOT NULL AS gone,
       coalesce(mirror_items.written_at <= (SELECT max(sources.forgotten_at) FROM sources
                                             WHERE sources.course_id = %(course)s), false)
           OR courses.retired_at IS NOT NULL
              AND NOT EXISTS (SELECT FROM sources
                               WHERE sources.course_id = %(course)s AND sources.forgotten_at IS NULL)
           AS forgotten
  FROM mirror_items
  LEFT JOIN topics ON mirror_items.kind = 'topic' AND topics.id = mirror_items.item_id
  JOIN courses ON courses.id = CASE WHEN mirror_items.kind = 'topic' THEN topics.course_id ELSE mirror_items.item_id END
 WHERE mirror_items.mirror = %(mirror)s AND courses.id = %(course)s
 ORDER BY mirror_items.kind, mirror_items.place COLLATE "C"

-- name: put
-- What was written, and where; a row that says the same already is not written, unless something was
-- forgotten since.
INSERT INTO mirror_items (mirror, kind, item_id, place, written_hash, written_at)
VALUES (%(mirror)s, %(kind)s, %(item_id)s, %(place)s, %(written_hash)s, %(now)s)
ON CONFLICT (mirror, kind, item_id) DO UPDATE
   SET place = excluded.place, written_hash = excluded.written_hash, written_at = excluded.written_at
 WHERE (mirror_items.place, mirror_items.written_hash) <> (excluded.place, excluded.written_hash)
    OR mirror_items.written_at <= (SELECT max(forgotten_at) FROM sources)

-- name: forget
-- Forget that an item was written.
DELETE FROM mirror_items WHERE mirror = %(mirror)s AND kind = %(kind)s AND item_id = %(item_id)s

-- name: open_items
-- The open review items among these ids, each with the key of what it asks.
SELECT review_items.id,
       left(md5(coalesce(questions.natural_key, review_items.kind || '|' || coalesce(topics.slug, sources.path))), 8)
           AS key
  FROM review_items
  LEFT JOIN questions ON questions.id = review_items.question_id
  LEFT JOIN topics ON review_items.kind IN ('thin', 'homonym') AND topics.id = review_items.subject_id
  LEFT JOIN revisions ON review_items.kind = 'unread' AND revisions.id = review_items.subject_id
  LEFT JOIN sources ON sources.id = revisions.source_id
 WHERE review_items.id = ANY(%(ids)s) AND review_items.state = 'open'

-- name: drop_outcomes
-- Make every item of a course that a mirror was written for due, as if it had never been.
DELETE FROM outcomes WHERE stage = 'mirror' AND course_id = %(course)s

-- name: lose
-- Forget all that was written of a course to a mirror.
DELETE FROM mirror_items
 USING courses
 WHERE courses.id = %(course)s AND mirror_items.mirror = %(mirror)s
   AND (mirror_items.kind <> 'topic' AND mirror_items.item_id = courses.id
        OR mirror_items.kind = 'topic'
           AND EXISTS (SELECT FROM topics WHERE topics.id = mirror_items.item_id AND topics.course_id = courses.id))
