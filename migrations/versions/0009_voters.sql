CREATE FUNCTION counted_votes(asked bigint, others bigint[], least_trust real)
    RETURNS TABLE (content_id bigint, topic_id bigint, trust real)
    LANGUAGE sql STABLE
AS $$
    SELECT round_votes.content_id, round_votes.topic_id, round_votes.trust
      FROM round_votes
      JOIN topics ON topics.id = round_votes.topic_id AND topics.state = 'active'
     WHERE round_votes.course_id = asked AND round_votes.trust >= least_trust
     UNION ALL
    SELECT round_votes.content_id, own.topic_id, max(round_votes.trust)
      FROM (SELECT topics.id AS topic_id, lower(topics.title) AS name
              FROM topics WHERE topics.course_id = asked AND topics.state = 'active'
             UNION
            SELECT topics.id, lower(topic_names.name)
              FROM topics JOIN topic_names ON topic_names.topic_id = topics.id AND topic_names.origin <> 'slug'
             WHERE topics.course_id = asked AND topics.state = 'active') AS own
      JOIN (SELECT topics.id AS topic_id, lower(topics.title) AS name
              FROM topics WHERE topics.course_id = ANY(others) AND topics.state = 'active'
             UNION
            SELECT topics.id, lower(topic_names.name)
              FROM topics JOIN topic_names ON topic_names.topic_id = topics.id AND topic_names.origin <> 'slug'
             WHERE topics.course_id = ANY(others) AND topics.state = 'active') AS other USING (name)
      JOIN round_votes ON round_votes.topic_id = other.topic_id AND round_votes.course_id = ANY(others)
     WHERE round_votes.trust >= least_trust
     GROUP BY round_votes.content_id, own.topic_id
$$;
COMMENT ON FUNCTION counted_votes IS 'The tags that vote in a course, as they stood when rounds began: its own, and those of other courses whose topic has a name of one of its own, in whatever case, as tags of that one.';
