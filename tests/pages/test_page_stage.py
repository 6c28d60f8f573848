from gradient.store.sessions import Database
from tests.pages.course_rows import CourseRows
from tests.pages.page_runs import make_pages, page, texts

LOSS = "The softmax loss is a measure of how far the scores are from the labels."
RANGE = "The softmax loss lies between zero and infinity for every example."
GRADIENT = "A gradient of the softmax loss is computed for every training step."


async def test_a_page_is_made_of_the_accepted_contents_with_their_places(
    database: Database, course: CourseRows
) -> None:
    topic = course.topic("Softmax loss")
    chunk = course.chunk(course.source("lectures/01.md", 0), f"{LOSS} {RANGE}", "Softmax loss", page=3)
    course.tag(topic, chunk, LOSS)
    course.tag(topic, chunk, RANGE)
    await make_pages(database, course.id)
    shown = await page(database, topic)
    assert shown["state"] == "fresh"
    assert [(block["type"], block["content"]) for block in shown["blocks"]] == [
        ("heading", "Softmax loss"),
        ("callout", LOSS),
        ("paragraph", RANGE),
    ]
    assert shown["blocks"][1]["supports"] == [
        {"source": "lectures/01.md", "page": 3, "place": "page 3", "quote": LOSS}
    ]


async def test_contents_in_review_are_not_on_the_page(database: Database, course: CourseRows) -> None:
    topic = course.topic("Softmax loss")
    chunk = course.chunk(course.source("01.md", 0), f"{LOSS} {RANGE}", "Softmax loss")
    course.tag(topic, chunk, LOSS)
    course.tag(topic, chunk, RANGE, status="review")
    await make_pages(database, course.id)
    assert RANGE not in " ".join(texts(await page(database, topic)))


async def test_a_page_says_that_nothing_explains_its_topic(database: Database, course: CourseRows) -> None:
    topic = course.topic("Softmax loss")
    named = "Networks with a softmax loss are slow to train."
    chunk = course.chunk(course.source("01.md", 0), named, "Softmax loss")
    course.tag(topic, chunk, named)
    await make_pages(database, course.id)
    assert "No passage of the course says what Softmax loss is." in (await page(database, topic))["reason"]


async def test_a_topic_that_nothing_stands_behind_is_refused_in_one_sentence(
    database: Database, course: CourseRows
) -> None:
    topic = course.topic("Softmax loss")
    await make_pages(database, course.id)
    shown = await page(database, topic)
    assert (shown["state"], shown["blocks"]) == ("refused", [])
    assert shown["reason"] == "No accepted passage of the course stands behind Softmax loss yet."


async def test_a_second_run_is_due_nowhere_and_one_new_content_redoes_its_topic_alone(
    database: Database, course: CourseRows
) -> None:
    softmax, other = course.topic("Softmax loss"), course.topic("Gradient")
    chunk = course.chunk(course.source("01.md", 0), f"{LOSS} {RANGE} {GRADIENT}", "Softmax loss")
    course.tag(softmax, chunk, LOSS)
    course.tag(other, chunk, GRADIENT)
    assert await make_pages(database, course.id) == 2
    assert await make_pages(database, course.id) == 0
    course.tag(softmax, chunk, RANGE)
    assert (await page(database, softmax))["state"] == "stale"
    assert (await page(database, other))["state"] == "fresh"
    assert await make_pages(database, course.id) == 1


async def test_unchanged_blocks_keep_their_ids(database: Database, course: CourseRows) -> None:
    topic = course.topic("Softmax loss")
    first, second = course.source("01.md", 0), course.source("02.md", 1)
    course.tag(topic, course.chunk(first, RANGE, "Softmax loss"), RANGE)
    course.tag(topic, course.chunk(second, GRADIENT, "Softmax loss"), GRADIENT)
    await make_pages(database, course.id)
    before = {block["content"]: block["id"] for block in (await page(database, topic))["blocks"]}
    course.tag(topic, course.chunk(first, LOSS, "Softmax loss"), LOSS)
    await make_pages(database, course.id)
    after = {block["content"]: block["id"] for block in (await page(database, topic))["blocks"]}
    assert LOSS in after
    assert {content: after[content] for content in before} == before


