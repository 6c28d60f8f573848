-- name: sizes
-- How large revisions are, and how the names of their files end.
SELECT size, suffix FROM revisions WHERE id = ANY(%(ids)s) ORDER BY id

-- name: letters
-- How many letters passages have together.
SELECT coalesce(sum(length(text)), 0) FROM chunks WHERE id = ANY(%(ids)s)

-- name: topics
-- How many topics a course has.
SELECT count(*) FROM topics WHERE course_id = %(course)s AND state = 'active'
