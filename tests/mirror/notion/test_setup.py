import pytest

from gradient.errors import UsageError
from gradient.mirror.notion.client import NotThere
from gradient.mirror.notion.setup import page_id, set_up
from gradient.mirror.notion.workspace import DatabaseGone, NotSetUp
from gradient.store import notion as stored
from gradient.store.sessions import Database
from tests.mirror.notion.made import asked, block, page, queue, written
from tests.mirror.notion.workspace import HIDDEN, ROOT, Workspace, connected, mirror_in


def columns(workspace: Workspace, title: str) -> dict[str, str]:
    source = workspace.database(title)["data_sources"][0]["id"]
    found = workspace.server.api.writer.data_source(workspace.server.ws.objects[source], "2026-03-11")
    return {name: one["type"] for name, one in found["properties"].items()}


def change_columns(workspace: Workspace, title: str, **columns: object) -> None:
    source = workspace.database(title)["data_sources"][0]["id"]
    workspace.person("update_data_source", source, properties=columns)


def shown(workspace: Workspace, title: str) -> dict[str, dict[str, object]]:
    """What stands in the columns of every row, by its title and their names."""
    return {
        row: {name: one[one["type"]] for name, one in found["properties"].items()}
        for row, found in workspace.rows(title).items()
    }


async def test_both_databases_are_made_with_all_their_columns(notion: Workspace) -> None:
    assert columns(notion, "Topics") == {
        "Topic": "title",
        "Course": "select",
        "Path": "rich_text",
        "Status": "select",
        "Confidence": "number",
        "Coverage": "number",
        "Gradient key": "rich_text",
        "Learn first": "relation",
    }
    assert (
        columns(notion, "Review").items()
        >= {
            "Question": "title",
            "Decision": "select",
            "Correct topic": "relation",
            "Note": "rich_text",
            "Answer": "rich_text",
        }.items()
    )


async def test_a_second_set_up_takes_them_on_whatever_they_are_called(
    notion: Workspace, database: Database
) -> None:
    databases = notion.objects("database")
    for one in databases:
        renamed = [{"type": "text", "text": {"content": "Mine"}}]
        await connected(notion).change(f"databases/{one['id']}", {"title": renamed})
    change_columns(notion, "Mine", **{"Gradient key": {"name": "K"}})
    async with database.transaction() as connection:
        await connection.execute("DELETE FROM notion_databases")
    done = await set_up(connected(notion), database, ROOT)
    assert [one.made for one in done] == [False, False]
    assert {one.database.database_id for one in done} == {one["id"] for one in databases}
    assert len(notion.objects("database")) == 2


async def test_what_is_missing_is_made_again_and_what_was_renamed_stays(
    notion: Workspace, database: Database
) -> None:
    change_columns(notion, "Topics", Path=None, Coverage={"name": "Abdeckung"})
    change_columns(
        notion, "Review", Decision={"select": {"options": [{"name": "accept"}, {"name": "perhaps"}]}}
    )
    topics, review = await set_up(connected(notion), database, ROOT)
    assert topics.mended == ("Path",)
    assert review.mended == ()
    assert set(columns(notion, "Topics")) >= {"Path", "Abdeckung"}
    assert "Coverage" not in columns(notion, "Topics")
    source = await connected(notion).get(f"data_sources/{review.database.data_source_id}")
    options = [one["name"] for one in source["properties"]["Decision"]["select"]["options"]]
    assert options == ["accept", "perhaps", "reject", "change", "later"]


async def test_a_lost_answer_makes_no_second_database(empty_workspace: Workspace, database: Database) -> None:
    empty_workspace.faults({"path": "/v1/databases$", "nth": [1, 2], "do": "commit-then-drop"})
    await set_up(connected(empty_workspace), database, ROOT)
    assert len(empty_workspace.objects("database")) == 2


async def test_a_page_that_is_not_shared_is_told_with_what_to_do(
    empty_workspace: Workspace, database: Database
) -> None:
    with pytest.raises(NotThere, match="add the integration under Connections"):
        await set_up(connected(empty_workspace), database, HIDDEN)


def test_a_page_is_named_by_its_address_or_its_id() -> None:
    digits = ROOT.replace("-", "")
    assert page_id(ROOT) == ROOT
    assert page_id(f"https://www.notion.so/My-page-{digits}?pvs=4") == ROOT
    with pytest.raises(UsageError, match="is no page of Notion"):
        page_id("my page")


async def test_before_the_set_up_one_is_told_of_it(empty_workspace: Workspace, database: Database) -> None:
    with pytest.raises(NotSetUp, match="gradient notion setup --parent PAGE"):
        await mirror_in(empty_workspace, database).write("vision", [page("Score")], {})


async def test_columns_are_known_by_their_ids_put_back_and_watched(
    notion: Workspace, database: Database
) -> None:
    mirror = mirror_in(notion, database)
    await written(mirror, page("Score", block("A number.")), queue(asked(1)))
    change_columns(notion, "Topics", Path={"name": "Pfad"}, Coverage=None, Confidence={"rich_text": {}})
    taken = await mirror.take_back()
    assert [one[:45] for one in taken.notices] == ["The column Confidence of Topics is of the typ"]
    await written(mirror, page("Score", block("A number.")), page("Loss", number=2))
    assert columns(notion, "Topics")["Coverage"] == "number"
    score, loss = notion.rows("Topics")["Score"], notion.rows("Topics")["Loss"]
    assert notion.text(loss, "Pfad") == "Loss"
    assert score["properties"]["Coverage"]["number"] == loss["properties"]["Coverage"]["number"] == 0.5
    assert notion.text(score, "Confidence") == ""


async def test_a_column_that_is_put_back_says_again_what_it_said(
    notion: Workspace, database: Database
) -> None:
    mirror = mirror_in(notion, database)
    items = (page("Score", block("A number.")), queue(asked(1)))
    for _ in range(2):
        await mirror.take_back()
        await written(mirror, *items)
    before = {title: shown(notion, title) for title in ("Topics", "Review")}
    for change in ({"rich_text": {}}, {"number": {}}, None):
        change_columns(notion, "Topics", Confidence=change)
        change_columns(notion, "Review", **({"Quote": None, "Gradient key": None} if change is None else {}))
        await mirror.take_back()
        await written(mirror, *items)
        if change != {"rich_text": {}}:
            assert {title: shown(notion, title) for title in ("Topics", "Review")} == before
    change_columns(notion, "Topics", **{"Gradient key": None})
    await set_up(connected(notion), database, ROOT)
    await written(mirror, *items)
    assert shown(notion, "Topics") == before["Topics"]


async def test_a_database_that_is_gone_stops_everything_and_says_so(
    notion: Workspace, database: Database
) -> None:
    mirror = mirror_in(notion, database)
    await written(mirror, page("Score", block("A number.")))
    notion.person("trash", notion.database("Topics")["id"])
    with pytest.raises(DatabaseGone, match="nothing was decided"):
        await mirror.take_back()
    async with database.transaction() as connection:
        assert [one.state for one in (await stored.pages(connection)).values()] == ["whole"]
        assert "nothing was decided" in str((await stored.databases(connection))["topics"].notice)
    await set_up(connected(notion), database, ROOT)
    await written(mirror, page("Score", block("A number.")))
    assert list(notion.rows("Topics")) == ["Score"]
