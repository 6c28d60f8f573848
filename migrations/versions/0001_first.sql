CREATE EXTENSION IF NOT EXISTS vector;

-- Places and texts ------------------------------------------------------------------------------

CREATE TABLE installation (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    secret bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
    salt text NOT NULL DEFAULT gen_random_uuid()::text
);
COMMENT ON TABLE installation IS 'What is drawn once for this database and never changes.';
COMMENT ON COLUMN installation.only_row IS 'Keeps the table at one row.';
COMMENT ON COLUMN installation.secret IS 'Key of the fences around text from outside.';
COMMENT ON COLUMN installation.salt IS 'Salt of the draws of audits and uniform draws.';
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE courses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL UNIQUE,
    folder text NOT NULL,
    name text NOT NULL,
    language text,
    outline_open boolean,
    settings jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz
);
COMMENT ON TABLE courses IS 'A course: one folder under the inbox, or given by hand.';
COMMENT ON COLUMN courses.id IS 'Surrogate key.';
COMMENT ON COLUMN courses.slug IS 'Name for commands; fixed at creation.';
COMMENT ON COLUMN courses.folder IS 'Name of its folder today, as it opens.';
COMMENT ON COLUMN courses.name IS 'Name for people.';
COMMENT ON COLUMN courses.language IS 'ISO 639-1 code that topics are named in; null means: that of most sources.';
COMMENT ON COLUMN courses.outline_open IS 'What course.toml says of the outline; null means: closed once an outline is imported.';
COMMENT ON COLUMN courses.settings IS 'The checked values of course.toml.';
COMMENT ON COLUMN courses.created_at IS 'When it was first seen.';
COMMENT ON COLUMN courses.retired_at IS 'When its folder went; null while it is there.';

CREATE TABLE sources (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    root text NOT NULL CHECK (root IN ('inbox', 'given')),
    path text NOT NULL,
    type text NOT NULL,
    position integer,
    current_revision_id bigint,
    live_revision_id bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    retired_by text CHECK (retired_by IN ('scan', 'person')),
    forgotten_at timestamptz
);
COMMENT ON TABLE sources IS 'One document of a course, whatever its path today.';
COMMENT ON COLUMN sources.id IS 'Surrogate key; survives moves, renames and edits.';
COMMENT ON COLUMN sources.course_id IS 'The course that it belongs to today.';
COMMENT ON COLUMN sources.root IS 'inbox: found by the scan; given: by gradient ingest, never retired by a scan.';
COMMENT ON COLUMN sources.path IS 'Its first path today, as it opens: relative to the inbox, or absolute for given files.';
COMMENT ON COLUMN sources.type IS 'lectures, readings, exams, homework, reference, transcripts, topics or other.';
COMMENT ON COLUMN sources.position IS 'Place in the teaching order from 0; null where there is none.';
COMMENT ON COLUMN sources.current_revision_id IS 'The bytes that lie on the disk today.';
COMMENT ON COLUMN sources.live_revision_id IS 'The newest revision that was read successfully; null before that.';
COMMENT ON COLUMN sources.created_at IS 'When it was first seen.';
COMMENT ON COLUMN sources.retired_at IS 'When it went; null while it is there.';
COMMENT ON COLUMN sources.retired_by IS 'Who retired it.';
COMMENT ON COLUMN sources.forgotten_at IS 'When a person had its texts erased for good.';
CREATE INDEX sources_course ON sources (course_id);

CREATE TABLE source_paths (
    root text NOT NULL,
    path_key text NOT NULL,
    path text NOT NULL,
    source_id bigint NOT NULL REFERENCES sources ON DELETE CASCADE,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    inode bigint NOT NULL,
    sha256 text NOT NULL,
    PRIMARY KEY (root, path_key)
);
COMMENT ON TABLE source_paths IS 'Where each source stands: one row a file that exists.';
COMMENT ON COLUMN source_paths.root IS 'As in sources.';
COMMENT ON COLUMN source_paths.path_key IS 'The path in NFC, for comparing.';
COMMENT ON COLUMN source_paths.path IS 'The path that opens, undecodable bytes as surrogate escapes written \xNN.';
COMMENT ON COLUMN source_paths.source_id IS 'The source whose bytes these are.';
COMMENT ON COLUMN source_paths.size IS 'Bytes, when last seen.';
COMMENT ON COLUMN source_paths.mtime_ns IS 'Time of change in nanoseconds, when last seen.';
COMMENT ON COLUMN source_paths.inode IS 'Inode, when last seen.';
COMMENT ON COLUMN source_paths.sha256 IS 'Hash of the bytes, when last read.';
CREATE INDEX source_paths_source ON source_paths (source_id);

CREATE TABLE arrivals (
    path text PRIMARY KEY,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    inode bigint NOT NULL,
    since timestamptz NOT NULL
);
COMMENT ON TABLE arrivals IS 'New and changed files of the inbox that have to stand still before they count.';
COMMENT ON COLUMN arrivals.path IS 'As in source_paths.';
COMMENT ON COLUMN arrivals.size IS 'Bytes, as seen since then.';
COMMENT ON COLUMN arrivals.mtime_ns IS 'Time of change in nanoseconds, as seen since then.';
COMMENT ON COLUMN arrivals.inode IS 'Inode, as seen since then.';
COMMENT ON COLUMN arrivals.since IS 'When it was first seen like this.';

