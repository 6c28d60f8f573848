"""Outline: the topics of a course from all that was found in it and what its outline files state."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.outline.formation import Formation, FormedTopic, Place, form
from gradient.outline.importing import OutlineNode, read_outline
from gradient.outline.mention import Mention, MentioningChunk
from gradient.outline.names import canonical
from gradient.outline.reconcile import Candidate, Known, Planned, free_slug, reconcile, without_circles
from gradient.store import changes, contents, topics
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.runner import Clock
from gradient.work.stage import Finished

TOOL = "offline outline 1"
TEACHING_KINDS = frozenset({"heading", "definition", "emphasis", "acronym"})
"""A topic is first taught where one of these mentions names it; where none does, where it is first named."""


@dataclass(frozen=True)
class _Course:
    """What the stage reads: the chunks by natural key, the sentences of each, the formation, the outline files."""

    row: Mapping[str, Any]
    chunks: Mapping[str, Mapping[str, Any]]
    sentences: Mapping[int, Sequence[Mapping[str, Any]]]
    formation: Formation
    nodes: tuple[OutlineNode, ...]

    @property
    def closed(self) -> bool:
        """Whether topics that the outline files do not state are only proposed."""
        is_open = self.row["outline_open"]
        return bool(self.nodes) and not is_open


class OutlineStage:
    """Forms the topics of a course; titles and aliases are a function of all mentions, whatever came first."""

    name = "outline"
    batch = 1

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def units(self) -> UnitQuery:
        """The course."""
        return topics.outline_units(TOOL, free=True)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Form the topics; matching them with those that stand happens in the transaction that stores them."""
        async with database.transaction() as connection:
            course = await _read(connection, course_id)

        async def write(connection: Connection) -> None:
            await contents.refresh_life(connection, course_id, self._clock())
            await self._store(connection, course)

        return [Finished(unit, write=write) for unit in units]

    async def _store(self, connection: Connection, course: _Course) -> None:
        course_id = course.row["id"]
        rows = {row["id"]: row for row in await topics.every(connection, course_id)}
        names = await topics.names(connection, course_id)
        apart = frozenset(
            frozenset({one["subject_id"], one["object_id"]})
            for one in await topics.decided_merges(connection, course_id)
            if one["act"] == "reject"
        )
        known = _known(rows.values(), names)
        plan = reconcile(known, _candidates(course), closed=course.closed, apart=apart)
        ids = await self._insert(connection, course, plan.topics)
        await self._write_topics(connection, course, plan.topics, ids, rows)
        for planned in plan.topics:
            for absorbed in planned.absorbs:
                await topics.merge(connection, absorbed, ids[planned.candidate.reference], by="stage")
        await self._write_names(connection, plan.topics, ids, names)
        await self._retire(connection, course_id, plan.retired, rows)
        await _write_questions(connection, course, plan.topics, ids)
        await _write_groups(connection, course, ids)

    async def _insert(
        self, connection: Connection, course: _Course, planned: Sequence[Planned]
    ) -> dict[str, int]:
        """Make the new topics; the id of every candidate's topic by its reference."""
        ids: dict[str, int] = {}
        for one in planned:
            ids[one.candidate.reference] = one.id or await topics.insert(
                connection,
                course.row["id"],
                one.slug,
                one.candidate.title,
                origin=one.origin,
                state="proposed" if one.state == "proposed" else "active",
            )
            if one.id is None:
                await self._note(connection, course.row["id"], f"{one.candidate.title} is new.")
        return ids

    async def _write_topics(
        self,
        connection: Connection,
        course: _Course,
        planned: Sequence[Planned],
        ids: Mapping[str, int],
        rows: Mapping[int, Mapping[str, Any]],
    ) -> None:
        formed = {one.key: one for one in course.formation.topics}
        nodes = {_reference(node): node for node in course.nodes}
        doubts = {doubt.key: _doubt(doubt.contexts) for doubt in course.formation.homonyms}
        parents = {ids[one.candidate.reference]: ids.get(one.candidate.parent or "") for one in planned}
        above = without_circles({topic: parent for topic, parent in parents.items() if parent != topic})
        changed = []
        for one in planned:
            topic_id = ids[one.candidate.reference]
            row = rows.get(topic_id)
            found = next((formed[key] for key in one.candidate.keys if key in formed), None)
            node = nodes.get(one.candidate.reference)
            by_person = row is not None and row["title_by_person"]
            summary = (node.summary if node else "") or _summary(course, found)
            values = {
                "title": row["title"] if row is not None and by_person else one.candidate.title,
                "summary": summary,
                "definition": summary,
                "parent_id": above.get(topic_id),
                "position": node.position if node else None,
                "origin": one.origin,
                "state": one.state,
                "first_taught_chunk_id": _first_taught(course, found),
                "doubt": None if found is None else doubts.get(found.key),
            }
            if row is None or any(row[column] != value for column, value in values.items()):
                changed.append({**values, "id": topic_id})
            if row is not None and row["title"] != values["title"]:
                await self._note(
                    connection, course.row["id"], f"{row['title']} is now called {values['title']}."
                )
        await topics.update(connection, changed)

    @staticmethod
    async def _write_names(
        connection: Connection,
        planned: Sequence[Planned],
        ids: Mapping[str, int],
        standing: Sequence[Mapping[str, Any]],
    ) -> None:
        """Names that were found or stated come and go; those that people or absorbed topics left stay."""
        kept: dict[int, dict[str, tuple[str, str]]] = defaultdict(dict)
        for row in standing:
            kept[row["topic_id"]][row["key"]] = (row["name"], row["origin"])
        for one in planned:
            topic_id = ids[one.candidate.reference]
            origin = "outline" if one.candidate.stated else "mention"
            wanted = {
                key: (name, origin)
                for key, name in zip(one.candidate.keys, one.candidate.names, strict=True)
            }
            has = kept[topic_id]
            for key, (name, source) in wanted.items():
                if has.get(key, ("", ""))[1] not in ("person", "slug") and has.get(key) != (name, source):
                    await topics.put_name(connection, topic_id, key, name, source)
            for key, (_, source) in has.items():
                if key not in wanted and source in ("mention", "outline"):
                    await topics.drop_name(connection, topic_id, key)

    async def _retire(
        self,
        connection: Connection,
        course_id: int,
        retired: Sequence[int],
        rows: Mapping[int, Mapping[str, Any]],
    ) -> None:
        for topic_id in retired:
            await topics.set_state(connection, topic_id, "retired", by="stage")
            await self._note(connection, course_id, f"{rows[topic_id]['title']} is gone: nothing names it.")

    async def _note(self, connection: Connection, course_id: int, what: str) -> None:
        await changes.note(connection, course_id, "topic", what, "the files of the course", self._clock())


