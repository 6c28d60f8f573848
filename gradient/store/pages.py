"""Pages: what they are made of, their blocks, and how they are shown."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, rows

_queries = load("pages")

UNITS = _queries.units
"""The topics of a course as units of the stage that makes pages."""

BlockType = Literal["heading", "paragraph", "list", "code", "callout", "math", "table", "image", "plot"]


def content_hash(block_type: str, content: str) -> str:
    """Sha256 of type and content of a block, as 64 hexadecimal digits."""
    return hashlib.sha256(f"{block_type}\0{content}".encode()).hexdigest()


@dataclass(frozen=True)
class Place:
    """A place in a chunk: `quote` equals the text of the chunk from `start` to `end`."""

    chunk_id: int
    start: int
    end: int
    quote: str


@dataclass(frozen=True)
class TaggedPassage:
    """One place of an accepted content, `confidence` (0 to 1 or None) in steps of a tenth."""

    kind: str
    sentence: str
    sentence_key: str
    confidence: float | None
    primary: bool
    place: Place
    source: str
    section_path: tuple[str, ...]


@dataclass(frozen=True)
class StoredBlock:
    """A block as it is stored. `replaces` is the hash of what a person put it in the place of."""

    id: int
    position: int
    type: BlockType
    content: str
    content_hash: str
    pinned: bool
    places: tuple[Place, ...]
    replaces: str | None = None


@dataclass(frozen=True)
class PageMaterial:
    """What the page of a topic is made of.

    `passages` stand in teaching order, `prerequisites` are the titles of the topics learnt right before,
    with their summaries in the same order, `texts` holds the whole text of each chunk that a passage stands
    in.
    """

    topic_id: int
    title: str
    summary: str
    active: bool
    names: tuple[str, ...]
    prerequisites: tuple[str, ...]
    passages: tuple[TaggedPassage, ...]
    texts: dict[int, str]
    standing: tuple[StoredBlock, ...]
    prerequisite_summaries: tuple[str, ...] = ()


@dataclass(frozen=True)
class NewBlock:
    """A block to be stored: `id` is that of the unchanged block it continues, else None."""

    id: int | None
    position: int
    type: BlockType
    content: str
    content_hash: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class PageStanding:
    """What is stored of a page beside its blocks; `coverage` is 0 to 1, None where it was refused."""

    state: Literal["fresh", "refused"]
    reason: str | None
    thin: bool
    coverage: float | None


async def material(connection: Connection, topic_ids: Sequence[int]) -> dict[int, PageMaterial]:
    """What the pages of topics are made of, by topic."""
    topics = await rows(connection, _queries.topics, topics=list(topic_ids))
    passages = await rows(connection, _queries.passages, topics=list(topic_ids))
    standing = await rows(connection, _queries.standing, topics=list(topic_ids))
    chunks = sorted({one["chunk_id"] for one in passages})
    texts = {one["id"]: one["text"] for one in await rows(connection, _queries.chunk_texts, chunks=chunks)}
    passages_of: dict[int, list[TaggedPassage]] = defaultdict(list)
    for one in passages:
        passages_of[one["topic_id"]].append(_passage(one))
    blocks_of: dict[int, list[StoredBlock]] = defaultdict(list)
    for one in standing:
        blocks_of[one["topic_id"]].append(_block(one))
    return {
        one["topic_id"]: PageMaterial(
            one["topic_id"],
            one["title"],
            one["summary"],
            one["active"],
            tuple(one["names"]),
            tuple(one["prerequisites"]),
            tuple(passages_of[one["topic_id"]]),
            {chunk: texts[chunk] for chunk in {each.place.chunk_id for each in passages_of[one["topic_id"]]}},
            tuple(blocks_of[one["topic_id"]]),
            tuple(one["prerequisite_summaries"]),
        )
        for one in topics
    }


async def write(
    connection: Connection,
    topic_id: int,
    page: PageStanding,
    blocks: Sequence[NewBlock],
    standing: Sequence[StoredBlock],
    now: datetime,
) -> None:
    """Bring the stored page to `page` and `blocks`; what stands already is not written. Pins stay."""
    kept = {block.id for block in blocks}
    gone = [block.id for block in standing if not block.pinned and block.id not in kept]
    before = {block.id: block for block in standing}
    moved = [one for one in blocks if one.id is not None and before[one.id].position != one.position]
    resupported = [
        one for one in blocks if one.id is not None and set(before[one.id].places) != set(one.places)
    ]
    new = [one for one in blocks if one.id is None]
    await execute(
        connection,
        _queries.put_page,
        topic=topic_id,
        now=now,
        changed=bool(gone or moved or resupported or new),
        state=page.state,
        reason=page.reason,
        thin=page.thin,
        coverage=page.coverage,
    )
    if gone:
        await execute(connection, _queries.delete_blocks, ids=gone)
    places = [{"id": one.id, "position": one.position} for one in moved]
    await execute_many(connection, _queries.move_block, places)
    supports = [(one.id, place) for one in resupported for place in one.places]
    if resupported:
        await execute(connection, _queries.clear_supports, ids=[one.id for one in resupported])
    supports += await _insert_blocks(connection, topic_id, new)
    await _insert_supports(connection, supports)


async def remove(connection: Connection, topic_id: int, standing: Sequence[StoredBlock]) -> None:
    """Take away the page of a topic that is gone; blocks that a person pinned stay stored."""
    await execute(connection, _queries.delete_blocks, ids=[block.id for block in standing])
    await execute(connection, _queries.delete_page, topic=topic_id)


async def states(connection: Connection, course_id: int) -> dict[int, str]:
    """The pages of a course by topic: fresh, stale (what they stand on has changed) or refused."""
    found = await rows(connection, f"WITH unit AS ({UNITS}) {_queries.states}", course=course_id)
    return {one["topic_id"]: one["state"] for one in found}


async def page_json(connection: Connection, topic_id: int) -> dict[str, Any] | None:
    """The page of a topic as `page --json` prints it; None if there is no such topic.

    `state` is fresh, stale, refused, or None before there is a page. `learn_first` and `leads_to` are the
    topics that accepted prerequisites join to it directly. `missing` says of the sources that it stands on
    what of them was not read.
    """
    head = await row(connection, _queries.head, topic=topic_id)
    if head is None:
        return None
    standing = await states(connection, head["course_id"])
    neighbours = await rows(connection, _queries.neighbours, topic=topic_id)
    return {
        "topic": head["slug"],
        "title": head["title"],
        "course": head["course"],
        "state": standing.get(topic_id),
        "reason": head["reason"],
        "thin": bool(head["thin"]),
        "coverage": head["coverage"],
        "missing": await rows(connection, _queries.missing, topic=topic_id),
        "learn_first": [_neighbour(one) for one in neighbours if one["side"] == "before"],
        "leads_to": [_neighbour(one) for one in neighbours if one["side"] == "after"],
        "blocks": await rows(connection, _queries.shown, topic=topic_id),
    }


async def _insert_blocks(
    connection: Connection, topic_id: int, new: Sequence[NewBlock]
) -> list[tuple[int | None, Place]]:
    """Store new blocks; their places, each with the id of its block."""
    inserted = await rows(
        connection,
        _queries.insert_blocks,
        topic=topic_id,
        positions=[one.position for one in new],
        types=[one.type for one in new],
        contents=[one.content for one in new],
        hashes=[one.content_hash for one in new],
    )
    id_at = {one["position"]: one["id"] for one in inserted}
    return [(id_at[one.position], place) for one in new for place in one.places]


async def _insert_supports(connection: Connection, supports: Sequence[tuple[int | None, Place]]) -> None:
    await execute_many(
        connection,
        _queries.insert_support,
        [
            {
                "block": block_id,
                "chunk": place.chunk_id,
                "start_at": place.start,
                "end_at": place.end,
                "quote": place.quote,
            }
            for block_id, place in supports
        ],
    )


def _passage(found: dict[str, Any]) -> TaggedPassage:
    return TaggedPassage(
        found["kind"],
        found["sentence"],
        found["sentence_key"],
        found["confidence"],
        found["is_primary"],
        Place(found["chunk_id"], found["start_at"], found["end_at"], found["quote"]),
        found["source"],
        tuple(found["section_path"]),
    )


def _block(found: dict[str, Any]) -> StoredBlock:
    return StoredBlock(
        found["id"],
        found["position"],
        found["type"],
        found["content"],
        found["content_hash"],
        found["pinned"],
        tuple(Place(*support) for support in found["supports"]),
        found["replaces"],
    )


def _neighbour(found: dict[str, Any]) -> dict[str, Any]:
    return {key: found[key] for key in ("slug", "title", "confidence")}