CREATE TABLE revisions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id bigint NOT NULL REFERENCES sources ON DELETE CASCADE,
    sha256 text NOT NULL,
    size bigint NOT NULL,
    suffix text NOT NULL,
    reading_id bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (source_id, sha256)
);
COMMENT ON TABLE revisions IS 'The bytes of a source at one time.';
COMMENT ON COLUMN revisions.id IS 'Surrogate key; the unit of read and chunk.';
COMMENT ON COLUMN revisions.source_id IS 'Whose bytes.';
COMMENT ON COLUMN revisions.sha256 IS 'Their hash, hexadecimal.';
COMMENT ON COLUMN revisions.size IS 'Their number.';
COMMENT ON COLUMN revisions.suffix IS 'Lower-case file name ending with its dot, which chooses the reader.';
COMMENT ON COLUMN revisions.reading_id IS 'What reading made of them; null before that.';
COMMENT ON COLUMN revisions.created_at IS 'When these bytes were first seen.';
ALTER TABLE sources ADD FOREIGN KEY (current_revision_id) REFERENCES revisions ON DELETE SET NULL;
ALTER TABLE sources ADD FOREIGN KEY (live_revision_id) REFERENCES revisions ON DELETE SET NULL;

CREATE TABLE readings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sha256 text NOT NULL,
    suffix text NOT NULL,
    tool text NOT NULL,
    text text NOT NULL,
    text_hash text NOT NULL,
    structure jsonb NOT NULL,
    language text,
    encoding text,
    share_read real NOT NULL CHECK (share_read BETWEEN 0 AND 1),
    missing text,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (sha256, suffix, tool)
);
COMMENT ON TABLE readings IS 'What a reader made of some bytes; the same bytes are read once, wherever they stand.';
COMMENT ON COLUMN readings.id IS 'Surrogate key.';
COMMENT ON COLUMN readings.sha256 IS 'Hash of the bytes.';
COMMENT ON COLUMN readings.suffix IS 'The ending that chose the reader.';
COMMENT ON COLUMN readings.tool IS 'Reader and its version.';
COMMENT ON COLUMN readings.text IS 'The text; every position of the product is a character offset into one of these.';
COMMENT ON COLUMN readings.text_hash IS 'Hash of text and structure: what chunking depends on.';
COMMENT ON COLUMN readings.structure IS 'Headings, blocks, pages and emphases with their ranges.';
COMMENT ON COLUMN readings.language IS 'ISO 639-1 code, guessed; null with too little text.';
COMMENT ON COLUMN readings.encoding IS 'The encoding chosen, for text files.';
COMMENT ON COLUMN readings.share_read IS 'Pages read divided by pages that are not blank; characters where there are no pages.';
COMMENT ON COLUMN readings.missing IS 'The part that was not read, in words.';
COMMENT ON COLUMN readings.created_at IS 'When it was read.';
ALTER TABLE revisions ADD FOREIGN KEY (reading_id) REFERENCES readings ON DELETE SET NULL;

CREATE TABLE chunks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id bigint NOT NULL REFERENCES sources ON DELETE CASCADE,
    text_hash text NOT NULL,
    ordinal integer NOT NULL,
    text text NOT NULL,
    furniture text,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (source_id, text_hash, ordinal)
);
COMMENT ON TABLE chunks IS 'A passage of a source.';
COMMENT ON COLUMN chunks.id IS 'Surrogate key.';
COMMENT ON COLUMN chunks.source_id IS 'Whose passage.';
COMMENT ON COLUMN chunks.text_hash IS 'Hash of the normalised text.';
COMMENT ON COLUMN chunks.ordinal IS 'Counts equal texts of the source from 0.';
COMMENT ON COLUMN chunks.text IS 'The text, as it stands in the reading.';
COMMENT ON COLUMN chunks.furniture IS 'The rule by which it carries nothing to learn; null if it does.';
COMMENT ON COLUMN chunks.created_at IS 'When the source first held it.';
CREATE INDEX chunks_text_hash ON chunks (text_hash);

CREATE TABLE placements (
    revision_id bigint NOT NULL REFERENCES revisions ON DELETE CASCADE,
    chunk_id bigint NOT NULL REFERENCES chunks ON DELETE CASCADE,
    position integer NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    section_path text[] NOT NULL,
    page_from integer,
    page_to integer,
    overlap integer NOT NULL DEFAULT 0,
    PRIMARY KEY (revision_id, chunk_id)
);
COMMENT ON TABLE placements IS 'Where a chunk stands in a revision.';
COMMENT ON COLUMN placements.revision_id IS 'The revision.';
COMMENT ON COLUMN placements.chunk_id IS 'The chunk.';
COMMENT ON COLUMN placements.position IS 'Counts the chunks of the revision from 0.';
COMMENT ON COLUMN placements.start_at IS 'First character in the text of the reading.';
COMMENT ON COLUMN placements.end_at IS 'Character after the last.';
COMMENT ON COLUMN placements.section_path IS 'Titles of the headings above it, broadest first.';
COMMENT ON COLUMN placements.page_from IS 'First page, from 1; null where there are none.';
COMMENT ON COLUMN placements.page_to IS 'Last page.';
COMMENT ON COLUMN placements.overlap IS 'Characters of the previous chunk that a reader of this one should see too.';
CREATE INDEX placements_chunk ON placements (chunk_id);

CREATE VIEW live_chunks AS
SELECT chunks.id, chunks.source_id, chunks.text, chunks.text_hash, chunks.furniture, chunks.created_at,
       sources.course_id, sources.path, sources.type, sources.position AS source_position,
       placements.revision_id, placements.position, placements.start_at, placements.end_at,
       placements.section_path, placements.page_from, placements.page_to, placements.overlap,
       readings.language
  FROM sources
  JOIN placements ON placements.revision_id = sources.live_revision_id
  JOIN chunks ON chunks.id = placements.chunk_id
  JOIN revisions ON revisions.id = sources.live_revision_id
  LEFT JOIN readings ON readings.id = revisions.reading_id
 WHERE sources.retired_at IS NULL AND sources.forgotten_at IS NULL;
COMMENT ON VIEW live_chunks IS 'The chunks that stand in the live revision of a source that is there, with their places.';

-- Contents and topics ---------------------------------------------------------------------------

