import pytest

from gradient.errors import GuardRefused, UnknownName, UsageError
from gradient.review import decisions
from gradient.store import contents, topics
from gradient.store.sessions import Database
from tests.acceptance.settled_course import SettledCourse

SURE, OPEN = 3.0, -0.2


async def test_an_answer_holds_at_once_whatever_a_scorer_says_later(
    course: SettledCourse, database: Database
) -> None:
    loss = course.topic("Loss")
    accepted = course.pick(course.fact("Wanted."), loss, OPEN)
    rejected = course.pick(course.fact("Unwanted."), loss, OPEN)
    await course.settle(database)

    await course.answer(database, accepted, "accept")
    await course.answer(database, rejected, "reject")

    decided = {"Wanted. → loss": ("accepted", "person"), "Unwanted. → loss": ("rejected", "person")}
    assert course.statuses("tags") == decided
    course.judge(accepted, -9.0, "another model")
    course.judge(rejected, 9.0, "another model")
    course.one("UPDATE topics SET title = 'Loss functions', definition = 'What is minimised.'")
    assert await course.run(database)
    assert course.statuses("tags") == decided
    assert await course.items(database, "open", "waiting") == []


async def test_an_answer_outlives_the_source_going_and_coming_back(
    course: SettledCourse, database: Database
) -> None:
    question = course.pick(course.fact("Unwanted."), course.topic("Loss"), OPEN)
    await course.settle(database)
    await course.answer(database, question, "reject")

    for retired in ("now()", "NULL"):
        course.one(f"UPDATE sources SET retired_at = {retired}")
        async with database.transaction() as connection:
            await contents.refresh_life(connection, course.id, course.now)
        await course.settle(database)

    assert course.one("SELECT retired_at FROM contents") is None
    assert course.statuses("tags") == {"Unwanted. → loss": ("rejected", "person")}
    assert await course.items(database) == []


async def test_a_content_that_nothing_supports_asks_nothing(
    course: SettledCourse, database: Database
) -> None:
    course.pick(course.fact("A fact."), course.topic("Loss"), OPEN)
    await course.settle(database)
    assert len(await course.items(database)) == 1

    course.one("UPDATE sources SET retired_at = now()")
    async with database.transaction() as connection:
        await contents.refresh_life(connection, course.id, course.now)
    await course.settle(database)

    assert await course.items(database) == []


async def test_the_decision_keeps_how_the_item_came_to_be_asked(
    database_url: str, database: Database
) -> None:
    course = SettledCourse(database_url, share=1.0)
    question = course.pick(course.fact("A fact."), course.topic("Loss"), OPEN)
    await course.settle(database)

    await course.answer(database, question, "accept", note="It says so.")

    ((act, person, note, draw, probability, confidence),) = course.all(
        "SELECT act, person, note, draw, draw_probability, confidence FROM decisions"
    )
    assert (act, person, note, draw, probability) == ("accept", "Ada", "It says so.", "uniform", 1.0)
    assert confidence == pytest.approx(0.45, abs=0.001)


async def test_the_decision_keeps_the_threshold_of_an_audit(
    course: SettledCourse, database: Database
) -> None:
    question = course.pick(course.fact("A fact."), course.topic("Loss"), SURE)
    await course.settle(database)
    course.one(
        "INSERT INTO review_items (course_id, kind, question_id, reason, confidence, priority, state, draw,"
        " draw_probability, threshold, created_at)"
        " VALUES (%s, 'tag', %s, 'An audit.', 0.95, 1, 'open', 'audit', 0.05, 0.5, now())",
        course.id,
        question,
    )

    await course.decide(database, await course.item(database, question), "accept")

    assert course.all("SELECT draw, threshold FROM decisions") == [("audit", 0.5)]


async def test_change_rejects_the_tag_and_accepts_the_other_topic(
    course: SettledCourse, database: Database
) -> None:
    loss, _ = course.topic("Loss"), course.topic("Gradient")
    question = course.pick(course.fact("A fact."), loss, OPEN)
    await course.settle(database)
    item = await course.item(database, question)

    await course.answer(database, question, "change", to="gradient")

    assert course.statuses("tags") == {
        "A fact. → loss": ("rejected", "person"),
        "A fact. → gradient": ("accepted", "person"),
    }
    await course.undo(database, item)
    assert course.statuses("tags") == {
        "A fact. → loss": ("review", "stage"),
        "A fact. → gradient": ("review", "stage"),
    }


