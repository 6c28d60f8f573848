CREATE TABLE topic_edges (
    course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
    model text NOT NULL,
    version text NOT NULL,
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    near_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    cosine real NOT NULL,
    PRIMARY KEY (course_id, model, version, topic_id, near_id)
);
COMMENT ON TABLE topic_edges IS 'Which topics of a course are similar, by one model; rebuilt whenever a topic or the model changes.';
COMMENT ON COLUMN topic_edges.course_id IS 'The course.';
COMMENT ON COLUMN topic_edges.model IS 'Whose vectors were compared.';
COMMENT ON COLUMN topic_edges.version IS 'Its version.';
COMMENT ON COLUMN topic_edges.topic_id IS 'The topic.';
COMMENT ON COLUMN topic_edges.near_id IS 'One that is similar to it.';
COMMENT ON COLUMN topic_edges.cosine IS 'How similar, up to 1.';

CREATE TABLE topic_edges_of (
    course_id bigint PRIMARY KEY REFERENCES courses ON DELETE CASCADE,
    outline_hash text NOT NULL
);
COMMENT ON TABLE topic_edges_of IS 'What the edges of a course were built from.';
COMMENT ON COLUMN topic_edges_of.course_id IS 'The course.';
COMMENT ON COLUMN topic_edges_of.outline_hash IS 'Hash of the model and of the texts of its topics.';

CREATE TABLE round_profiles (
    course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    model text NOT NULL,
    version text NOT NULL,
    tagged real NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (course_id, model, version, topic_id)
);
COMMENT ON TABLE round_profiles IS 'What the contents of a topic look like together, as they were tagged when the open round began.';
COMMENT ON COLUMN round_profiles.course_id IS 'The course.';
COMMENT ON COLUMN round_profiles.topic_id IS 'The topic.';
COMMENT ON COLUMN round_profiles.model IS 'Whose vectors were summed up.';
COMMENT ON COLUMN round_profiles.version IS 'Its version.';
COMMENT ON COLUMN round_profiles.tagged IS 'The trust of its tags, summed up.';
COMMENT ON COLUMN round_profiles.embedding IS 'The direction, of length 1, of its own vector and those of its contents by their trust.';

CREATE TABLE round_sources (
    course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
    source_id bigint NOT NULL REFERENCES sources ON DELETE CASCADE,
    model text NOT NULL,
    version text NOT NULL,
    tagged real NOT NULL,
    topics jsonb NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (course_id, model, version, source_id)
);
COMMENT ON TABLE round_sources IS 'What the sources of a course are about, as their contents were tagged when the open round began.';
COMMENT ON COLUMN round_sources.course_id IS 'The course.';
COMMENT ON COLUMN round_sources.source_id IS 'The source.';
COMMENT ON COLUMN round_sources.model IS 'Whose vectors were summed up.';
COMMENT ON COLUMN round_sources.version IS 'Its version.';
COMMENT ON COLUMN round_sources.tagged IS 'The trust of the tags of its contents, summed up.';
COMMENT ON COLUMN round_sources.topics IS 'The share of that trust that each topic has, by its id.';
COMMENT ON COLUMN round_sources.embedding IS 'The direction, of length 1, of the vectors of its contents.';

CREATE TABLE fusions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses ON DELETE CASCADE,
    method text NOT NULL,
    gold integer NOT NULL,
    n integer NOT NULL,
    weights jsonb NOT NULL,
    metric text NOT NULL,
    fitted real NOT NULL,
    defaults real NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON TABLE fusions IS 'Weights of the paths of recall, fitted on the gold of a course; the newest one of a method holds where it is better than the defaults.';
COMMENT ON COLUMN fusions.id IS 'Surrogate key.';
COMMENT ON COLUMN fusions.course_id IS 'The course.';
COMMENT ON COLUMN fusions.method IS 'Paths, features and vectors, with their versions.';
COMMENT ON COLUMN fusions.gold IS 'How many gold tags the course had.';
COMMENT ON COLUMN fusions.n IS 'On how many of them it was fitted.';
COMMENT ON COLUMN fusions.weights IS 'The weight of each path.';
COMMENT ON COLUMN fusions.metric IS 'What was measured by cross-validation, sources apart.';
COMMENT ON COLUMN fusions.fitted IS 'What the fitted weights reached.';
COMMENT ON COLUMN fusions.defaults IS 'What the defaults reached on the same tags.';
COMMENT ON COLUMN fusions.at IS 'When it was fitted.';
CREATE INDEX fusions_course ON fusions (course_id, id);
