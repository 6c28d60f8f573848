-- name: open
-- Open a round of a course unless one is open; the id of a new one, else nothing.
INSERT INTO rounds (course_id, opened_at) VALUES (%(course)s, %(now)s)
ON CONFLICT (course_id) WHERE closed_at IS NULL DO NOTHING
RETURNING id

-- name: current
-- The open round of a course.
SELECT id, opened_at, recalled_again_at FROM rounds WHERE course_id = %(course)s AND closed_at IS NULL

-- name: close
-- Close the open round of a course.
UPDATE rounds SET closed_at = %(now)s WHERE course_id = %(course)s AND closed_at IS NULL

-- name: clear_votes
-- Drop the snapshot of tags of a course.
DELETE FROM round_votes WHERE course_id = %(course)s

-- name: clear_profiles
-- Drop what was summed up of the snapshot.
DELETE FROM round_profiles WHERE course_id = %(course)s

-- name: clear_sources
-- Drop what sources were about.
DELETE FROM round_sources WHERE course_id = %(course)s

-- name: take_votes
-- Keep the accepted tags of a course as they stand now: what recall reads until the next snapshot. What stands
-- in retired sources alone has no vote, decided or not.
INSERT INTO round_votes (course_id, content_id, topic_id, trust)
SELECT contents.course_id, tags.content_id, tags.topic_id,
       CASE tags.by WHEN 'person' THEN 1.0 ELSE 0.6 END
  FROM tags
  JOIN contents ON contents.id = tags.content_id
  JOIN topics ON topics.id = tags.topic_id
 WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL
   AND topics.state = 'active' AND tags.status = 'accepted'
   AND EXISTS (SELECT FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
                WHERE supports.content_id = contents.id AND live_chunks.course_id = contents.course_id)

-- name: mark_recalled_again
-- Note that the open round has put its undecided contents to recall again.
UPDATE rounds SET recalled_again_at = %(now)s WHERE course_id = %(course)s AND closed_at IS NULL

-- name: recall_undecided_again
-- Put the live contents without an accepted tag to recall again, if there is any tag to learn from.
INSERT INTO recall_again (content_id)
SELECT contents.id
  FROM contents
 WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL
   AND EXISTS (SELECT FROM round_votes WHERE round_votes.course_id = %(course)s)
   AND NOT EXISTS (SELECT FROM tags WHERE tags.content_id = contents.id AND tags.status = 'accepted')
ON CONFLICT DO NOTHING
