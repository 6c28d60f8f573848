"""Topics, their names and groups."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from gradient.store.outcomes import UnitQuery
from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, execute_many, row, rows, value

By = Literal["stage", "person"]
State = Literal["active", "proposed", "retired"]

_queries = load("topics")


def outline_units(tool: str, *, free: bool) -> UnitQuery:
    """The units of the outline."""
    return UnitQuery("outline", _queries.units, tool, free)


async def course(connection: Connection, course_id: int) -> dict[str, Any]:
    """What the outline reads of its course: id, slug, name, outline_open, language."""
    found = await row(connection, _queries.course, course=course_id)
    if found is None:
        raise LookupError(f"there is no course {course_id}")
    return found


async def course_id(connection: Connection, slug: str) -> int | None:
    """The id of a course, or None."""
    found = await value(connection, _queries.course_id, slug=slug)
    return None if found is None else int(found)


async def chunks(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The live chunks of a course that carry something to learn, by path and position."""
    return await rows(connection, _queries.chunks, course=course_id)


async def mentions(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The mentions in the live chunks of a course."""
    return await rows(connection, _queries.mentions, course=course_id)


async def sentences(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The sentences of a course's contents with the places they stand on."""
    return await rows(connection, _queries.sentences, course=course_id)


async def outlines(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The outline files of a course: path and text."""
    return await rows(connection, _queries.outlines, course=course_id)


async def defined(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The active topics of a course, each with topic_id, title, definition and parent_id."""
    return await rows(connection, _queries.defined, course=course_id)


async def proposed_names(connection: Connection, course_id: int) -> dict[str, str]:
    """The names that picks propose in a course, by their canonical form."""
    found = await rows(connection, _queries.proposed_names, course=course_id)
    return {one["key"]: one["name"] for one in found}


async def every(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """Every topic of a course, whatever its state."""
    return await rows(connection, _queries.all, course=course_id)


async def names(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """Every name of every topic of a course."""
    return await rows(connection, _queries.names, course=course_id)


async def insert(
    connection: Connection,
    course_id: int,
    slug: str,
    title: str,
    *,
    origin: str,
    state: State = "active",
    by: By = "stage",
) -> int:
    """A new topic; its id."""
    return int(
        await value(
            connection,
            _queries.insert,
            course=course_id,
            slug=slug,
            title=title,
            title_by_person=origin == "person",
            origin=origin,
            state=state,
            state_by=by,
        )
    )


async def update(connection: Connection, changed: Sequence[Mapping[str, Any]]) -> None:
    """Write what the outline says of topics."""
    await execute_many(connection, _queries.update, [dict(one) for one in changed])


async def place(connection: Connection, taught: Mapping[int, int | None]) -> None:
    """Write in which chunk each topic is first taught."""
    await execute_many(
        connection, _queries.place, [{"id": one, "chunk_id": chunk} for one, chunk in taught.items()]
    )


async def rename(connection: Connection, topic_id: int, title: str, *, by_person: bool) -> None:
    """Give a topic a title."""
    await execute(connection, _queries.rename, id=topic_id, title=title, by_person=by_person)


async def set_state(connection: Connection, topic_id: int, state: State, *, by: By) -> None:
    """Set the state of a topic; one that was merged stands on its own again."""
    await execute(connection, _queries.set_state, id=topic_id, state=state, by=by)


async def root(connection: Connection, topic_id: int) -> int:
    """The topic that a topic was merged into in the end, or itself."""
    return int(await value(connection, _queries.root, id=topic_id))


async def merge(connection: Connection, absorbed: int, into: int, *, by: By = "person") -> dict[str, Any]:
    """Let a topic absorb another: names, and the questions about tags and prerequisites, follow.

    What `unmerge` needs to take it back.
    """
    both = {"id": absorbed, "into": into}
    former = await row(connection, _queries.former_state, id=absorbed)
    await execute(connection, _queries.absorb, **both, by=by)
    names = await rows(connection, _queries.adopt_names, **both)
    tags = await rows(connection, _queries.adopt_tags, **both)
    prerequisites = await rows(connection, _queries.adopt_prerequisites, **both)
    return {
        "absorbed": absorbed,
        "into": into,
        "former": former,
        "names": sorted(one["key"] for one in names),
        "questions": sorted(one["question_id"] for one in [*tags, *prerequisites]),
    }


async def unmerge(connection: Connection, merged: Mapping[str, Any]) -> None:
    """Take back what `merge` did, by what it gave; nothing if the topics are not merged any more."""
    if "absorbed" not in merged or not await execute(
        connection, _queries.release, **{key: merged[key] for key in ("absorbed", "into")}, **merged["former"]
    ):
        return
    await execute(connection, _queries.give_names_back, into=merged["into"], keys=merged["names"])
    await execute(connection, _queries.give_tags_back, questions=merged["questions"])
    await execute(connection, _queries.give_prerequisites_back, questions=merged["questions"])


async def put_name(connection: Connection, topic_id: int, key: str, name: str, origin: str) -> None:
    """Give a topic a name."""
    await execute(connection, _queries.put_name, topic_id=topic_id, key=key, name=name, origin=origin)


async def drop_name(connection: Connection, topic_id: int, key: str) -> None:
    """Take a name from a topic."""
    await execute(connection, _queries.drop_name, topic_id=topic_id, key=key)


async def ensure_question(
    connection: Connection,
    course_id: int,
    task: Literal["merge", "proposal"],
    subject: Mapping[str, Any],
    object_: Mapping[str, Any] | None = None,
) -> str:
    """A question about the outline between topics (id, slug), made if need be; its natural key.

    That two topics are one is asked once, whichever of them comes first.
    """
    natural_key = "|".join([task, subject["slug"], *([object_["slug"]] if object_ else [])])
    return str(
        await value(
            connection,
            _queries.ensure_question,
            course=course_id,
            task=task,
            subject_id=subject["id"],
            object_id=None if object_ is None else object_["id"],
            natural_key=natural_key,
        )
    )


async def drop_open_merges(connection: Connection, course_id: int, but: Sequence[str]) -> None:
    """Drop the merges of a course that nobody decided and that are not among these natural keys."""
    await execute(connection, _queries.drop_open_merges, course=course_id, natural_keys=list(but))
    await execute(connection, _queries.drop_open_merge_questions, course=course_id, natural_keys=list(but))


async def decided_merges(connection: Connection, course_id: int) -> list[dict[str, Any]]:
    """The pairs of topics that people decided to merge (accept) or to keep apart (reject)."""
    return await rows(connection, _queries.decided_merges, course=course_id)


async def decided_upon(connection: Connection, course_id: int) -> set[int]:
    """The topics that people accepted something of, or gave a title, and that no person took out."""
    return {one["id"] for one in await rows(connection, _queries.decided_upon, course=course_id)}


async def named(connection: Connection, course_id: int) -> set[int]:
    """The topics that a live passage of the course still names."""
    return {one["id"] for one in await rows(connection, _queries.named, course=course_id)}


async def state_prerequisites(
    connection: Connection, course_id: int, stated: Mapping[tuple[int, int], int | None]
) -> None:
    """Make the prerequisites that outlines state exactly these: (first, needs it) → alternative group."""
    standing = {
        (one["subject_id"], one["object_id"]): one["alternative_group"]
        for one in await rows(connection, _queries.stated_prerequisites, course=course_id)
    }
    for (subject, object_), group in sorted(stated.items()):
        if standing.get((subject, object_), ...) != group:
            await execute(
                connection,
                _queries.state_prerequisite,
                subject_id=subject,
                object_id=object_,
                alternative_group=group,
            )
    for subject, object_ in sorted(standing.keys() - stated.keys()):
        await execute(connection, _queries.unstate_prerequisite, subject_id=subject, object_id=object_)


async def put_groups(connection: Connection, course_id: int, wanted: Mapping[tuple[int, str], str]) -> None:
    """Make the groups of the topics of a course exactly these: (topic, group slug) → group name."""
    found = await rows(connection, _queries.group_names, course=course_id)
    standing = {(one["topic_id"], one["slug"]) for one in found}
    new = sorted(wanted.keys() - standing)
    names = {slug: wanted[topic_id, slug] for topic_id, slug in reversed(new)}
    await execute(connection, _queries.ensure_groups, slugs=list(names), names=list(names.values()))
    put = {"topic_ids": [topic_id for topic_id, _ in new], "slugs": [slug for _, slug in new]}
    await execute(connection, _queries.put_groups, **put)
    for topic_id, slug in sorted(standing - wanted.keys()):
        await execute(connection, _queries.drop_group, topic_id=topic_id, slug=slug)


async def by_slug(connection: Connection, course_id: int, slug: str) -> dict[str, Any] | None:
    """The topic that a slug of a course means, following merges, or None."""
    return await row(connection, _queries.by_slug, course=course_id, slug=slug)


async def find(connection: Connection, slug: str, course: str | None = None) -> list[dict[str, Any]]:
    """The topics that a slug means, in one course or in all, following merges."""
    return await rows(connection, _queries.find, slug=slug, course=course)


async def gone(connection: Connection, slug: str, course: str | None = None) -> list[dict[str, Any]]:
    """The topics of a slug that are none any more, in one course or in all: title, course."""
    return await rows(connection, _queries.gone, slug=slug, course=course)


async def slugs(connection: Connection, course: str | None = None) -> list[str]:
    """The slugs of the active topics."""
    return [one["slug"] for one in await rows(connection, _queries.slugs, course=course)]


async def listing(connection: Connection, course: str | None = None) -> list[dict[str, Any]]:
    """The active topics with what hangs on them, in the order they are taught."""
    return await rows(connection, _queries.listing, course=course)