async def test_pinned_blocks_keep_text_and_place_whatever_happens(
    database: Database, course: CourseRows
) -> None:
    topic = course.topic("Softmax loss")
    source = course.source("01.md", 0)
    chunk = course.chunk(source, f"{LOSS} {RANGE}", "Softmax loss")
    course.tag(topic, chunk, LOSS)
    course.tag(topic, chunk, RANGE)
    await make_pages(database, course.id)
    course.one("UPDATE blocks SET pinned = true, content = 'Mine', content_hash = 'mine' WHERE position = 1")
    await make_pages(database, course.id)
    assert texts(await page(database, topic)) == ["Softmax loss", "Mine", LOSS, RANGE]
    course.retire(source)
    await make_pages(database, course.id)
    shown = await page(database, topic)
    assert [(block["content"], block["supports"]) for block in shown["blocks"]] == [("Mine", [])]
    assert shown["state"] == "fresh"


async def test_when_a_source_goes_what_stood_only_on_it_goes(database: Database, course: CourseRows) -> None:
    topic, lone = course.topic("Softmax loss"), course.topic("Gradient")
    first, second = course.source("01.md", 0), course.source("02.md", 1)
    course.tag(topic, course.chunk(first, LOSS, "Softmax loss"), LOSS)
    course.tag(topic, course.chunk(second, LOSS + " " + RANGE, "Softmax loss"), LOSS)
    course.tag(lone, course.chunk(first, GRADIENT, "Gradient"), GRADIENT)
    await make_pages(database, course.id)
    course.retire(first)
    await make_pages(database, course.id)
    kept = await page(database, topic)
    assert {support["source"] for block in kept["blocks"] for support in block["supports"]} == {"02.md"}
    assert (await page(database, lone))["state"] == "refused"
    assert course.all("SELECT quote FROM block_supports JOIN chunks ON chunks.id = chunk_id"
                      " WHERE source_id = %s", first) == []  # fmt: skip


async def test_the_page_of_a_retired_topic_is_taken_away_once(database: Database, course: CourseRows) -> None:
    topic = course.topic("Softmax loss")
    course.tag(topic, course.chunk(course.source("01.md", 0), LOSS), LOSS)
    await make_pages(database, course.id)
    course.one("UPDATE topics SET state = 'retired' WHERE id = %s", topic)
    assert await make_pages(database, course.id) == 1
    assert course.all("SELECT * FROM pages") == course.all("SELECT * FROM blocks") == []
    assert await make_pages(database, course.id) == 0
    course.one("UPDATE topics SET state = 'active' WHERE id = %s", topic)
    await make_pages(database, course.id)
    assert LOSS in texts(await page(database, topic))


async def test_every_block_but_headings_stands_on_verbatim_quotes(
    database: Database, course: CourseRows
) -> None:
    topic = course.topic("Softmax loss")
    text = f"**{LOSS}** {RANGE}\n\nIt is written as:\n\n$$L = -\\log p$$\n\n- {GRADIENT}\n"
    chunk = course.chunk(course.source("01.md", 0), text, "Loss functions")
    for quote in (LOSS, RANGE, GRADIENT):
        course.tag(topic, chunk, quote)
    await make_pages(database, course.id)
    shown = await page(database, topic)
    assert "math" in {block["type"] for block in shown["blocks"]}
    assert all(block["supports"] for block in shown["blocks"] if block["type"] != "heading")
    stored = course.all("SELECT quote, substr(text, start_at + 1, end_at - start_at) FROM block_supports"
                        " JOIN chunks ON chunks.id = chunk_id")  # fmt: skip
    assert stored
    assert all(quote == slice_ for quote, slice_ in stored)
