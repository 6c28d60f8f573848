"""What is left of topics once the files that they stood on are forgotten."""

import pytest

from gradient.extraction.stage import ExtractStage
from gradient.inbox.removal import forget_course, forget_source
from gradient.outline.stage import OutlineStage
from gradient.store import changes
from gradient.store.changes import Change
from gradient.store.courses import all_courses
from gradient.store.sessions import execute
from gradient.work.runner import Runner
from tests.inbox.watched import Watched

OWN = "# Cucumbers\n\nA cucumber is a fruit that commutes with every other fruit.\n"
OTHER = "# Limits\n\nA limit is the value that a function nears.\n"
STANDING = "SELECT title FROM topics WHERE state = 'active' ORDER BY title"
JUDGED = """
WITH question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT id, 'prerequisite', -1, -2, 'x' FROM courses RETURNING id
)
INSERT INTO judgements (question_id, scorer, prompt_version, evidence, at)
SELECT id, 'offline', '1', '{"features": {}, "quotes": [{"source": "c/2.md", "quote": "commutes"},
                                                        {"source": "c/1.md", "quote": "nears"}]}', now()
  FROM question RETURNING id
"""
DECIDED = """
INSERT INTO decisions (course_id, act, details, note, person, at)
SELECT course_id, 'rename', jsonb_build_object('touched', jsonb_build_array(id::text), 'title', title,
       'before', jsonb_build_object('topics', jsonb_build_array(jsonb_build_object('title', title)))),
       title, 'me', now()
  FROM topics RETURNING id
"""


async def outlined(watched: Watched) -> None:
    await watched.settle_and_work()
    stages = [*watched.runner.stages, ExtractStage(), OutlineStage(watched.now)]
    runner = Runner(watched.database, stages, clock=watched.now)
    async with runner.queue.opened():
        for course in await watched.rows("SELECT id FROM courses"):
            for stage in ("extract", "outline"):
                await runner.run(stage, course["id"])


async def titles(watched: Watched) -> list[str]:
    return [one["title"] for one in await watched.rows(STANDING)]


async def two_topics(watched: Watched) -> list[str]:
    watched.write("c/1.md", OTHER)
    watched.write("c/2.md", OWN)
    await outlined(watched)
    return await titles(watched)


async def test_a_forgotten_source_leaves_no_word_of_its_topics(watched: Watched) -> None:
    before = await two_topics(watched)
    assert any("ucumber" in title for title in before)
    await watched.rows(JUDGED)
    await watched.rows(DECIDED)
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    for table in ("topics", "topic_names", "changes", "judgements", "decisions", "questions", "mentions"):
        text = str(await watched.rows(f"SELECT * FROM {table}")).casefold()
        assert "cucumber" not in text, table
        assert "commutes" not in text, table
    assert await watched.value("SELECT evidence FROM judgements") == {
        "features": {},
        "quotes": [{"source": "c/1.md", "quote": "nears"}],
    }
    assert await watched.value("SELECT count(*) FROM decisions WHERE note IS NULL") == 1
    assert await titles(watched) == [title for title in before if "ucumber" not in title]


@pytest.mark.parametrize("whole", [False, True])
async def test_topics_come_back_with_the_file_that_is_dropped_again(watched: Watched, whole: bool) -> None:
    before = await two_topics(watched)
    if whole:
        await forget_course(watched.database, "c", clock=watched.now)
    else:
        await forget_source(watched.database, "c/2.md", clock=watched.now)
    (watched.inbox / "c/2.md").unlink()
    await watched.scan()
    watched.write("c/2.md", OWN)
    await outlined(watched)
    assert await titles(watched) == [title for title in before if not whole or "ucumber" in title]


NEIGHBOURS = """
WITH question AS (
    INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)
    SELECT course_id, 'prerequisite', %(first)s, %(second)s, 'p' FROM topics WHERE id = %(first)s RETURNING *
), edge AS (
    INSERT INTO prerequisites (subject_id, object_id, question_id, origin, reason, circle)
    SELECT subject_id, object_id, id, 'pick', 'It would close the circle a → graph → b → a.',
           ARRAY['a', 'graph', 'b']
      FROM question
), item AS (
    INSERT INTO review_items (course_id, kind, question_id, reason, priority, state, created_at)
    SELECT course_id, 'circle', id, 'It would close the circle a → graph → b → a.', 1, 'open', now()
      FROM question
), noticed AS (
    INSERT INTO review_items (course_id, kind, subject_id, reason, priority, state, created_at)
    SELECT course_id, 'thin', %(doomed)s, 'Few passages stand behind Graph.', 1, 'open', now() FROM question
     UNION ALL
    SELECT course_id, 'homonym', %(first)s, 'in c/2.md it stands beside cucumbers', 1, 'closed', now()
      FROM question
), grouped AS (
    INSERT INTO groups (slug, name) VALUES ('graphs', 'Graph things'), ('kept', 'Limits'), ('lone', 'Nobody')
    RETURNING id, slug
)
INSERT INTO topic_groups (topic_id, group_id)
SELECT %(doomed)s, id FROM grouped WHERE slug <> 'lone'
 UNION ALL
SELECT %(first)s, id FROM grouped WHERE slug <> 'lone'
"""
SAID = [
    ("topic", "Graph is new.", "c/1.md"),
    ("topic", "Net is now called Graph.", "c/1.md"),
    ("topic", "Net is new.", "c/1.md"),
    ("topic", "Graph is gone: nothing names it.", "c/1.md"),
    ("prerequisite", "Graph → Limit: review became accepted.", "x"),
    ("tag", "“A limit is near.” → Graph: review became accepted.", "x"),
    ("topic", "Graph theory is new.", "c/1.md"),
    ("topic", "Theory is now called Graph theory.", "c/1.md"),
    ("topic", "The Graph is new.", "c/1.md"),
    ("tag", "“The graph of a function is a set.” → Limit: review became accepted.", "x"),
    (
        "prerequisite",
        "Graph theory → Limit: review became accepted.",
        "It would close the circle a → graph → b.",
    ),
    (
        "prerequisite",
        "Limit → Graph theory: review became accepted.",
        "It would close the circle a → graph-x → a.",
    ),
]