CREATE TABLE extractions (
    input_hash text NOT NULL,
    tool text NOT NULL,
    found jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (input_hash, tool)
);
COMMENT ON TABLE extractions IS 'What extraction found in a text; the same text is extracted once, in whatever course.';
COMMENT ON COLUMN extractions.input_hash IS 'Hash of the values that extraction reads.';
COMMENT ON COLUMN extractions.tool IS 'Extractor, prompt and their versions.';
COMMENT ON COLUMN extractions.found IS 'Contents, mentions and refused quotes, with offsets into the chunk.';
COMMENT ON COLUMN extractions.created_at IS 'When it was extracted.';

CREATE TABLE contents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    kind text NOT NULL CHECK (kind IN ('fact', 'question')),
    sentence text NOT NULL,
    sentence_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    UNIQUE (course_id, kind, sentence_key)
);
COMMENT ON TABLE contents IS 'What gets tagged: a fact or a question, one sentence.';
COMMENT ON COLUMN contents.id IS 'Surrogate key.';
COMMENT ON COLUMN contents.course_id IS 'Its course.';
COMMENT ON COLUMN contents.kind IS 'fact or question.';
COMMENT ON COLUMN contents.sentence IS 'The sentence, without markup.';
COMMENT ON COLUMN contents.sentence_key IS 'Hash of the normalised sentence.';
COMMENT ON COLUMN contents.created_at IS 'When it was first found.';
COMMENT ON COLUMN contents.retired_at IS 'When its last support went; null while one stands.';

CREATE TABLE supports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content_id bigint NOT NULL REFERENCES contents ON DELETE CASCADE,
    chunk_id bigint NOT NULL REFERENCES chunks ON DELETE CASCADE,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    quote text NOT NULL,
    UNIQUE (content_id, chunk_id, start_at)
);
COMMENT ON TABLE supports IS 'The places that a content stands on.';
COMMENT ON COLUMN supports.id IS 'Surrogate key.';
COMMENT ON COLUMN supports.content_id IS 'The content.';
COMMENT ON COLUMN supports.chunk_id IS 'The chunk.';
COMMENT ON COLUMN supports.start_at IS 'First character of the quote in the chunk.';
COMMENT ON COLUMN supports.end_at IS 'Character after the last.';
COMMENT ON COLUMN supports.quote IS 'The words of the source, verbatim.';
CREATE INDEX supports_chunk ON supports (chunk_id);

CREATE TABLE mentions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chunk_id bigint NOT NULL REFERENCES chunks ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('heading', 'definition', 'emphasis', 'acronym', 'term')),
    key text NOT NULL,
    surface text NOT NULL,
    expansion text,
    start_at integer,
    end_at integer
);
COMMENT ON TABLE mentions IS 'Places where a possible topic is named.';
COMMENT ON COLUMN mentions.id IS 'Surrogate key.';
COMMENT ON COLUMN mentions.chunk_id IS 'The chunk.';
COMMENT ON COLUMN mentions.kind IS 'How it is named there.';
COMMENT ON COLUMN mentions.key IS 'Canonical form of the name.';
COMMENT ON COLUMN mentions.surface IS 'The name as written.';
COMMENT ON COLUMN mentions.expansion IS 'Long form that the place itself gives for an acronym.';
COMMENT ON COLUMN mentions.start_at IS 'First character in the chunk; null for a heading above it.';
COMMENT ON COLUMN mentions.end_at IS 'Character after the last.';
CREATE INDEX mentions_chunk ON mentions (chunk_id);

CREATE TABLE topics (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    slug text NOT NULL,
    title text NOT NULL,
    title_by_person boolean NOT NULL DEFAULT false,
    summary text NOT NULL DEFAULT '',
    definition text NOT NULL DEFAULT '',
    parent_id bigint REFERENCES topics ON DELETE SET NULL,
    position integer,
    origin text NOT NULL CHECK (origin IN ('extracted', 'outline', 'person')),
    state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'proposed', 'retired', 'merged')),
    state_by text NOT NULL DEFAULT 'stage' CHECK (state_by IN ('stage', 'person')),
    merged_into bigint REFERENCES topics ON DELETE SET NULL,
    first_taught_chunk_id bigint REFERENCES chunks ON DELETE SET NULL,
    doubt text,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (course_id, slug)
);
COMMENT ON TABLE topics IS 'The nodes of the course outlines.';
COMMENT ON COLUMN topics.id IS 'Surrogate key.';
COMMENT ON COLUMN topics.course_id IS 'Its course.';
COMMENT ON COLUMN topics.slug IS 'Name for commands; fixed at creation, unique in the course.';
COMMENT ON COLUMN topics.title IS 'Name for people: a function of all mentions unless a person set it.';
COMMENT ON COLUMN topics.title_by_person IS 'Whether a person set the title.';
COMMENT ON COLUMN topics.summary IS 'The best defining sentence found, or that of an imported outline.';
COMMENT ON COLUMN topics.definition IS 'What belongs to it and what does not; shown to picker and scorer.';
COMMENT ON COLUMN topics.parent_id IS 'The topic above it.';
COMMENT ON COLUMN topics.position IS 'Place in an imported outline.';
COMMENT ON COLUMN topics.origin IS 'Who made it.';
COMMENT ON COLUMN topics.state IS 'active; proposed: waits for a person; retired; merged into another.';
COMMENT ON COLUMN topics.state_by IS 'Whether a stage or a person set the state; no stage changes what a person set.';
COMMENT ON COLUMN topics.merged_into IS 'The topic that absorbed it.';
COMMENT ON COLUMN topics.first_taught_chunk_id IS 'Its earliest teaching place in an ordered source.';
COMMENT ON COLUMN topics.doubt IS 'Why its name may stand for two different things, in a sentence; null if it does not.';
COMMENT ON COLUMN topics.created_at IS 'When it was made.';

