-- name: serving
-- Whose vectors a course is searched by.
SELECT model, version, dimension FROM serving_spaces WHERE course_id = %(course)s

-- name: begin
-- A course is searched by the vectors that it gets first.
INSERT INTO serving_spaces (course_id, model, version, dimension)
VALUES (%(course)s, %(model)s, %(version)s, %(dimension)s)
ON CONFLICT (course_id) DO NOTHING

-- name: switch
-- From now on a course is searched by these vectors.
INSERT INTO serving_spaces (course_id, model, version, dimension)
VALUES (%(course)s, %(model)s, %(version)s, %(dimension)s)
ON CONFLICT (course_id) DO UPDATE
   SET model = excluded.model, version = excluded.version, dimension = excluded.dimension

-- name: remove_others
-- Vectors of a course in other spaces.
DELETE FROM vectors
 USING (SELECT 'topic' AS kind, id FROM topics WHERE course_id = %(course)s
        UNION ALL
        SELECT 'content', id FROM contents WHERE course_id = %(course)s
        UNION ALL
        SELECT 'chunk', chunks.id FROM chunks JOIN sources ON sources.id = chunks.source_id
         WHERE sources.course_id = %(course)s) AS owner
 WHERE vectors.owner_kind = owner.kind AND vectors.owner_id = owner.id
   AND (vectors.model, vectors.version) <> (%(model)s, %(version)s)

-- name: changing
-- Courses that are searched by other vectors than these, with how many texts there are and how many are done. What
-- is retired or merged is embedded no more.
SELECT courses.slug, serving_spaces.model, serving_spaces.version, serving_spaces.dimension,
       counted.texts, counted.embedded
  FROM serving_spaces
  JOIN courses ON courses.id = serving_spaces.course_id AND courses.retired_at IS NULL
 CROSS JOIN LATERAL (
      SELECT count(*) AS texts, count(*) FILTER (WHERE outcomes.tool = %(tool)s) AS embedded
        FROM outcomes
        LEFT JOIN topics ON outcomes.kind = 'topic' AND topics.id = outcomes.unit_id AND topics.state = 'active'
        LEFT JOIN contents ON outcomes.kind = 'content' AND contents.id = outcomes.unit_id
                          AND contents.retired_at IS NULL
        LEFT JOIN live_chunks ON outcomes.kind = 'chunk' AND live_chunks.id = outcomes.unit_id
                             AND live_chunks.furniture IS NULL
       WHERE outcomes.course_id = courses.id AND outcomes.stage = 'embed' AND outcomes.outcome = 'done'
         AND coalesce(topics.id, contents.id, live_chunks.id) IS NOT NULL) AS counted
 WHERE (serving_spaces.model, serving_spaces.version) <> (%(model)s, %(version)s)
   AND (%(course)s::bigint IS NULL OR courses.id = %(course)s)
 ORDER BY courses.slug
