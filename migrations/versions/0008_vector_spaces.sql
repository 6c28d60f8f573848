CREATE TABLE vector_indexes (
    name text PRIMARY KEY,
    model text NOT NULL,
    version text NOT NULL,
    dimension integer NOT NULL,
    vectors integer NOT NULL,
    sampled integer NOT NULL,
    recall double precision NOT NULL,
    seconds double precision NOT NULL,
    built_at timestamptz NOT NULL
);
COMMENT ON TABLE vector_indexes IS 'Indexes over the vectors of contents, and how well each finds what exact search finds.';
COMMENT ON COLUMN vector_indexes.name IS 'The index.';
COMMENT ON COLUMN vector_indexes.model IS 'Whose vectors it holds.';
COMMENT ON COLUMN vector_indexes.version IS 'Its version.';
COMMENT ON COLUMN vector_indexes.dimension IS 'Length of the vectors.';
COMMENT ON COLUMN vector_indexes.vectors IS 'How many there were when it was built.';
COMMENT ON COLUMN vector_indexes.sampled IS 'How many searches were compared with exact ones.';
COMMENT ON COLUMN vector_indexes.recall IS 'The share of the truly nearest that they found.';
COMMENT ON COLUMN vector_indexes.seconds IS 'How long the building took.';
COMMENT ON COLUMN vector_indexes.built_at IS 'When it was built and checked.';

CREATE TABLE serving_spaces (
    course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
    model text NOT NULL,
    version text NOT NULL,
    dimension integer NOT NULL
);
COMMENT ON TABLE serving_spaces IS 'Whose vectors a course is searched by: after a change the old ones until the new ones are complete.';
COMMENT ON COLUMN serving_spaces.course_id IS 'The course.';
COMMENT ON COLUMN serving_spaces.model IS 'The model.';
COMMENT ON COLUMN serving_spaces.version IS 'Its version.';
COMMENT ON COLUMN serving_spaces.dimension IS 'Length of its vectors.';

INSERT INTO serving_spaces (course_id, model, version, dimension)
SELECT DISTINCT ON (contents.course_id) contents.course_id, vectors.model, vectors.version, vectors.dimension
  FROM vectors
  JOIN contents ON contents.id = vectors.owner_id
 WHERE vectors.owner_kind = 'content' AND contents.retired_at IS NULL
 GROUP BY contents.course_id, vectors.model, vectors.version, vectors.dimension
 ORDER BY contents.course_id, count(*) DESC, vectors.model, vectors.version;

UPDATE vectors SET version = version || ':' || dimension;
COMMENT ON COLUMN vectors.version IS 'Its version, and after a colon how long its vectors are.';
UPDATE serving_spaces SET version = version || ':' || dimension;
UPDATE outcomes SET tool = outcomes.tool || ':' || serving_spaces.dimension
  FROM serving_spaces
 WHERE outcomes.stage = 'embed' AND outcomes.course_id = serving_spaces.course_id;