CREATE TABLE topic_names (
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    key text NOT NULL,
    name text NOT NULL,
    origin text NOT NULL CHECK (origin IN ('mention', 'outline', 'person', 'slug')),
    PRIMARY KEY (topic_id, key)
);
COMMENT ON TABLE topic_names IS 'Every name of a topic, its title among them.';
COMMENT ON COLUMN topic_names.topic_id IS 'The topic.';
COMMENT ON COLUMN topic_names.key IS 'Canonical form of the name.';
COMMENT ON COLUMN topic_names.name IS 'The name as shown.';
COMMENT ON COLUMN topic_names.origin IS 'mention: found; outline: imported; person: given; slug: left by an absorbed topic.';
CREATE INDEX topic_names_key ON topic_names (key);

CREATE TABLE groups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL UNIQUE,
    name text NOT NULL
);
COMMENT ON TABLE groups IS 'Broad themes across topics and courses.';
COMMENT ON COLUMN groups.id IS 'Surrogate key.';
COMMENT ON COLUMN groups.slug IS 'Name for commands.';
COMMENT ON COLUMN groups.name IS 'Name for people.';

CREATE TABLE topic_groups (
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    group_id bigint NOT NULL REFERENCES groups ON DELETE CASCADE,
    PRIMARY KEY (topic_id, group_id)
);
COMMENT ON TABLE topic_groups IS 'Which topics belong to which groups.';
COMMENT ON COLUMN topic_groups.topic_id IS 'The topic.';
COMMENT ON COLUMN topic_groups.group_id IS 'The group.';

CREATE TABLE vectors (
    owner_kind text NOT NULL CHECK (owner_kind IN ('topic', 'content', 'chunk')),
    owner_id bigint NOT NULL,
    model text NOT NULL,
    version text NOT NULL,
    dimension integer NOT NULL,
    input_hash text NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (owner_kind, owner_id, model, version)
);
COMMENT ON TABLE vectors IS 'Embeddings; those of different models or versions are never compared.';
COMMENT ON COLUMN vectors.owner_kind IS 'What was embedded.';
COMMENT ON COLUMN vectors.owner_id IS 'Its id.';
COMMENT ON COLUMN vectors.model IS 'The model.';
COMMENT ON COLUMN vectors.version IS 'Its version.';
COMMENT ON COLUMN vectors.dimension IS 'Length of the vector.';
COMMENT ON COLUMN vectors.input_hash IS 'Hash of the text that was embedded.';
COMMENT ON COLUMN vectors.embedding IS 'The vector, of length 1.';

-- Work ------------------------------------------------------------------------------------------

CREATE TABLE outcomes (
    stage text NOT NULL,
    kind text NOT NULL,
    unit_id bigint NOT NULL,
    course_id bigint NOT NULL REFERENCES courses,
    unit_key text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'skipped', 'failed', 'parked')),
    reason text,
    input_hash text NOT NULL,
    tool text NOT NULL,
    attempts integer NOT NULL DEFAULT 1,
    first_failed_at timestamptz,
    next_attempt_at timestamptz,
    refresh boolean NOT NULL DEFAULT false,
    seen jsonb,
    at timestamptz NOT NULL,
    PRIMARY KEY (stage, kind, unit_id)
);
COMMENT ON TABLE outcomes IS 'What became of each piece of work: its one current outcome.';
COMMENT ON COLUMN outcomes.stage IS 'The stage.';
COMMENT ON COLUMN outcomes.kind IS 'What the unit is: revision, chunk, course, content, topic, question or item.';
COMMENT ON COLUMN outcomes.unit_id IS 'Its id.';
COMMENT ON COLUMN outcomes.course_id IS 'Its course.';
COMMENT ON COLUMN outcomes.unit_key IS 'What a person knows it by.';
COMMENT ON COLUMN outcomes.outcome IS 'done, refused, skipped, failed or parked.';
COMMENT ON COLUMN outcomes.reason IS 'Why, in one sentence; null when done.';
COMMENT ON COLUMN outcomes.input_hash IS 'Hash of the values that were read.';
COMMENT ON COLUMN outcomes.tool IS 'Parser, prompt, schema, model, version.';
COMMENT ON COLUMN outcomes.attempts IS 'Attempts at this input in a row.';
COMMENT ON COLUMN outcomes.first_failed_at IS 'When the row of failures began.';
COMMENT ON COLUMN outcomes.next_attempt_at IS 'When a failed unit is tried again.';
COMMENT ON COLUMN outcomes.refresh IS 'A person asked for it to be done anew with the tool of today.';
COMMENT ON COLUMN outcomes.seen IS 'What only advised the result: neighbours, votes, weights.';
COMMENT ON COLUMN outcomes.at IS 'When it came about.';
CREATE INDEX outcomes_course ON outcomes (course_id, stage);

CREATE TABLE outcome_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stage text NOT NULL,
    kind text NOT NULL,
    unit_id bigint NOT NULL,
    course_id bigint NOT NULL,
    outcome text NOT NULL,
    reason text,
    input_hash text NOT NULL,
    tool text NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON TABLE outcome_log IS 'Every outcome that ever was; only grows.';
COMMENT ON COLUMN outcome_log.id IS 'Surrogate key.';
COMMENT ON COLUMN outcome_log.stage IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.kind IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.unit_id IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.course_id IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.outcome IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.reason IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.input_hash IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.tool IS 'As in outcomes.';
COMMENT ON COLUMN outcome_log.at IS 'As in outcomes.';