async def a_doomed_graph(watched: Watched) -> dict[str, int]:
    """Topics by slug, of which `graph` stands on the second file alone."""
    watched.write("c/1.md", OTHER)
    watched.write("c/2.md", "# Graph\n\nNo graph has a cucumber.\n")
    await outlined(watched)
    await watched.rows(
        "INSERT INTO topics (course_id, slug, title, origin)"
        " SELECT id, unnest(ARRAY['a', 'b', 'graph', 'graph-theory']),"
        " unnest(ARRAY['Alpha', 'Beta', 'Graph', 'Graph theory']), 'extracted' FROM courses RETURNING id"
    )
    return {one["slug"]: one["id"] for one in await watched.rows("SELECT slug, id FROM topics")}


async def test_what_hung_on_a_forgotten_topic_names_it_no_more(watched: Watched) -> None:
    ids = await a_doomed_graph(watched)
    async with watched.database.transaction() as connection:
        await execute(connection, NEIGHBOURS, first=ids["a"], second=ids["b"], doomed=ids["graph"])
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    (edge,) = await watched.rows("SELECT circle, reason FROM prerequisites")
    assert (edge["circle"], "graph" in edge["reason"]) == (None, False)
    items = await watched.rows("SELECT kind, state, reason FROM review_items ORDER BY kind")
    assert [(one["kind"], one["state"]) for one in items] == [("circle", "open"), ("homonym", "closed")]
    assert not any("graph" in one["reason"] or "2.md" in one["reason"] for one in items)
    assert [one["slug"] for one in await watched.rows("SELECT slug FROM groups")] == ["kept"]


async def test_changes_of_a_forgotten_topic_go_and_those_of_its_namesakes_stay(watched: Watched) -> None:
    await a_doomed_graph(watched)
    await watched.rows("DELETE FROM changes RETURNING id")
    async with watched.database.transaction() as connection:
        (course,) = [one.id for one in await all_courses(connection)]
        at = watched.now()
        await changes.record(
            connection, [Change(course, kind, what, cause, at) for kind, what, cause in SAID]
        )
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    left = await watched.rows("SELECT kind, what, cause FROM changes ORDER BY id")
    kept = [*SAID[6:10], (*SAID[10][:2], "a file that was forgotten"), SAID[11]]
    assert [tuple(one.values()) for one in left[:-1]] == kept
    assert left[-1]["what"] == "c/2.md was forgotten for good."


async def test_a_name_that_stood_in_the_forgotten_file_alone_goes_from_a_topic_that_stays(
    watched: Watched,
) -> None:
    watched.write("c/1.md", "# SVM\n\nAn SVM is a classifier with a margin.\n")
    watched.write("c/2.md", "# Support vector machines (SVM)\n\nA support vector machine (SVM) is convex.\n")
    await outlined(watched)
    assert await titles(watched) == ["Support vector machine"]
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    assert await titles(watched) == ["SVM"]
    assert [one["name"] for one in await watched.rows("SELECT name FROM topic_names")] == ["SVM"]


async def test_a_topic_that_another_file_named_once_is_not_forgotten(watched: Watched) -> None:
    watched.write("c/1.md", OTHER)
    watched.write("c/2.md", OWN)
    watched.write("c/3.md", OWN + OTHER)
    await outlined(watched)
    before = await watched.rows("SELECT id, slug, title FROM topics ORDER BY id")
    (watched.inbox / "c/3.md").unlink()
    await watched.scan()
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    assert await watched.rows("SELECT id, slug, title FROM topics ORDER BY id") == before


async def test_a_topic_whose_title_is_part_of_a_word_of_the_file_is_not_forgotten(watched: Watched) -> None:
    watched.write("c/1.md", OTHER)
    watched.write("c/2.md", OWN)
    await outlined(watched)
    await watched.rows(
        "INSERT INTO topics (course_id, slug, title, origin, state)"
        " SELECT id, 'mute', 'Mute', 'extracted', 'retired' FROM courses RETURNING id"
    )
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    assert await watched.value("SELECT title FROM topics WHERE slug = 'mute'") == "Mute"


async def test_what_a_reworded_sentence_said_before_is_forgotten_too(watched: Watched) -> None:
    watched.write("c/1.md", OTHER)
    watched.write("c/2.md", OWN)
    await outlined(watched)
    await watched.rows("DELETE FROM supports WHERE quote LIKE 'A cucumber%%' RETURNING id")
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    assert await watched.rows("SELECT sentence FROM contents WHERE sentence ILIKE '%%cucumber%%'") == []


async def test_what_was_quoted_under_an_earlier_path_is_forgotten_too(watched: Watched) -> None:
    await two_topics(watched)
    await watched.rows(JUDGED.replace("c/2.md", "c/old.md"))
    await forget_source(watched.database, "c/2.md", clock=watched.now)
    assert "commutes" not in str(await watched.value("SELECT evidence FROM judgements"))
    assert "nears" in str(await watched.value("SELECT evidence FROM judgements"))
