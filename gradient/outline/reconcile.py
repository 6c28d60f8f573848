"""From what a course says today to the rows of its topics: who stays, who comes, who goes.

Pure. A topic that exists is recognised by its names; what a person decided or an outline states is never
undone by what was found.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Origin = Literal["extracted", "outline", "person"]
State = Literal["active", "proposed", "retired", "merged"]

_STRENGTH = {"person": 0, "outline": 1, "extracted": 2}
LONGEST_SLUG = 80


@dataclass(frozen=True)
class Known:
    """A topic as it stands. `names` maps canonical names to where they come from."""

    id: int
    slug: str
    title: str
    origin: Origin
    state: State
    by_person: bool
    merged_into: int | None
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidate:
    """A topic that the course asks for today: found in it, or stated by an outline.

    `reference` is unique among the candidates, `parent` the reference of another. `keys` are its
    canonical names, its own first, `names` the same as they are shown.
    """

    reference: str
    title: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    parent: str | None = None
    stated: bool = False


@dataclass(frozen=True)
class Planned:
    """What becomes of one candidate. `id` is None for a new topic; `absorbs` are topics merged into it."""

    candidate: Candidate
    id: int | None
    slug: str
    origin: Origin
    state: State
    absorbs: tuple[int, ...] = ()


@dataclass(frozen=True)
class Plan:
    """All candidates that have a topic, and the ids of topics that nothing speaks for any more."""

    topics: tuple[Planned, ...]
    retired: tuple[int, ...]


def reconcile(
    known: Sequence[Known],
    candidates: Sequence[Candidate],
    *,
    closed: bool,
    apart: frozenset[frozenset[int]] = frozenset(),
) -> Plan:
    """Matches candidates with topics; those that an outline states come first.

    In a closed outline a candidate that is neither stated nor matched is proposed. Two topics that one
    candidate names are merged, unless a person or an outline stands behind both or a person keeps them
    `apart`.
    """
    matcher = _Matcher(known, apart)
    slugs = {topic.slug for topic in known}
    planned: list[Planned] = []
    for candidate in sorted(candidates, key=lambda one: not one.stated):
        main, absorbs = matcher.match(candidate)
        if main is None and matcher.is_taken(candidate):
            continue
        if main is None:
            slug = free_slug(candidate.title, slugs)
            slugs.add(slug)
            state: State = "proposed" if closed and not candidate.stated else "active"
            planned.append(
                Planned(candidate, None, slug, "outline" if candidate.stated else "extracted", state)
            )
            matcher.take(candidate)
        elif not (main.state == "retired" and main.by_person):
            origin = _origin(main, candidate)
            planned.append(
                Planned(candidate, main.id, main.slug, origin, _state(main, origin, closed), absorbs)
            )
    return Plan(tuple(planned), tuple(matcher.unspoken()))


def free_slug(title: str, taken: Iterable[str]) -> str:
    """A slug for a title: letters and digits joined by hyphens, numbered from 2 if it is taken."""
    plain = unicodedata.normalize("NFKD", title).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    base = re.sub(r"[\W_]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-") or "topic"
    slug, number = base, 2
    while slug in set(taken):
        slug, number = f"{base}-{number}", number + 1
    return slug


def without_circles(parents: Mapping[int, int | None]) -> dict[int, int | None]:
    """The parents with each one dropped that would make a topic its own ancestor, by falling id."""
    kept: dict[int, int | None] = dict.fromkeys(parents)
    for topic in sorted(parents):
        above = parents[topic]
        while above is not None and above != topic:
            above = kept.get(above)
        if above is None:
            kept[topic] = parents[topic]
    return kept


class _Matcher:
    """Knows which topic has which name, and which topics a candidate has claimed."""

    def __init__(self, known: Sequence[Known], apart: frozenset[frozenset[int]]) -> None:
        self._by_id = {topic.id: topic for topic in known}
        self._apart = apart
        self._claimed: set[int] = set()
        self._new_keys: set[str] = set()
        self._owners: dict[str, list[Known]] = {}
        for topic in known:
            for key, origin in topic.names.items():
                if topic.state != "merged" or origin == "slug":
                    self._owners.setdefault(key, []).append(self._root(topic))

    def match(self, candidate: Candidate) -> tuple[Known | None, tuple[int, ...]]:
        """The topic that the candidate is, and those that it unites with it."""
        found: dict[int, Known] = {}
        for key in candidate.keys:
            for owner in self._owners.get(key, ()):
                if owner.id not in self._claimed:
                    found.setdefault(owner.id, owner)
        if not found:
            return None, ()
        main = min(found.values(), key=lambda topic: self._rank(topic, candidate))
        self._claimed.add(main.id)
        absorbs = tuple(
            sorted(other.id for other in found.values() if other is not main and self._unites(main, other))
        )
        self._claimed.update(absorbs)
        return main, absorbs

    def is_taken(self, candidate: Candidate) -> bool:
        """Whether its own name belongs to a topic that another candidate has claimed or made."""
        key = candidate.keys[0]
        owned = any(owner.id in self._claimed for owner in self._owners.get(key, ()))
        return not candidate.stated and (owned or key in self._new_keys)

    def take(self, candidate: Candidate) -> None:
        """Note the names of a new topic."""
        self._new_keys.update(candidate.keys)

    def unspoken(self) -> list[int]:
        """The topics that no candidate claimed and neither person nor merge keeps."""
        return sorted(
            topic.id
            for topic in self._by_id.values()
            if topic.id not in self._claimed
            and topic.origin != "person"
            and topic.state in ("active", "proposed")
            and not topic.by_person
        )

    def _root(self, topic: Known) -> Known:
        seen = {topic.id}
        while topic.merged_into is not None and topic.merged_into not in seen:
            topic = self._by_id[topic.merged_into]
            seen.add(topic.id)
        return topic

    def _unites(self, main: Known, other: Known) -> bool:
        return (
            other.origin == "extracted"
            and not other.by_person
            and other.state in ("active", "proposed", "retired")
            and frozenset({main.id, other.id}) not in self._apart
        )

    @staticmethod
    def _rank(topic: Known, candidate: Candidate) -> tuple[bool, int, bool, str]:
        """People's word first, then stated topics, then those of the candidate's own name, then by slug."""
        by_person = "person" in (topic.names.get(key) for key in candidate.keys)
        own = candidate.keys[0] in topic.names
        return (not by_person, _STRENGTH[topic.origin], not own, topic.slug)


def _origin(topic: Known, candidate: Candidate) -> Origin:
    if topic.origin == "person":
        return "person"
    return "outline" if candidate.stated else "extracted"


def _state(topic: Known, origin: Origin, closed: bool) -> State:
    if topic.by_person or origin != "extracted":
        return "active" if topic.state != "retired" or not topic.by_person else "retired"
    return "proposed" if closed else "active"