CREATE TABLE rounds (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    opened_at timestamptz NOT NULL,
    recalled_again_at timestamptz,
    closed_at timestamptz
);
COMMENT ON TABLE rounds IS 'A round of a course: from the first due unit of read to recall until after mirror.';
COMMENT ON COLUMN rounds.id IS 'Surrogate key.';
COMMENT ON COLUMN rounds.course_id IS 'The course.';
COMMENT ON COLUMN rounds.opened_at IS 'When it opened.';
COMMENT ON COLUMN rounds.recalled_again_at IS 'When contents without an accepted tag were put to recall again; once a round.';
COMMENT ON COLUMN rounds.closed_at IS 'When it closed; null while open.';
CREATE UNIQUE INDEX rounds_one_open ON rounds (course_id) WHERE closed_at IS NULL;

CREATE TABLE round_votes (
    course_id bigint NOT NULL REFERENCES courses,
    content_id bigint NOT NULL REFERENCES contents ON DELETE CASCADE,
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    trust real NOT NULL,
    PRIMARY KEY (course_id, content_id, topic_id)
);
COMMENT ON TABLE round_votes IS 'The tags as they stood when the open round began: what recall reads.';
COMMENT ON COLUMN round_votes.course_id IS 'The course.';
COMMENT ON COLUMN round_votes.content_id IS 'The tagged content.';
COMMENT ON COLUMN round_votes.topic_id IS 'Its topic.';
COMMENT ON COLUMN round_votes.trust IS 'What its vote weighs: gold 1, silver 0.6.';

CREATE TABLE recall_again (
    content_id bigint PRIMARY KEY REFERENCES contents ON DELETE CASCADE
);
COMMENT ON TABLE recall_again IS 'Contents that recall is to look at once more, whatever their input hash says.';
COMMENT ON COLUMN recall_again.content_id IS 'The content.';

-- Candidates, tags, prerequisites ---------------------------------------------------------------

CREATE TABLE candidates (
    content_id bigint NOT NULL REFERENCES contents ON DELETE CASCADE,
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    rank integer NOT NULL,
    score real NOT NULL,
    paths jsonb NOT NULL,
    PRIMARY KEY (content_id, topic_id)
);
COMMENT ON TABLE candidates IS 'The topics that recall offers for a content.';
COMMENT ON COLUMN candidates.content_id IS 'The content.';
COMMENT ON COLUMN candidates.topic_id IS 'The topic.';
COMMENT ON COLUMN candidates.rank IS 'Place among the candidates, from 1.';
COMMENT ON COLUMN candidates.score IS 'The fused score.';
COMMENT ON COLUMN candidates.paths IS 'Each path that found it, with its score.';

CREATE TABLE offered_topics (
    content_id bigint NOT NULL REFERENCES contents ON DELETE CASCADE,
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    PRIMARY KEY (content_id, topic_id)
);
COMMENT ON TABLE offered_topics IS 'Which candidates a pick has been shown.';
COMMENT ON COLUMN offered_topics.content_id IS 'The content.';
COMMENT ON COLUMN offered_topics.topic_id IS 'The topic.';

CREATE TABLE offered_pairs (
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    other_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    PRIMARY KEY (topic_id, other_id)
);
COMMENT ON TABLE offered_pairs IS 'Which pairs of topics a pick of prerequisites has been shown; both directions are marked.';
COMMENT ON COLUMN offered_pairs.topic_id IS 'One topic.';
COMMENT ON COLUMN offered_pairs.other_id IS 'The other.';

CREATE TABLE questions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    task text NOT NULL CHECK (task IN ('tag', 'prerequisite', 'proposal', 'merge')),
    subject_id bigint NOT NULL,
    object_id bigint,
    natural_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (task, subject_id, object_id)
);
COMMENT ON TABLE questions IS 'Is this tag, prerequisite, proposal or merge right?';
COMMENT ON COLUMN questions.id IS 'Surrogate key.';
COMMENT ON COLUMN questions.course_id IS 'The course.';
COMMENT ON COLUMN questions.task IS 'What is asked.';
COMMENT ON COLUMN questions.subject_id IS 'tag: content; prerequisite: the topic learnt first; proposal, merge: topic.';
COMMENT ON COLUMN questions.object_id IS 'tag: topic; prerequisite: the topic that needs it; merge: the other topic; proposal: null.';
COMMENT ON COLUMN questions.natural_key IS 'Task and natural keys of subject and object; draws hang on it.';
COMMENT ON COLUMN questions.created_at IS 'When it was first asked.';

CREATE TABLE judgements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    question_id bigint NOT NULL REFERENCES questions ON DELETE CASCADE,
    scorer text NOT NULL,
    prompt_version text NOT NULL,
    log_yes double precision,
    log_no double precision,
    mass real,
    raw_confidence double precision,
    refused text,
    evidence jsonb NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON TABLE judgements IS 'One question put to a scorer.';
COMMENT ON COLUMN judgements.id IS 'Surrogate key.';
COMMENT ON COLUMN judgements.question_id IS 'The question.';
COMMENT ON COLUMN judgements.scorer IS 'Role setting and model.';
COMMENT ON COLUMN judgements.prompt_version IS 'Version of the prompt, or of the evidence and its coefficients.';
COMMENT ON COLUMN judgements.log_yes IS 'Log probability of yes.';
COMMENT ON COLUMN judgements.log_no IS 'Log probability of no.';
COMMENT ON COLUMN judgements.mass IS 'P(yes) + P(no).';
COMMENT ON COLUMN judgements.raw_confidence IS 'exp(log_yes) / (exp(log_yes) + exp(log_no)), before any map.';
COMMENT ON COLUMN judgements.refused IS 'Why there is no confidence; null if there is one.';
COMMENT ON COLUMN judgements.evidence IS 'What spoke for and against at that time, with the quotes.';
COMMENT ON COLUMN judgements.at IS 'When it was given.';
CREATE INDEX judgements_question ON judgements (question_id, id DESC);

