"""Where a course names its topics, and where it begins to teach them: those found in it and all others."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gradient.outline.formation import FormedTopic, Place
from gradient.outline.matching import Matcher
from gradient.outline.material import Material, same_language
from gradient.outline.plan import Planned
from gradient.outline.taught import TopicPlaces, first_taught

Placed = Sequence[tuple[Planned, int]]
"""What is planned, each with the id of its topic."""
Names = Mapping[str, str]
"""The names of a topic: canonical forms with how they are shown."""


@dataclass(frozen=True)
class Places:
    """Where topics are named, by their ids. `formed` are the places of what was found in the course;
    `taught` the chunk in which each topic is first taught."""

    formed: Mapping[int, Sequence[Place]]
    taught: Mapping[int, int]


def places(placed: Placed, others: Mapping[int, Names], material: Material) -> Places:
    """The places of the planned topics and of `others`, which nothing that was found speaks for.

    A topic that was not found in the course, but that a person or an outline gave to it, is first taught
    where the text goes by its names.
    """
    names = {topic_id: one.names for one, topic_id in placed} | dict(others)
    formed = _formed_places(placed, names, material)
    given = {topic_id: own for topic_id, own in names.items() if not formed.get(topic_id)}
    found = {**formed, **_named_places(given, names, material)}
    topics = [
        TopicPlaces(topic_id, frozenset(own.values()), found.get(topic_id, ()))
        for topic_id, own in names.items()
    ]
    return Places(formed, first_taught(material.chunks, topics))


def _formed_places(placed: Placed, names: Mapping[int, Names], material: Material) -> dict[int, list[Place]]:
    """The places of what was found, less those that go by the name of another topic."""
    formed = {one.key: one for one in material.formation.topics}
    owners = {key: topic_id for topic_id, own in names.items() for key in own}
    return {
        topic_id: material.places(
            formed_behind(one, formed),
            one.names,
            {key for key, owner in owners.items() if owner != topic_id},
        )
        for one, topic_id in placed
    }


def formed_behind(one: Planned, formed: Mapping[str, FormedTopic]) -> list[FormedTopic]:
    """What was found in the course and stands behind a planned topic."""
    return [formed[key] for piece in one.pieces for key in piece.candidate.formed]


def _named_places(
    given: Mapping[int, Names], names: Mapping[int, Names], material: Material
) -> dict[int, list[Place]]:
    """The places that go by the names of `given` topics: those set off as names, then all others."""
    found: dict[int, list[Place]] = defaultdict(list)
    if not given:
        return found
    owners = defaultdict(list)
    for topic_id, own in given.items():
        for key in own:
            owners[key].append(topic_id)
    for place, keys in material.keys.items():
        for topic_id in {owner for key in keys & owners.keys() for owner in owners[key]}:
            found[topic_id].append(place)
    for topic_id, place in _in_text(given.keys(), names, material):
        found[topic_id].append(place)
    return found


def _in_text(
    given: Collection[int], names: Mapping[int, Names], material: Material
) -> list[tuple[int, Place]]:
    """Where the text names the given topics; a longer name of any topic hides those within it."""
    matcher = Matcher(sorted((topic_id, name) for topic_id, own in names.items() for name in own.values()))
    return [
        (one.owner, Place(key, "term", one.start, one.end))
        for key, chunk in material.chunks.items()
        if chunk["source_position"] is not None
        and same_language(chunk["language"], material.course["language"])
        for one in matcher.find(chunk["text"])
        if one.owner in given and not one.inside
    ]
