CREATE TABLE batches (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint REFERENCES courses,
    stage text,
    model text NOT NULL,
    service_id text,
    handed_in_at timestamptz NOT NULL,
    looked_at timestamptz NOT NULL,
    ended_at timestamptz
);
COMMENT ON TABLE batches IS 'Questions that were handed to a service together, to be answered when it has time.';
COMMENT ON COLUMN batches.id IS 'Surrogate key.';
COMMENT ON COLUMN batches.course_id IS 'The course that they are about.';
COMMENT ON COLUMN batches.stage IS 'The stage that asks.';
COMMENT ON COLUMN batches.model IS 'Who is asked.';
COMMENT ON COLUMN batches.service_id IS 'What the service calls it; null while it is being handed in.';
COMMENT ON COLUMN batches.handed_in_at IS 'When it was.';
COMMENT ON COLUMN batches.looked_at IS 'When it was last looked whether it has ended.';
COMMENT ON COLUMN batches.ended_at IS 'When its answers were collected.';
CREATE INDEX batches_course ON batches (course_id);

CREATE TABLE batch_requests (
    batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
    request_hash text NOT NULL,
    entry bigint NOT NULL REFERENCES calls,
    answer jsonb,
    error text,
    PRIMARY KEY (batch_id, request_hash)
);
COMMENT ON TABLE batch_requests IS 'The questions of batches, with what became of each.';
COMMENT ON COLUMN batch_requests.batch_id IS 'The batch.';
COMMENT ON COLUMN batch_requests.request_hash IS 'Hash of the whole request.';
COMMENT ON COLUMN batch_requests.entry IS 'Its row in the ledger.';
COMMENT ON COLUMN batch_requests.answer IS 'The answer as the service gave it.';
COMMENT ON COLUMN batch_requests.error IS 'Why there is none.';
CREATE INDEX batch_requests_hash ON batch_requests (request_hash);
CREATE INDEX batch_requests_entry ON batch_requests (entry);

ALTER TABLE holds ADD COLUMN under_way boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN holds.under_way IS 'Whether it waits for a batch, which later stages wait for too.';