async def test_change_of_a_prerequisite_names_what_is_learnt_first(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, _ = course.topic("Loss"), course.topic("Gradient"), course.topic("Derivative")
    question = course.edge(loss, gradient, OPEN)
    await course.settle(database)

    await course.answer(database, question, "change", to="derivative")

    assert course.statuses("prerequisites") == {
        "loss → gradient": ("rejected", "person"),
        "derivative → gradient": ("accepted", "person"),
    }


@pytest.mark.parametrize(
    ("answer", "to", "error", "says"),
    [
        ("change", None, UsageError, "--to"),
        ("change", "loss", UsageError, "another topic"),
        ("change", "nothing", UnknownName, "has no topic nothing"),
        ("change", "old", UnknownName, "has no topic old"),
        ("accept", "gradient", UsageError, "--to goes with change only"),
        ("maybe", None, UsageError, "maybe is no answer"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused_with_a_sentence(
    course: SettledCourse, database: Database, answer: str, to: str | None, error: type[Exception], says: str
) -> None:
    loss = course.topic("Loss")
    course.topic("Gradient")
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", course.topic("Old"))
    question = course.pick(course.fact("A fact."), loss, OPEN)
    await course.settle(database)

    with pytest.raises(error, match=says):
        await course.answer(database, question, answer, to=to)
    with pytest.raises(UnknownName, match="no review item 999"):
        await course.decide(database, 999, "accept")

    assert course.all("SELECT 1 FROM decisions") == []


async def test_undo_lets_the_answer_before_hold_again(course: SettledCourse, database: Database) -> None:
    question = course.pick(course.fact("A fact."), course.topic("Loss"), OPEN)
    await course.settle(database)
    item = await course.item(database, question)
    await course.answer(database, question, "accept")
    await course.decide(database, item, "reject")
    await course.settle(database)
    assert course.statuses("tags") == {"A fact. → loss": ("rejected", "person")}

    await course.undo(database, item)
    assert course.statuses("tags") == {"A fact. → loss": ("accepted", "person")}
    await course.undo(database, item)
    assert course.statuses("tags") == {"A fact. → loss": ("review", "stage")}
    assert [one["id"] for one in await course.items(database)] == [item]
    with pytest.raises(UsageError, match="no answer that could be taken back"):
        await course.undo(database, item)


async def test_an_answer_is_copied_to_questions_that_ask_the_same_and_is_marked_so(
    course: SettledCourse, database: Database
) -> None:
    loss, other = course.topic("Loss"), course.topic("Gradient")
    asked = course.pick(course.fact("A loss is a number."), loss, OPEN)
    equal = course.pick(course.fact("a loss, is a NUMBER"), loss, OPEN)
    course.pick(course.fact("A loss is a figure."), loss, OPEN)
    course.pick(course.fact("A loss is a number!!"), other, OPEN)
    await course.settle(database)
    shown = {one["question_id"] for one in await course.items(database, "open", "waiting")}
    assert len(shown & {asked, equal}) == 1
    item = await course.item(database, next(iter(shown & {asked, equal})))

    decision = await course.decide(database, item, "accept")
    await course.settle(database)

    assert [status for status in course.statuses("tags").values() if status == ("accepted", "person")] == [
        ("accepted", "person"),
        ("accepted", "person"),
    ]
    copies = course.all("SELECT question_id, details, draw FROM decisions WHERE details ? 'copied_from'")
    assert copies == [(({asked, equal} - shown).pop(), {"copied_from": decision}, None)]
    await course.undo(database, item)
    assert ("accepted", "person") not in course.statuses("tags").values()


async def test_an_accept_that_closes_a_circle_of_gold_alone_is_refused_at_once(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, chain = course.topic("Loss"), course.topic("Gradient"), course.topic("Chain rule")
    by_person = course.edge(loss, gradient, OPEN)
    course.edge(gradient, chain, OPEN, origin="outline")
    closing = course.edge(chain, loss, OPEN)
    await course.settle(database)
    await course.answer(database, by_person, "accept")

    with pytest.raises(GuardRefused, match="chain-rule → loss → gradient → chain-rule"):
        await course.answer(database, closing, "accept")
    ends = ({"id": chain, "slug": "chain-rule"}, {"id": loss, "slug": "loss"})
    async with database.transaction() as connection:
        with pytest.raises(GuardRefused, match="chain-rule → loss → gradient → chain-rule"):
            await decisions.put_prerequisite(
                connection, course.id, *ends, "accept", person="Ada", now=course.now
            )

    assert course.one("SELECT count(*) FROM decisions") == 1


async def test_an_accept_that_closes_a_circle_with_silver_makes_the_silver_give_way(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, chain = course.topic("Loss"), course.topic("Gradient"), course.topic("Chain rule")
    course.edge(loss, gradient, 3.0)
    course.edge(gradient, chain, 2.0)
    closing = course.edge(chain, loss, 1.0)
    await course.settle(database)

    await course.answer(database, closing, "accept")

    assert course.statuses("prerequisites") == {
        "chain-rule → loss": ("accepted", "person"),
        "loss → gradient": ("accepted", "stage"),
        "gradient → chain-rule": ("review", "stage"),
    }


async def test_of_two_directions_in_doubt_the_stronger_is_asked_and_settles_both(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    stronger = course.edge(loss, gradient, 2.0)
    course.edge(gradient, loss, 1.5)
    await course.settle(database)
    assert [one["question_id"] for one in await course.items(database)] == [stronger]

    await course.answer(database, stronger, "accept")

    assert course.statuses("prerequisites") == {
        "loss → gradient": ("accepted", "person"),
        "gradient → loss": ("rejected", "stage"),
    }
    assert await course.items(database) == []


async def test_a_circle_is_asked_about_with_the_circle_shown(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient, chain = course.topic("Loss"), course.topic("Gradient"), course.topic("Chain rule")
    course.edge(loss, gradient, 3.0)
    course.edge(gradient, chain, 2.0)
    closing = course.edge(chain, loss, 1.0)

    await course.settle(database)

    (item,) = await course.items(database)
    assert (item["task"], item["question_id"]) == ("circle", closing)
    assert item["reason"] == "It would close the circle chain-rule → loss → gradient → chain-rule."
    assert course.all("SELECT circle FROM prerequisites WHERE circle IS NOT NULL") == [
        (["chain-rule", "loss", "gradient"],)
    ]
    await course.answer(database, closing, "reject")
    assert await course.items(database) == []


async def test_a_person_may_state_a_prerequisite_that_nobody_asked_about(
    course: SettledCourse, database: Database
) -> None:
    loss, gradient = course.topic("Loss"), course.topic("Gradient")
    ends = ({"id": loss, "slug": "loss"}, {"id": gradient, "slug": "gradient"})
    async with database.transaction() as connection:
        await decisions.put_prerequisite(
            connection, course.id, *ends, "accept", person="Ada", now=course.now, alternative_group=2
        )
        with pytest.raises(UsageError, match="of itself"):
            await decisions.put_prerequisite(
                connection, course.id, ends[0], ends[0], "accept", person="Ada", now=course.now
            )
    await course.settle(database)

    assert course.statuses("prerequisites") == {"loss → gradient": ("accepted", "person")}
    assert course.one("SELECT alternative_group FROM prerequisites") == 2


async def test_answers_follow_the_merge_of_topics_and_come_back_when_it_is_taken_back(
    course: SettledCourse, database: Database
) -> None:
    loss, cost, gradient = course.topic("Loss"), course.topic("Cost"), course.topic("Gradient")
    merge = course.question("merge", loss, cost)
    kept = course.pick(course.fact("Kept."), cost, OPEN)
    unwanted, sure = course.fact("Unwanted."), course.fact("Sure.")
    refused = course.pick(unwanted, cost, OPEN)
    course.pick(sure, cost, SURE)
    course.pick(course.fact("Of old."), loss, SURE)
    edge = course.edge(cost, gradient, OPEN)
    await course.settle(database)
    item = await course.item(database, merge)
    for question, answer in ((kept, "accept"), (refused, "reject"), (edge, "accept")):
        await course.answer(database, question, answer)

    await course.answer(database, merge, "accept")
    course.pick(unwanted, loss, SURE)
    await course.settle(database)

    def live(key: str) -> bool:
        return not key.endswith("cost") and not key.startswith("cost")

    assert {key: one for key, one in course.statuses("tags").items() if live(key)} == {
        "Kept. → loss": ("accepted", "person"),
        "Unwanted. → loss": ("rejected", "person"),
        "Sure. → loss": ("review", "stage"),
        "Of old. → loss": ("accepted", "stage"),
    }
    assert course.statuses("prerequisites")["loss → gradient"] == ("accepted", "person")
    assert course.one("SELECT merged_into FROM topics WHERE slug = 'cost'") == loss

    await course.undo(database, item)
    assert course.one("SELECT state || state_by FROM topics WHERE slug = 'cost'") == "activestage"
    assert {key: one for key, one in course.statuses("tags").items() if "cost" in key} == {
        "Kept. → cost": ("accepted", "person"),
        "Unwanted. → cost": ("rejected", "person"),
        "Sure. → cost": ("accepted", "stage"),
    }
    assert [key for key in course.statuses("tags") if key.endswith("loss")] == ["Of old. → loss"]
    assert course.all("SELECT name FROM topic_names WHERE topic_id = %s", loss) == [("Loss",)]


async def test_an_accepted_tag_gets_its_row_again_when_a_pick_took_it(
    course: SettledCourse, database: Database
) -> None:
    loss, cost = course.topic("Loss"), course.topic("Cost")
    question = course.pick(course.fact("Kept."), cost, OPEN)
    edge = course.edge(cost, course.topic("Gradient"), OPEN)
    await course.settle(database)
    await course.answer(database, question, "accept")
    await course.answer(database, edge, "accept")
    async with database.transaction() as connection:
        await topics.merge(connection, cost, loss)
    course.one("DELETE FROM tags WHERE topic_id = %s", loss)
    course.one("DELETE FROM prerequisites WHERE subject_id = %s", loss)

    await course.settle(database)

    assert course.statuses("tags")["Kept. → loss"] == ("accepted", "person")
    assert course.statuses("prerequisites")["loss → gradient"] == ("accepted", "person")


async def test_a_rejected_merge_stays_rejected_the_other_way_round_and_through_merges(
    course: SettledCourse, database: Database
) -> None:
    loss, cost, penalty = course.topic("Loss"), course.topic("Cost"), course.topic("Penalty")
    question = course.question("merge", cost, loss)
    await course.settle(database)
    await course.answer(database, question, "reject")
    async with database.transaction() as connection:
        again = await topics.ensure_question(
            connection, course.id, "merge", {"id": loss, "slug": "loss"}, {"id": cost, "slug": "cost"}
        )
    assert again == f"merge|{cost}|{loss}"
    assert course.one("SELECT count(*) FROM questions WHERE task = 'merge'") == 1

    async with database.transaction() as connection:
        await topics.merge(connection, cost, penalty)
    course.question("merge", loss, penalty)
    await course.settle(database)

    assert await course.items(database, "open", "waiting") == []


async def test_a_proposal_becomes_a_topic_or_goes_and_may_be_taken_back(
    course: SettledCourse, database: Database
) -> None:
    topic = course.topic("Momentum")
    course.one("UPDATE topics SET state = 'proposed'")
    question = course.question("proposal", topic, None)
    await course.settle(database)
    item = await course.item(database, question)

    for answer, state in (("accept", "active"), ("reject", "retired")):
        await course.decide(database, item, answer)
        assert course.all("SELECT state, state_by FROM topics") == [(state, "person")]
    await course.settle(database)
    assert await course.items(database, "open", "waiting") == []
    await course.undo(database, item)
    assert course.all("SELECT state, state_by FROM topics") == [("active", "person")]
    await course.undo(database, item)
    assert course.all("SELECT state, state_by FROM topics") == [("proposed", "stage")]
    assert [one["id"] for one in await course.items(database)] == [item]


@pytest.mark.parametrize("nearer", [9, 10])
async def test_a_decided_tag_lets_recall_look_at_what_has_it_among_its_nearest(
    course: SettledCourse, database: Database, nearer: int
) -> None:
    loss = course.topic("Loss")
    decided, near, far, tagged = (course.fact(f"{name}.") for name in ("Decided", "Near", "Far", "Tagged"))
    question = course.pick(decided, loss, OPEN)
    course.pick(tagged, loss, SURE)
    for content, vector in ((decided, "[1,0]"), (near, "[0.9,0.1]"), (far, "[0,1]"), (tagged, "[0.9,0.2]")):
        course.one("INSERT INTO vectors VALUES ('content', %s, 'model', '1', 2, 'hash', %s)", content, vector)
    # The tagged one is nearer to the far one than the decided one, too.
    crowd = [course.fact(f"Crowd {number}.") for number in range(nearer - 1)]
    for content in crowd:
        course.pick(content, course.topic("Crowd", f"crowd-{content}"), SURE)
        course.one("INSERT INTO vectors VALUES ('content', %s, 'model', '1', 2, 'hash', '[0,1]')", content)
    # Vectors of another model stand beside while a course changes over to it: they are no neighbours.
    for content in (tagged, far):
        course.one("INSERT INTO vectors VALUES ('content', %s, 'other', '1', 3, 'hash', '[1,0,0]')", content)
    await course.settle(database)

    await course.answer(database, question, "accept")

    again = [near, far] if nearer < 10 else [near]
    assert course.all("SELECT content_id FROM recall_again ORDER BY 1") == [(one,) for one in again]
