import pytest

from gradient.mirror.notion.client import ATTEMPTS, Notion, NotionAway, NotionError, Pace, Uncertain
from tests.mirror.notion.workspace import HIDDEN, ROOT, Transport, Workspace, connected

PAGE = {"parent": {"type": "page_id", "page_id": ROOT}, "properties": {}}


def statuses(workspace: Workspace) -> list[object]:
    return [one["status"] for one in workspace.server.log]


@pytest.mark.parametrize("status", [409, 429, 500, 502, 503, 504, 529])
async def test_what_may_pass_is_tried_again(empty_workspace: Workspace, status: int) -> None:
    empty_workspace.faults({"times": 2, "status": status})
    await connected(empty_workspace).get("users/me")
    assert statuses(empty_workspace) == [status, status, 200]


async def test_a_dropped_connection_is_tried_again_where_that_does_nothing_twice(
    empty_workspace: Workspace,
) -> None:
    empty_workspace.faults({"times": 1, "do": "drop-before"}, {"times": 1, "do": "commit-then-drop"})
    await connected(empty_workspace).change(f"pages/{ROOT}", {"is_locked": True})
    assert len(empty_workspace.server.log) == 3


@pytest.mark.parametrize("fault", [{"status": 502}, {"status": 409}, {"do": "commit-then-drop"}])
async def test_a_create_without_an_answer_is_not_made_twice(
    empty_workspace: Workspace, fault: dict[str, object]
) -> None:
    empty_workspace.faults({"times": 1, **fault})
    with pytest.raises(Uncertain):
        await connected(empty_workspace).create("pages", PAGE)
    assert len(empty_workspace.server.log) == 1


async def test_the_pause_that_is_asked_for_is_kept(empty_workspace: Workspace) -> None:
    empty_workspace.faults({"times": 1, "status": 429, "retry_after": 77})
    began = empty_workspace.now()
    await connected(empty_workspace).create("pages", PAGE)
    assert 77 <= (empty_workspace.now() - began).total_seconds() < 78


async def test_calls_are_evenly_spread(empty_workspace: Workspace) -> None:
    notion = connected(empty_workspace, rate=2.5)
    began = empty_workspace.now()
    for _ in range(26):
        await notion.get("users/me")
    assert (empty_workspace.now() - began).total_seconds() == pytest.approx(10, abs=0.01)


async def test_one_call_that_never_works_is_given_up_and_several_mean_that_notion_is_away(
    empty_workspace: Workspace,
) -> None:
    empty_workspace.faults({"status": 503})
    notion = connected(empty_workspace)
    for _ in range(2):
        with pytest.raises(NotionError, match="does not do it"):
            await notion.get("users/me")
    with pytest.raises(NotionAway, match="does not answer"):
        await notion.get("users/me")
    assert len(empty_workspace.server.log) == 3 * ATTEMPTS


async def test_a_wrong_token_is_told_without_the_token(empty_workspace: Workspace) -> None:
    pace = Pace(1000, empty_workspace.server.clock.now, empty_workspace.sleep)
    wrong = Notion("secret_and_wrong", "http://notion.invalid", pace, Transport(empty_workspace))
    with pytest.raises(NotionAway, match="GRADIENT_NOTION_TOKEN") as told:
        await wrong.get("users/me")
    assert "secret" not in str(told.value)


async def test_what_is_in_the_trash_already_is_not_deleted_twice(empty_workspace: Workspace) -> None:
    notion = connected(empty_workspace)
    body = {**PAGE, "children": [{"type": "divider", "divider": {}}]}
    made = await notion.create("pages", body)
    (block,) = empty_workspace.blocks(made["id"])
    for _ in range(2):
        await notion.delete(f"blocks/{block['id']}")
    await notion.delete(f"blocks/{HIDDEN}")
