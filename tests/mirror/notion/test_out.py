from dataclasses import replace

from gradient.mirror.port import Unwritten
from gradient.store import notion as stored
from gradient.store.mirrors import Link
from gradient.store.sessions import Database
from tests.mirror.notion.made import asked, block, page, queue, sentences, written
from tests.mirror.notion.workspace import Workspace, block_text, mirror_in

WRITES = ("POST", "PATCH", "DELETE")


def writes(calls: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(method, path) for method, path in calls if method in WRITES and not path.endswith("query")]


async def test_a_topic_is_a_page_with_its_columns_and_blocks(notion: Workspace, database: Database) -> None:
    shown = page(
        "Loss",
        block("Definition", "heading"),
        block("It is $x^2$, or `x*x`.", "callout"),
        block("one\ntwo", "list"),
        block("print(1)", "code"),
        block("x = y", "math"),
        block("| a | b |\n| --- | --- |\n| 1 | 2 |", "table"),
        before=[Link("score", "Score")],
        number=2,
    )
    await written(mirror_in(notion, database), shown, page("Score", block("A number.")))
    loss = notion.rows("Topics")["Loss"]
    columns = loss["properties"]
    assert notion.text(loss, "Path") == "Loss"
    assert columns["Course"]["select"]["name"] == "vision"
    assert columns["Status"]["select"]["name"] == "fresh"
    assert (columns["Confidence"]["number"], columns["Coverage"]["number"]) == (0.9, 0.5)
    assert columns["Learn first"]["relation"] == [{"id": notion.rows("Topics")["Score"]["id"]}]
    blocks = notion.blocks(loss["id"])
    assert [one["type"] for one in blocks] == [
        "heading_2",
        "callout",
        "bulleted_list_item",
        "bulleted_list_item",
        "code",
        "equation",
        "table",
        "toggle",
    ]
    assert [item["type"] for item in blocks[1]["callout"]["rich_text"]] == [
        "text",
        "equation",
        "text",
        "text",
        "text",
    ]
    assert notion.said(blocks[6]["id"]) == ["a | b", "1 | 2"]
    assert notion.said(blocks[7]["id"])[2] == "lectures/01 intro.md, page 2: “one two”"


async def test_a_question_is_a_row_in_plain_words(notion: Workspace, database: Database) -> None:
    await written(mirror_in(notion, database), queue(asked(1)))
    row = notion.rows("Review")["Do you have to know Score 1 before Loss?"]
    assert notion.text(row, "Quote") == "“Know Score 1 first.” (lectures/01 intro.md, page 2)"
    assert notion.text(row, "Why") == "Confidence 0.50, offline, raw. No direction is clear."
    unjudged = asked(2, confidence=None, reason="No confidence: it was not judged yet.")
    await written(mirror_in(notion, database), queue(unjudged))
    other = notion.rows("Review")["Do you have to know Score 2 before Loss?"]
    assert notion.text(other, "Why") == "No confidence: it was not judged yet."
    assert row["properties"]["Kind"]["select"]["name"] == "prerequisite"
    assert row["properties"]["State"]["select"]["name"] == "open"
    assert row["properties"]["Decision"]["select"] is None


async def test_writing_again_makes_no_call_at_all(notion: Workspace, database: Database) -> None:
    items = [page("Score", *sentences(5)), queue(asked(1), asked(2))]
    await written(mirror_in(notion, database), *items)
    with notion.counted() as calls:
        await written(mirror_in(notion, database), *items)
    assert calls == []


async def test_one_changed_sentence_keeps_every_block_and_costs_few_writes(
    notion: Workspace, database: Database
) -> None:
    before = page("Score", *sentences(30))
    await written(mirror_in(notion, database), before)
    row = notion.rows("Topics")["Score"]
    ids = [one["id"] for one in notion.blocks(row["id"])]
    notion.person("comment", ids[4], text="I like this.")
    blocks = list(before.blocks)
    blocks[19] = block("Another sentence stands here.", number=99)
    with notion.counted() as calls:
        await written(mirror_in(notion, database), replace(before, blocks=tuple(blocks)))
    assert [one["id"] for one in notion.blocks(row["id"])] == ids
    assert notion.said(row["id"])[19] == "Another sentence stands here."
    assert [one["parent"]["block_id"] for one in notion.objects("comment")] == [ids[4]]
    assert notion.rows("Topics")["Score"]["id"] == row["id"]
    assert len(writes(calls)) == 2


