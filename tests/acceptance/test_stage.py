import asyncio

import pytest

from gradient.providers.confidence import ConfidenceMap
from gradient.store import statuses
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse

SURE, OPEN, LOW = 3.0, -0.5, -5.0
CHANGES = {
    "a judgement": "INSERT INTO judgements"
    " (question_id, scorer, prompt_version, log_yes, log_no, evidence, at)"
    " SELECT id, 'offline', '1', -1, -2, '{}', now() FROM questions WHERE task = 'tag'",
    "a decision": "INSERT INTO decisions (course_id, question_id, act, person, at)"
    " SELECT course_id, id, 'reject', 'Ada', now() FROM questions WHERE task = 'prerequisite'",
    "a map": "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, active)"
    " VALUES ('tag', 'offline', '1', 'temperature',"
    """ '{"kind": "temperature", "temperature": 2}', 25, true)""",
    "an outline": "UPDATE prerequisites SET origin = 'outline'",
    "a content gone": "UPDATE contents SET retired_at = now()",
    "a topic gone": "UPDATE topics SET state = 'retired' WHERE slug = 'loss'",
    "a doubt": "UPDATE topics SET doubt = 'It may mean two things.' WHERE slug = 'loss'",
    "a thin page": "INSERT INTO pages (topic_id, state, thin, written_at)"
    " SELECT id, 'fresh', true, now() FROM topics LIMIT 1",
    "a tag gone": "DELETE FROM tags",
}


async def test_statuses_follow_from_the_newest_judgement(course: SettledCourse, database: Database) -> None:
    topic = course.topic("Backpropagation")
    for sentence, odds in (("It is sure.", SURE), ("It is open.", OPEN), ("It is low.", LOW)):
        course.pick(course.fact(sentence), topic, odds)
    judged_again = course.pick(course.fact("It was low."), topic, LOW)
    course.judge(judged_again, SURE)
    course.pick(course.fact("It was refused."), topic, None)

    await course.settle(database)

    assert course.statuses("tags") == {
        "It is sure. → backpropagation": ("accepted", "stage"),
        "It is open. → backpropagation": ("review", "stage"),
        "It is low. → backpropagation": ("rejected", "stage"),
        "It was low. → backpropagation": ("accepted", "stage"),
        "It was refused. → backpropagation": ("review", "stage"),
    }
    reasons = dict(course.all("SELECT reason, 1 FROM tags"))
    assert "No confidence: it did not say yes or no." in reasons


async def test_the_active_map_makes_the_confidence(course: SettledCourse, database: Database) -> None:
    course.pick(course.fact("A fact."), course.topic("Backpropagation"), 1.0)
    cooled = ConfidenceMap("bias", slope=1.0, intercept=-2.0)
    course.one(
        "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, active)"
        " VALUES ('tag', 'offline', '1', 'bias', %s, 100, true)",
        cooled.to_json(),
    )

    await course.settle(database)

    ((status, confidence),) = course.all("SELECT status, confidence FROM tags")
    assert (status, confidence) == ("review", pytest.approx(cooled.apply(1.0)))


async def test_a_map_by_evidence_goes_by_that_of_each_judgement(
    course: SettledCourse, database: Database
) -> None:
    topic = course.topic("Backpropagation")
    questions = {seen: course.pick(course.fact(f"Fact {seen}."), topic, 1.0) for seen in (0, 1)}
    for seen, question in questions.items():
        course.one(
            "UPDATE judgements SET scorer = 'ollama', evidence = %s WHERE question_id = %s",
            f'{{"features": {{"seen": {seen}}}}}', question,
        )  # fmt: skip
    fitted = ConfidenceMap("evidence", slope=1.0, intercept=-2.0, weights=(("seen", 3.0),))
    course.one(
        "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, active)"
        " VALUES ('tag', 'ollama', '1', 'evidence', %s, 100, true)",
        fitted.to_json(),
    )

    assert await course.run(database)

    found = dict(course.all("SELECT question_id, confidence FROM tags"))
    assert found[questions[0]] == pytest.approx(fitted.apply(1.0))
    assert found[questions[1]] == pytest.approx(fitted.apply(1.0, {"seen": 1}))
    course.one("""UPDATE judgements SET evidence = '{"features": {"seen": 2}}'""")
    assert await course.due(database)


async def test_a_map_corrects_no_other_version_of_its_scorer(
    course: SettledCourse, database: Database
) -> None:
    course.pick(course.fact("A fact."), course.topic("Backpropagation"), 1.0)
    course.one(
        "INSERT INTO maps (task, scorer, scorer_version, kind, parameters, decisions, active)"
        " VALUES ('tag', 'offline', '0', 'bias', %s, 100, true)",
        ConfidenceMap("bias", slope=1.0, intercept=-2.0).to_json(),
    )

    await course.settle(database)

    assert course.all("SELECT confidence FROM tags") == [(pytest.approx(ConfidenceMap().apply(1.0)),)]


async def test_the_primary_topic_is_the_surest_and_no_pick_means_no_tag(
    course: SettledCourse, database: Database
) -> None:
    content, untouched = course.fact("A fact."), course.fact("Nothing picks it.")
    course.pick(content, course.topic("Loss"), 1.0)
    course.pick(content, course.topic("Gradient"), 2.0, pick=2)

    await course.settle(database)

    assert course.all(
        "SELECT slug, is_primary FROM tags JOIN topics ON topics.id = topic_id ORDER BY slug"
    ) == [
        ("gradient", True),
        ("loss", False),
    ]
    assert course.all("SELECT 1 FROM tags WHERE content_id = %s", untouched) == []