CREATE TABLE maps (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task text NOT NULL,
    scorer text NOT NULL,
    kind text NOT NULL,
    parameters text NOT NULL,
    decisions integer NOT NULL,
    brier double precision,
    ece double precision,
    active boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE maps IS 'Post-hoc maps from log odds to confidence.';
COMMENT ON COLUMN maps.id IS 'Surrogate key.';
COMMENT ON COLUMN maps.task IS 'tag or prerequisite.';
COMMENT ON COLUMN maps.scorer IS 'The scorer that it corrects.';
COMMENT ON COLUMN maps.kind IS 'temperature, bias or isotonic.';
COMMENT ON COLUMN maps.parameters IS 'The map as JSON: its kind and its numbers.';
COMMENT ON COLUMN maps.decisions IS 'How many decisions it was fitted on.';
COMMENT ON COLUMN maps.brier IS 'Cross-validated Brier score.';
COMMENT ON COLUMN maps.ece IS 'Cross-validated expected calibration error.';
COMMENT ON COLUMN maps.active IS 'Whether settle uses it.';
COMMENT ON COLUMN maps.created_at IS 'When it was fitted.';
CREATE UNIQUE INDEX maps_one_active ON maps (task, scorer) WHERE active;

CREATE TABLE decisions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    question_id bigint REFERENCES questions,
    act text NOT NULL,
    details jsonb NOT NULL DEFAULT '{}',
    note text,
    person text NOT NULL,
    undoes bigint REFERENCES decisions,
    draw text CHECK (draw IN ('audit', 'uniform')),
    draw_probability real,
    threshold real,
    confidence real,
    at timestamptz NOT NULL
);
COMMENT ON TABLE decisions IS 'What people answered and did; only grows.';
COMMENT ON COLUMN decisions.id IS 'Surrogate key; the newest holds.';
COMMENT ON COLUMN decisions.course_id IS 'The course.';
COMMENT ON COLUMN decisions.question_id IS 'The question answered; null for an act on the outline.';
COMMENT ON COLUMN decisions.act IS 'accept, reject, later, undo; add, rename, merge, split, retire for topics.';
COMMENT ON COLUMN decisions.details IS 'What the act needs: names, topics, former values. Its texts are erased when a source is forgotten.';
COMMENT ON COLUMN decisions.note IS 'What the person said about it.';
COMMENT ON COLUMN decisions.person IS 'Who.';
COMMENT ON COLUMN decisions.undoes IS 'The decision that this one takes back.';
COMMENT ON COLUMN decisions.draw IS 'How the item came to be asked, if by a draw.';
COMMENT ON COLUMN decisions.draw_probability IS 'With what probability it was drawn.';
COMMENT ON COLUMN decisions.threshold IS 'The threshold in force when it was drawn.';
COMMENT ON COLUMN decisions.confidence IS 'The confidence shown when it was answered.';
COMMENT ON COLUMN decisions.at IS 'When.';
CREATE INDEX decisions_question ON decisions (question_id, id DESC);

CREATE VIEW topic_roots AS
WITH RECURSIVE walk AS (
    SELECT id AS topic_id, id AS root_id, merged_into, 0 AS steps FROM topics
    UNION ALL
    SELECT walk.topic_id, topics.id, topics.merged_into, walk.steps + 1
      FROM walk JOIN topics ON topics.id = walk.merged_into
     WHERE walk.steps < 100
)
SELECT topic_id, root_id FROM walk WHERE merged_into IS NULL;
COMMENT ON VIEW topic_roots IS 'Each topic with the one that it was merged into in the end, or itself.';

CREATE VIEW effective_decisions AS
WITH answered AS (
    SELECT questions.id, questions.task,
           CASE WHEN questions.task IN ('prerequisite', 'merge') THEN subject.root_id
                ELSE questions.subject_id END AS subject_id,
           coalesce(object.root_id, questions.object_id) AS object_id
      FROM questions
      LEFT JOIN topic_roots AS subject
             ON questions.task IN ('prerequisite', 'merge') AND subject.topic_id = questions.subject_id
      LEFT JOIN topic_roots AS object ON object.topic_id = questions.object_id
     WHERE EXISTS (SELECT FROM decisions WHERE decisions.question_id = questions.id)
), ordered AS (
    SELECT id, task,
           CASE WHEN task = 'merge' THEN least(subject_id, object_id) ELSE subject_id END AS subject_id,
           CASE WHEN task = 'merge' THEN greatest(subject_id, object_id) ELSE object_id END AS object_id
      FROM answered
)
SELECT DISTINCT ON (ordered.task, ordered.subject_id, ordered.object_id)
       ordered.task, ordered.subject_id, ordered.object_id, decisions.id AS decision_id, decisions.act,
       decisions.note, decisions.person, decisions.at
  FROM decisions
  JOIN ordered ON ordered.id = decisions.question_id
 WHERE decisions.act IN ('accept', 'reject')
   AND NOT EXISTS (SELECT FROM decisions AS undo WHERE undo.undoes = decisions.id)
 ORDER BY ordered.task, ordered.subject_id, ordered.object_id, decisions.id DESC;
COMMENT ON VIEW effective_decisions IS 'The newest answer that holds for each question, following merges of topics; the ends of a merge by falling age.';

CREATE TABLE tags (
    content_id bigint NOT NULL REFERENCES contents ON DELETE CASCADE,
    topic_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    question_id bigint NOT NULL REFERENCES questions,
    pick integer,
    status text NOT NULL DEFAULT 'review' CHECK (status IN ('accepted', 'review', 'rejected')),
    confidence double precision,
    reason text,
    is_primary boolean NOT NULL DEFAULT false,
    by text NOT NULL DEFAULT 'stage' CHECK (by IN ('stage', 'person')),
    PRIMARY KEY (content_id, topic_id)
);
COMMENT ON TABLE tags IS 'Content to topic; status, confidence, reason and is_primary are written by settle alone.';
COMMENT ON COLUMN tags.content_id IS 'The content.';
COMMENT ON COLUMN tags.topic_id IS 'The topic.';
COMMENT ON COLUMN tags.question_id IS 'The question behind it.';
COMMENT ON COLUMN tags.pick IS 'Place among the picks from 1; null where a person added it.';
COMMENT ON COLUMN tags.status IS 'accepted, review or rejected.';
COMMENT ON COLUMN tags.confidence IS 'Probability that it is right; null where there is none.';
COMMENT ON COLUMN tags.reason IS 'Why it has this status, in a sentence.';
COMMENT ON COLUMN tags.is_primary IS 'Whether it is the accepted tag of highest confidence of its content.';
COMMENT ON COLUMN tags.by IS 'person: decided (gold); stage: on the word of the scorer.';
CREATE INDEX tags_topic ON tags (topic_id);

