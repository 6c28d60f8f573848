-- name: outline_hash
-- What edges between the topics of a course follow from.
SELECT md5(concat_ws('|', %(model)s::text, %(version)s::text, %(nearest)s::text, %(floor)s::text,
                     string_agg(topics.id || ' ' || vectors.input_hash, ',' ORDER BY topics.id)))
  FROM topics
  JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 WHERE topics.course_id = %(course)s AND topics.state = 'active'

-- name: edges_are_of
-- What the edges of a course were built from.
SELECT outline_hash FROM topic_edges_of WHERE course_id = %(course)s

-- name: clear_edges
-- Forget the edges of a course.
DELETE FROM topic_edges WHERE course_id = %(course)s

-- name: build_edges
-- The nearest topics of each topic of a course. Long vectors lie apart from their rows: the copies that
-- subvector makes lie in them, and are not fetched anew for each pair.
WITH outline AS MATERIALIZED (
    SELECT topics.id, topics.slug, subvector(vectors.embedding, 1, vectors.dimension) AS embedding
      FROM topics
      JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
                  AND vectors.model = %(model)s AND vectors.version = %(version)s
     WHERE topics.course_id = %(course)s AND topics.state = 'active'
)
INSERT INTO topic_edges (course_id, model, version, topic_id, near_id, cosine)
SELECT %(course)s, %(model)s, %(version)s, one.id, near.id, near.cosine
  FROM outline AS one
 CROSS JOIN LATERAL (
      SELECT measured.id, measured.cosine
        FROM (SELECT other.id, other.slug, -(other.embedding <#> one.embedding) AS cosine
                FROM outline AS other WHERE other.id <> one.id OFFSET 0) AS measured
       WHERE measured.cosine >= %(floor)s
       ORDER BY measured.cosine DESC, measured.slug
       LIMIT %(nearest)s) AS near

-- name: edges_built
-- Note what the edges of a course were built from.
INSERT INTO topic_edges_of (course_id, outline_hash) VALUES (%(course)s, %(hash)s)
ON CONFLICT (course_id) DO UPDATE SET outline_hash = excluded.outline_hash

-- name: edges
-- The edges of a course in one vector space.
SELECT topic_id, near_id, cosine FROM topic_edges
 WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s

-- name: centrality
-- How similar each topic of a course is to all of them on the average.
WITH outline AS MATERIALIZED (
    SELECT topics.id, vectors.embedding
      FROM topics
      JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
                  AND vectors.model = %(model)s AND vectors.version = %(version)s
     WHERE topics.course_id = %(course)s AND topics.state = 'active'
)
SELECT outline.id AS topic_id, -(outline.embedding <#> middle.embedding) AS cosine
  FROM outline CROSS JOIN (SELECT avg(embedding) AS embedding FROM outline) AS middle

-- name: profiled
-- Whether the topics of a course have profiles in one vector space.
SELECT EXISTS (SELECT FROM round_profiles
                WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s)

-- name: build_profiles
-- The profile of each topic of a course, from the tags as they stood when the round began.
WITH tagged AS (
    SELECT round_votes.topic_id, sum(weighed.trust) AS trust,
           sum(vectors.embedding * array_fill(weighed.trust, ARRAY[vectors.dimension])::vector) AS embedding
      FROM round_votes
     CROSS JOIN LATERAL (SELECT CASE WHEN round_votes.trust >= 1 THEN %(gold)s ELSE %(silver)s END::real AS trust)
                        AS weighed
      JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = round_votes.content_id
                  AND vectors.model = %(model)s AND vectors.version = %(version)s
     WHERE round_votes.course_id = %(course)s AND weighed.trust > 0
     GROUP BY round_votes.topic_id
)
INSERT INTO round_profiles (course_id, topic_id, model, version, tagged, embedding)
SELECT %(course)s, topics.id, %(model)s, %(version)s, coalesce(tagged.trust, 0),
       l2_normalize(coalesce(vectors.embedding + tagged.embedding, vectors.embedding))
  FROM topics
  JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
  LEFT JOIN tagged ON tagged.topic_id = topics.id
 WHERE topics.course_id = %(course)s AND topics.state = 'active'

-- name: similar_profiles
-- The active topics of a course with their profiles, which contents are compared with.
SELECT topics.id, topics.slug AS place, round_profiles.embedding
  FROM round_profiles
  JOIN topics ON topics.id = round_profiles.topic_id AND topics.state = 'active'
 WHERE round_profiles.course_id = %(course)s AND round_profiles.model = %(model)s
   AND round_profiles.version = %(version)s

-- name: shares
-- Which share of all tags, by trust, the topics of a course have.
SELECT topic_id, (tagged / sum(tagged) OVER ())::double precision AS share
  FROM round_profiles
 WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s AND tagged > 0

-- name: worded_alike
-- For each content the topics whose names share words with it: the cosine of their words in PostgreSQL's full
-- text, each weighed by how few topics have it in their names.
WITH named AS MATERIALIZED (
    SELECT topics.id, topics.slug,
           to_tsvector(%(config)s::regconfig,
                       concat_ws(' ', topics.title, string_agg(topic_names.name, ' '))) AS words
      FROM topics
      LEFT JOIN topic_names ON topic_names.topic_id = topics.id AND topic_names.origin <> 'slug'
     WHERE topics.course_id = %(course)s AND topics.state = 'active'
     GROUP BY topics.id
), known AS MATERIALIZED (
    SELECT named.id, named.slug, word.lexeme FROM named CROSS JOIN LATERAL unnest(named.words) AS word
), rarity AS MATERIALIZED (
    SELECT lexeme, 1 + ln((1.0 + total.topics) / (1 + count(*))) AS weight
      FROM known CROSS JOIN (SELECT count(*) AS topics FROM named) AS total
     GROUP BY lexeme, total.topics
), name_length AS MATERIALIZED (
    SELECT known.id, sqrt(sum(rarity.weight * rarity.weight)) AS length
      FROM known JOIN rarity USING (lexeme) GROUP BY known.id
), said AS MATERIALIZED (
    SELECT contents.id, word.lexeme
      FROM contents CROSS JOIN LATERAL unnest(to_tsvector(%(config)s::regconfig, contents.sentence)) AS word
     WHERE contents.id = ANY(%(contents)s)
), said_length AS MATERIALIZED (
    SELECT said.id, sqrt(sum(coalesce(rarity.weight, 1 + ln(1.0 + total.topics)) ^ 2)) AS length
      FROM said LEFT JOIN rarity USING (lexeme)
     CROSS JOIN (SELECT count(*) AS topics FROM named) AS total
     GROUP BY said.id
), alike AS (
    SELECT said.id AS content_id, known.id AS topic_id, known.slug,
           sum(rarity.weight * rarity.weight) / (said_length.length * name_length.length) AS cosine
      FROM said
      JOIN known USING (lexeme)
      JOIN rarity USING (lexeme)
      JOIN said_length ON said_length.id = said.id
      JOIN name_length ON name_length.id = known.id
     GROUP BY said.id, known.id, known.slug, said_length.length, name_length.length
)
SELECT content_id, topic_id, cosine::double precision AS cosine
  FROM (SELECT alike.*, row_number() OVER (PARTITION BY content_id ORDER BY cosine DESC, slug) AS place
          FROM alike) AS placed
 WHERE place <= %(most)s

-- name: language
-- The language that the topics of a course are named in.
SELECT coalesce(language, 'en') FROM courses WHERE id = %(course)s

-- name: alone
-- Wait until nobody else builds edges or profiles of this course.
SELECT pg_advisory_xact_lock(hashtext('edges and profiles'), %(course)s::integer)

-- name: sources_summed_up
-- Whether the sources of a course have been summed up in one vector space.
SELECT EXISTS (SELECT FROM round_sources
                WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s)

-- name: sum_up_sources
-- What each source of a course is about: the direction of its contents, and the topics of those that are tagged.
WITH standing AS MATERIALIZED (
    SELECT DISTINCT live_chunks.source_id, supports.content_id
      FROM supports
      JOIN live_chunks ON live_chunks.id = supports.chunk_id
     WHERE live_chunks.course_id = %(course)s
), direction AS (
    SELECT standing.source_id, l2_normalize(sum(vectors.embedding)) AS embedding
      FROM standing
      JOIN vectors ON vectors.owner_kind = 'content' AND vectors.owner_id = standing.content_id
                  AND vectors.model = %(model)s AND vectors.version = %(version)s
     GROUP BY standing.source_id
), by_topic AS (
    SELECT standing.source_id, round_votes.topic_id,
           sum(CASE WHEN round_votes.trust >= 1 THEN %(gold)s ELSE %(silver)s END::real) AS trust
      FROM standing
      JOIN round_votes ON round_votes.course_id = %(course)s AND round_votes.content_id = standing.content_id
     GROUP BY standing.source_id, round_votes.topic_id
), shares AS (
    SELECT source_id, sum(trust) AS tagged,
           jsonb_object_agg(topic_id, trust / whole) FILTER (WHERE whole > 0) AS topics
      FROM (SELECT by_topic.*, sum(trust) OVER (PARTITION BY source_id) AS whole FROM by_topic) AS counted
     GROUP BY source_id
)
INSERT INTO round_sources (course_id, source_id, model, version, tagged, topics, embedding)
SELECT %(course)s, direction.source_id, %(model)s, %(version)s, coalesce(shares.tagged, 0),
       coalesce(shares.topics, '{}'), direction.embedding
  FROM direction
  LEFT JOIN shares USING (source_id)

-- name: similar_sources
-- The sources of a course that hold tagged contents, which others are compared with.
SELECT source_id AS id, tagged AS place, embedding FROM round_sources
 WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s AND tagged > 0
 ORDER BY source_id

-- name: topics_of_sources
-- The share that each topic has of the tags of each source.
SELECT source_id, topics FROM round_sources
 WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s AND tagged > 0

-- name: sources_of
-- Which sources some contents stand in.
SELECT DISTINCT supports.content_id, live_chunks.source_id
  FROM supports
  JOIN live_chunks ON live_chunks.id = supports.chunk_id
 WHERE supports.content_id = ANY(%(contents)s) AND live_chunks.course_id = %(course)s

-- name: directions
-- What some sources of a course are about, as vectors.
SELECT source_id AS id, NULL::text AS place, embedding FROM round_sources
 WHERE course_id = %(course)s AND model = %(model)s AND version = %(version)s AND source_id = ANY(%(sources)s)

-- name: topic_vectors
-- The active topics of a course, which its sources are compared with.
SELECT topics.id, topics.slug AS place, vectors.embedding
  FROM topics
  JOIN vectors ON vectors.owner_kind = 'topic' AND vectors.owner_id = topics.id
              AND vectors.model = %(model)s AND vectors.version = %(version)s
 WHERE topics.course_id = %(course)s AND topics.state = 'active'
