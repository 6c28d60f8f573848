import pytest

from gradient.review.wording import question_of
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse

SURE, OPEN = 3.0, -0.2


async def test_each_kind_of_doubt_is_an_item_with_a_question_in_plain_words(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, cost, chain = (course.topic(name) for name in ("Loss", "Gradient", "Cost", "Chain rule"))
    course.pick(course.fact("A loss is a number."), loss, OPEN)
    course.edge(loss, gradient, 0.0)
    for first, then, odds in ((cost, chain, 3.0), (chain, gradient, 2.0), (gradient, cost, 1.0)):
        course.edge(first, then, odds)
    proposed = course.topic("Momentum")
    course.one("UPDATE topics SET state = 'proposed' WHERE id = %s", proposed)
    course.question("proposal", proposed, None)
    course.question("merge", loss, cost)
    course.one("UPDATE topics SET doubt = 'It may mean two things.' WHERE id = %s", chain)
    course.one("INSERT INTO pages VALUES (%s, 'fresh', NULL, true, 0.2, now())", loss)
    unread(course)

    await course.settle(database)

    items = {item["task"]: item for item in await course.items(database)}
    assert {task: question_of(item) for task, item in items.items()} == {
        "tag": "Is this about Loss? “A loss is a number.”",
        "prerequisite": "Do you have to know Loss before Gradient?",
        "circle": "Do you have to know Gradient before Cost, although that closes a circle?",
        "proposal": "Should Momentum be a topic of this course?",
        "merge": "Are Loss and Cost one topic?",
        "homonym": "Does Chain rule mean the same thing throughout the course?",
        "thin": "Is Loss a topic of this course?",
        "unread": "Is it all right that a part of lectures/01.md was not read?",
    }
    assert items["unread"]["reason"] == "It was read in part: page 3"
    assert items["homonym"]["reason"] == "It may mean two things."


def unread(course: SettledCourse) -> None:
    reading = course.one(
        "INSERT INTO readings (sha256, suffix, tool, text, text_hash, structure, share_read, missing)"
        " VALUES ('hash', '.pdf', 'reader', '', '', '{}', 0.5, 'page 3') RETURNING id"
    )
    course.one("UPDATE revisions SET reading_id = %s", reading)


@pytest.mark.parametrize("answer", ["accept", "reject"])
async def test_a_notice_that_a_person_took_note_of_is_gone_until_that_is_taken_back(
    course: SettledCourse, database: Database, answer: str
) -> None:
    course.passage("A passage.")
    unread(course)
    course.one("UPDATE topics SET doubt = 'It may mean two things.' WHERE id = %s", course.topic("Loss"))
    await course.settle(database)
    homonym, _ = await course.items(database)

    await course.decide(database, homonym["id"], answer)
    assert await course.run(database)

    assert [item["task"] for item in await course.items(database, "open", "waiting")] == ["unread"]
    await course.undo(database, homonym["id"])
    assert [item["task"] for item in await course.items(database)] == ["homonym", "unread"]


async def test_what_an_outline_states_or_a_section_defines_is_a_topic_without_asking(
    course: SettledCourse, database: Database
) -> None:
    passage = course.passage("ATP is the molecule in which cells store energy.")
    for name in ("Stated", "Headed", "Defined", "ATP"):
        topic = course.topic(name)
        course.one("INSERT INTO pages VALUES (%s, 'fresh', NULL, true, 0.2, now())", topic)
    course.one("UPDATE topics SET origin = 'outline' WHERE title = 'Stated'")
    for kind, key in (
        ("heading", "headed"),
        ("definition", "defined"),
        ("heading", "atp"),
        ("definition", "atp"),
    ):
        course.one(
            "INSERT INTO mentions (chunk_id, kind, surface, key) VALUES (%s, %s, %s, %s)",
            passage,
            kind,
            key,
            key,
        )

    await course.settle(database)

    assert sorted(item["subject_slug"] for item in await course.items(database)) == ["defined", "headed"]


async def test_many_thin_topics_do_not_fill_the_queue(database_url: str, database: Database) -> None:
    course = SettledCourse(database_url, open_max=6)
    for number in range(6):
        thin = course.topic(f"Thin {number}")
        course.one("INSERT INTO pages VALUES (%s, 'fresh', NULL, true, 0.2, now())", thin)
    for number in range(9):
        course.pick(course.fact(f"Fact {number}."), course.topic(f"Topic {number}"), OPEN)

    await course.settle(database)

    assert [item["task"] for item in await course.items(database)].count("thin") == 1


async def test_what_hangs_on_a_topic_is_shared_among_the_open_questions_about_it(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, other = (course.topic(name) for name in ("Loss", "Gradient", "Other"))
    course.edge(loss, gradient, SURE)
    for topic, sentence in ((loss, "One."), (loss, "Two."), (other, "Three.")):
        course.pick(course.fact(sentence), topic, OPEN)

    await course.settle(database)

    found = [(one["object_slug"], round(one["priority"], 2)) for one in await course.items(database)]
    assert found == [("loss", 1.8), ("loss", 0.9), ("other", 0.9)]


async def test_at_most_open_max_items_are_open_the_rest_wait_until_there_is_room(
    database_url: str, database: Database
) -> None:
    course = SettledCourse(database_url, open_max=2)
    loss = course.topic("Loss")
    odds = {course.pick(course.fact(f"Fact {number}."), loss, -number / 2): number for number in (1, 2, 3, 4)}

    await course.settle(database)

    assert [odds[item["question_id"]] for item in await course.items(database, "open")] == [1, 2]
    assert [odds[item["question_id"]] for item in await course.items(database, "waiting")] == [3, 4]
    first = next(item["id"] for item in await course.items(database))
    await course.decide(database, first, "later")
    assert await course.run(database)
    assert [odds[item["question_id"]] for item in await course.items(database)] == [2, 3]


async def test_what_more_topics_need_is_asked_first(course: SettledCourse, database: Database) -> None:
    names = ("Algebra", "Loss", "Gradient", "Descent")
    algebra, loss, gradient, descent = (course.topic(name) for name in names)
    deep = course.pick(course.fact("One."), loss, -0.3)
    shallow = course.pick(course.fact("Two."), descent, -0.2)
    edge = course.edge(algebra, gradient, 0.2)
    course.edge(loss, gradient, SURE)
    course.edge(gradient, descent, SURE)

    await course.settle(database)

    assert [item["question_id"] for item in await course.items(database)] == [deep, edge, shallow]


async def test_later_closes_an_item_until_its_confidence_moves(
    course: SettledCourse, database: Database
) -> None:
    question = course.pick(course.fact("A fact."), course.topic("Loss"), -0.5)
    await course.run(database)
    item = await course.item(database, question)

    await course.decide(database, item, "later")
    assert await course.run(database)
    # From .378, the confidence falls by .09, then by .11.
    course.judge(question, -0.908)
    assert await course.run(database)
    assert await course.items(database, "open", "waiting") == []
    assert course.statuses("tags") == {"A fact. → loss": ("review", "stage")}

    course.judge(question, -1.005)
    assert await course.run(database)
    assert [one["id"] for one in await course.items(database)] == [item]


async def test_later_ends_after_its_time_and_makes_settle_due(
    course: SettledCourse, database: Database
) -> None:
    question = course.pick(course.fact("A fact."), course.topic("Loss"), OPEN)
    await course.run(database)
    await course.decide(database, await course.item(database, question), "later")
    await course.run(database)

    course.move(days=29.9)
    assert not await course.run(database)
    course.move(days=0.2)
    assert await course.run(database)

    assert len(await course.items(database)) == 1
    assert not await course.run(database)


async def test_an_item_that_got_a_confidence_is_asked_though_it_was_put_off(
    course: SettledCourse, database: Database
) -> None:
    question = course.pick(course.fact("A fact."), course.topic("Loss"), None)
    await course.settle(database)
    await course.answer(database, question, "later")
    assert await course.items(database) == []

    course.judge(question, OPEN)
    await course.settle(database)

    assert len(await course.items(database)) == 1


async def test_later_may_be_taken_back(course: SettledCourse, database: Database) -> None:
    question = course.pick(course.fact("A fact."), course.topic("Loss"), OPEN)
    await course.settle(database)
    item = await course.item(database, question)
    await course.answer(database, question, "later")

    await course.undo(database, item)

    assert [one["id"] for one in await course.items(database)] == [item]


@pytest.mark.parametrize("kind", ["tag", "thin"])
async def test_of_two_laters_the_one_that_is_left_holds(
    course: SettledCourse, database: Database, kind: str
) -> None:
    loss = course.topic("Loss")
    if kind == "tag":
        course.pick(course.fact("A fact."), loss, OPEN)
    else:
        course.one("INSERT INTO pages VALUES (%s, 'fresh', NULL, true, 0.2, now())", loss)
    await course.settle(database)
    (item,) = [one["id"] for one in await course.items(database)]
    await course.decide(database, item, "later")
    course.move(days=29)
    await course.decide(database, item, "later")

    await course.undo(database, item)
    assert await course.items(database) == []
    course.move(days=2)
    await course.settle(database)
    assert [one["id"] for one in await course.items(database)] == [item]


async def test_one_accepted_item_in_twenty_is_audited_and_keeps_its_status(
    database_url: str, database: Database
) -> None:
    course = SettledCourse(database_url, share=0.05)
    course.one("UPDATE installation SET salt = 'a salt'")
    loss = course.topic("Loss")
    many(course, loss, 600, SURE)

    await course.settle(database)

    drawn = dict(course.all("SELECT draw, count(*) FROM review_items GROUP BY draw"))
    assert 15 <= drawn["audit"] <= 45
    assert 15 <= drawn["uniform"] <= 45
    assert course.all("SELECT DISTINCT status FROM tags") == [("accepted",)]
    assert course.all("SELECT DISTINCT threshold FROM review_items WHERE draw = 'audit'") == [(0.5,)]
    before = course.versions()
    await course.settle(database)
    assert course.versions() == before


async def test_uniform_draws_fall_on_rejected_questions_too_audits_do_not(
    database_url: str, database: Database
) -> None:
    course = SettledCourse(database_url, share=0.05)
    course.one("UPDATE installation SET salt = 'a salt'")
    many(course, course.topic("Loss"), 600, -9.0)

    await course.settle(database)

    ((draw, count),) = course.all("SELECT draw, count(*) FROM review_items GROUP BY draw")
    assert draw == "uniform"
    assert 15 <= count <= 45


def many(course: SettledCourse, topic: int, count: int, odds: float) -> None:
    """So many picked and judged tags of a topic."""
    course.one(
        "WITH made AS (INSERT INTO contents (course_id, kind, sentence, sentence_key)"
        " SELECT %s, 'fact', 'Fact ' || n, md5(n::text) FROM generate_series(1, %s) AS n"
        " RETURNING id, sentence_key),"
        " asked AS (INSERT INTO questions (course_id, task, subject_id, object_id, natural_key)"
        " SELECT %s, 'tag', id, %s, sentence_key FROM made RETURNING id, subject_id),"
        " tagged AS (INSERT INTO tags (content_id, topic_id, question_id, pick)"
        " SELECT subject_id, %s, id, 1 FROM asked)"
        " INSERT INTO judgements (question_id, scorer, prompt_version, log_yes, log_no, evidence, at)"
        " SELECT id, 'offline', '1', %s - 10, -10, '{}', now() FROM asked",
        course.id, count, course.id, topic, topic, odds,
    )  # fmt: skip


async def test_the_other_direction_of_a_gold_prerequisite_is_not_drawn(
    database_url: str, database: Database
) -> None:
    course = SettledCourse(database_url, share=1.0)
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    course.edge(loss, gradient, OPEN, origin="outline")
    course.edge(gradient, loss, OPEN)

    await course.settle(database)

    assert course.statuses("prerequisites")["loss → gradient"] == ("accepted", "outline")
    assert await course.items(database, "open", "waiting") == []


@pytest.mark.parametrize("task", ["tag", "prerequisite", "merge"])
async def test_a_rejected_question_comes_back_on_new_evidence_alone_and_says_so(
    course: SettledCourse, database: Database, task: str
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    both = "The Gradient of the Loss is followed."
    question = asked(course, task, loss, gradient, both)
    course.passage(f"Of old: {both}", "lectures/old.md", "Loss", "Gradient")
    await course.settle(database)
    await course.answer(database, question, "reject")
    course.move(days=1)

    course.judge(question, 9.0, "another model")
    course.passage(both if task == "tag" else f"Of old: {both}", "readings/copy.md", "Loss", "Gradient")
    course.passage("The Gradient alone.", "lectures/02.md", "Gradient")
    course.passage("And the Loss alone.", "lectures/02.md", "Loss")
    for start, text in ((0, "The Gradient is steep. So is the Loss."), (5, "Loss. The Gradient is steep.")):
        apart = course.passage(text, "lectures/02.md", "Gradient", "Loss")
        course.one(
            "UPDATE supports SET start_at = %s, end_at = %s, quote = 'The Gradient is steep.'"
            " WHERE chunk_id = %s",
            start, start + 23, apart,
        )  # fmt: skip
    await course.settle(database)
    assert await course.items(database, "open", "waiting") == []

    new = f"{both} " if task == "tag" else "No Loss without a Gradient."
    chunk = course.passage(new, "lectures/03.md", "Loss", "Gradient")
    if task == "tag":
        course.content(chunk, both)
    assert await course.run(database)

    (item,) = await course.items(database)
    quote = both if task == "tag" else new
    assert item["reason"] == f"New evidence since it was rejected: “{quote}”."
    assert item["question_id"] == question
    assert decided_statuses(course) in ([], ["rejected"])
    course.move(days=1)
    await course.answer(database, question, "reject")
    assert await course.items(database, "open", "waiting") == []


def asked(course: SettledCourse, task: str, loss: int, gradient: int, sentence: str) -> int:
    if task == "tag":
        return course.pick(course.fact(sentence), loss, OPEN)
    if task == "prerequisite":
        return course.edge(loss, gradient, OPEN)
    return course.question("merge", loss, gradient)


def decided_statuses(course: SettledCourse) -> list[str]:
    return [status for status, _ in (course.statuses("tags") | course.statuses("prerequisites")).values()]


async def test_an_old_quote_in_a_passage_that_was_cut_anew_is_no_new_evidence(
    course: SettledCourse, database: Database
) -> None:
    both = "The Gradient of the Loss is followed."
    question = course.edge(course.topic("Loss"), course.topic("Gradient"), OPEN)
    course.passage(f"{both} Then it ends.", "lectures/01.md", "Loss", "Gradient")
    await course.settle(database)
    await course.answer(database, question, "reject")
    course.move(days=1)

    course.passage(both, "lectures/01.md", "Loss", "Gradient")
    await course.settle(database)

    assert await course.items(database, "open", "waiting") == []


async def test_a_sentence_that_was_only_reworded_is_no_new_evidence(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    question = course.edge(loss, gradient, OPEN)
    course.passage("To follow the Loss you need exactly one Gradient.", "lectures/01.md", "Loss", "Gradient")
    course.passage("The Loss is what training makes small.", "lectures/01.md", "Loss")
    await course.settle(database)
    await course.answer(database, question, "reject")
    course.move(days=1)

    course.passage("To follow the Loss you need just one Gradient.", "lectures/01.md", "Loss", "Gradient")
    await course.settle(database)
    assert await course.items(database, "open", "waiting") == []

    new = "The Loss is what a Gradient makes small."
    course.passage(new, "lectures/01.md", "Loss", "Gradient")
    await course.settle(database)
    (item,) = await course.items(database)
    assert item["reason"] == f"New evidence since it was rejected: “{new}”."


async def test_a_rejected_proposal_does_not_come_back(course: SettledCourse, database: Database) -> None:
    topic = course.topic("Momentum")
    course.one("UPDATE topics SET state = 'proposed'")
    question = course.question("proposal", topic, None)
    await course.settle(database)
    await course.answer(database, question, "reject")
    course.move(days=1)

    course.passage("Momentum helps.", "lectures/09.md", "Momentum")
    await course.settle(database)

    assert await course.items(database, "open", "waiting") == []


async def test_items_do_not_hang_on_the_order_in_which_rows_came(
    database_url: str, database: Database
) -> None:
    listed = []
    for slug, numbers in (("first", (1, 2, 3)), ("second", (3, 2, 1))):
        course = SettledCourse(database_url, slug, open_max=2)
        topic = course.topic("Loss")
        for number in numbers:
            course.pick(course.fact(f"Fact {number}."), topic, OPEN)
        course.one("UPDATE questions SET natural_key = (SELECT sentence FROM contents WHERE id = subject_id)")
        await course.settle(database)
        listed.append([one["sentence"] for one in await course.items(database)])

    assert listed[0] == listed[1]


@pytest.mark.parametrize("by", ["a person", "the machine"])
async def test_a_circle_with_what_a_person_said_in_it_is_the_first_of_all(
    database_url: str, database: Database, by: str
) -> None:
    course = SettledCourse(database_url, open_max=2)
    cost, chain, rule = (course.topic(name) for name in ("Cost", "Chain", "Rule"))
    said = course.edge(cost, chain, SURE)
    course.edge(chain, rule, SURE)
    closing = course.edge(rule, cost, 2.9)
    for number in range(60):
        course.pick(course.fact(f"Fact {number}."), course.topic(f"Topic {number}"), OPEN)
    if by == "a person":
        course.decided(said, "accept")

    await course.settle(database)

    first = (await course.items(database))[0]
    assert ((first["task"], first["question_id"]) == ("circle", closing)) is (by == "a person")
