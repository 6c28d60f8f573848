-- name: tag
-- A tag by its question.
SELECT tags.question_id AS id, questions.natural_key, contents.id AS content_id, contents.kind, contents.sentence,
       contents.retired_at IS NULL AS content_is_live, topics.id AS topic_id, topics.slug, topics.title,
       topics.definition, topics.state AS topic_state, courses.slug AS course, courses.id AS course_id,
       tags.pick, tags.status, tags.confidence, tags.reason, tags.is_primary, tags.by
  FROM tags
  JOIN questions ON questions.id = tags.question_id
  JOIN contents ON contents.id = tags.content_id
  JOIN topics ON topics.id = tags.topic_id
  JOIN courses ON courses.id = contents.course_id
 WHERE tags.question_id = %(id)s

-- name: prerequisite
-- A prerequisite by its question.
SELECT prerequisites.question_id AS id, questions.natural_key, subject.id AS subject_id, subject.slug AS subject,
       subject.title AS subject_title, object.id AS object_id, object.slug AS object,
       object.title AS object_title, courses.slug AS course, courses.id AS course_id, prerequisites.origin,
       prerequisites.alternative_group, prerequisites.status, prerequisites.confidence, prerequisites.reason,
       prerequisites.circle, prerequisites.by, opposite.question_id AS opposite_id
  FROM prerequisites
  JOIN questions ON questions.id = prerequisites.question_id
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
  JOIN courses ON courses.id = object.course_id
  LEFT JOIN prerequisites AS opposite ON opposite.subject_id = prerequisites.object_id
                                     AND opposite.object_id = prerequisites.subject_id
 WHERE prerequisites.question_id = %(id)s

-- name: prerequisite_question
-- The question of a prerequisite by the slugs of its ends.
SELECT DISTINCT prerequisites.question_id, courses.slug AS course
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
  JOIN courses ON courses.id = object.course_id
 WHERE subject.slug = %(subject)s AND object.slug = %(object)s
   AND (%(course)s::text IS NULL OR courses.slug = %(course)s)
 ORDER BY courses.slug

-- name: places
-- The places that a content stands on, with the bytes and the reading behind each, live ones first.
SELECT sources.path, sources.type, sources.root, sources.retired_at, revisions.id AS revision_id,
       revisions.sha256, revisions.size, revisions.created_at AS revision_at,
       revisions.id = sources.live_revision_id AND sources.retired_at IS NULL AS live,
       readings.tool AS read_by, readings.share_read, readings.encoding,
       coalesce(placements.language, readings.language) AS language,
       coalesce(readings.structure -> 'notes', '[]') AS notes, readings.missing,
       coverage_of(readings.id) AS coverage,
       chunks.id AS chunk_id, placements.section_path, placements.page_from, placements.page_to,
       place_at(revisions.id, placements.start_at + supports.start_at) AS place,
       placements.position, placements.start_at AS chunk_start, placements.end_at AS chunk_end,
       placements.start_at + supports.start_at AS start_at, placements.start_at + supports.end_at AS end_at,
       supports.quote
  FROM supports
  JOIN chunks ON chunks.id = supports.chunk_id
  JOIN sources ON sources.id = chunks.source_id
  LEFT JOIN LATERAL (SELECT * FROM placements
                      WHERE placements.chunk_id = chunks.id
                      ORDER BY placements.revision_id = sources.live_revision_id DESC NULLS LAST,
                               placements.revision_id DESC
                      LIMIT 1) AS placements ON true
  LEFT JOIN revisions ON revisions.id = placements.revision_id
  LEFT JOIN readings ON readings.id = revisions.reading_id
 WHERE supports.content_id = %(content)s
 ORDER BY live DESC NULLS LAST, sources.position NULLS LAST, sources.path, placements.position, supports.start_at

-- name: candidates
-- The topics that recall offers for a content, each with the paths that found it.
SELECT topics.slug, topics.title, candidates.rank, candidates.score::double precision, candidates.paths,
       EXISTS (SELECT FROM offered_topics
                WHERE offered_topics.content_id = candidates.content_id
                  AND offered_topics.topic_id = candidates.topic_id) AS offered
  FROM candidates
  JOIN topics ON topics.id = candidates.topic_id
 WHERE candidates.content_id = %(content)s
 ORDER BY candidates.rank

-- name: sentences
-- Some contents with their sentences, in the order given.
SELECT contents.id AS content, contents.sentence
  FROM unnest(%(contents)s::bigint[]) WITH ORDINALITY AS given (id, place)
  JOIN contents ON contents.id = given.id
 ORDER BY given.place

-- name: judgements
-- What scorers said about a question, the newest first.
SELECT scorer, prompt_version, log_yes, log_no, mass::double precision, raw_confidence, refused, evidence, at
  FROM judgements
 WHERE question_id = %(id)s
 ORDER BY id DESC

