-- name: asked_units
-- The live passages of a course that no rule leaves out.
SELECT 'chunk' AS kind, live_chunks.id AS unit_id,
       EXISTS (SELECT FROM outcomes
                WHERE outcomes.stage = 'distil' AND outcomes.kind = 'chunk'
                  AND outcomes.unit_id = live_chunks.id AND outcomes.tool = %(by_rule)s) AS touched,
       live_chunks.path || ', passage ' || live_chunks.position + 1 AS unit_key,
       md5(concat_ws('|', live_chunks.text, live_chunks.section_path::text)) AS input_hash
  FROM live_chunks
  JOIN chunks ON chunks.id = live_chunks.id
 WHERE live_chunks.course_id = %(course)s AND chunks.furniture IS NULL AND live_chunks.type <> 'topics'

-- name: given_back_units
-- The live passages of a course that a model was asked about.
SELECT 'chunk' AS kind, live_chunks.id AS unit_id, true AS touched,
       live_chunks.path || ', passage ' || live_chunks.position + 1 AS unit_key,
       md5(concat_ws('|', live_chunks.text, live_chunks.section_path::text)) AS input_hash
  FROM live_chunks
  JOIN chunks ON chunks.id = live_chunks.id
 WHERE live_chunks.course_id = %(course)s AND chunks.distilled_by IS NOT NULL

-- name: passages
-- What a model is shown of passages.
SELECT id, section_path, text FROM live_chunks
 WHERE id = ANY(%(ids)s)
 ORDER BY path COLLATE "C", position

-- name: known
-- What was said of the same texts before.
SELECT input_hash, why FROM distillations WHERE input_hash = ANY(%(input_hashes)s) AND tool = %(tool)s

-- name: keep
-- Keep what was said, for the same text in another course or after a move. All who write here do it in one
-- order, so that nobody waits in a circle.
INSERT INTO distillations (input_hash, tool, why)
SELECT given.input_hash, %(tool)s, given.why
  FROM unnest(%(input_hashes)s::text[], %(whys)s::text[]) AS given (input_hash, why)
 ORDER BY given.input_hash COLLATE "C"
ON CONFLICT DO NOTHING

-- name: mark
-- What holds of passages, and by which model.
UPDATE chunks
   SET distilled = given.why, distilled_by = %(tool)s
  FROM unnest(%(ids)s::bigint[], %(whys)s::text[]) AS given (id, why)
 WHERE chunks.id = given.id
   AND (chunks.distilled, chunks.distilled_by) IS DISTINCT FROM (given.why, %(tool)s::text)
