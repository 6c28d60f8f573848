CREATE VIEW first_taught AS
SELECT topics.id AS topic_id, topics.course_id, coalesce(named.id, tagged.chunk_id) AS chunk_id,
       CASE WHEN named.id IS NULL THEN tagged.start_at
            ELSE (SELECT min(nullif(position(lower(topic_names.name) IN lower(named.text)), 0))
                    FROM topic_names
                   WHERE topic_names.topic_id = topics.id AND topic_names.origin <> 'slug')
        END AS begins_at
  FROM topics
  LEFT JOIN live_chunks AS named ON named.id = topics.first_taught_chunk_id
  LEFT JOIN LATERAL (
       SELECT place.id AS chunk_id, supports.start_at
         FROM tags
         JOIN contents ON contents.id = tags.content_id AND contents.retired_at IS NULL
         JOIN supports ON supports.content_id = contents.id
         JOIN live_chunks AS place ON place.id = supports.chunk_id AND place.course_id = topics.course_id
        WHERE named.id IS NULL AND tags.topic_id = topics.id AND tags.status = 'accepted'
          AND place.source_position IS NOT NULL
        ORDER BY place.source_position, place.position, supports.start_at, place.id
        LIMIT 1) AS tagged ON true;
COMMENT ON VIEW first_taught IS 'Where each topic is first taught, and from which character of that chunk on: where the text goes by its names, else at the earliest support of its accepted tags; null if no ordered source holds either.';
