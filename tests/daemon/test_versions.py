"""Broken newer versions leave the good one; what goes takes along what stood on it alone, and comes back."""

from itertools import chain
from pathlib import Path
from typing import Any

from tests.daemon.lectures import KRUSKAL, PATHS, TREES
from tests.daemon.runs import SAMPLE, answer, ask, put, run

PDF = "graph-theory/lectures/07-shortest-paths.pdf"
CITED = """
SELECT DISTINCT sources.path
  FROM block_supports
  JOIN blocks ON blocks.id = block_supports.block_id
  JOIN topics ON topics.id = blocks.topic_id
  JOIN chunks ON chunks.id = block_supports.chunk_id
  JOIN sources ON sources.id = chunks.source_id
 WHERE topics.slug = %(topic)s ORDER BY sources.path
"""
STANDING = """
SELECT courses.slug, contents.sentence,
       ARRAY(SELECT topics.slug || ' ' || tags.status
               FROM tags JOIN topics ON topics.id = tags.topic_id AND topics.course_id = courses.id
              WHERE tags.content_id = contents.id ORDER BY tags.pick, topics.slug) AS tags
  FROM contents JOIN courses ON courses.id = contents.course_id
 WHERE contents.retired_at IS NULL
   AND EXISTS (SELECT FROM supports JOIN live_chunks ON live_chunks.id = supports.chunk_id
                WHERE supports.content_id = contents.id AND live_chunks.path ~ '3-paths')
 ORDER BY contents.sentence
"""
KEPT = """
SELECT sources.id, readings.id, readings.xmin::text, chunks.id
  FROM sources
  JOIN revisions ON revisions.id = sources.live_revision_id
  JOIN readings ON readings.id = revisions.reading_id
  JOIN chunks ON chunks.source_id = sources.id
 WHERE sources.path ~ '3-paths' ORDER BY chunks.id
"""
ASKED = """
SELECT review_items.id FROM review_items JOIN questions ON questions.id = review_items.question_id
 WHERE questions.task = 'tag' AND questions.subject_id = %(content)s AND questions.object_id = %(topic)s
   AND review_items.state <> 'closed'
"""
STATUS = "SELECT status FROM tags WHERE content_id = %(content)s AND topic_id = %(topic)s"


def pages(url: str) -> list[Any]:
    return ask(
        url,
        "SELECT topics.slug, blocks.position, blocks.content::text FROM blocks"
        " JOIN topics ON topics.id = blocks.topic_id ORDER BY topics.slug, blocks.position",
    )


def topics(home: Path) -> dict[str, dict[str, Any]]:
    return {topic["slug"]: topic for topic in answer(home, "topics")}


