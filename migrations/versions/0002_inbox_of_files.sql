ALTER TABLE source_paths ADD COLUMN inbox text;
COMMENT ON COLUMN source_paths.inbox IS 'The folder that the path starts from, as it opens, when last seen; null for given files.';
UPDATE source_paths
   SET inbox = (SELECT scans.inbox FROM scans WHERE scans.files > 0 ORDER BY scans.id DESC LIMIT 1)
 WHERE root = 'inbox';