CREATE TABLE prerequisites (
    subject_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    object_id bigint NOT NULL REFERENCES topics ON DELETE CASCADE,
    question_id bigint NOT NULL REFERENCES questions,
    origin text NOT NULL CHECK (origin IN ('pick', 'outline', 'person')),
    alternative_group integer,
    status text NOT NULL DEFAULT 'review' CHECK (status IN ('accepted', 'review', 'rejected')),
    confidence double precision,
    reason text,
    circle text[],
    by text NOT NULL DEFAULT 'stage' CHECK (by IN ('stage', 'person', 'outline')),
    PRIMARY KEY (subject_id, object_id),
    CHECK (subject_id <> object_id)
);
COMMENT ON TABLE prerequisites IS 'Topic to topic: the subject is learnt first; status and what follows are written by settle alone.';
COMMENT ON COLUMN prerequisites.subject_id IS 'The topic that is learnt first.';
COMMENT ON COLUMN prerequisites.object_id IS 'The topic that needs it.';
COMMENT ON COLUMN prerequisites.question_id IS 'The question behind it.';
COMMENT ON COLUMN prerequisites.origin IS 'Who first put it forward.';
COMMENT ON COLUMN prerequisites.alternative_group IS 'Rows of one object that share a group are any-of; null means needed.';
COMMENT ON COLUMN prerequisites.status IS 'accepted, review or rejected.';
COMMENT ON COLUMN prerequisites.confidence IS 'Probability that it is right; null where there is none.';
COMMENT ON COLUMN prerequisites.reason IS 'Why it has this status, in a sentence.';
COMMENT ON COLUMN prerequisites.circle IS 'Slugs of the circle that it would close.';
COMMENT ON COLUMN prerequisites.by IS 'person or outline: gold; stage: on the word of the scorer.';
CREATE INDEX prerequisites_object ON prerequisites (object_id);

CREATE TABLE review_items (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    kind text NOT NULL CHECK (kind IN ('tag', 'prerequisite', 'proposal', 'merge', 'circle', 'unread', 'thin',
                                        'homonym')),
    question_id bigint REFERENCES questions,
    subject_id bigint,
    reason text NOT NULL,
    confidence double precision,
    priority double precision NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'waiting', 'closed')),
    draw text CHECK (draw IN ('audit', 'uniform')),
    draw_probability real,
    threshold real,
    later_until timestamptz,
    later_confidence double precision,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    UNIQUE NULLS NOT DISTINCT (kind, question_id, subject_id)
);
COMMENT ON TABLE review_items IS 'What a person is asked.';
COMMENT ON COLUMN review_items.id IS 'Surrogate key, which the commands take.';
COMMENT ON COLUMN review_items.course_id IS 'The course.';
COMMENT ON COLUMN review_items.kind IS 'What is asked about.';
COMMENT ON COLUMN review_items.question_id IS 'The question, where there is one.';
COMMENT ON COLUMN review_items.subject_id IS 'unread: revision; thin, homonym: topic.';
COMMENT ON COLUMN review_items.reason IS 'Why it is asked, in a sentence.';
COMMENT ON COLUMN review_items.confidence IS 'Confidence when it was last weighed.';
COMMENT ON COLUMN review_items.priority IS 'What an answer is worth; higher is asked first.';
COMMENT ON COLUMN review_items.state IS 'open: asked now; waiting: has no place yet; closed.';
COMMENT ON COLUMN review_items.draw IS 'audit: drawn among accepted ones; uniform: drawn among the undecided.';
COMMENT ON COLUMN review_items.draw_probability IS 'With what probability it was drawn.';
COMMENT ON COLUMN review_items.threshold IS 'The threshold in force when it was drawn.';
COMMENT ON COLUMN review_items.later_until IS 'Put off until then, or until the confidence has moved.';
COMMENT ON COLUMN review_items.later_confidence IS 'The confidence when it was put off.';
COMMENT ON COLUMN review_items.created_at IS 'When it was first asked.';
COMMENT ON COLUMN review_items.closed_at IS 'When it was closed.';

-- Pages and mirrors -----------------------------------------------------------------------------

CREATE TABLE pages (
    topic_id bigint PRIMARY KEY REFERENCES topics ON DELETE CASCADE,
    state text NOT NULL CHECK (state IN ('fresh', 'stale', 'refused')),
    reason text,
    thin boolean NOT NULL DEFAULT false,
    coverage real,
    written_at timestamptz NOT NULL
);
COMMENT ON TABLE pages IS 'The teaching page of a topic.';
COMMENT ON COLUMN pages.topic_id IS 'The topic.';
COMMENT ON COLUMN pages.state IS 'fresh; stale: what it stands on has changed; refused: too little to stand on.';
COMMENT ON COLUMN pages.reason IS 'Why it was refused or is thin.';
COMMENT ON COLUMN pages.thin IS 'Whether few passages carry it.';
COMMENT ON COLUMN pages.coverage IS 'How well the passages cover the topic, 0 to 1.';
COMMENT ON COLUMN pages.written_at IS 'When.';

