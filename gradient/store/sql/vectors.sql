-- name: owners
-- What is embedded of a course, with its text: active topics, live contents, live chunks but furniture. Of a
-- topic with parents the title stands twice, else those above it would outweigh it.
WITH RECURSIVE walk AS (
    SELECT id AS topic_id, parent_id, title AS path, 1 AS steps
      FROM topics
     WHERE course_id = %(course)s AND state = 'active'
    UNION ALL
    SELECT walk.topic_id, parent.parent_id, parent.title || ' >> ' || walk.path, walk.steps + 1
      FROM walk
      JOIN topics AS parent ON parent.id = walk.parent_id AND parent.state = 'active'
     WHERE walk.steps < 20
), path AS (
    SELECT DISTINCT ON (topic_id) topic_id, path FROM walk ORDER BY topic_id, steps DESC
)
SELECT 'topic' AS kind, topics.id, topics.slug AS key,
       concat_ws(E'\n', path.path, CASE WHEN path.path <> topics.title THEN topics.title END,
                 nullif(topics.summary, '')) AS text
  FROM topics
  JOIN path ON path.topic_id = topics.id
UNION ALL
SELECT 'content', id, left(sentence, 80), sentence
  FROM contents
 WHERE course_id = %(course)s AND retired_at IS NULL
UNION ALL
SELECT 'chunk', id, path || ', passage ' || position, text
  FROM live_chunks
 WHERE course_id = %(course)s AND furniture IS NULL

-- name: units
-- What is embedded, as units. The owners stand before as `owner`.
SELECT kind, id AS unit_id, key AS unit_key, false AS touched,
       encode(sha256(convert_to(text, 'UTF8')), 'hex') AS input_hash
  FROM owner

-- name: texts
-- The texts of some owners. The owners stand before as `owner`.
SELECT owner.kind, owner.id, owner.text
  FROM owner
  JOIN unnest(%(kinds)s::text[], %(ids)s::bigint[]) AS wanted (kind, id)
    ON wanted.kind = owner.kind AND wanted.id = owner.id

-- name: drop
-- Forget the vectors of some owners.
DELETE FROM vectors
 USING unnest(%(kinds)s::text[], %(ids)s::bigint[]) AS given (kind, id)
 WHERE vectors.owner_kind = given.kind AND vectors.owner_id = given.id
   AND vectors.model = %(model)s AND vectors.version = %(version)s

-- name: put
-- Store vectors.
COPY vectors (owner_kind, owner_id, model, version, dimension, input_hash, embedding) FROM STDIN

-- name: similar_topics
-- For each content the active topics of its course whose cosine reaches the floor, at most so many. The
-- topics are gathered once, whatever the planner thinks of their number; as all vectors have length 1, the
-- inner product is the cosine.
WITH outline AS MATERIALIZED (
    SELECT topics.id, topics.slug, vectors.embedding
      FROM topics
      JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
                  AND vectors.model = %(model)s AND vectors.version = %(version)s
     WHERE topics.course_id = %(course)s AND topics.state = 'active'
)
SELECT content.owner_id AS content_id, near.topic_id, near.cosine
  FROM vectors AS content
  CROSS JOIN LATERAL (
       SELECT measured.id AS topic_id, measured.cosine
         FROM (SELECT outline.id, outline.slug, -(outline.embedding <#> content.embedding) AS cosine
                 FROM outline OFFSET 0) AS measured
        WHERE measured.cosine >= %(floor)s
        ORDER BY measured.cosine DESC, measured.slug
        LIMIT %(most)s) AS near
 WHERE content.owner_kind = 'content' AND content.owner_id = ANY(%(contents)s)
   AND content.model = %(model)s AND content.version = %(version)s

-- name: similar_tagged
-- For each content the nearest other contents that were tagged when the round began, with their topics. If
-- only other sources are to vote, a content that shares a source with it, retired ones too, has no vote. The
-- nearest are found once for each content, whatever the planner thinks of the number of votes.
WITH standing AS MATERIALIZED (
    SELECT supports.content_id, array_agg(DISTINCT chunks.source_id) AS sources
      FROM supports
      JOIN chunks ON chunks.id = supports.chunk_id
      JOIN sources ON sources.id = chunks.source_id
     WHERE %(other_sources)s AND sources.course_id = %(course)s
     GROUP BY supports.content_id
), voters AS MATERIALIZED (
    SELECT contents.id, contents.kind, contents.sentence_key, vectors.embedding, standing.sources
      FROM contents
      JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = contents.id
                  AND vectors.model = %(model)s AND vectors.version = %(version)s
      LEFT JOIN standing ON standing.content_id = contents.id
     WHERE contents.course_id = %(course)s AND contents.retired_at IS NULL
       AND contents.id IN (SELECT round_votes.content_id FROM round_votes
                            WHERE round_votes.course_id = %(course)s
                              AND round_votes.trust >= %(least_trust)s)
), near AS MATERIALIZED (
    SELECT content.owner_id AS content_id, nearest.id, nearest.cosine
      FROM vectors AS content
      LEFT JOIN standing ON standing.content_id = content.owner_id
      CROSS JOIN LATERAL (
           SELECT measured.id, measured.cosine
             FROM (SELECT voters.id, voters.kind, voters.sentence_key,
                          -(voters.embedding <#> content.embedding) AS cosine
                     FROM voters
                    WHERE voters.id <> content.owner_id
                      AND (voters.sources && standing.sources) IS NOT TRUE
                   OFFSET 0) AS measured
            ORDER BY measured.cosine DESC, measured.sentence_key, measured.kind
            LIMIT %(neighbours)s) AS nearest
     WHERE content.owner_kind = 'content' AND content.owner_id = ANY(%(contents)s)
       AND content.model = %(model)s AND content.version = %(version)s
)
SELECT near.content_id, near.id AS neighbour_id, round_votes.topic_id, round_votes.trust, near.cosine
  FROM near
  JOIN round_votes ON round_votes.course_id = %(course)s AND round_votes.content_id = near.id
                  AND round_votes.trust >= %(least_trust)s
  JOIN topics ON topics.id = round_votes.topic_id AND topics.state = 'active'