def test_a_broken_newer_version_leaves_what_the_good_one_gave(database_url: str, sample_home: Path) -> None:
    run(sample_home, "run", "--until-idle")
    before = pages(database_url)
    whole = (SAMPLE / PDF).read_bytes()
    put(sample_home, PDF, whole[: len(whole) * 6 // 10])
    run(sample_home, "run", "--until-idle", code=1)
    assert pages(database_url) == before
    source = next(one for one in answer(sample_home, "sources") if one["path"] == PDF)
    assert source["state"] in ("failed", "parked", "partial")
    assert source["reason"]
    assert answer(sample_home, "status")["courses"][0]["revisions_failed"] == 1
    put(sample_home, PDF, whole)
    run(sample_home, "run", "--until-idle")
    assert pages(database_url) == before
    assert not answer(sample_home, "status")["failures"]


def test_what_goes_takes_along_what_stood_on_it_alone_and_brings_it_back(
    database_url: str, little_home: Path
) -> None:
    settings = little_home / "gradient.toml"
    settings.write_text(settings.read_text("utf-8") + "\n[review]\naudit_share = 1.0\n", "utf-8")
    file = put(little_home, "graphs/lectures/3-paths.md", PATHS)
    run(little_home, "run", "--until-idle")
    assert {"tree", "path", "cycle"} <= topics(little_home).keys()
    assert any(path.endswith("3-paths.md") for path in ask(database_url, CITED, topic="tree"))
    decided = reject_a_tag_of("path", little_home, database_url)
    state = pages(database_url)

    file.unlink()
    run(little_home, "run", "--until-idle")
    assert "path" not in topics(little_home)
    cited = ask(database_url, CITED, topic="tree")
    assert cited
    assert not any(path.endswith("3-paths.md") for path in cited)
    vault = little_home / ".gradient" / "vault"
    assert not any("3-paths.md" in note.read_text("utf-8") for note in vault.rglob("*.md"))

    put(little_home, "graphs/lectures/3-paths.md", PATHS)
    run(little_home, "run", "--until-idle")
    assert "path" in topics(little_home)
    assert pages(database_url) == state
    assert ask(database_url, STATUS, content=decided[0], topic=decided[1]) == ["rejected"]


def test_what_moves_to_another_course_is_tagged_there_and_stays_decided_where_it_was(
    database_url: str, little_home: Path
) -> None:
    settings = little_home / "gradient.toml"
    settings.write_text(settings.read_text("utf-8") + "\n[review]\naudit_share = 1.0\n", "utf-8")
    file = put(little_home, "graphs/lectures/3-paths.md", PATHS)
    run(little_home, "run", "--until-idle")
    decided = reject_a_tag_of("path", little_home, database_url)
    before, kept = ask(database_url, STANDING), ask(database_url, KEPT)
    assert {course for course, *_ in before} == {"graphs"}

    other = put(little_home, "walks/lectures/other.md", "# Walks\n\nA **walk** is a row of edges.\n")
    moved = file.rename(other.with_name(file.name))
    run(little_home, "run", "--until-idle")
    after = ask(database_url, STANDING)
    assert ask(database_url, KEPT) == kept
    assert {course for course, *_ in after} == {"walks"}
    assert [sentence for _, sentence, _ in after] == [sentence for _, sentence, _ in before]
    assert "path accepted" in chain.from_iterable(tags for *_, tags in after)
    assert ask(database_url, STATUS, content=decided[0], topic=decided[1]) == ["rejected"]

    moved.rename(file)
    run(little_home, "run", "--until-idle")
    assert ask(database_url, KEPT) == kept
    assert ask(database_url, STANDING) == before
    assert ask(database_url, STATUS, content=decided[0], topic=decided[1]) == ["rejected"]
    assert ask(database_url, ASKED, content=decided[0], topic=decided[1]) == []


def reject_a_tag_of(topic: str, home: Path, url: str) -> tuple[int, int]:
    """Reject an open question about a content that stands in the third lecture alone."""
    item, content, about = ask(
        url,
        "SELECT review_items.id, questions.subject_id, questions.object_id FROM review_items"
        " JOIN questions ON questions.id = review_items.question_id AND questions.task = 'tag'"
        " JOIN supports ON supports.content_id = questions.subject_id"
        " JOIN chunks ON chunks.id = supports.chunk_id JOIN sources ON sources.id = chunks.source_id"
        " WHERE review_items.state = 'open' AND sources.path ~ '3-paths' ORDER BY review_items.id LIMIT 1",
    )[0]
    run(home, "review", "decide", str(item), "reject")
    run(home, "run", "--until-idle")
    return content, about


def test_two_versions_in_a_row_end_with_the_newer_one(worked_url: str, worked_home: Path) -> None:
    put(worked_home, "graphs/lectures/2-kruskal.md", KRUSKAL.replace("Kruskal", "Prim"))
    run(worked_home, "run", "--until-idle")
    assert "prims-algorithm" in topics(worked_home)
    assert "kruskals-algorithm" not in topics(worked_home)
    put(worked_home, "graphs/lectures/2-kruskal.md", KRUSKAL)
    put(worked_home, "graphs/lectures/1-trees.md", TREES)
    run(worked_home, "run", "--until-idle")
    assert "kruskals-algorithm" in topics(worked_home)
    assert not ask(worked_url, "SELECT 1 FROM outcome_log WHERE outcome IN ('failed', 'parked')")
