"""The reduce step of the outline: from all mentions of a course to its topics."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gradient.outline.acronyms import is_acronym
from gradient.outline.evidence import Evidence, gather, nested
from gradient.outline.forms import is_bare_gerund, unite_by_form
from gradient.outline.heads import likenesses, unite_by_heads
from gradient.outline.hierarchy import parents, section_groups
from gradient.outline.homonyms import homonyms
from gradient.outline.languages import is_other, other_name
from gradient.outline.mention import MentioningChunk, MentionKind
from gradient.outline.names import good_name
from gradient.outline.ranking import (
    MAX_TOPICS,
    MIN_TOPICS,
    choose,
    how_many,
    is_established,
    is_headed_part,
    is_titled,
    score,
    without_room,
)
from gradient.outline.titles import Casing, aliases, title
from gradient.outline.variants import TWO_LONG_FORMS, Doubts, Variants, find_variants

# A name that fewer chunks hold is new wherever it is set off.
_OFTEN = 6


@dataclass(frozen=True)
class Place:
    """Where a chunk names a topic; `start` and `end` are None for a mention in its section path."""

    chunk: str
    kind: MentionKind
    start: int | None
    end: int | None


@dataclass(frozen=True)
class FormedTopic:
    """A topic with all places that name it, in the order of the course.

    `definition` is the place where the course says best what it is. `score` says how much speaks for the
    name, comparable within a course only. `parent` is the key of another topic.
    """

    key: str
    title: str
    aliases: tuple[str, ...]
    parent: str | None
    definition: Place
    places: tuple[Place, ...]
    score: float


@dataclass(frozen=True)
class FormedGroup:
    """A broad theme and the keys of its topics."""

    title: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class MergeDoubt:
    """Two names that may be one topic. `second` may be the key of a topic or only a name in the text."""

    first: str
    second: str
    second_name: str
    reason: str


@dataclass(frozen=True)
class HomonymDoubt:
    """A topic whose name two sources may use for different things, each with its typical words."""

    key: str
    contexts: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Formation:
    """The outline that a course's mentions make: topics by falling score, and what is in doubt.

    There is `room` for so many topics; `crowded` are the keys of each further name that would be one. `parts`
    are names that the course heads and defines, and that are no topics since they name parts of documents.
    """

    topics: tuple[FormedTopic, ...] = ()
    groups: tuple[FormedGroup, ...] = ()
    merges: tuple[MergeDoubt, ...] = ()
    homonyms: tuple[HomonymDoubt, ...] = ()
    room: int = MIN_TOPICS
    crowded: tuple[frozenset[str], ...] = ()
    parts: tuple[str, ...] = ()


def form(
    course: Iterable[MentioningChunk],
    language: str | None = None,
    most: int = MAX_TOPICS,
    stated: Collection[str] = (),
) -> Formation:
    """The topics of a course, at most so many, from the mentions in its chunks.

    The keys that an outline has `stated` are topics besides, wherever the prose names them. All are in
    `language` (English where None); only chunks in the course's language belong in it. The result does not
    depend on the order of `course`.
    """
    chunks = sorted(course, key=lambda chunk: (natural(chunk.source), chunk.position, chunk.chunk))
    found = gather(chunks)
    variants, doubts = find_variants(chunks, found)
    unite_by_heads(found, variants)
    unite_by_form(found, variants)
    united = _unite(found, variants)
    mentions = [mention for chunk in chunks for mention in chunk.mentions if mention.start is not None]
    ambiguous = {short for _, short, reason in doubts if reason == TWO_LONG_FORMS}
    candidates = [each for each in united.values() if _is_name(each, language) and each.key not in ambiguous]
    marked = sum(mention.kind != "term" for mention in mentions)
    explained = sum(is_titled(each) or is_established(each) for each in candidates)
    limit = how_many(len(mentions), marked, explained, most)
    best = choose(candidates, limit)
    chosen = [*best, *_stated(stated, united, variants, best)]
    owner = {
        key: leader for key in found if (leader := variants.leader(key)) in {each.key for each in chosen}
    }
    standing = {key: len(evidence.within) for key, evidence in found.items()}
    casing = Casing(mention for chunk in chunks for mention in chunk.mentions)
    return Formation(
        _topics(chunks, chosen, owner, standing, casing),
        tuple(
            FormedGroup(title(found[theme].surfaces, standing, casing), keys)
            for theme, keys in section_groups(chunks, chosen)
        ),
        _merge_doubts({*doubts, *likenesses(set(owner.values()))}, owner, found, variants),
        tuple(HomonymDoubt(*doubt) for doubt in homonyms(chunks, chosen)),
        limit,
        _crowded(candidates, chosen, limit, found, variants),
        tuple(title(each.surfaces, standing, casing) for each in candidates if is_headed_part(each)),
    )


def _stated(
    stated: Collection[str], united: Mapping[str, Evidence], variants: Variants, chosen: Sequence[Evidence]
) -> list[Evidence]:
    """What prose says of the names that an outline states, if they are not among the chosen."""
    leaders = {leader for key in stated if (leader := variants.leader(key)) in united}
    missing = leaders - {each.key for each in chosen}
    return [united[leader] for leader in sorted(missing) if united[leader].own_spots]


def _crowded(
    candidates: Sequence[Evidence],
    chosen: Sequence[Evidence],
    limit: int,
    found: Iterable[str],
    variants: Variants,
) -> tuple[frozenset[str], ...]:
    """All keys of each name that there was no room for, the best first."""
    keys: dict[str, set[str]] = {each.key: set() for each in without_room(candidates, chosen, limit)}
    for key in found:
        if (leader := variants.leader(key)) in keys:
            keys[leader].add(key)
    return tuple(map(frozenset, keys.values()))


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key under which numbers inside names count as numbers: "2" before "10"."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in parts)


def _unite(found: Mapping[str, Evidence], variants: Variants) -> dict[str, Evidence]:
    united: dict[str, Evidence] = {}
    for key in sorted(found):
        leader = variants.leader(key)
        if leader not in united:
            united[leader] = Evidence(leader)
        united[leader].absorb(found[key])
    return united


def _is_name(evidence: Evidence, language: str | None) -> bool:
    if language is not None and is_other(language):
        return any(other_name(surface, language) is not None for surface in evidence.surfaces)
    if evidence.headed:
        return True
    if is_bare_gerund(evidence.key):
        return False
    spelled_out = [surface for surface in evidence.surfaces if not is_acronym(surface)]
    return any(good_name(surface) is None for surface in spelled_out or evidence.surfaces)


def _topics(
    chunks: Sequence[MentioningChunk],
    chosen: Sequence[Evidence],
    owner: Mapping[str, str],
    standing: Mapping[str, int],
    casing: Casing,
) -> tuple[FormedTopic, ...]:
    above = parents(chosen, owner)
    places = _places(chunks, owner)
    topics = []
    for evidence in chosen:
        shown = title(evidence.surfaces, standing, casing, evidence.key)
        topics.append(
            FormedTopic(
                evidence.key,
                shown,
                aliases(evidence.surfaces, shown, casing),
                above.get(evidence.key),
                _best_definition(places[evidence.key]),
                tuple(places[evidence.key]),
                round(score(evidence), 6),
            )
        )
    return tuple(topics)


def _places(chunks: Sequence[MentioningChunk], owner: Mapping[str, str]) -> dict[str, list[Place]]:
    found: dict[str, dict[Place, int]] = {}
    for at, chunk in enumerate(chunks):
        for mention in chunk.mentions:
            inside = () if mention.kind == "heading" else nested(mention.key)
            for topic in sorted({owner[key] for key in (mention.key, *inside) if key in owner}):
                whole = owner.get(mention.key) == topic
                kind: MentionKind = mention.kind if whole else "term"
                place = Place(chunk.chunk, kind, mention.start, mention.end)
                found.setdefault(topic, {})[place] = at
    return {
        topic: sorted(_without_stress(places), key=lambda place: _order(places[place], place))
        for topic, places in found.items()
    }


def _without_stress(places: Mapping[Place, int]) -> list[Place]:
    """`places` without late emphases: an author sets a name off where it is new, later only to stress it.

    What is left of such a place is the plain mention that stands there too.
    """
    at = sorted(set(places.values()))
    late = at[len(at) // 2] if len(at) >= _OFTEN else at[-1] + 1
    return [
        place
        for place, chunk in places.items()
        if place.kind != "emphasis" or chunk < late or replace(place, kind="term") not in places
    ]


def _order(at: int, place: Place) -> tuple[int, int, int, int]:
    """Places in the order of the course; in a chunk its headings first, at one spot the most telling kind."""
    start = -1 if place.start is None else place.start
    return at, start, -1 if place.end is None else place.end, _DEFINING[place.kind]


_DEFINING = {"definition": 0, "acronym": 1, "emphasis": 2, "term": 3, "heading": 4}


def _best_definition(places: Sequence[Place]) -> Place:
    """The first place of the most telling kind: definition, spelled out acronym, emphasis, plain prose."""
    return min(places, key=lambda place: _DEFINING[place.kind])


def _merge_doubts(
    doubts: Doubts, owner: Mapping[str, str], found: Mapping[str, Evidence], variants: Variants
) -> tuple[MergeDoubt, ...]:
    shown = set()
    for one, two, reason in doubts:
        first, second = variants.leader(one), variants.leader(two)
        if first == second or not {first, second} & set(owner.values()):
            continue
        if first not in owner.values():
            first, second = second, first
        name = min(
            found[second].surfaces, key=lambda each: (-found[second].surfaces[each], each), default=second
        )
        shown.add(MergeDoubt(first, second, name, reason))
    return tuple(sorted(shown, key=lambda doubt: (doubt.first, doubt.second, doubt.reason)))
