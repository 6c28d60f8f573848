-- name: units
-- The active topics of a course, each with the hash of its own text. Of two topics that were not shown
-- together the newer one asks, so that k new topics make k units due and no more. One that got no usable answer
-- asks no more by itself.
WITH topic AS (
    SELECT id, slug,
           encode(sha256(convert_to(concat_ws(E'\x1f', title, summary, definition), 'UTF8')), 'hex') AS input_hash,
           row_number() OVER (ORDER BY id) - 1 AS older
      FROM topics
     WHERE course_id = %(course)s AND state = 'active'
), shown AS (
    SELECT topic.id, count(*) AS others
      FROM topic
      JOIN offered_pairs ON offered_pairs.topic_id = topic.id AND offered_pairs.other_id < topic.id
      JOIN topic AS other ON other.id = offered_pairs.other_id
     GROUP BY topic.id
)
SELECT 'topic' AS kind, topic.id AS unit_id, topic.slug AS unit_key, topic.input_hash,
       topic.older > coalesce(shown.others, 0)
       AND NOT EXISTS (SELECT FROM outcomes
                        WHERE outcomes.stage = 'prerequisites' AND outcomes.kind = 'topic'
                          AND outcomes.unit_id = topic.id AND outcomes.outcome = 'parked') AS touched
  FROM topic
  LEFT JOIN shown ON shown.id = topic.id

-- name: unseen
-- For each of these topics the active topics older than it that it was not shown, newest topics first.
SELECT topic.id AS topic_id, other.id AS other_id
  FROM topics AS topic
  JOIN topics AS other ON other.course_id = topic.course_id AND other.id < topic.id
 WHERE topic.course_id = %(course)s AND topic.id = ANY(%(topics)s)
   AND topic.state = 'active' AND other.state = 'active'
   AND NOT EXISTS (SELECT FROM offered_pairs
                    WHERE offered_pairs.topic_id = topic.id AND offered_pairs.other_id = other.id)
 ORDER BY topic.id DESC, other.id DESC

-- name: older
-- For each of these topics all active topics older than it, newest topics first.
SELECT topic.id AS topic_id, other.id AS other_id
  FROM topics AS topic
  JOIN topics AS other ON other.course_id = topic.course_id AND other.id < topic.id
 WHERE topic.course_id = %(course)s AND topic.id = ANY(%(topics)s)
   AND topic.state = 'active' AND other.state = 'active'
 ORDER BY topic.id DESC, other.id DESC

-- name: mark_shown
-- Pairs of topics were shown together.
INSERT INTO offered_pairs (topic_id, other_id)
SELECT * FROM unnest(%(topics)s::bigint[], %(others)s::bigint[])
 UNION
SELECT * FROM unnest(%(others)s::bigint[], %(topics)s::bigint[])
ON CONFLICT DO NOTHING

-- name: ask
-- One question a pair, unless it was asked before.
INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
SELECT %(course)s, 'prerequisite', subject.id, object.id,
       'prerequisite|' || subject.slug || '|' || object.slug
  FROM unnest(%(subjects)s::bigint[], %(objects)s::bigint[]) AS pair (subject_id, object_id)
  JOIN topics AS subject ON subject.id = pair.subject_id
  JOIN topics AS object ON object.id = pair.object_id
 ORDER BY subject.slug, object.slug
ON CONFLICT (task, subject_id, object_id) DO NOTHING

-- name: put_forward
-- The edges behind these questions, unless they are there; settle gives them their status. One that a person put
-- forward first stands on its own feet from now on.
INSERT INTO prerequisites (subject_id, object_id, question_id, origin)
SELECT questions.subject_id, questions.object_id, questions.id, %(origin)s
  FROM unnest(%(subjects)s::bigint[], %(objects)s::bigint[]) AS pair (subject_id, object_id)
  JOIN questions ON questions.task = 'prerequisite'
                AND questions.subject_id = pair.subject_id AND questions.object_id = pair.object_id
 ORDER BY questions.natural_key
ON CONFLICT (subject_id, object_id) DO UPDATE SET origin = excluded.origin WHERE prerequisites.origin = 'person'

-- name: topics
-- The active topics of a course by slug, with all their names and the place where each is first taught.
SELECT topics.id AS topic_id, topics.slug, topics.title, topics.summary, topics.definition, topics.parent_id,
       sources.position AS source_order, placements.position,
       ARRAY (SELECT topic_names.name FROM topic_names
               WHERE topic_names.topic_id = topics.id AND topic_names.origin <> 'slug'
               ORDER BY topic_names.key) AS names
  FROM topics
  JOIN first_taught ON first_taught.topic_id = topics.id
  LEFT JOIN chunks ON chunks.id = first_taught.chunk_id
  LEFT JOIN sources ON sources.id = chunks.source_id
  LEFT JOIN placements ON placements.chunk_id = chunks.id
                      AND placements.revision_id = sources.live_revision_id
 WHERE topics.course_id = %(course)s AND topics.state = 'active'
 ORDER BY topics.slug

