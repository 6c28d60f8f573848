-- name: units
-- The live contents as units of tags. Touched: a topic that was accepted for it is no topic any more, or a
-- topic that was never offered to it is among its first five. One that got no usable answer is left alone.
SELECT 'content' AS kind, contents.id AS unit_id, left(contents.sentence, 80) AS unit_key,
       encode(sha256(convert_to(contents.sentence, 'UTF8')), 'hex') AS input_hash,
       (EXISTS (SELECT FROM tags
                 JOIN topics ON topics.id = tags.topic_id
                WHERE tags.content_id = contents.id AND tags.status = 'accepted'
                  AND tags.pick IS NOT NULL AND topics.state <> 'active')
        OR EXISTS (SELECT FROM candidates
                    JOIN topics ON topics.id = candidates.topic_id
                   WHERE candidates.content_id = contents.id AND candidates.rank <= %(first)s
                     AND topics.state = 'active'
                     AND NOT EXISTS (SELECT FROM offered_topics
                                      WHERE offered_topics.content_id = contents.id
                                        AND offered_topics.topic_id = candidates.topic_id)))
       AND NOT EXISTS (SELECT FROM outcomes
                        WHERE outcomes.stage = 'tags' AND outcomes.kind = 'content'
                          AND outcomes.unit_id = contents.id AND outcomes.outcome = 'parked') AS touched
  FROM contents
 WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL

-- name: offers
-- The candidates of some contents by rank, with what a picker is shown and whether a person said no.
SELECT candidates.content_id, candidates.topic_id, contents.sentence, topics.title,
       coalesce(nullif(topics.definition, ''), topics.summary) AS definition,
       candidates.score, candidates.paths,
       EXISTS (SELECT FROM effective_decisions AS decided
                WHERE decided.task = 'tag' AND decided.subject_id = candidates.content_id
                  AND decided.object_id = candidates.topic_id AND decided.act = 'reject') AS refused,
       coalesce((SELECT fusions.fitted > fusions.defaults FROM fusions
                  WHERE fusions.course_id = contents.course_id ORDER BY fusions.id DESC LIMIT 1), false) AS likely
  FROM candidates
  JOIN contents ON contents.id = candidates.content_id
  JOIN topics ON topics.id = candidates.topic_id AND topics.state = 'active'
 WHERE candidates.content_id = ANY(%(contents)s)
 ORDER BY candidates.content_id, candidates.rank

-- name: outline
-- The active topics of a course with what belongs to them; new ones come last, so that the start stays as it was.
SELECT id AS topic_id, title, coalesce(nullif(definition, ''), summary) AS definition
  FROM topics
 WHERE course_id = %(course)s AND state = 'active'
 ORDER BY id

-- name: exemplars
-- For each of these contents the nearest others of the course about whose tags people decided, with those topics.
WITH decided AS (
    SELECT decided.subject_id AS content_id,
           array_agg(decided.object_id ORDER BY decided.object_id) FILTER (WHERE decided.act = 'accept') AS belongs,
           array_agg(decided.object_id ORDER BY decided.object_id) FILTER (WHERE decided.act = 'reject') AS belongs_not
      FROM effective_decisions AS decided
      JOIN topics ON topics.id = decided.object_id AND topics.state = 'active'
      JOIN contents ON contents.id = decided.subject_id AND contents.course_id = %(course)s
                   AND contents.retired_at IS NULL
     WHERE decided.task = 'tag'
     GROUP BY decided.subject_id
)
SELECT asked.id AS asked_id, near.content_id, near.sentence, near.belongs, near.belongs_not
  FROM unnest(%(contents)s::bigint[]) AS asked (id)
  JOIN vectors AS its ON its.owner_kind = 'content' AND its.owner_id = asked.id
                     AND its.model = %(model)s AND its.version = %(version)s
 CROSS JOIN LATERAL (
       SELECT decided.content_id, contents.sentence, decided.belongs, decided.belongs_not
         FROM decided
         JOIN contents ON contents.id = decided.content_id
         JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = decided.content_id
                     AND vectors.model = its.model AND vectors.version = its.version
        WHERE decided.content_id <> asked.id
        ORDER BY vectors.embedding <=> its.embedding, decided.content_id
        LIMIT %(most)s) AS near

-- name: mark_offered
-- Note that a pick has been shown these topics.
INSERT INTO offered_topics (content_id, topic_id)
SELECT * FROM unnest(%(contents)s::bigint[], %(topics)s::bigint[])
ON CONFLICT DO NOTHING

-- name: unpick_lost
-- A person's tag to a topic that is gone is no pick any more.
UPDATE tags
   SET pick = NULL
  FROM topics
 WHERE topics.id = tags.topic_id AND topics.state <> 'active' AND tags.pick IS NOT NULL
   AND tags.content_id = ANY(%(contents)s)

-- name: forget_offers
-- A topic that is gone counts as never offered: when it comes back, it may be picked as it was before.
DELETE FROM offered_topics
 USING topics
 WHERE topics.id = offered_topics.topic_id AND topics.state <> 'active'
   AND offered_topics.content_id = ANY(%(contents)s)

-- name: drop_undecided
-- Take away the tags of some contents that are no picks any more and that no person decided.
DELETE FROM tags
 WHERE tags.content_id = ANY(%(contents)s) AND tags.by = 'stage'
   AND NOT EXISTS (SELECT FROM unnest(%(picked_contents)s::bigint[], %(picked_topics)s::bigint[])
                            AS picked (content_id, topic_id)
                    WHERE picked.content_id = tags.content_id AND picked.topic_id = tags.topic_id)
   AND NOT EXISTS (SELECT FROM decisions WHERE decisions.question_id = tags.question_id)

-- name: pick
-- The tags behind these picks; settle gives them their status.
INSERT INTO tags (content_id, topic_id, question_id, pick)
SELECT picked.content_id, picked.topic_id, questions.id, picked.pick
  FROM unnest(%(contents)s::bigint[], %(topics)s::bigint[], %(picks)s::integer[])
    AS picked (content_id, topic_id, pick)
  JOIN questions ON questions.task = 'tag' AND questions.subject_id = picked.content_id
                AND questions.object_id = picked.topic_id
ON CONFLICT (content_id, topic_id) DO UPDATE SET pick = excluded.pick

-- name: withdraw_proposals
-- What was proposed for some contents.
DELETE FROM proposed_names WHERE content_id = ANY(%(contents)s)

-- name: propose
-- What contents are about that no topic fits.
INSERT INTO proposed_names (content_id, key, name)
SELECT * FROM unnest(%(contents)s::bigint[], %(keys)s::text[], %(names)s::text[])
