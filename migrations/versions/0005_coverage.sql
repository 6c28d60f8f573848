CREATE FUNCTION coverage_of(reading bigint) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (WITH part AS (
            SELECT page ->> 'number' AS number, bool_or((page ->> 'read')::boolean) AS read,
                   bool_and((page ->> 'blank')::boolean) AS blank,
                   bool_or(coalesce((page ->> 'seen')::boolean, false)) AS seen
              FROM readings
             CROSS JOIN LATERAL jsonb_array_elements(readings.structure -> 'pages') AS page
             WHERE readings.id = reading
             GROUP BY page ->> 'number'
        ), counted AS (
            SELECT count(*) FILTER (WHERE NOT blank) AS pages,
                   count(*) FILTER (WHERE read AND NOT blank) AS pages_read,
                   count(*) FILTER (WHERE seen OR NOT read AND NOT blank) AS media,
                   count(*) FILTER (WHERE seen) AS media_read
              FROM part
        )
        SELECT jsonb_build_object(
                   'pages', counted.pages, 'pages_read', counted.pages_read,
                   'characters', length(readings.text),
                   'left_out', coalesce((SELECT sum((block ->> 'end')::integer - (block ->> 'start')::integer)
                                           FROM jsonb_array_elements(readings.structure -> 'blocks') AS block
                                          WHERE block ->> 'kind' = 'furniture'), 0),
                   'media', counted.media + (readings.tool LIKE 'audio/%')::integer,
                   'media_read', counted.media_read
                                 + (readings.tool LIKE 'audio/%' AND readings.share_read > 0)::integer)
          FROM readings
         CROSS JOIN counted
         WHERE readings.id = reading);
COMMENT ON FUNCTION coverage_of IS 'What a reading holds and read: pages (or slides, sheets, cells) that are not blank; characters, and those of them that carry nothing to learn; media: pages that are pictures, recordings.';
