CREATE TABLE proposed_names (
    content_id bigint PRIMARY KEY REFERENCES contents ON DELETE CASCADE,
    key text NOT NULL,
    name text NOT NULL
);
COMMENT ON TABLE proposed_names IS 'What contents are about that no topic of the course fits, as a pick says it.';
COMMENT ON COLUMN proposed_names.content_id IS 'The content, in whose sentence the name stands.';
COMMENT ON COLUMN proposed_names.key IS 'Canonical form of the name.';
COMMENT ON COLUMN proposed_names.name IS 'The name as the sentence writes it.';
