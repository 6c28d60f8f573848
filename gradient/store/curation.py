"""What a person's hand on the outline needs: who has a name, how topics stood, and putting them back."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, row_id, rows, value
from gradient.store.topics import put_name

_queries = load("curation")

Before = Mapping[str, Any]
"""Topics and names as they stood, as JSON holds them."""


async def holders(connection: Connection, course_id: int, key: str) -> list[dict[str, Any]]:
    """The topics of a course that have a name (id, slug, title, state), by its canonical form."""
    return await rows(connection, _queries.holders, course=course_id, key=key)


async def names(connection: Connection, topic_ids: Sequence[int]) -> list[dict[str, Any]]:
    """All names of topics: topic_id, key, name, origin."""
    return await rows(connection, _queries.names, ids=list(topic_ids))


async def children(connection: Connection, topic_id: int) -> list[int]:
    """The ids of the topics right below one."""
    return [one["id"] for one in await rows(connection, _queries.children, id=topic_id)]


async def as_they_stand(connection: Connection, topic_ids: Sequence[int]) -> dict[str, Any]:
    """These topics with their names, as `put_back` takes them."""
    found = await rows(connection, _queries.topics, ids=list(topic_ids))
    return {"topics": found, "names": await names(connection, topic_ids)}


async def put_back(connection: Connection, before: Before) -> None:
    """Make topics and their names what they were."""
    await execute_many(connection, _queries.restore_topic, [dict(topic) for topic in before["topics"]])
    await execute(connection, _queries.clear_names, ids=[topic["id"] for topic in before["topics"]])
    for name in before["names"]:
        await put_name(connection, name["topic_id"], name["key"], name["name"], name["origin"])


async def move_children(connection: Connection, topic_id: int, to: int | None) -> None:
    """Put the topics below one below another, or at the top."""
    await execute(connection, _queries.move_children, id=topic_id, to=to)


async def set_parent(connection: Connection, topic_id: int, parent_id: int | None) -> None:
    """Put a topic below another, or at the top."""
    await execute(connection, _queries.set_parent, id=topic_id, parent=parent_id)


async def tagged(connection: Connection, topic_id: int) -> set[int]:
    """The ids of the contents that have a tag of a topic."""
    return {one["content_id"] for one in await rows(connection, _queries.tagged, id=topic_id)}


async def joined(connection: Connection, topic_id: int) -> set[tuple[int, int]]:
    """The prerequisites of a topic, either way: (learnt first, needs it)."""
    found = await rows(connection, _queries.joined, id=topic_id)
    return {(one["subject_id"], one["object_id"]) for one in found}


async def drop_tags(connection: Connection, topic_id: int, content_ids: Sequence[int]) -> None:
    """Take tags of a topic away that nobody decided."""
    await execute(connection, _queries.drop_tags, id=topic_id, contents=list(content_ids))


async def drop_prerequisites(connection: Connection, pairs: Sequence[Sequence[int]]) -> None:
    """Take prerequisites away that nobody decided."""
    subjects, objects = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    await execute(connection, _queries.drop_prerequisites, subjects=subjects, objects=objects)


async def tag_question(connection: Connection, content_id: int, topic_id: int) -> int | None:
    """The id of the question of a tag, or None."""
    found = await value(connection, _queries.tag_question, content=content_id, topic=topic_id)
    return None if found is None else int(found)


async def merge_question(connection: Connection, one: int, other: int) -> int | None:
    """The id of the question whether two topics are one, or None."""
    found = await value(connection, _queries.merge_question, one=one, other=other)
    return None if found is None else int(found)


async def contents(connection: Connection, course_id: int, ids: Sequence[int]) -> set[int]:
    """Which of these contents a course has."""
    known = [row_id(one) for one in ids]
    return {one["id"] for one in await rows(connection, _queries.contents, course=course_id, ids=known)}


async def recall_again(connection: Connection, topic_id: int) -> None:
    """Put the contents of a topic to recall again."""
    await execute(connection, _queries.recall_again, id=topic_id)


async def newest_act(connection: Connection, course_id: int | None) -> dict[str, Any] | None:
    """The newest act on the outline of a course (of any) that holds, with the slug of its course."""
    return await row(connection, _queries.newest_act, course=course_id)


async def later_act(
    connection: Connection, decision_id: int, touched: Sequence[str]
) -> dict[str, Any] | None:
    """The first act after another that holds and touches one of these topics: id, act."""
    return await row(connection, _queries.later_act, id=decision_id, touched=list(touched))


async def is_undone(connection: Connection, decision_id: int) -> bool:
    """Whether a decision was taken back."""
    return bool(await value(connection, _queries.is_undone, id=decision_id))
