-- name: of_course
-- The roles that are paused, and the stages of a course that wait for room in a budget or for a batch.
SELECT role, NULL AS stage, reason, until, false AS under_way FROM pauses
 UNION ALL
SELECT NULL, stage, reason, until, under_way FROM holds WHERE course_id = %(course)s

-- name: pauses
-- The roles that are paused.
SELECT role, reason, since, tries, until FROM pauses ORDER BY role

-- name: stages
-- The stages that wait, course by course.
SELECT courses.slug AS course, holds.stage, holds.reason, holds.until
  FROM holds JOIN courses ON courses.id = holds.course_id
 WHERE %(course)s::bigint IS NULL OR holds.course_id = %(course)s
 ORDER BY courses.slug, holds.stage

-- name: release_course
-- No stage of a course waits for a budget any more.
DELETE FROM holds WHERE course_id = %(course)s AND NOT under_way

-- name: pause
-- Pause a role, or let it wait longer where it was tried again in vain; nothing while nobody has tried.
INSERT INTO pauses (role, reason, since, tries, until)
VALUES (%(role)s, %(reason)s, %(now)s, 0, %(now)s + (%(distances)s::interval[])[1])
ON CONFLICT (role) DO UPDATE
   SET reason = excluded.reason, tries = pauses.tries + 1,
       until = excluded.since
               + (%(distances)s::interval[])[least(pauses.tries + 2, array_length(%(distances)s::interval[], 1))]
 WHERE pauses.until <= excluded.since

-- name: resume
-- A role can be played again.
DELETE FROM pauses WHERE role = %(role)s

-- name: try_now
-- Every role that is paused is tried at the next opportunity; if in vain, it waits no longer than it would have.
UPDATE pauses SET until = %(now)s, tries = tries - 1 WHERE until > %(now)s

-- name: resume_all_but
-- The roles that nobody is paid for are not paused.
DELETE FROM pauses WHERE NOT role = ANY(%(roles)s)

-- name: hold
-- Let a stage of a course wait.
INSERT INTO holds (course_id, stage, reason, since, until, under_way)
VALUES (%(course)s, %(stage)s, %(reason)s, %(now)s, %(until)s, %(under_way)s)
ON CONFLICT (course_id, stage) DO UPDATE
   SET reason = excluded.reason, until = excluded.until, under_way = excluded.under_way

-- name: release
-- A stage of a course does not wait any more.
DELETE FROM holds WHERE course_id = %(course)s AND stage = %(stage)s

-- name: release_all
-- No stage waits any more.
DELETE FROM holds
