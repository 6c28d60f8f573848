-- name: record
-- A scan that has ended.
INSERT INTO scans (inbox, started_at, ended_at, complete, files, notice)
VALUES (%(inbox)s, %(started_at)s, %(ended_at)s, %(complete)s, %(files)s, %(notice)s)

-- name: newest
-- The newest scan, of one inbox or of any.
SELECT inbox, started_at, ended_at, complete, files, notice
  FROM scans
 WHERE %(inbox)s::text IS NULL OR inbox = %(inbox)s
 ORDER BY id DESC LIMIT 1
