"""What mirrors are to show of a course, and what was last written to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, rows, value

_queries = load("mirrors")

ItemKind = Literal["topic", "review", "index"]
ItemKey: TypeAlias = tuple[ItemKind, int]
"""Kind of an item, and the id of its topic or course."""


@dataclass(frozen=True)
class Link:
    """A topic to link to. `twin` says that another topic of the course has all but the same title.

    `confidence` is that of the prerequisite behind the link, 0 to 1 or None; `by` says whose word it is
    (stage, person, outline), `scorer` who gave the confidence, and
    which map corrected it: "offline, raw".
    """

    slug: str
    title: str
    twin: bool = False
    confidence: float | None = None
    by: str | None = None
    scorer: str | None = None


@dataclass(frozen=True)
class Cited:
    """Words of a source, verbatim, with its path and the place in it, None where it has no parts."""

    source: str
    place: str | None
    quote: str


@dataclass(frozen=True)
class ShownBlock:
    """A block of a page with its places; its content is written as `blocks.content` is."""

    type: str
    content: str
    supports: tuple[Cited, ...]
    id: int | None = None


@dataclass(frozen=True)
class Gap:
    """A source that a page stands on and was read in part, with what is missing."""

    source: str
    missing: str


@dataclass(frozen=True)
class TopicItem:
    """A topic and its page. `state` is fresh, refused or None before there is a page.

    `path` are the titles of the topics above it, broadest first. `confidence` is the mean over its accepted
    tags, `coverage` that of its page, both 0 to 1 or None.
    """

    item_id: int
    course: str
    topic: Link
    names: tuple[str, ...]
    groups: tuple[str, ...]
    parent: Link | None
    state: str | None
    reason: str | None
    thin: bool
    before: tuple[Link, ...]
    after: tuple[Link, ...]
    blocks: tuple[ShownBlock, ...]
    missing: tuple[Gap, ...] = ()
    path: tuple[str, ...] = ()
    confidence: float | None = None
    coverage: float | None = None
    kind: ItemKind = "topic"


@dataclass(frozen=True)
class Asked:
    """An open review item. `key` (8 hexadecimal digits) is that of what is asked, whatever the id.

    `priority` says what an answer is worth.
    """

    id: int
    key: str
    kind: str
    reason: str
    confidence: float | None
    scorer: str | None
    sentence: str | None
    subject: str | None
    object: str | None
    source: str | None
    missing: str | None
    quotes: tuple[Cited, ...]
    priority: float = 0.0


@dataclass(frozen=True)
class ReviewItem:
    """The open review items of a course, the most valuable first; `waiting` more have no place yet."""

    item_id: int
    course: str
    name: str
    waiting: int
    asked: tuple[Asked, ...]
    kind: ItemKind = "review"


@dataclass(frozen=True)
class IndexedTopic:
    """A topic in the index. `taught` is its rank in the order taught, equal where it is not known."""

    topic: Link
    taught: int
    state: str | None
    contents: int


@dataclass(frozen=True)
class IndexItem:
    """The topics of a course by slug, and the accepted prerequisites (learnt first, needs it) by slugs."""

    item_id: int
    course: str
    name: str
    retired: bool
    open: int
    topics: tuple[IndexedTopic, ...]
    edges: tuple[tuple[str, str], ...]
    kind: ItemKind = "index"


Item: TypeAlias = TopicItem | ReviewItem | IndexItem


@dataclass(frozen=True)
class Written:
    """An item as it was last written: where, and the hash of what. `gone`: it is to be shown no more.

    `forgotten`: something of its course was erased for good since then, or all of it.
    """

    kind: ItemKind
    item_id: int
    place: str
    written_hash: str
    gone: bool = False
    forgotten: bool = False

    @property
    def key(self) -> ItemKey:
        """What the item is found by."""
        return (self.kind, self.item_id)


def unit_query(tool: str, standing: Sequence[str] | None, *, mirrored: bool = True) -> UnitQuery:
    """The items of a course as units; there are none unless something is `mirrored`.

    `standing` are the courses that every mirror still holds a place for, None: all.
    """
    sql = f"WITH document AS ({_queries.documents}) {_queries.units}"
    parameters = {"standing": None if standing is None else list(standing), "mirrored": mirrored}
    return UnitQuery("mirror", sql, tool, free=True, parameters=parameters)


async def course_slug(connection: Connection, course_id: int) -> str:
    """The slug of a course."""
    return str(await value(connection, _queries.slug, course=course_id))


async def items(connection: Connection, course_id: int) -> dict[ItemKey, Item]:
    """Everything that a mirror is to show of a course."""
    course = await course_slug(connection, course_id)
    found = await rows(connection, _queries.documents, course=course_id)
    shown = (_ITEMS[one["kind"]](course, one["item_id"], one["document"]) for one in found)
    return {(item.kind, item.item_id): item for item in shown}


async def written(connection: Connection, mirror: str, course_id: int) -> dict[ItemKey, Written]:
    """What was last written of a course to a mirror."""
    found = await rows(connection, _queries.written, mirror=mirror, course=course_id)
    return {one.key: one for one in (Written(**each) for each in found)}


async def put(connection: Connection, mirror: str, written: Sequence[Written], now: datetime) -> None:
    """Note what was written of what the rows said at `now`."""
    await execute_many(
        connection,
        _queries.put,
        [
            {
                "mirror": mirror,
                "kind": one.kind,
                "item_id": one.item_id,
                "place": one.place,
                "written_hash": one.written_hash,
                "now": now,
            }
            for one in written
        ],
    )


async def forget(connection: Connection, mirror: str, keys: Sequence[ItemKey]) -> None:
    """Forget that items were written."""
    parameters = [{"mirror": mirror, "kind": kind, "item_id": item_id} for kind, item_id in keys]
    await execute_many(connection, _queries.forget, parameters)


async def open_items(connection: Connection, item_ids: Sequence[int]) -> dict[int, str]:
    """Those of some review items that are open, each with the key of what it asks."""
    found = await rows(connection, _queries.open_items, ids=list(item_ids))
    return {one["id"]: one["key"] for one in found}


async def lose(connection: Connection, mirror: str, course_id: int) -> None:
    """Forget all that was written of a course to a mirror that holds it no more, and what became of it."""
    await execute(connection, _queries.drop_outcomes, course=course_id)
    await execute(connection, _queries.lose, mirror=mirror, course=course_id)


def _topic_item(course: str, item_id: int, document: Mapping[str, Any]) -> TopicItem:
    return TopicItem(
        item_id,
        course,
        _link(document),
        tuple(document["names"]),
        tuple(document["groups"]),
        None if document["parent"] is None else _link(document["parent"]),
        document["state"],
        document["reason"],
        document["thin"],
        tuple(_link(one) for one in document["before"]),
        tuple(_link(one) for one in document["after"]),
        tuple(
            ShownBlock(
                one["type"], one["content"], tuple(_cited(each) for each in one["supports"]), one["id"]
            )
            for one in document["blocks"]
        ),
        tuple(Gap(**one) for one in document["missing"]),
        tuple(document["path"]),
        document["confidence"],
        document["coverage"],
    )


def _review_item(course: str, item_id: int, document: Mapping[str, Any]) -> ReviewItem:
    asked = tuple(
        Asked(**{**one, "quotes": tuple(_cited(each) for each in one["quotes"])}) for one in document["asked"]
    )
    return ReviewItem(item_id, course, document["name"], document["waiting"], asked)


def _index_item(course: str, item_id: int, document: Mapping[str, Any]) -> IndexItem:
    topics = tuple(
        IndexedTopic(_link(one), one["taught"], one["state"], one["contents"]) for one in document["topics"]
    )
    edges = tuple((first, second) for first, second in document["edges"])
    return IndexItem(item_id, course, document["name"], document["retired"], document["open"], topics, edges)


_ITEMS: dict[str, Callable[[str, int, Mapping[str, Any]], Item]] = {
    "topic": _topic_item,
    "review": _review_item,
    "index": _index_item,
}


def _link(document: Mapping[str, Any]) -> Link:
    known = {key: document.get(key) for key in ("confidence", "by", "scorer")}
    return Link(document["slug"], document["title"], document["twin"], **known)


def _cited(document: Mapping[str, Any]) -> Cited:
    return Cited(document["source"], document.get("place"), document["quote"])