-- name: map
-- The map in force for a task and a version of a scorer, which may be raw.
SELECT id, kind, parameters, decisions, reason, brier_raw, brier, ece_raw, ece, created_at
  FROM maps
 WHERE task = %(task)s AND scorer = %(scorer)s AND scorer_version = %(version)s AND active

-- name: decisions
-- What people decided about a question, the newest first.
SELECT decisions.id, decisions.act, decisions.note, decisions.person, decisions.at, decisions.confidence,
       decisions.undoes,
       EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id) AS undone
  FROM decisions
 WHERE decisions.question_id = %(id)s
 ORDER BY decisions.id DESC

-- name: work
-- What became of the units behind something, and with which tool.
SELECT stage, kind, unit_id, outcome, reason, tool, attempts, seen, at
  FROM outcomes
 WHERE (stage, kind, unit_id) IN (SELECT * FROM unnest(%(stages)s::text[], %(kinds)s::text[], %(ids)s::bigint[]))

-- name: contents
-- The contents of a topic with the standing of their tags.
SELECT contents.id AS content, tags.question_id AS tag, contents.kind, contents.sentence, tags.status,
       tags.confidence, tags.is_primary, tags.by,
       (SELECT live_chunks.path FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
         WHERE supports.content_id = contents.id
         ORDER BY live_chunks.source_position NULLS LAST, live_chunks.path, live_chunks.position LIMIT 1)
       AS source
  FROM tags
  JOIN contents ON contents.id = tags.content_id
 WHERE tags.topic_id = %(topic)s AND contents.retired_at IS NULL
 ORDER BY array_position(ARRAY['accepted', 'review', 'rejected'], tags.status), tags.confidence DESC NULLS LAST,
          contents.sentence_key

-- name: neighbours
-- The prerequisites of a topic, either way, whatever their status.
SELECT CASE WHEN prerequisites.object_id = %(topic)s THEN 'needs' ELSE 'leads_to' END AS side,
       prerequisites.question_id AS prerequisite, other.slug, other.title, prerequisites.status,
       prerequisites.confidence, prerequisites.by, prerequisites.alternative_group
  FROM prerequisites
  JOIN topics AS other ON other.state = 'active'
   AND other.id = CASE WHEN prerequisites.object_id = %(topic)s
                       THEN prerequisites.subject_id ELSE prerequisites.object_id END
 WHERE %(topic)s IN (prerequisites.subject_id, prerequisites.object_id)
 ORDER BY side DESC, array_position(ARRAY['accepted', 'review', 'rejected'], prerequisites.status),
          prerequisites.confidence DESC NULLS LAST, other.slug

-- name: topic
-- A topic with its path and its groups.
SELECT topics.id, topics.slug, topics.title, topics.summary, topics.origin, topics.state, topics.state_by,
       topics.title_by_person, topics.doubt, courses.slug AS course,
       ARRAY(SELECT topic_names.name FROM topic_names
              WHERE topic_names.topic_id = topics.id AND topic_names.name <> topics.title
              ORDER BY topic_names.name) AS aliases,
       ARRAY(SELECT groups.name FROM topic_groups JOIN groups ON groups.id = topic_groups.group_id
              WHERE topic_groups.topic_id = topics.id ORDER BY groups.name) AS groups,
       (WITH RECURSIVE above AS (
            SELECT topics.title, topics.parent_id, 1 AS steps
            UNION ALL
            SELECT parent.title, parent.parent_id, above.steps + 1
              FROM above JOIN topics AS parent ON parent.id = above.parent_id
             WHERE above.steps < 50)
        SELECT string_agg(above.title, ' >> ' ORDER BY above.steps DESC) FROM above) AS path,
       (SELECT live_chunks.path
          FROM first_taught JOIN live_chunks ON live_chunks.id = first_taught.chunk_id
         WHERE first_taught.topic_id = topics.id) AS first_taught
  FROM topics
  JOIN courses ON courses.id = topics.course_id
 WHERE topics.id = %(topic)s

-- name: log
-- The decisions of a course (of all), the newest first, with what they are about.
SELECT decisions.id, courses.slug AS course, decisions.act, about.task, about.natural_key,
       decisions.details ->> 'kind' AS kind, coalesce(decisions.details ->> 'topic', about.noted) AS topic,
       about.unread AS source, about.sentence, about.subject, about.object, decisions.note, decisions.person, decisions.at,
       EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id) AS undone, decisions.undoes
  FROM decisions
  JOIN courses ON courses.id = decisions.course_id
  JOIN ({about}) AS about ON about.decision_id = decisions.id
 WHERE (%(course)s::bigint IS NULL OR decisions.course_id = %(course)s)
 ORDER BY decisions.id DESC
 LIMIT %(most)s