async def test_everything_over_a_limit_is_there_in_order_on_one_page(
    notion: Workspace, database: Database
) -> None:
    emoji = "a" * 1999 + "😀" + "b" * 3999
    runs = " ".join(f"$x_{number}$ and" for number in range(75))
    rows = "\n".join(["| n | twice |", "| --- | --- |", *(f"| {n} | {2 * n} |" for n in range(120))])
    many = sentences(250)
    shown = page("Score", block(emoji), block(runs), block(rows, "table"), *many)
    notion.faults({"method": "PATCH", "path": "/children$", "nth": [2], "status": 400})
    (failed,) = await mirror_in(notion, database).write("vision", [shown], {})
    assert isinstance(failed, Unwritten)
    row = notion.rows("Topics")["Score"]
    assert row["properties"]["Status"]["select"]["name"] == "incomplete"
    async with database.transaction() as connection:
        assert [one["state"] for one in await stored.failures(connection)] == ["incomplete"]
    await written(mirror_in(notion, database), shown)
    row = notion.rows("Topics")["Score"]
    assert row["properties"]["Status"]["select"]["name"] == "fresh"
    blocks = notion.blocks(row["id"])
    said = [block_text(one) for one in blocks]
    assert said[0] == emoji
    assert said[1] + said[2] == " ".join(f"x_{number} and" for number in range(75))
    assert notion.said(blocks[3]["id"]) == ["n | twice", *(f"{n} | {2 * n}" for n in range(120))]
    assert said[4:254] == [one.content for one in many]
    assert [one["type"] for one in blocks[254:]] == ["toggle"]
    quotes = notion.said(blocks[254]["id"])
    assert [one[-len(many[0].content) - 5 :].partition("“")[2] for one in quotes[3:5]] == [
        f"{one.content}”" for one in many[:2]
    ]
    assert len(quotes) == 253


async def test_a_lost_answer_makes_no_second_page(notion: Workspace, database: Database) -> None:
    notion.faults({"path": "/v1/pages$", "nth": [3, 7, 9], "do": "commit-then-drop"})
    items = [page(f"Topic {number}", *sentences(3), number=number) for number in range(10)]
    await written(mirror_in(notion, database), *items)
    rows = notion.rows("Topics")
    assert len(rows) == 10
    assert all(len(notion.said(one["id"])) == 4 for one in rows.values())


async def test_a_lost_answer_to_an_append_makes_no_block_twice(notion: Workspace, database: Database) -> None:
    many = sentences(320)
    notion.faults({"method": "PATCH", "path": "/children$", "nth": [1, 3], "do": "commit-then-drop"})
    await written(mirror_in(notion, database), page("Score", *many))
    row = notion.rows("Topics")["Score"]
    assert notion.said(row["id"]) == [*(one.content for one in many), "Sources"]
    assert row["properties"]["Status"]["select"]["name"] == "fresh"


async def test_passing_trouble_of_every_kind_is_waited_out(notion: Workspace, database: Database) -> None:
    notion.faults(
        {"probability": 0.2, "seed": 1, "status": 429, "retry_after": 7},
        {"method": "PATCH", "probability": 0.2, "seed": 2, "status": 409},
        {"probability": 0.1, "seed": 3, "status": 502},
        {"probability": 0.1, "seed": 4, "status": 529},
        {"probability": 0.05, "seed": 5, "do": "drop-before"},
    )
    items = [page(f"Topic {number}", *sentences(3), number=number) for number in range(20)]
    for _ in range(3):
        await mirror_in(notion, database).write("vision", items, {})
    notion.faults()
    await written(mirror_in(notion, database), *items)
    assert len(notion.rows("Topics")) == 20


