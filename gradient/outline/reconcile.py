"""From what a course says today to the rows of its topics: who stays, who comes, who goes.

Pure, and independent of ids and of the order of the candidates. A topic that exists is recognised by its
names; what a person decided or an outline states is never undone by what was found.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gradient.outline.names import canonical
from gradient.outline.plan import Candidate, Growth, Known, Origin, Piece, Plan, Planned, State

_STRENGTH = {"person": 0, "outline": 1, "extracted": 2}
_GONE = frozenset({"retired", "merged"})
LONGEST_SLUG = 80


def reconcile(
    known: Sequence[Known],
    candidates: Sequence[Candidate],
    *,
    growth: Growth,
    apart: frozenset[frozenset[int]] = frozenset(),
    keep_stated: bool = False,
) -> Plan:
    """Match the candidates with the topics.

    What is found makes topics where the growth is free and proposes them where it is proposing. Two topics
    that one candidate names are merged, unless a person or an outline stands behind both, or a person keeps
    them `apart`. With `keep_stated` the topics of outlines stay stated, since a file could not be read.
    """
    ordered = sorted(candidates, key=lambda one: not one.stated)
    matcher = _Matcher(known, growth, apart, keep_stated)
    loose = [piece for candidate in ordered for piece in matcher.settle(candidate)]
    matcher.match(loose)
    return Plan(tuple(matcher.planned()), matcher.unspoken())


def free_slug(title: str, taken: Iterable[str]) -> str:
    """A slug for a title: letters and digits joined by hyphens, numbered from 2 if it is taken."""
    plain = unicodedata.normalize("NFKD", re.sub("['’]", "", title)).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    base = re.sub(r"[\W_]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-") or "topic"
    slug, number = base, 2
    used = set(taken)
    while slug in used:
        slug, number = f"{base}-{number}", number + 1
    return slug


def without_circles(parents: Mapping[str, str | None]) -> dict[str, str | None]:
    """The parents, by slug, with each one dropped that would make a topic its own ancestor."""
    kept: dict[str, str | None] = dict.fromkeys(parents)
    for topic in sorted(parents):
        above = parents[topic]
        while above is not None and above != topic:
            above = kept.get(above)
        if above is None:
            kept[topic] = parents[topic]
    return kept


class _Matcher:
    """Gives every name of the candidates to a topic, or to none."""

    def __init__(
        self,
        known: Sequence[Known],
        growth: Growth,
        apart: frozenset[frozenset[int]],
        keep_stated: bool,
    ) -> None:
        self._known = {topic.id: topic for topic in sorted(known, key=lambda one: one.slug)}
        self._growth = growth
        self._apart = apart
        self._keep_stated = keep_stated
        self._settled = dict(self._settled_names())
        self._owners = self._named()
        self._pieces: dict[int, list[Piece]] = defaultdict(list)
        self._claimed: dict[int, Piece] = {}
        self._absorbed: dict[int, int] = {}
        self._new: list[Piece] = []
        self._beside: dict[str, Known] = {}
        self._refused: set[str] = set()

    def settle(self, candidate: Candidate) -> Iterator[Piece]:
        """Give the names that people settled to their topics; what is left of the candidate."""
        groups: dict[int | None, dict[str, str]] = defaultdict(dict)
        for key, name in candidate.names.items():
            topic = self._settled.get(key)
            groups[None if topic is None else topic.id][key] = name
        loose = groups.pop(None, None)
        for topic_id, names in groups.items():
            topic = self._known[topic_id or 0]
            if topic.state == "retired" and topic.by_person:
                self._refused.add(candidate.reference)
            else:
                self._pieces[topic.id].append(Piece(candidate, names))
                self._beside.setdefault(candidate.reference, topic)
        if loose:
            yield Piece(candidate, loose)

    def match(self, loose: Sequence[Piece]) -> None:
        """Give the other names to the topics that have them: by titles, own names, then any name."""
        left = [piece for piece in loose if not (piece.own and self._claim(piece, [piece.own], piece.own))]
        left = [piece for piece in left if not (piece.own and self._claim(piece, [piece.own]))]
        left = [piece for piece in left if not self._claim(piece, list(piece.names))]
        for piece in left:
            reference = piece.candidate.reference
            if reference in self._beside:
                self._pieces[self._beside[reference].id].append(piece)
            elif reference not in self._refused and (piece.stated or self._growth != "closed"):
                self._new.append(piece)
        for topic_id, piece in self._claimed.items():
            self._absorb(topic_id, piece)

    def planned(self) -> Iterator[Planned]:
        """What becomes of each topic that a candidate speaks for, and the new ones."""
        for topic_id, pieces in self._pieces.items():
            topic = self._known[topic_id]
            first = self._claimed.get(topic_id)
            ordered = sorted(pieces, key=lambda one: (not one.stated, one is not first, one.own is None))
            absorbs = tuple(other for other, into in self._absorbed.items() if into == topic_id)
            origin = self._origin(topic, ordered)
            yield Planned(
                tuple(ordered), topic_id, topic.slug, origin, self._state(topic, origin, ordered), absorbs
            )
        slugs = {topic.slug for topic in self._known.values()}
        for piece in self._new:
            slug = free_slug(next(iter(piece.names.values())), slugs)
            slugs.add(slug)
            free = self._growth == "free" and not piece.candidate.proposed
            state: State = "active" if piece.stated or free else "proposed"
            yield Planned((piece,), None, slug, "outline" if piece.stated else "extracted", state)

    def unspoken(self) -> tuple[int, ...]:
        """The topics that nothing names and that neither person nor outline nor merge keeps."""
        return tuple(
            topic.id
            for topic in self._known.values()
            if topic.id not in self._pieces
            and topic.id not in self._absorbed
            and topic.origin != "person"
            and topic.state not in _GONE
            and not topic.by_person
            and not (self._keep_stated and topic.origin == "outline")
        )

    def _settled_names(self) -> Iterator[tuple[str, Known]]:
        """Names that people gave to a topic, merged into it or retired with it; the first ones weigh most."""
        found: list[tuple[int, str, str, Known]] = []
        for topic in self._known.values():
            rank = ("retired", "merged").index(topic.state) if topic.state in _GONE else 2
            for key, origin in topic.names.items():
                if topic.by_person if topic.state in _GONE else origin == "person":
                    found.append((rank, topic.slug, key, self._root(topic)))
        # A dict keeps what comes last.
        return ((key, topic) for _, _, key, topic in sorted(found, key=lambda one: one[:3]))

    def _named(self) -> dict[str, list[Known]]:
        owners = defaultdict(list)
        for topic in self._known.values():
            if not (topic.by_person and topic.state in _GONE):
                for key in topic.names:
                    owners[key].append(topic)
        return owners

    def _root(self, topic: Known) -> Known:
        seen = {topic.id}
        while topic.merged_into is not None and topic.merged_into not in seen:
            topic = self._known[topic.merged_into]
            seen.add(topic.id)
        return topic

    def _claim(self, piece: Piece, keys: Sequence[str], title: str | None = None) -> bool:
        owners = [
            topic
            for key in keys
            for topic in self._owners.get(key, ())
            if topic.id not in self._claimed
            and self._may_take(topic, piece)
            and title in (None, canonical(topic.title))
        ]
        if not owners:
            return False
        main = min(owners, key=self._rank)
        self._claimed[main.id] = piece
        self._pieces[main.id].append(piece)
        return True

    def _may_take(self, topic: Known, piece: Piece) -> bool:
        """In a closed outline what is found only speaks for topics that are there in any case."""
        stays = topic.origin == "person" or topic.by_person or topic.decided
        if self._growth != "closed" or piece.stated or stays:
            return True
        return self._keep_stated and topic.origin == "outline"

    @staticmethod
    def _rank(topic: Known) -> tuple[bool, int, str]:
        return (topic.state in _GONE, _STRENGTH[topic.origin], topic.slug)

    def _absorb(self, topic_id: int, piece: Piece) -> None:
        for key in piece.names:
            for other in self._owners.get(key, ()):
                free = other.id not in self._pieces and other.id not in self._absorbed
                if free and _is_derived(other) and frozenset({topic_id, other.id}) not in self._apart:
                    self._absorbed[other.id] = topic_id

    def _origin(self, topic: Known, pieces: Iterable[Piece]) -> Origin:
        if topic.origin == "person":
            return "person"
        if any(piece.stated for piece in pieces) or (self._keep_stated and topic.origin == "outline"):
            return "outline"
        return "extracted"

    def _state(self, topic: Known, origin: Origin, pieces: Iterable[Piece]) -> State:
        if topic.by_person:
            return topic.state
        only_found = origin == "extracted" and not topic.decided
        only_proposed = all(piece.candidate.proposed for piece in pieces)
        return "proposed" if only_found and (self._growth == "proposing" or only_proposed) else "active"


def _is_derived(topic: Known) -> bool:
    """Whether neither a person nor an outline stands behind a topic."""
    touched = topic.by_person or "person" in topic.names.values()
    return topic.origin == "extracted" and topic.state != "merged" and not touched
