-- name: standing
-- How a request stands in the newest batch of those handed in since a time that holds it.
SELECT batches.id AS batch_id, batches.service_id, batches.handed_in_at, batches.looked_at,
       batches.ended_at IS NOT NULL AS ended, batch_requests.answer, batch_requests.error,
       (SELECT count(*) FROM batch_requests AS others WHERE others.batch_id = batches.id) AS requests
  FROM batch_requests
  JOIN batches ON batches.id = batch_requests.batch_id
 WHERE batch_requests.request_hash = %(request_hash)s AND batches.handed_in_at >= %(since)s
 ORDER BY batches.id DESC
 LIMIT 1

-- name: drop_old
-- Batches whose answers nobody asks for any more.
DELETE FROM batches WHERE ended_at < %(before)s

-- name: begin
-- A batch that is about to be handed in.
INSERT INTO batches (course_id, stage, model, handed_in_at, looked_at)
VALUES (%(course)s, %(stage)s, %(model)s, %(now)s, %(now)s)
RETURNING id

-- name: put_requests
-- The requests of a batch, each with its row in the ledger.
INSERT INTO batch_requests (batch_id, request_hash, entry)
SELECT %(batch)s, * FROM unnest(%(request_hashes)s::text[], %(entries)s::bigint[])

-- name: handed_in
-- What the service calls a batch.
UPDATE batches SET service_id = %(service_id)s WHERE id = %(batch)s

-- name: looked
-- It was looked whether a batch has ended.
UPDATE batches SET looked_at = %(now)s WHERE id = %(batch)s

-- name: entries
-- The requests of a batch, each with its row in the ledger.
SELECT request_hash, entry FROM batch_requests WHERE batch_id = %(batch)s

-- name: answer
-- What became of a request.
UPDATE batch_requests SET answer = %(answer)s, error = %(error)s
 WHERE batch_id = %(batch)s AND request_hash = %(request_hash)s

-- name: drop_unanswered
-- The requests of a batch that nothing became of are asked again.
DELETE FROM batch_requests WHERE batch_id = %(batch)s AND answer IS NULL AND error IS NULL

-- name: forget
-- What became of a request says nothing of it.
DELETE FROM batch_requests WHERE batch_id = %(batch)s AND request_hash = %(request_hash)s

-- name: ended
-- The answers of a batch are collected.
UPDATE batches SET ended_at = %(now)s WHERE id = %(batch)s

-- name: drop
-- A batch that the service knows nothing of.
DELETE FROM batches WHERE id = %(batch)s

-- name: known
-- Which of these batches of the service are ours already.
SELECT service_id FROM batches WHERE service_id = ANY(%(service_ids)s)
