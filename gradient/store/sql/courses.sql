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
