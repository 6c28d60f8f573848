ALTER TABLE blocks ADD COLUMN replaces text;
COMMENT ON COLUMN blocks.replaces IS 'Hash of the content in whose place a person put this one; null where there was none.';

CREATE TABLE notion_databases (
    kind text PRIMARY KEY CHECK (kind IN ('topics', 'review')),
    database_id text NOT NULL,
    data_source_id text NOT NULL,
    properties jsonb NOT NULL,
    seen_until timestamptz,
    looked_through_at timestamptz,
    blocks_made bigint NOT NULL DEFAULT 0,
    notice text
);
COMMENT ON TABLE notion_databases IS 'The databases in Notion, and how far they were read.';
COMMENT ON COLUMN notion_databases.kind IS 'topics or review.';
COMMENT ON COLUMN notion_databases.database_id IS 'Its id there.';
COMMENT ON COLUMN notion_databases.data_source_id IS 'Where its rows are written and asked for.';
COMMENT ON COLUMN notion_databases.properties IS 'The ids of the columns by their names with us; a person may call them otherwise.';
COMMENT ON COLUMN notion_databases.seen_until IS 'The latest time of an edit that was seen, by the clock of Notion; null before the first.';
COMMENT ON COLUMN notion_databases.looked_through_at IS 'When every row was last looked at, by our clock.';
COMMENT ON COLUMN notion_databases.blocks_made IS 'How many pages and blocks were ever made there; a workspace may have an allowance for a lifetime.';
COMMENT ON COLUMN notion_databases.notice IS 'What a person should know of it, in a sentence or several.';

CREATE TABLE notion_pages (
    key text PRIMARY KEY,
    kind text NOT NULL REFERENCES notion_databases,
    course text NOT NULL,
    item_id bigint NOT NULL,
    page_id text UNIQUE,
    state text NOT NULL CHECK (state IN ('whole', 'incomplete', 'trashed', 'missing', 'gone', 'theirs')),
    properties jsonb NOT NULL DEFAULT '{}',
    blocks jsonb,
    dropped text[] NOT NULL DEFAULT '{}',
    doomed text[] NOT NULL DEFAULT '{}',
    edited_at timestamptz,
    settled_at timestamptz,
    seen text,
    answer text NOT NULL DEFAULT '',
    decision_id bigint,
    failure text
);
COMMENT ON TABLE notion_pages IS 'The pages of topics and the rows of questions in Notion, as they were last written or seen; no text of theirs.';
COMMENT ON COLUMN notion_pages.key IS 'What it is found by there, whatever the ids here.';
COMMENT ON COLUMN notion_pages.kind IS 'The database that it stands in.';
COMMENT ON COLUMN notion_pages.course IS 'Slug of its course.';
COMMENT ON COLUMN notion_pages.item_id IS 'Topic or review item.';
COMMENT ON COLUMN notion_pages.page_id IS 'Its id there; null before it is made.';
COMMENT ON COLUMN notion_pages.state IS 'whole; incomplete: writing was cut off; trashed: by us; missing: by a person, not decided yet; gone: by a person, decided; theirs: taken out of the trash by a person.';
COMMENT ON COLUMN notion_pages.properties IS 'Hashes of what stands in our columns, by their names.';
COMMENT ON COLUMN notion_pages.blocks IS 'Kinds and hashes of its blocks with their ids; null before they were written or looked at.';
COMMENT ON COLUMN notion_pages.dropped IS 'Hashes of what a person took away from the page.';
COMMENT ON COLUMN notion_pages.doomed IS 'Ids of the blocks that are being taken away.';
COMMENT ON COLUMN notion_pages.edited_at IS 'The time of the last edit that is known, by the clock of Notion.';
COMMENT ON COLUMN notion_pages.settled_at IS 'The edit up to which its blocks were looked at, once no other could bear the same time.';
COMMENT ON COLUMN notion_pages.seen IS 'Hash of what a person had answered when it was last taken.';
COMMENT ON COLUMN notion_pages.answer IS 'What is said to them about it.';
COMMENT ON COLUMN notion_pages.decision_id IS 'The decision that came of it.';
COMMENT ON COLUMN notion_pages.failure IS 'Why it could not be written, in a sentence; null if it could.';
CREATE INDEX notion_pages_item ON notion_pages (kind, item_id);
