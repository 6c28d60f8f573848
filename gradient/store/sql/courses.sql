-- name: all
-- The courses by slug.
SELECT * FROM courses WHERE %(retired)s OR retired_at IS NULL ORDER BY slug

-- name: by_slug
-- One course by slug.
SELECT * FROM courses WHERE slug = %(slug)s

-- name: by_id
-- One course by id.
SELECT * FROM courses WHERE id = %(course)s

-- name: add
-- A new course, named like its folder.
INSERT INTO courses (slug, folder, name, created_at) VALUES (%(slug)s, %(folder)s, %(folder)s, %(now)s)
RETURNING id

-- name: set_folder
-- The folder of a course has another name.
UPDATE courses SET folder = %(folder)s WHERE id = %(course)s

-- name: configure
-- The settings of a course, written only where they differ.
UPDATE courses
   SET name = %(name)s, language = %(language)s, outline_open = %(outline_open)s, settings = %(settings)s
 WHERE id = %(course)s
   AND (name, language, outline_open, settings)
       IS DISTINCT FROM (%(name)s::text, %(language)s::text, %(outline_open)s::boolean, %(settings)s::jsonb)

-- name: retire
-- The folder of a course went.
UPDATE courses SET retired_at = %(now)s WHERE id = %(course)s

-- name: restore
-- The course is there again.
UPDATE courses SET retired_at = NULL WHERE id = %(course)s

-- name: closed_without_outline
-- The courses that are closed by their own word while no outline states a topic.
SELECT folder
  FROM courses
 WHERE retired_at IS NULL AND outline_open = false AND (%(course)s::bigint IS NULL OR id = %(course)s)
   AND EXISTS (SELECT FROM sources WHERE sources.course_id = courses.id AND retired_at IS NULL)
   AND NOT EXISTS (SELECT FROM sources
                    WHERE sources.course_id = courses.id AND retired_at IS NULL AND type = 'topics')
 ORDER BY folder COLLATE "C"

-- name: in_another_language
-- The courses most of whose passages of a known language are in another than the one that was set, with that.
SELECT folder, courses.language AS said, count(*) AS passages,
       count(*) FILTER (WHERE other) AS left_out,
       mode() WITHIN GROUP (ORDER BY read.language) FILTER (WHERE other) AS language
  FROM courses
  JOIN live_chunks AS read ON read.course_id = courses.id AND read.furniture IS NULL AND read.type <> 'topics'
 CROSS JOIN LATERAL (SELECT coalesce(split_part(read.language, '-', 1)
                                     <> split_part(courses.language, '-', 1), false) AS other) AS compared
 WHERE retired_at IS NULL AND courses.language IS NOT NULL
   AND (%(course)s::bigint IS NULL OR courses.id = %(course)s)
 GROUP BY courses.id
HAVING 2 * count(*) FILTER (WHERE other) > count(read.language)
 ORDER BY folder COLLATE "C"

-- name: closed_by_outline
-- The courses that an outline closes while course.toml does not say so, with how many topics it states and how
-- many others went that passages still name. An outline that could never be read states none and closes nothing.
SELECT courses.slug, courses.folder, counted.stated, counted.gone
  FROM courses
 CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE topics.state = 'active' AND topics.origin = 'outline') AS stated,
              count(*) FILTER (
                  WHERE topics.state = 'retired' AND topics.state_by = 'stage' AND topics.origin = 'extracted'
                    AND EXISTS (SELECT FROM topic_names
                                  JOIN mentions ON mentions.key = topic_names.key
                                  JOIN live_chunks ON live_chunks.id = mentions.chunk_id
                                 WHERE topic_names.topic_id = topics.id
                                   AND live_chunks.course_id = courses.id)) AS gone
         FROM topics WHERE topics.course_id = courses.id) AS counted
 WHERE courses.retired_at IS NULL AND courses.outline_open IS NULL
   AND (%(course)s::bigint IS NULL OR courses.id = %(course)s)
   AND EXISTS (SELECT FROM sources
                WHERE sources.course_id = courses.id AND sources.retired_at IS NULL AND type = 'topics')
   AND counted.stated > 0 AND counted.gone > 0
 ORDER BY courses.slug

-- name: kept_in_mirrors
-- Why mirrors still show what is no more, a sentence each.
SELECT DISTINCT courses.slug, outcomes.reason
  FROM outcomes
  JOIN courses ON courses.id = outcomes.course_id
 WHERE outcomes.stage = 'mirror' AND outcomes.outcome = 'refused'
   AND (%(course)s::bigint IS NULL OR courses.id = %(course)s)
 ORDER BY courses.slug