async def test_one_bad_page_does_not_stop_the_others_and_is_named(
    notion: Workspace, database: Database
) -> None:
    items = [page(f"Topic {number}", *sentences(3), number=number) for number in range(20)]
    await written(mirror_in(notion, database), *items)
    bad = notion.rows("Topics")["Topic 7"]["id"]
    block_id = notion.blocks(bad)[1]["id"]
    notion.faults({"path": f"/blocks/{block_id}", "status": 404})
    trashed = notion.rows("Topics")["Topic 3"]["id"]
    notion.person("trash", trashed)
    await mirror_in(notion, database).take_back()
    changed = [
        replace(one, blocks=(*one.blocks[:1], block("It is new."), *one.blocks[2:]))
        for one in items
        if one.item_id != 3
    ]
    brought = await mirror_in(notion, database).write("vision", changed, {})
    assert [one.item_id for one in brought if isinstance(one, Unwritten)] == [7]
    async with database.transaction() as connection:
        assert [one["key"] for one in await stored.failures(connection)] == ["vision/topic-7"]
    rows = notion.rows("Topics")
    good = [title for title, one in rows.items() if "It is new." in notion.said(one["id"])]
    assert len(good) == 18
    assert "Topic 3" in notion.rows("Topics", trashed=True)


async def test_a_retired_topic_goes_to_the_trash_and_comes_back_with_its_history(
    notion: Workspace, database: Database
) -> None:
    shown = page("Score", *sentences(3))
    (item,) = await written(mirror_in(notion, database), shown)
    before = notion.rows("Topics")["Score"]["id"]
    blocks = [one["id"] for one in notion.blocks(before)]
    notion.person("comment", blocks[0], text="Mine.")
    mirror = mirror_in(notion, database)
    await mirror.remove([item])
    await mirror.remove([item])
    assert notion.rows("Topics") == {}
    await written(mirror, shown)
    assert notion.rows("Topics")["Score"]["id"] == before
    assert [one["id"] for one in notion.blocks(before)] == blocks
    assert len(notion.objects("comment")) == 1


async def test_what_is_forgotten_is_emptied_before_it_goes(notion: Workspace, database: Database) -> None:
    (item,) = await written(mirror_in(notion, database), page("Score", *sentences(3)))
    await mirror_in(notion, database).remove([replace(item, gone=True, forgotten=True)])
    (row,) = notion.objects("page", trashed=True)
    assert notion.text(row, "Topic") == notion.text(row, "Path") == notion.text(row, "Gradient key") == ""
    assert notion.said(row["id"]) == []


async def test_a_question_that_is_asked_no_more_goes_and_comes_back(
    notion: Workspace, database: Database
) -> None:
    mirror = mirror_in(notion, database)
    await written(mirror, queue(asked(1), asked(2)))
    first = notion.rows("Review")["Do you have to know Score 1 before Loss?"]["id"]
    await written(mirror, queue(asked(2)))
    (gone,) = notion.rows("Review", trashed=True).values()
    assert gone["id"] == first
    assert gone["properties"]["State"]["select"]["name"] == "closed"
    await written(mirror, queue(asked(1), asked(2)))
    assert {one["id"] for one in notion.rows("Review").values()} >= {first}
    assert len(notion.rows("Review")) == 2


async def test_the_allowance_of_a_workspace_is_kept_with_a_clear_message(
    notion: Workspace, database: Database
) -> None:
    mirror = mirror_in(notion, database, allowance=20)
    items = [page(f"Topic {number}", *sentences(3), number=number) for number in range(5)]
    brought = await mirror.write("vision", items, {})
    failed = [one for one in brought if isinstance(one, Unwritten)]
    made = len(notion.rows("Topics")) + sum(one["type"] != "child_page" for one in notion.objects("block"))
    assert made == 16
    assert len(failed) == 3
    assert failed[0].reason.startswith(
        "16 of the 20 blocks that this workspace allows are made, and this needs 8"
    )
