CREATE TABLE distillations (
    input_hash text NOT NULL,
    tool text NOT NULL,
    why text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (input_hash, tool)
);
COMMENT ON TABLE distillations IS 'What a model said of a passage; the same passage is paid for once, in whatever course.';
COMMENT ON COLUMN distillations.input_hash IS 'Hash of what the model was shown of the passage.';
COMMENT ON COLUMN distillations.tool IS 'Prompt and model, with their versions.';
COMMENT ON COLUMN distillations.why IS 'Why it teaches nothing; null if it teaches something.';
COMMENT ON COLUMN distillations.created_at IS 'When it was asked.';

ALTER TABLE chunks ADD COLUMN distilled text, ADD COLUMN distilled_by text;
COMMENT ON COLUMN chunks.furniture IS 'The rule by which it carries nothing to learn; null if none says so.';
COMMENT ON COLUMN chunks.distilled IS 'Why a model says that it teaches nothing; null if none says so.';
COMMENT ON COLUMN chunks.distilled_by IS 'Prompt and model that were asked, with their versions; null if none was.';
CREATE INDEX chunks_distilled ON chunks (source_id) WHERE distilled_by IS NOT NULL;

CREATE OR REPLACE VIEW live_chunks AS
SELECT chunks.id, chunks.source_id, chunks.text, chunks.text_hash,
       coalesce(chunks.furniture, chunks.distilled) AS furniture, chunks.created_at,
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