-- name: passages
-- The passages of a course that teach, in teaching order, with what is explained and tagged in them.
SELECT live_chunks.id AS chunk_id, live_chunks.path AS source, live_chunks.position, live_chunks.text,
       live_chunks.section_path, live_chunks.source_position AS source_order,
       coalesce(explained.places, '[]') AS definitions, coalesce(carried.places, '[]') AS tagged
  FROM live_chunks
  LEFT JOIN (SELECT mentions.chunk_id,
                    jsonb_agg(DISTINCT jsonb_build_array(mentions.start_at, mentions.end_at, topics.id))
                        AS places
               FROM topics
               JOIN topic_names ON topic_names.topic_id = topics.id
               JOIN mentions ON mentions.key = topic_names.key
              WHERE topics.course_id = %(course)s AND topics.state = 'active'
                AND mentions.kind = 'definition' AND mentions.start_at IS NOT NULL
              GROUP BY mentions.chunk_id) AS explained ON explained.chunk_id = live_chunks.id
  LEFT JOIN (SELECT supports.chunk_id,
                    jsonb_agg(DISTINCT jsonb_build_array(supports.start_at, supports.end_at, tags.topic_id))
                        AS places
               FROM contents
               JOIN tags ON tags.content_id = contents.id
               JOIN supports ON supports.content_id = contents.id
              WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL
                AND tags.pick = 1 AND NOT (tags.by = 'person' AND tags.status = 'rejected')
              GROUP BY supports.chunk_id) AS carried ON carried.chunk_id = live_chunks.id
 WHERE live_chunks.course_id = %(course)s AND live_chunks.furniture IS NULL
 ORDER BY live_chunks.source_position, live_chunks.path, live_chunks.position

-- name: vectors
-- The vectors of the active topics of a course in one space.
SELECT topics.id AS topic_id, vectors.embedding::real[] AS embedding
  FROM topics
  JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 WHERE topics.course_id = %(course)s AND topics.state = 'active'
 ORDER BY topics.slug

-- name: edges_before
-- All accepted edges from which a path of accepted edges leads to a topic, and every edge straight to it.
-- The walk remembers topics and not paths, so it ends on circles too.
WITH RECURSIVE before (topic_id) AS (
    SELECT %(topic)s::bigint
     UNION
    SELECT prerequisites.subject_id
      FROM before
      JOIN prerequisites ON prerequisites.object_id = before.topic_id
      JOIN topics ON topics.id = prerequisites.subject_id
     WHERE prerequisites.status = 'accepted' AND topics.state = 'active'
)
SELECT subject.slug AS subject, object.slug AS object, subject.title, prerequisites.status,
       -- What a person or an outline states stands whatever the machine made of it.
       CASE WHEN prerequisites.by = 'stage' THEN prerequisites.confidence END AS confidence,
       prerequisites.alternative_group, prerequisites.by,
       sources.position AS source_order, placements.position
  FROM before
  JOIN prerequisites ON prerequisites.object_id = before.topic_id
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
  JOIN first_taught ON first_taught.topic_id = subject.id
  LEFT JOIN chunks ON chunks.id = first_taught.chunk_id
  LEFT JOIN sources ON sources.id = chunks.source_id
  LEFT JOIN placements ON placements.chunk_id = chunks.id
                      AND placements.revision_id = sources.live_revision_id
 WHERE subject.state = 'active'
   AND (prerequisites.status = 'accepted' OR prerequisites.object_id = %(topic)s)
 ORDER BY subject.slug, object.slug

-- name: standing
-- How the prerequisites between active topics of a course stand.
SELECT prerequisites.subject_id, prerequisites.object_id, prerequisites.status, prerequisites.reason,
       subject.title AS subject_title, object.title AS object_title
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
 WHERE object.course_id = %(course)s AND subject.state = 'active' AND object.state = 'active'
 ORDER BY subject.slug, object.slug

-- name: accepted_edges
-- The accepted prerequisites between active topics of a course, as slugs.
SELECT subject.slug AS subject, object.slug AS object
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
 WHERE object.course_id = %(course)s AND prerequisites.status = 'accepted'
   AND subject.state = 'active' AND object.state = 'active'

-- name: decided
-- What people decided of pairs of active topics of a course, by slug.
SELECT decided.subject_id, decided.object_id, decided.act = 'accept' AS holds
  FROM effective_decisions AS decided
  JOIN topics AS subject ON subject.id = decided.subject_id AND subject.state = 'active'
  JOIN topics AS object ON object.id = decided.object_id AND object.state = 'active'
 WHERE decided.task = 'prerequisite' AND object.course_id = %(course)s AND subject.id <> object.id
 ORDER BY subject.slug, object.slug
