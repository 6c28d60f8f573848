-- name: build
-- An index over the vectors of contents in one space, beside which others may write.
CREATE INDEX CONCURRENTLY {name} ON vectors USING hnsw ((embedding::halfvec({dimension})) halfvec_ip_ops)
 WHERE owner_kind = 'content' AND model = {model} AND version = {version}

-- name: drop
-- Remove an index, also one that was not finished.
DROP INDEX CONCURRENTLY IF EXISTS {name}

-- name: unused
-- Forget the indexes over vectors that no course is searched by, and say which they are.
DELETE FROM vector_indexes
 WHERE NOT EXISTS (SELECT FROM serving_spaces AS serving
                    WHERE (serving.model, serving.version) = (vector_indexes.model, vector_indexes.version))
RETURNING name

-- name: drop_at_once
-- Remove an index in a transaction.
DROP INDEX IF EXISTS {name}

-- name: forget
-- Forget what is known of an index.
DELETE FROM vector_indexes WHERE name = %(name)s

-- name: keep
-- Note what an index is worth.
INSERT INTO vector_indexes (name, model, version, dimension, vectors, sampled, recall, seconds, built_at)
VALUES (%(name)s, %(model)s, %(version)s, %(dimension)s, %(vectors)s, %(sampled)s, %(recall)s, %(seconds)s, %(at)s)

-- name: known
-- What is known of an index.
SELECT model, version, dimension, vectors, sampled, recall, seconds FROM vector_indexes WHERE name = %(name)s

-- name: all
-- What is known of all indexes.
SELECT model, version, dimension, vectors, sampled, recall, seconds FROM vector_indexes ORDER BY model, version

-- name: alone
-- Whether nobody else builds this index; nobody else does then.
SELECT pg_try_advisory_lock(hashtext('index over vectors'), hashtext(%(name)s))

-- name: not_alone
-- Let others build.
SELECT pg_advisory_unlock(hashtext('index over vectors'), hashtext(%(name)s))

-- name: room
-- Memory for the building of an index, in kB, in the session.
SELECT set_config('maintenance_work_mem', %(memory)s::text, false)

-- name: room_as_ever
-- As much memory as without an index to build.
RESET maintenance_work_mem

-- name: count
-- How many vectors of contents there are in a space.
SELECT count(*) FROM vectors WHERE owner_kind = 'content' AND model = %(model)s AND version = %(version)s

-- name: sample
-- Some contents with vectors, drawn by a hash.
SELECT owner_id FROM vectors
 WHERE owner_kind = 'content' AND model = %(model)s AND version = %(version)s
 ORDER BY md5('sample ' || owner_id) LIMIT %(most)s

-- name: everything
-- All vectors of contents in a space.
SELECT owner_id, embedding FROM vectors
 WHERE owner_kind = 'content' AND model = %(model)s AND version = %(version)s

-- name: with_care
-- Search goes on until enough was found that passes the filters; the index alone is used in this transaction,
-- and nothing is compiled for it: the planner takes such a search for dear.
SELECT set_config('hnsw.iterative_scan', 'strict_order', true),
       set_config('hnsw.ef_search', %(wide)s::text, true),
       set_config('plan_cache_mode', 'force_custom_plan', true),
       set_config('enable_seqscan', 'off', true),
       set_config('jit', 'off', true)

-- name: plainly
-- The planner is free again.
SELECT set_config('plan_cache_mode', 'auto', true), set_config('enable_seqscan', 'on', true)

-- name: search
-- The contents whose vectors an index finds near to those of some others.
SELECT content.owner_id AS content_id, near.owner_id AS near_id
  FROM vectors AS content
 CROSS JOIN LATERAL (
      SELECT vectors.owner_id
        FROM vectors
       WHERE vectors.owner_kind = 'content' AND vectors.model = {model} AND vectors.version = {version}
         AND vectors.owner_id <> content.owner_id
         AND {filter}
       ORDER BY vectors.embedding::halfvec({dimension}) <#> content.embedding::halfvec({dimension})
       LIMIT %(most)s) AS near
 WHERE content.owner_kind = 'content' AND content.owner_id = ANY(%(contents)s)
   AND content.model = {model} AND content.version = {version}

-- name: tagged
-- A filter of search: a content of the course that was tagged when the round began.
EXISTS (SELECT FROM round_votes
         WHERE round_votes.course_id = %(course)s AND round_votes.content_id = vectors.owner_id
           AND round_votes.trust >= %(least_trust)s OFFSET 0)

-- name: tagged_anywhere
-- The same where contents of other courses vote too; they are gathered once.
vectors.owner_id IN (SELECT votes.content_id
                       FROM counted_votes(%(course)s::bigint, %(others)s::bigint[], %(least_trust)s::real) AS votes)

-- name: elsewhere
-- A filter of search: a content that shares no source with the other.
NOT EXISTS (SELECT FROM supports AS own
              JOIN chunks AS own_chunk ON own_chunk.id = own.chunk_id
              JOIN supports AS other ON other.content_id = vectors.owner_id
              JOIN chunks AS other_chunk ON other_chunk.id = other.chunk_id
                                        AND other_chunk.source_id = own_chunk.source_id
             WHERE own.content_id = content.owner_id OFFSET 0)
