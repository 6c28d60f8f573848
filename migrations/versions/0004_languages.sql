ALTER TABLE placements ADD COLUMN language text;
COMMENT ON COLUMN placements.language IS 'ISO 639-1 code where languages are mixed in the file; null means: that of the reading.';

CREATE OR REPLACE VIEW live_chunks AS
SELECT chunks.id, chunks.source_id, chunks.text, chunks.text_hash, chunks.furniture, chunks.created_at,
       sources.course_id, sources.path, sources.type, sources.position AS source_position,
       placements.revision_id, placements.position, placements.start_at, placements.end_at,
       placements.section_path, placements.page_from, placements.page_to, placements.overlap,
       coalesce(placements.language, readings.language) AS language
  FROM sources
  JOIN placements ON placements.revision_id = sources.live_revision_id
  JOIN chunks ON chunks.id = placements.chunk_id
  JOIN revisions ON revisions.id = sources.live_revision_id
  LEFT JOIN readings ON readings.id = revisions.reading_id
 WHERE sources.retired_at IS NULL AND sources.forgotten_at IS NULL;
