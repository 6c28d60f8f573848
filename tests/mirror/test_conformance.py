"""What every mirror must do, whatever it writes to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.mirror.notion.setup import set_up
from gradient.mirror.port import Mirror
from gradient.store.mirrors import (
    Asked,
    Cited,
    IndexedTopic,
    IndexItem,
    Item,
    Link,
    ReviewItem,
    ShownBlock,
    TopicItem,
)
from gradient.store.sessions import Database
from tests.mirror.notion.workspace import ROOT, Workspace, connected, mirror_in

Make = Callable[[Path, Database], AbstractAsyncContextManager[Mirror]]


@asynccontextmanager
async def in_files(folder: Path, database: Database) -> AsyncIterator[Mirror]:
    yield MarkdownMirror(folder)


@asynccontextmanager
async def in_notion(folder: Path, database: Database) -> AsyncIterator[Mirror]:
    workspace = Workspace()
    await set_up(connected(workspace), database, ROOT)
    yield mirror_in(workspace).on(database)


MIRRORS: list[Make] = [in_files, in_notion]


def topic(
    item_id: int, title: str, *before: Link, text: str = "It is a number.", course: str = "vision"
) -> TopicItem:
    link = Link(title.casefold(), title)
    block = ShownBlock("paragraph", text, (Cited("01.md", None, text),))
    return TopicItem(item_id, course, link, (), (), None, "fresh", None, False, before, (), (block,))


def course(slug: str = "vision") -> list[Item]:
    score = topic(1, "Score", course=slug)
    loss = topic(2, "Loss", Link("score", "Score"), course=slug)
    asked = Asked(
        5, "0a1b2c3d", "prerequisite", "Doubt.", 0.5, "offline", None, "Score", "Loss", None, None, ()
    )
    indexed = tuple(IndexedTopic(one.topic, 1, "fresh", 1) for one in (score, loss))
    index = IndexItem(9, slug, "Vision", False, 1, indexed, (("score", "loss"),))
    return [score, loss, ReviewItem(9, slug, "Vision", 0, (asked,)), index]


@pytest_asyncio.fixture(params=MIRRORS, ids=lambda make: make.__name__)
async def mirror(request: pytest.FixtureRequest, tmp_path: Path, database: Database) -> AsyncIterator[Mirror]:
    async with request.param(tmp_path, database) as made:
        yield made


async def test_every_item_is_written_to_a_place_of_its_own(mirror: Mirror) -> None:
    written = await mirror.write("vision", course(), {})
    assert [one.key for one in written] == [("topic", 1), ("topic", 2), ("review", 9), ("index", 9)]
    assert len({one.place for one in written}) == 4
    standing = mirror.standing()
    assert standing is None or "vision" in standing


async def test_writing_again_changes_neither_place_nor_hash(mirror: Mirror) -> None:
    written = await mirror.write("vision", course(), {})
    known = {one.key: one for one in written}
    assert await mirror.write("vision", course(), known) == written


async def test_items_are_adopted_when_nobody_noted_that_they_were_written(mirror: Mirror) -> None:
    written = await mirror.write("vision", course(), {})
    assert await mirror.write("vision", course(), {}) == written


async def test_a_changed_item_keeps_its_place_and_gets_another_hash(mirror: Mirror) -> None:
    first, *_ = await mirror.write("vision", course(), {})
    (second,) = await mirror.write("vision", [topic(1, "Score", text="It is a sum.")], {first.key: first})
    assert first.place == second.place
    assert first.written_hash != second.written_hash


async def test_a_removed_item_is_gone_and_may_be_removed_again(mirror: Mirror) -> None:
    first, *others = await mirror.write("vision", course(), {})
    await mirror.remove([first])
    await mirror.remove([first])
    known = {one.key: one for one in others}
    again = await mirror.write("vision", course()[1:], known)
    assert again == others


async def test_nothing_is_taken_back_before_a_person_did_anything(mirror: Mirror) -> None:
    await mirror.write("vision", course(), {})
    taken = await mirror.take_back()
    assert (taken.courses, taken.notices, await mirror.slips()) == (set(), [], [])


async def test_nothing_is_answered_before_a_person_answers(mirror: Mirror) -> None:
    await mirror.write("vision", course(), {})
    assert await mirror.answers() == []


async def test_two_courses_do_not_meet(mirror: Mirror) -> None:
    written = await asyncio.gather(
        mirror.write("vision", course(), {}), mirror.write("sound", course("sound"), {})
    )
    places = [one.place for each in written for one in each]
    assert len(places) == len(set(places))
