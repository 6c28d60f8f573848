from math import ceil

from gradient.mirror.notion.content import topic_nodes
from gradient.mirror.notion.setup import set_up
from gradient.store.mirrors import Link, TopicItem
from gradient.store.sessions import Database
from tests.mirror.notion.made import asked, page, queue, sentences, written
from tests.mirror.notion.workspace import ROOT, Workspace, connected, mirror_in

TOPICS, QUESTIONS = 1000, 50
LONG = {100: 250, 500: 120, 900: 101}
"""Topics with many blocks, by their number."""
RATE, PACE = 3.0, 2.5


def before(number: int) -> list[Link]:
    later = number + 1
    return [Link(f"topic-{later}", f"Topic {later}")] if number % 3 and later < TOPICS else []


def topics() -> list[TopicItem]:
    return [
        page(f"Topic {number}", *sentences(LONG.get(number, 2)), before=before(number), number=number)
        for number in range(TOPICS)
    ]


def necessary(items: list[TopicItem]) -> int:
    """One create a page, one append for each further 100 children of anything, one query a database."""
    calls = 2
    for item in items:
        nodes = topic_nodes(item)
        calls += max(1, ceil(len(nodes) / 100))
        calls += sum(max(0, ceil(len(node.children) / 100) - 1) for node in nodes)
    return calls + QUESTIONS


async def test_a_first_sync_of_a_thousand_topics_makes_hardly_a_call_too_many_and_keeps_to_the_rate(
    database: Database,
) -> None:
    workspace = Workspace(rate=RATE)
    await set_up(connected(workspace, rate=PACE), database, ROOT)
    items = topics()
    questions = queue(*(asked(number) for number in range(1, QUESTIONS + 1)))
    began = workspace.now()
    with workspace.counted() as calls:
        await written(mirror_in(workspace, database, rate=PACE), *items, questions)
    took = (workspace.now() - began).total_seconds()
    assert len(calls) <= 1.1 * necessary(items)
    assert 429 not in {one["status"] for one in workspace.server.log}
    assert len(calls) / took <= RATE
    rows = workspace.rows("Topics")
    assert len(rows) == TOPICS
    assert rows["Topic 4"]["properties"]["Learn first"]["relation"] == [{"id": rows["Topic 5"]["id"]}]
    for number, count in LONG.items():
        said = workspace.said(rows[f"Topic {number}"]["id"])
        assert said == [*(one.content for one in sentences(count)), "Sources"]
