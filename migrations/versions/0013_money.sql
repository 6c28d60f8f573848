ALTER TABLE calls DROP COLUMN unit_id,
    ADD COLUMN unit_ids bigint[] NOT NULL DEFAULT '{}',
    ADD COLUMN cache_written_tokens integer,
    ADD COLUMN attempt integer NOT NULL DEFAULT 1,
    ADD COLUMN request_id text,
    ADD COLUMN estimate_usd numeric;
COMMENT ON COLUMN calls.unit_ids IS 'For which units.';
COMMENT ON COLUMN calls.cache_written_tokens IS 'Tokens written to a cache.';
COMMENT ON COLUMN calls.attempt IS 'For which time the request went out, from 1.';
COMMENT ON COLUMN calls.request_id IS 'What the service calls it.';
COMMENT ON COLUMN calls.estimate_usd IS 'The most that it was to come to, kept back from budgets; null where no price is known.';
COMMENT ON COLUMN calls.ended IS 'How it ended: done, failed, cut off, refused; sent while it is under way.';
CREATE INDEX calls_at ON calls (at);
CREATE INDEX calls_course ON calls (course_id);

CREATE TABLE budget (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    day_usd numeric,
    course_usd numeric
);
COMMENT ON TABLE budget IS 'What model calls may cost, as the settings say.';
COMMENT ON COLUMN budget.only_row IS 'Keeps the table at one row.';
COMMENT ON COLUMN budget.day_usd IS 'On one day (UTC), for all courses; null means: as much as it comes to.';
COMMENT ON COLUMN budget.course_usd IS 'For each course altogether, unless its course.toml says otherwise.';
INSERT INTO budget DEFAULT VALUES;

CREATE TABLE pauses (
    role text PRIMARY KEY,
    reason text NOT NULL,
    since timestamptz NOT NULL,
    tries integer NOT NULL,
    until timestamptz NOT NULL
);
COMMENT ON TABLE pauses IS 'Roles that cannot be played until a person changes something.';
COMMENT ON COLUMN pauses.role IS 'The role.';
COMMENT ON COLUMN pauses.reason IS 'Why, and what to do, in a sentence.';
COMMENT ON COLUMN pauses.since IS 'Since when.';
COMMENT ON COLUMN pauses.tries IS 'How many times it was tried again in vain.';
COMMENT ON COLUMN pauses.until IS 'When it is tried again.';

CREATE TABLE holds (
    course_id bigint NOT NULL REFERENCES courses,
    stage text NOT NULL,
    reason text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (course_id, stage)
);
COMMENT ON TABLE holds IS 'Stages of courses that wait for room in a budget.';
COMMENT ON COLUMN holds.course_id IS 'The course.';
COMMENT ON COLUMN holds.stage IS 'The stage.';
COMMENT ON COLUMN holds.reason IS 'Why, and what to do, in a sentence.';
COMMENT ON COLUMN holds.since IS 'Since when.';
COMMENT ON COLUMN holds.until IS 'When it is looked again.';

CREATE TABLE kept_answers (
    request_hash text PRIMARY KEY,
    course_id bigint REFERENCES courses,
    said text NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON TABLE kept_answers IS 'Answers of models that could be used, so that the same request is sent once.';
COMMENT ON COLUMN kept_answers.request_hash IS 'Hash of the whole request: model, prompt, what was shown, form.';
COMMENT ON COLUMN kept_answers.course_id IS 'The course that asked first.';
COMMENT ON COLUMN kept_answers.said IS 'The answer as it came.';
COMMENT ON COLUMN kept_answers.at IS 'When.';
CREATE INDEX kept_answers_course ON kept_answers (course_id);