async def test_a_second_settle_writes_no_row(course: SettledCourse, database: Database) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    course.pick(course.fact("One."), loss, SURE)
    course.pick(course.fact("Two."), loss, OPEN)
    course.edge(loss, gradient, SURE)
    course.edge(gradient, loss, LOW)
    await course.settle(database)
    before = course.versions()

    course.move(days=1)
    await course.settle(database)

    assert course.versions() == before
    assert before["tags"]


async def test_one_judgement_more_writes_one_row_more(course: SettledCourse, database: Database) -> None:
    loss = course.topic("Loss")
    question = course.pick(course.fact("One."), loss, SURE)
    course.pick(course.fact("Two."), loss, SURE)
    await course.settle(database)
    before = course.versions(["tags"])["tags"]

    course.judge(question, LOW)
    await course.settle(database)

    assert len(set(course.versions(["tags"])["tags"]) - set(before)) == 1
    told = course.all("SELECT what, cause FROM changes WHERE kind = 'tag' ORDER BY id")
    assert told[0] == ("New tags: 2 accepted.", "a new version of Gradient, or other settings")
    assert told[1][0] == "“One.” → Loss: accepted became rejected."
    assert "below the floor" in told[1][1]


async def test_prerequisites_that_go_with_their_topics_are_told_once_and_come_back_with_them(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, descent = (course.topic(name) for name in ("Loss", "Gradient", "Descent"))
    for first, then in ((loss, gradient), (gradient, descent), (loss, descent)):
        course.edge(first, then, SURE)
    await course.settle(database)
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", gradient)

    await course.settle(database)
    await course.settle(database)

    lost = course.all("SELECT what FROM changes WHERE what LIKE '%%went with%%'")
    assert lost == [("2 accepted prerequisites went with what is no topic any more: Gradient.",)]
    assert course.statuses("prerequisites")["loss → descent"] == ("accepted", "stage")

    course.one("UPDATE topics SET state = 'active' WHERE id = %s", gradient)
    await course.settle(database)
    assert {status for status, _ in course.statuses("prerequisites").values()} == {"accepted"}


async def test_one_settle_of_a_course_runs_at_a_time(course: SettledCourse, database: Database) -> None:
    course.pick(course.fact("One."), course.topic("Loss"), SURE)
    async with database.transaction() as connection:
        await statuses.lock(connection, course.id)
        waiting = asyncio.create_task(course.settle(database))
        await wait_for_a_lock(course)
        assert course.statuses("tags") == {"One. → loss": ("review", "stage")}
    await waiting

    assert course.statuses("tags") == {"One. → loss": ("accepted", "stage")}


async def wait_for_a_lock(course: SettledCourse) -> None:
    for _ in range(500):
        if course.all("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
            return
        await asyncio.sleep(0.01)
    pytest.fail("the second settle does not wait for the first")


async def test_settle_is_not_due_when_nothing_that_it_reads_changed(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    course.pick(course.fact("One names Loss."), loss, OPEN)
    course.edge(loss, gradient, SURE)
    assert await course.run(database)
    assert not await course.due(database)

    course.one("UPDATE sources SET path = 'lectures/moved.md'")
    course.one("UPDATE contents SET created_at = now() + interval '1 day'")
    course.one("UPDATE judgements SET at = now() + interval '1 day'")
    course.one("UPDATE topics SET title = 'Loss functions' WHERE id = %s", loss)
    course.move(days=400)

    assert not await course.due(database)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_settle_is_due_when_something_that_it_reads_changed(
    course: SettledCourse, database: Database, change: str
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    course.pick(course.fact("One."), loss, OPEN)
    course.edge(loss, gradient, SURE)
    await course.run(database)

    course.one(change)

    assert await course.run(database)
    assert not await course.run(database)


async def test_other_thresholds_make_settle_due(course: SettledCourse, database: Database) -> None:
    await course.run(database)

    other = SettledCourse(course.url, "other", open_max=7)
    course.stage = other.stage

    assert await course.due(database)


async def test_the_order_in_which_rows_came_does_not_matter(
    course: SettledCourse, database: Database
) -> None:
    names = ["Loss", "Gradient", "Chain rule"]
    edges = [("Loss", "Gradient", 1.0), ("Gradient", "Chain rule", 1.0), ("Chain rule", "Loss", 1.0)]
    ends = []
    for turn, slug in enumerate(("first", "second")):
        one = SettledCourse(course.url, slug)
        made = {name: one.topic(name) for name in (names if turn == 0 else reversed(names))}
        for first, then, odds in edges if turn == 0 else reversed(edges):
            one.edge(made[first], made[then], odds)
        await one.settle(database)
        ends.append(
            one.all(
                "SELECT first.slug, needs.slug, prerequisites.status, circle FROM prerequisites"
                " JOIN topics AS first ON first.id = subject_id JOIN topics AS needs ON needs.id = object_id"
                " WHERE needs.course_id = %s ORDER BY 1, 2",
                one.id,
            )
        )

    assert ends[0] == ends[1]
    assert [status for _, _, status, _ in ends[0]].count("review") == 1


async def test_a_question_about_a_merge_hinders_no_status(course: SettledCourse, database: Database) -> None:
    topic = course.topic("Backpropagation")
    course.question("merge", topic, course.topic("Backprop"))
    course.pick(course.fact("It is sure."), topic, SURE)
    await course.settle(database)
    assert course.statuses("tags") == {"It is sure. → backpropagation": ("accepted", "stage")}
