"""What people retire or have forgotten, and that their files are never touched."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from gradient.errors import AmbiguousName, UnknownName
from gradient.inbox.given import ingest
from gradient.inbox.removal import confirm_retire, forget_course, forget_source, retire
from gradient.store.sessions import execute
from tests.inbox.watched import Watched

SHARED = "A limit is the value that a function nears."
OWN = "Only this secret lecture says that cucumbers commute."


async def two_lectures(watched: Watched) -> None:
    """Two lectures that share a passage; the second has one of its own."""
    watched.write("c/1.md", f"# Limits\n\n{SHARED}\n")
    watched.write("c/2.md", f"# Limits\n\n{SHARED}\n\n# Cucumbers\n\n{OWN}\n")
    await watched.settle_and_work()


def bytes_of(inbox: Path) -> str:
    """A hash of everything in an inbox: names, bytes, times and modes."""
    digest = hashlib.sha256()
    for file in sorted(inbox.rglob("*")):
        found = file.stat()
        content = file.read_bytes() if file.is_file() else b""
        digest.update(repr((file.name, content, found.st_mtime_ns, found.st_mode, found.st_ino)).encode())
    return digest.hexdigest()


TOPIC = """
INSERT INTO topics (course_id, slug, title, summary, origin)
SELECT id, 'topic', 'Topic', %(own)s, 'extracted' FROM courses
"""
CONTENT = """
WITH content AS (
    INSERT INTO contents (course_id, kind, sentence, sentence_key)
    SELECT id, 'fact', %(sentence)s, md5(%(sentence)s) FROM courses RETURNING id, course_id
), supported AS (
    INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)
    SELECT content.id, chunks.id, 0, length(text), text FROM content, chunks WHERE text = %(sentence)s
), extracted AS (
    INSERT INTO extractions (input_hash, tool, found)
    SELECT md5(%(sentence)s), '1',
           jsonb_build_object('contents', jsonb_build_array(jsonb_build_object('quote', %(sentence)s::text)))
), question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT content.course_id, 'tag', content.id, topics.id, md5(%(sentence)s) FROM content, topics
    RETURNING id, course_id, subject_id, object_id
), tagged AS (
    INSERT INTO tags (content_id, topic_id, question_id) SELECT subject_id, object_id, id FROM question
), judged AS (
    INSERT INTO judgements (question_id, scorer, prompt_version, evidence, at)
    SELECT id, 'offline', '1', jsonb_build_object('quote', %(sentence)s::text), now() FROM question
)
INSERT INTO decisions (course_id, question_id, act, details, note, person, at)
SELECT course_id, id, 'accept', jsonb_build_object('was', %(sentence)s::text, 'topic', 7), %(sentence)s,
       'me', now()
  FROM question
