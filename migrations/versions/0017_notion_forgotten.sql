ALTER TABLE notion_pages DROP CONSTRAINT notion_pages_state_check;
ALTER TABLE notion_pages ADD CONSTRAINT notion_pages_state_check
    CHECK (state IN ('whole', 'incomplete', 'trashed', 'missing', 'gone', 'theirs', 'forgotten'));
COMMENT ON COLUMN notion_pages.state IS 'whole; incomplete: writing was cut off; trashed: by us; missing: by a person, not decided yet; gone: by a person, decided; theirs: taken out of the trash by a person; forgotten: to be emptied.';