async def _read(connection: Connection, course_id: int) -> _Course:
    row = await topics.course(connection, course_id)
    chunks = {
        f"{one['path']}#{one['position']:06}": one for one in await topics.chunks(connection, course_id)
    }
    sentences = defaultdict(list)
    for sentence in await topics.sentences(connection, course_id):
        sentences[sentence["chunk_id"]].append(sentence)
    mentions = defaultdict(list)
    for mention in await topics.mentions(connection, course_id):
        mentions[mention["chunk_id"]].append(mention)
    formation = form(
        _mentioning(key, chunk, mentions[chunk["id"]])
        for key, chunk in chunks.items()
        if chunk["language"] in (None, row["language"])
    )
    nodes = [
        node
        for file in await topics.outlines(connection, course_id)
        for node in read_outline(file["path"], file["text"])
    ]
    return _Course(row, chunks, sentences, formation, tuple(nodes))


def _mentioning(
    key: str, chunk: Mapping[str, Any], mentions: Iterable[Mapping[str, Any]]
) -> MentioningChunk:
    found = tuple(
        Mention(one["kind"], one["surface"], one["key"], one["start_at"], one["end_at"], one["expansion"])
        for one in mentions
    )
    words = frozenset(word.casefold() for word in chunk["text"].split() if word.isalpha())
    return MentioningChunk(
        key, chunk["path"], chunk["position"], tuple(chunk["section_path"]), found, words
    )


def _known(rows: Iterable[Mapping[str, Any]], names: Iterable[Mapping[str, Any]]) -> list[Known]:
    by_topic: dict[int, dict[str, str]] = defaultdict(dict)
    for name in names:
        by_topic[name["topic_id"]][name["key"]] = name["origin"]
    return [
        Known(
            row["id"],
            row["slug"],
            row["title"],
            row["origin"],
            row["state"],
            row["state_by"] == "person",
            row["merged_into"],
            by_topic[row["id"]],
        )
        for row in rows
    ]