"""


async def decided(watched: Watched) -> None:
    """What later stages and a person made of the two lectures: a tag on each sentence, accepted."""
    async with watched.database.transaction() as connection:
        await execute(connection, TOPIC, own=OWN)
        for sentence in (SHARED, OWN):
            await execute(connection, CONTENT, sentence=sentence)


async def everything(watched: Watched) -> str:
    """All rows of all our tables as one text."""
    tables = await watched.rows(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'procrastinate%%'"
    )
    return "\n".join([str(await watched.rows(f"SELECT * FROM {one['tablename']}")) for one in tables])


async def test_a_source_that_a_person_retires_stays_retired_while_its_file_lies_there(
    watched: Watched,
) -> None:
    await two_lectures(watched)
    removed = await retire(watched.database, "2.md", clock=watched.now)
    assert removed.paths == ("c/2.md",)
    for _ in range(2):
        watched.touch("c/2.md")
        await watched.settle_and_work()
    watched.write("c/2.md", "Edited meanwhile.")
    await watched.settle_and_work()
    (watched.inbox / "c/2.md").rename(watched.inbox / "c/3.md")
    await watched.settle_and_work()
    found = await watched.sources()
    assert {path: one["state"] for path, one in found.items()} == {"c/1.md": "read", "c/3.md": "retired"}
    assert found["c/3.md"]["reason"] == "A person retired it; gradient ingest takes it back in."


async def test_a_retired_source_that_is_dropped_again_is_live_with_its_decisions(watched: Watched) -> None:
    await two_lectures(watched)
    await decided(watched)
    before = await watched.ids()
    await retire(watched.database, "c/2.md", clock=watched.now)
    shutil.copy(watched.inbox / "c/2.md", watched.inbox / "c/again.md")
    await watched.settle_and_work()
    assert (await watched.ids())["c/2.md"] == before["c/2.md"]
    assert await watched.value("SELECT count(*) FROM decisions WHERE note IS NOT NULL") == 2
    assert (
        await watched.value("SELECT count(*) FROM supports JOIN live_chunks ON live_chunks.id = chunk_id")
        == 3
    )


async def test_a_name_may_be_unknown_or_stand_for_several(watched: Watched) -> None:
    watched.write("c/1.md", "One.")
    watched.write("d/1.md", "Two.")
    await watched.settle()
    with pytest.raises(AmbiguousName, match=r"c/1\.md, d/1\.md"):
        await retire(watched.database, "1.md")
    with pytest.raises(UnknownName, match="gradient sources"):
        await retire(watched.database, "2.md")
    with pytest.raises(UnknownName, match="the courses are: c, d"):
        await retire(watched.database, "1.md", "e")
    assert (await retire(watched.database, "1.md", "d")).paths == ("d/1.md",)


async def test_forgetting_a_source_erases_what_stood_on_it_alone(watched: Watched) -> None:
    await two_lectures(watched)
    await decided(watched)
    assert OWN in await everything(watched)
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    text = await everything(watched)
    assert OWN not in text
    assert "Cucumbers" not in text
    assert SHARED in text
    assert await watched.value("SELECT count(*) FROM contents") == 1
    assert await watched.value("SELECT count(*) FROM readings") == 1


async def test_decisions_stay_without_their_texts(watched: Watched) -> None:
    await two_lectures(watched)
    await decided(watched)
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    found = await watched.rows("SELECT act, person, note, details FROM decisions ORDER BY id")
    assert found == [
        {"act": "accept", "person": "me", "note": SHARED, "details": {"was": SHARED, "topic": 7}},
        {"act": "accept", "person": "me", "note": None, "details": {"topic": 7}},
    ]


async def test_the_file_of_a_forgotten_source_is_left_alone(watched: Watched) -> None:
    await two_lectures(watched)
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    for change in (lambda: None, lambda: watched.touch("c/2.md"), lambda: watched.write("c/2.md", OWN + OWN)):
        change()
        await watched.settle_and_work()
        assert list(await watched.ids()) == ["c/1.md"]
        assert OWN not in await everything(watched)
    found = (await watched.sources())["c/2.md"]
    assert (found["state"], found["reason"]) == ("retired", "Its texts were erased for good.")
    before = await watched.snapshot()
    await watched.scan()
    assert await watched.snapshot() == before


async def test_a_forgotten_file_that_is_moved_stays_forgotten(watched: Watched) -> None:
    await two_lectures(watched)
    content = (watched.inbox / "c/2.md").read_bytes()
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    (watched.inbox / "c/2.md").unlink()
    watched.write("c/lectures/2.md", content)
    await watched.settle_and_work()
    assert list(await watched.ids()) == ["c/1.md"]
    assert OWN not in await everything(watched)


async def test_a_forgotten_file_that_is_dropped_again_is_a_new_source(watched: Watched) -> None:
    await two_lectures(watched)
    before = await watched.ids()
    content = (watched.inbox / "c/2.md").read_bytes()
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    (watched.inbox / "c/2.md").unlink()
    await watched.scan()
    watched.write("c/2.md", content)
    await watched.settle_and_work()
    assert (await watched.ids())["c/2.md"] not in before.values()


async def test_a_reading_that_another_course_shares_stays(watched: Watched) -> None:
    watched.write("c/1.md", OWN)
    watched.write("d/1.md", OWN)
    await watched.settle_and_work()
    await forget_source(watched.database, "c/1.md", clock=watched.now)
    assert await watched.value("SELECT count(*) FROM readings") == 1
    assert await watched.value("SELECT count(*) FROM live_chunks") == 1


async def test_forgetting_a_course_erases_all_of_it(watched: Watched) -> None:
    await two_lectures(watched)
    await decided(watched)
    removed = await forget_course(watched.database, "c", clock=watched.now)
    assert removed.paths == ("c/1.md", "c/2.md")
    text = await everything(watched)
    assert OWN not in text
    assert SHARED not in text
    assert await watched.value("SELECT count(*) FROM decisions WHERE note IS NULL") == 2
    before = await watched.snapshot()
    await watched.scan()
    await watched.work()
    assert await watched.snapshot() == before
    watched.write("c/3.md", "A new text.")
    await watched.settle_and_work()
    assert list(await watched.ids()) == ["c/3.md"]


async def test_nothing_but_the_user_changes_the_inbox(watched: Watched) -> None:
    await two_lectures(watched)
    watched.write("c/broken.pdf", "%PDF-1.4 no more")
    watched.write("c/what.xyz", "?")
    watched.write("c/course.toml", "naem = 1\n")
    watched.write("c/half.part", "?")
    watched.write("stray.md", "?")
    os.utime(watched.inbox / "c/1.md", ns=(0, 1_000_000_000))
    before = bytes_of(watched.inbox)
    await watched.settle_and_work()
    await ingest(watched.database, [watched.inbox / "c/1.md"], "c", clock=watched.now)
    await retire(watched.database, "c/what.xyz")
    await forget_source(watched.database, "c/2.md")
    await watched.settle_and_work()
    await forget_course(watched.database, "c")
    await watched.settle_and_work()
    assert bytes_of(watched.inbox) == before


async def test_a_confirmed_sweep_leaves_given_files_alone(watched: Watched, tmp_path: Path) -> None:
    watched.write("c/1.md", "One.")
    await watched.settle()
    given = tmp_path / "given.md"
    given.write_text("Two.")
    await ingest(watched.database, [given], "c", clock=watched.now)
    given.unlink()
    (watched.inbox / "c/1.md").unlink()
    removed = await confirm_retire(watched.database, "c", clock=watched.now)
    assert removed.paths == ("c/1.md",)
    assert list(await watched.ids()) == [str(given)]


@pytest.mark.parametrize("text", [None, "# Limits\n\nA limit is unique where it exists.\n"])
async def test_what_a_person_retired_and_gives_again_stands_where_it_stood(
    watched: Watched, text: str | None
) -> None:
    await two_lectures(watched)
    before = await watched.ids()
    await retire(watched.database, "c/2.md")
    if text is not None:
        watched.write("c/2.md", text)
    await watched.settle_and_work()
    assert (await watched.sources())["c/2.md"]["state"] == "retired"

    taken = await ingest(watched.database, [watched.inbox / "c" / "2.md"], "c", clock=watched.now)
    await watched.settle_and_work()

    assert (taken.files, taken.added) == (1, 1)
    found = await watched.sources()
    assert {path: (one["state"], one["also_at"]) for path, one in found.items()} == {
        "c/1.md": ("read", []),
        "c/2.md": ("read", []),
    }
    assert await watched.ids() == before
    places = await watched.rows("SELECT root, path FROM source_paths ORDER BY path")
    assert [(one["root"], one["path"]) for one in places] == [("inbox", "c/1.md"), ("inbox", "c/2.md")]
    snapshot = await watched.snapshot()
    again = await ingest(watched.database, [watched.inbox / "c"], "c", clock=watched.now)
    assert (again.files, again.added) == (2, 0)
    assert await watched.snapshot() == snapshot
