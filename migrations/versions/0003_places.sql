CREATE TABLE places (
    reading_id bigint NOT NULL REFERENCES readings ON DELETE CASCADE,
    start_at integer NOT NULL,
    label text NOT NULL,
    PRIMARY KEY (reading_id, start_at)
);
COMMENT ON TABLE places IS 'What people call the parts of a file: its pages, slides, sheets, cells or times.';
COMMENT ON COLUMN places.reading_id IS 'The reading.';
COMMENT ON COLUMN places.start_at IS 'First character of the part in the text of the reading; it ends where the next begins.';
COMMENT ON COLUMN places.label IS 'Such as "page 3", "slide 4, notes", "sheet Grades", "cell 7" or "1:02".';

INSERT INTO places (reading_id, start_at, label)
SELECT readings.id, (page ->> 'start')::integer, 'page ' || (page ->> 'number')
  FROM readings
 CROSS JOIN LATERAL jsonb_array_elements(readings.structure -> 'pages') AS page
 WHERE (page ->> 'end')::integer > (page ->> 'start')::integer
ON CONFLICT DO NOTHING;

CREATE FUNCTION place_at(revision bigint, at integer) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT places.label
          FROM revisions
          JOIN places ON places.reading_id = revisions.reading_id
         WHERE revisions.id = revision AND places.start_at <= at
         ORDER BY places.start_at DESC
         LIMIT 1);
COMMENT ON FUNCTION place_at IS 'What people call the part of a revision that holds the character at this offset; null where it has no parts.';