def _candidates(course: _Course) -> list[Candidate]:
    """What the outline files state, with what was found of it, and whatever else was found."""
    formed = {canonical(name): one for one in course.formation.topics for name in (one.title, *one.aliases)}
    formed |= {one.key: one for one in course.formation.topics}
    stated, used = [], set()
    references = {node.path: _reference(node) for node in course.nodes}
    for node in course.nodes:
        names = dict.fromkeys([node.title, *node.aliases])
        found = next((formed[key] for name in names if (key := canonical(name)) in formed), None)
        if found is not None and found.key not in used:
            used.add(found.key)
            names |= dict.fromkeys([found.title, *found.aliases])
        keyed = {canonical(name): name for name in reversed(names)}
        keys = tuple(dict.fromkeys(canonical(name) for name in names))
        stated.append(
            Candidate(
                references[node.path],
                node.title,
                keys,
                tuple(keyed[key] for key in keys),
                references.get(node.path[:-1]),
                stated=True,
            )
        )
    found_alone = [_found(one) for one in course.formation.topics if one.key not in used]
    return stated + found_alone


def _found(one: FormedTopic) -> Candidate:
    keyed = {one.key: one.title}
    for alias in one.aliases:
        keyed.setdefault(canonical(alias), alias)
    return Candidate(one.key, one.title, tuple(keyed), tuple(keyed.values()), one.parent)


def _reference(node: OutlineNode) -> str:
    return "outline: " + " >> ".join(node.path)


def _summary(course: _Course, found: FormedTopic | None) -> str:
    """The sentence that holds the best definition, else the first one that holds any place."""
    if found is None:
        return ""
    for place in (found.definition, *found.places):
        sentence = _sentence_at(course, place)
        if sentence:
            return sentence
    return ""


def _sentence_at(course: _Course, place: Place) -> str:
    if place.start is None:
        return ""
    for one in course.sentences.get(course.chunks[place.chunk]["id"], ()):
        if one["start_at"] <= place.start < one["end_at"]:
            return str(one["sentence"])
    return ""


def _first_taught(course: _Course, found: FormedTopic | None) -> int | None:
    """The chunk of its earliest teaching place in an ordered source, or None."""
    if found is None:
        return None
    ordered = [
        (place.kind not in TEACHING_KINDS, chunk["source_position"], chunk["position"], chunk["id"])
        for place in found.places
        if (chunk := course.chunks[place.chunk])["source_position"] is not None
    ]
    return min(ordered)[-1] if ordered else None


def _doubt(contexts: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    shown = "; ".join(f"in {source} it stands beside {', '.join(words)}" for source, words in contexts)
    return f"The name may mean different things: {shown}."


async def _write_questions(
    connection: Connection, course: _Course, planned: Sequence[Planned], ids: Mapping[str, int]
) -> None:
    """Ask for proposals, and for merges that are in doubt; drop merges that no longer are."""
    by_key = {key: one for one in planned for key in one.candidate.keys if one.state == "active"}
    for one in planned:
        if one.state == "proposed":
            subject = {"id": ids[one.candidate.reference], "slug": one.slug}
            await topics.ensure_question(connection, course.row["id"], "proposal", subject)
    asked = []
    for doubt in course.formation.merges:
        pair = [by_key.get(doubt.first), by_key.get(doubt.second)]
        if pair[0] is None or pair[1] is None or pair[0] is pair[1]:
            continue
        first, second = (
            {"id": ids[one.candidate.reference], "slug": one.slug} for one in pair if one is not None
        )
        asked.append(await topics.ensure_question(connection, course.row["id"], "merge", first, second))
    await topics.drop_open_merges(connection, course.row["id"], but=asked)


async def _write_groups(connection: Connection, course: _Course, ids: Mapping[str, int]) -> None:
    wanted = {
        (ids[key], free_slug(group.title, ())): group.title
        for group in course.formation.groups
        for key in group.keys
        if key in ids
    }
    await topics.put_groups(connection, course.row["id"], wanted)
