-- name: newest
-- What was fitted last.
SELECT gold, n, weights, metric, fitted, defaults, worth FROM fusions
 WHERE course_id = %(course)s AND method = %(method)s
 ORDER BY id DESC LIMIT 1

-- name: worth
-- What the place of a candidate is worth by what was fitted last, if that holds.
SELECT newest.worth
  FROM (SELECT fitted > defaults AS holds, worth FROM fusions
         WHERE course_id = %(course)s ORDER BY id DESC LIMIT 1) AS newest
 WHERE newest.holds

-- name: gold
-- How many gold tags the snapshot of the round holds.
SELECT count(*) FROM round_votes WHERE course_id = %(course)s AND trust >= 1

-- name: gold_tags
-- Gold tags of the snapshot, with the sources and the vector of their content.
SELECT round_votes.content_id, round_votes.topic_id, vectors.embedding::real[] AS embedding,
       array_agg(DISTINCT chunks.source_id ORDER BY chunks.source_id) AS sources
  FROM round_votes
  JOIN topics ON topics.id = round_votes.topic_id AND topics.state = 'active'
  JOIN contents ON contents.id = round_votes.content_id AND contents.retired_at IS NULL
  JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = round_votes.content_id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
  JOIN supports ON supports.content_id = round_votes.content_id
  JOIN chunks ON chunks.id = supports.chunk_id
 WHERE round_votes.course_id = %(course)s AND round_votes.trust >= 1
 GROUP BY round_votes.content_id, round_votes.topic_id, contents.sentence_key, vectors.embedding
 ORDER BY md5(contents.sentence_key), round_votes.topic_id
 LIMIT %(most)s

-- name: voting_tags
-- Tags of the snapshot that have a say in what topics are like: topic, trust, sources of the content, its vector.
SELECT round_votes.content_id, round_votes.topic_id, round_votes.trust, standing.sources, vectors.embedding
  FROM round_votes
  JOIN topics ON topics.id = round_votes.topic_id AND topics.state = 'active'
  JOIN contents ON contents.id = round_votes.content_id
  JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = round_votes.content_id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 CROSS JOIN LATERAL (SELECT coalesce(array_agg(DISTINCT chunks.source_id ORDER BY chunks.source_id), '{}') AS sources
                       FROM supports
                       JOIN chunks ON chunks.id = supports.chunk_id
                      WHERE supports.content_id = round_votes.content_id) AS standing
 WHERE round_votes.course_id = %(course)s
 ORDER BY md5(contents.sentence_key), round_votes.topic_id
 LIMIT %(most)s

-- name: topic_vectors
-- The vectors of the topics of a course.
SELECT topics.id, vectors.embedding::real[] AS embedding
  FROM topics
  JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 WHERE topics.course_id = %(course)s AND topics.state = 'active'

-- name: keep
-- Weights that were fitted.
INSERT INTO fusions (course_id, method, gold, n, weights, metric, fitted, defaults, worth, at)
VALUES (%(course)s, %(method)s, %(gold)s, %(n)s, %(weights)s, %(metric)s, %(fitted)s, %(defaults)s,
        %(worth)s, %(at)s)