CREATE TABLE blocks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic_id bigint NOT NULL REFERENCES pages ON DELETE CASCADE,
    position integer NOT NULL,
    type text NOT NULL CHECK (type IN
        ('heading', 'paragraph', 'list', 'code', 'callout', 'math', 'table', 'image', 'plot')),
    content text NOT NULL,
    content_hash text NOT NULL,
    pinned boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE blocks IS 'The typed pieces of a page.';
COMMENT ON COLUMN blocks.id IS 'Surrogate key; an unchanged block keeps it.';
COMMENT ON COLUMN blocks.topic_id IS 'Whose page.';
COMMENT ON COLUMN blocks.position IS 'Place on the page from 0.';
COMMENT ON COLUMN blocks.type IS 'What it is.';
COMMENT ON COLUMN blocks.content IS 'Its text.';
COMMENT ON COLUMN blocks.content_hash IS 'Hash of type and content.';
COMMENT ON COLUMN blocks.pinned IS 'Set by a person; no stage changes it.';
CREATE INDEX blocks_topic ON blocks (topic_id);

CREATE TABLE block_supports (
    block_id bigint NOT NULL REFERENCES blocks ON DELETE CASCADE,
    chunk_id bigint NOT NULL REFERENCES chunks ON DELETE CASCADE,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    quote text NOT NULL,
    PRIMARY KEY (block_id, chunk_id, start_at)
);
COMMENT ON TABLE block_supports IS 'The places that a block stands on.';
COMMENT ON COLUMN block_supports.block_id IS 'The block.';
COMMENT ON COLUMN block_supports.chunk_id IS 'The chunk.';
COMMENT ON COLUMN block_supports.start_at IS 'First character of the quote in the chunk.';
COMMENT ON COLUMN block_supports.end_at IS 'Character after the last.';
COMMENT ON COLUMN block_supports.quote IS 'The words of the source, verbatim.';

CREATE TABLE mirror_items (
    mirror text NOT NULL,
    kind text NOT NULL,
    item_id bigint NOT NULL,
    place text NOT NULL,
    written_hash text NOT NULL,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (mirror, kind, item_id)
);
COMMENT ON TABLE mirror_items IS 'What was last written to a mirror, and where.';
COMMENT ON COLUMN mirror_items.mirror IS 'markdown or notion.';
COMMENT ON COLUMN mirror_items.kind IS 'topic, review or index.';
COMMENT ON COLUMN mirror_items.item_id IS 'Topic or course.';
COMMENT ON COLUMN mirror_items.place IS 'Path in the vault, or id at the other side.';
COMMENT ON COLUMN mirror_items.written_hash IS 'Hash of what was written.';
COMMENT ON COLUMN mirror_items.written_at IS 'When.';

-- Records ---------------------------------------------------------------------------------------

CREATE TABLE scans (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    inbox text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    complete boolean NOT NULL DEFAULT false,
    files integer NOT NULL DEFAULT 0,
    notice text
);
COMMENT ON TABLE scans IS 'The record of the scans of the inbox.';
COMMENT ON COLUMN scans.id IS 'Surrogate key.';
COMMENT ON COLUMN scans.inbox IS 'The folder.';
COMMENT ON COLUMN scans.started_at IS 'When it began.';
COMMENT ON COLUMN scans.ended_at IS 'When it ended.';
COMMENT ON COLUMN scans.complete IS 'Whether every folder could be listed.';
COMMENT ON COLUMN scans.files IS 'How many files it saw.';
COMMENT ON COLUMN scans.notice IS 'What it has to say to a person, such as a sweep that it refused.';

CREATE TABLE changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES courses,
    kind text NOT NULL,
    what text NOT NULL,
    cause text NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON TABLE changes IS 'What was added, changed or flipped, and which file or decision caused it.';
COMMENT ON COLUMN changes.id IS 'Surrogate key.';
COMMENT ON COLUMN changes.course_id IS 'The course.';
COMMENT ON COLUMN changes.kind IS 'course, source, topic, tag, prerequisite, page or notice.';
COMMENT ON COLUMN changes.what IS 'What happened, in a sentence.';
COMMENT ON COLUMN changes.cause IS 'The file or decision behind it.';
COMMENT ON COLUMN changes.at IS 'When.';

CREATE TABLE calls (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    role text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    course_id bigint REFERENCES courses,
    stage text,
    unit_id bigint,
    input_tokens integer,
    cached_tokens integer,
    output_tokens integer,
    thinking_tokens integer,
    usd numeric,
    seconds real NOT NULL,
    ended text NOT NULL,
    at timestamptz NOT NULL
);
COMMENT ON TABLE calls IS 'The ledger: every model call that costs or may cost, also failed and refused ones.';
COMMENT ON COLUMN calls.id IS 'Surrogate key.';
COMMENT ON COLUMN calls.role IS 'The role that was played.';
COMMENT ON COLUMN calls.provider IS 'Who played it.';
COMMENT ON COLUMN calls.model IS 'With which model.';
COMMENT ON COLUMN calls.course_id IS 'For which course.';
COMMENT ON COLUMN calls.stage IS 'For which stage.';
COMMENT ON COLUMN calls.unit_id IS 'For which unit.';
COMMENT ON COLUMN calls.input_tokens IS 'Tokens sent, cached ones included.';
COMMENT ON COLUMN calls.cached_tokens IS 'Tokens read from a cache.';
COMMENT ON COLUMN calls.output_tokens IS 'Tokens received, thinking included.';
COMMENT ON COLUMN calls.thinking_tokens IS 'Tokens of thinking.';
COMMENT ON COLUMN calls.usd IS 'Price in US dollars; null where it is not known.';
COMMENT ON COLUMN calls.seconds IS 'Time until the answer.';
COMMENT ON COLUMN calls.ended IS 'How it ended: done, failed, cut off, refused.';
COMMENT ON COLUMN calls.at IS 'When.';
