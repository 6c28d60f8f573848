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

-- name: inboxes
-- The folder that was scanned last, and those that files of sources were seen in.
(SELECT inbox FROM scans ORDER BY id DESC LIMIT 1)
UNION
SELECT inbox FROM source_paths WHERE inbox IS NOT NULL
ORDER BY inbox

-- name: arrivals
-- The files that have to stand still before they count.
SELECT path, size, mtime_ns, inode, since FROM arrivals

-- name: drop_arrivals
-- Files that are not waited for any more.
DELETE FROM arrivals WHERE path = ANY(%(paths)s)

-- name: put_arrival
-- A file that is waited for.
INSERT INTO arrivals (path, size, mtime_ns, inode, since)
VALUES (%(path)s, %(size)s, %(mtime_ns)s, %(inode)s, %(since)s)
ON CONFLICT (path) DO UPDATE
   SET size = excluded.size, mtime_ns = excluded.mtime_ns, inode = excluded.inode, since = excluded.since
