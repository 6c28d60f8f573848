"""What the outline is made of: the rows of a course, read as values."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.outline.candidates import name_key, united
from gradient.outline.formation import Formation, FormedTopic, Place, form
from gradient.outline.importing import MalformedOutline, OutlineNode, read_outline
from gradient.outline.mention import Mention, MentioningChunk
from gradient.outline.names import canonical
from gradient.outline.standing import with_standing
from gradient.store import topics
from gradient.store.sessions import Connection

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Material:
    """A course as the outline reads it.

    `chunks` are its live chunks by natural key, `sentences` those of its contents by chunk, `keys` the
    canonical name at each place. `nodes` are what its outline files state, `malformed` a sentence for each
    file that could not be read; of such a one the nodes hold what stands.
    `proposed` are the names that picks propose, by their canonical form.
    """

    course: Row
    chunks: Mapping[str, Row]
    sentences: Mapping[int, Sequence[Row]]
    keys: Mapping[Place, frozenset[str]]
    formation: Formation
    proposed: Mapping[str, str]
    nodes: tuple[OutlineNode, ...]
    malformed: tuple[str, ...]

    def places(self, formed: Iterable[FormedTopic], names: Iterable[str], elsewhere: set[str]) -> list[Place]:
        """The places of formed topics, less those that go by a name which belongs `elsewhere`."""
        own = set(names)
        return [
            place
            for one in formed
            for place in one.places
            if not (keys := self.keys.get(place, frozenset())) & elsewhere or keys & own
        ]

    def sentence_at(self, place: Place) -> str:
        """The sentence of the content that holds a place, or nothing."""
        if place.start is None:
            return ""
        for one in self.sentences.get(self.chunks[place.chunk]["id"], ()):
            if one["start_at"] <= place.start < one["end_at"]:
                return str(one["sentence"])
        return ""


async def read_material(connection: Connection, course_id: int, most: int) -> Material:
    """Read a course and form its topics, at most so many; only chunks in its language are looked at."""
    course = await topics.course(connection, course_id)
    found = await topics.chunks(connection, course_id)
    chunks = {f"{one['path']}#{one['position']:06}": one for one in found}
    mentions = _by_chunk(await topics.mentions(connection, course_id))
    sentences = _by_chunk(await topics.sentences(connection, course_id))
    mentioning = [
        _mentioning(key, chunk, mentions[chunk["id"]], sentences[chunk["id"]])
        for key, chunk in chunks.items()
        if same_language(chunk["language"], course["language"])
    ]
    nodes, malformed = _outlines(await topics.outlines(connection, course_id))
    if malformed:
        rows = await topics.every(connection, course_id)
        nodes = with_standing(nodes, rows, await topics.names(connection, course_id))
    return Material(
        course,
        chunks,
        sentences,
        _keys(mentioning),
        await asyncio.to_thread(form, mentioning, course["language"], most, _stated(nodes)),
        await topics.proposed_names(connection, course_id),
        tuple(nodes),
        malformed,
    )


def _stated(nodes: Iterable[OutlineNode]) -> frozenset[str]:
    """The canonical names of all topics that outlines state."""
    return frozenset(name_key(name) for node in nodes for name in (node.title, *node.aliases))


def _by_chunk(rows: Iterable[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["chunk_id"]].append(row)
    return found


def same_language(chunk: str | None, course: str | None) -> bool:
    """Whether a chunk is in the language of the course; regions aside, and unknown ones are."""
    return chunk is None or course is None or chunk.partition("-")[0] == course.partition("-")[0]


def _mentioning(key: str, chunk: Row, mentions: Iterable[Row], sentences: Iterable[Row]) -> MentioningChunk:
    found = tuple(
        Mention(one["kind"], one["surface"], one["key"], one["start_at"], one["end_at"], one["expansion"])
        for one in mentions
    )
    words = frozenset(word.casefold() for word in chunk["text"].split() if word.isalpha())
    stated = tuple((one["start_at"], one["end_at"]) for one in sentences)
    path = tuple(chunk["section_path"])
    return MentioningChunk(key, chunk["path"], chunk["position"], path, found, words, stated)


def _keys(chunks: Iterable[MentioningChunk]) -> dict[Place, frozenset[str]]:
    found: dict[Place, set[str]] = defaultdict(set)
    for chunk in chunks:
        for one in chunk.mentions:
            named = {one.key} if one.expansion is None else {one.key, canonical(one.expansion)}
            found[Place(chunk.chunk, one.kind, one.start, one.end)] |= named
    return {place: frozenset(keys) for place, keys in found.items()}


def _outlines(files: Iterable[Row]) -> tuple[list[OutlineNode], tuple[str, ...]]:
    read, malformed = [], []
    for file in files:
        try:
            read.append(read_outline(file["path"], file["text"]))
        except MalformedOutline as error:
            malformed.append(str(error))
    return united(read), tuple(malformed)
