"""Reads what each path of recall finds for some contents of a course."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, TypeVar

from gradient.outline.matching import Matcher
from gradient.recall.fusion import (
    C2C2T,
    C2T,
    CENTRAL,
    COMMON,
    CONTEXT,
    DEFAULT,
    HEADING,
    LEARNED,
    LEXICAL,
    NAME,
    SOURCE,
    T2T,
    Paths,
)
from gradient.recall.paths import in_context, named, shared_votes, strongest, through, under_headings, voted
from gradient.store import candidates, courses, neighbours, recall_paths, vector_indexes
from gradient.store.candidates import NamedTopic, PlacedContent
from gradient.store.courses import OWN, Voters
from gradient.store.recall_paths import NearSource, Trust
from gradient.store.sessions import Connection
from gradient.store.vectors import NearTopic, VectorSpace, Vote

INDEXED_NEIGHBOURS: Final = vector_indexes.SOUGHT
"""Where shares are counted so many neighbours vote at most that an index finds; it is checked for as many.

By cross-validation on train rows of LectureBank 30 find about as much as 100: .475 against .474 at 1 and .895
against .898 at 30 of those of all releases, .372 against .378 and .832 against .826 of those of the first."""

Found = TypeVar("Found", NearTopic, NearSource, Vote)


@dataclass(frozen=True)
class RecallLimits:
    """At most `most` candidates a content, `by_topic` of them by cosine to topics of `floor` or more.

    `neighbours` tagged contents vote, `many_neighbours` where shares are counted, for at most `by_neighbour`
    topics, each by what its tag is worth; `voters` says of which other courses they may be. At most
    `by_others` are found by words or by profile. A topic leads on to `near_topics` others at most, whose
    cosine to it reaches `edge_floor`; `sources` tell what a source like them is about. With `similar_alone`
    topics by cosine and by neighbours are all that is offered; other paths have a say in their order.
    """

    most: int = 30
    floor: float = 0.1
    by_topic: int = 100
    by_neighbour: int = 30
    neighbours: int = 10
    trust: Trust = field(default_factory=Trust)
    voters: Voters = OWN
    by_others: int = 100
    many_neighbours: int = 100
    near_topics: int = 10
    edge_floor: float = 0.3
    sources: int = 50
    similar_alone: bool = False

    @property
    def key(self) -> str:
        """All of them in one line, which changes with each."""
        return " ".join(str(value) for value in astuple(self))


def paper(limits: RecallLimits) -> RecallLimits:
    """The same with the caps of LLM4Tag (arXiv 2502.13481): 15 topics by C2T, 5 by C2C2T, and no others."""
    return replace(limits, by_topic=15, by_neighbour=5, similar_alone=True)


@dataclass(frozen=True)
class Asked:
    """What is to be read: which paths, of which contents, in which vector space.

    With `count_shares` many neighbours vote, each by its share. With `other_sources` no content votes that
    shares a source with the one that is asked about, and nothing is read that was summed up of all of them.
    """

    space: VectorSpace
    course_id: int
    content_ids: Sequence[int]
    limits: RecallLimits
    paths: frozenset[str]
    count_shares: bool = False
    other_sources: bool = False

    @property
    def leading(self) -> frozenset[str]:
        """The paths whose hits lead on to similar topics: those that are listened to, alone both."""
        return self.paths & {C2T, C2C2T} or frozenset({C2T, C2C2T})

    @property
    def with_votes(self) -> bool:
        """Whether a path needs the votes of neighbours."""
        return C2C2T in self.paths or (T2T in self.paths and C2C2T in self.leading)


@dataclass(frozen=True)
class Read:
    """What was read for one batch; what its paths do not need is empty."""

    asked: Asked
    topics: Sequence[NamedTopic]
    contents: Mapping[int, PlacedContent]
    near: Mapping[int, Sequence[NearTopic]] = field(default_factory=dict)
    votes: Mapping[int, Sequence[Vote]] = field(default_factory=dict)
    edges: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    worded: Mapping[int, Sequence[NearTopic]] = field(default_factory=dict)
    learned: Mapping[int, Sequence[NearTopic]] = field(default_factory=dict)
    shares: Mapping[int, float] = field(default_factory=dict)
    central: Mapping[int, float] = field(default_factory=dict)
    sources: Mapping[int, Sequence[NearSource]] = field(default_factory=dict)
    taught: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    surrounded: Mapping[int, Mapping[int, float]] = field(default_factory=dict)

    @cached_property
    def slugs(self) -> dict[int, str]:
        """Every topic of the course with its slug."""
        return {topic.topic_id: topic.slug for topic in self.topics}

    def offered(self, paths: Paths) -> dict[int, str]:
        """The topics that may be offered for a content, with their slugs, by what each path found for it."""
        naming = self.asked.paths & {C2T, C2C2T}
        if not (self.asked.limits.similar_alone and naming):
            return self.slugs
        named = {topic for name in naming for topic in paths.get(name, ())}
        return {topic: slug for topic, slug in self.slugs.items() if topic in named}

    def of_few(self) -> "Read":
        """The same with the votes of the nearest few alone, for the default paths, where many had one."""
        votes = {
            content_id: _of_few(every, self.asked.limits.neighbours)
            for content_id, every in self.votes.items()
        }
        return replace(self, asked=replace(self.asked, count_shares=False, paths=DEFAULT.paths), votes=votes)

    def found(self) -> Iterator[tuple[int, Paths]]:
        """For each content what each of the paths found, 0 to 1."""
        slugs = self.slugs
        matcher = _matcher(tuple(self.topics))
        for content_id, content in self.contents.items():
            paths = self._of(content_id, content, matcher, slugs)
            yield content_id, {name: topics for name, topics in paths.items() if name in self.asked.paths}

    def _of(
        self, content_id: int, content: PlacedContent, matcher: Matcher, slugs: Mapping[int, str]
    ) -> dict[str, Mapping[int, float]]:
        near = _cosines(self.near.get(content_id, ()))
        votes = (shared_votes if self.asked.count_shares else voted)(self.votes.get(content_id, ()))
        by_neighbour = _strongest(votes, slugs, self.asked.limits.by_neighbour)
        hits = strongest(
            found for name, found in ((C2T, near), (C2C2T, by_neighbour)) if name in self.asked.leading
        )
        return {
            C2T: near,
            C2C2T: by_neighbour,
            T2T: through(hits, self.edges),
            NAME: named(matcher, content.sentence),
            HEADING: under_headings(matcher, content.section_paths),
            LEXICAL: _cosines(self.worded.get(content_id, ())),
            LEARNED: _cosines(self.learned.get(content_id, ())),
            COMMON: self.shares,
            CONTEXT: in_context(self.sources.get(content_id, ()), self.taught),
            SOURCE: self.surrounded.get(content_id, {}),
            CENTRAL: self.central,
        }


async def read(connection: Connection, asked: Asked) -> Read:
    """Everything that the paths need, with a query a path."""
    found = await without_votes(connection, asked)
    return replace(found, votes=by_content(await votes(connection, asked))) if asked.with_votes else found


async def without_votes(connection: Connection, asked: Asked) -> Read:
    """What the paths need beside the votes of neighbours."""
    space, course_id, content_ids, limits = asked.space, asked.course_id, asked.content_ids, asked.limits
    found = Read(
        asked,
        await candidates.topic_names(connection, course_id),
        await candidates.placed(connection, course_id, content_ids),
    )
    if C2T in asked.paths or (T2T in asked.paths and C2T in asked.leading):
        near = await neighbours.similar_topics(
            connection, space, course_id, content_ids, floor=limits.floor, most=limits.by_topic
        )
        found = replace(found, near=by_content(near))
    if T2T in asked.paths:
        edges = await recall_paths.edges(
            connection, space, course_id, nearest=limits.near_topics, floor=limits.edge_floor
        )
        found = replace(found, edges=edges)
    if LEXICAL in asked.paths:
        worded = await recall_paths.worded_alike(connection, course_id, content_ids, most=limits.by_others)
        found = replace(found, worded=by_content(worded))
    if CONTEXT in asked.paths:
        sources = await recall_paths.similar_sources(
            connection, space, course_id, content_ids, trust=limits.trust, most=limits.sources
        )
        taught = await recall_paths.topics_of_sources(connection, space, course_id)
        found = replace(found, sources=by_content(sources), taught=taught)
    if SOURCE in asked.paths:
        surrounded = await recall_paths.similar_to_sources(
            connection, space, course_id, content_ids, trust=limits.trust
        )
        found = replace(found, surrounded=surrounded)
    if CENTRAL in asked.paths:
        found = replace(found, central=await recall_paths.centrality(connection, space, course_id))
    if asked.paths & {LEARNED, COMMON} and not asked.other_sources:
        shares = await recall_paths.ensure_profiles(connection, space, course_id, limits.trust)
        learned = await recall_paths.similar_profiles(
            connection, space, course_id, content_ids, most=limits.by_others
        )
        found = replace(found, shares=shares, learned=by_content(learned))
    return found


async def votes(connection: Connection, asked: Asked) -> list[Vote]:
    """The votes of neighbours, each with the trust that the settings give to its tag."""
    limits = asked.limits
    found = await neighbours.similar_tagged(
        connection,
        asked.space,
        asked.course_id,
        asked.content_ids,
        neighbours=limits.many_neighbours if asked.count_shares else limits.neighbours,
        by_index=INDEXED_NEIGHBOURS if asked.count_shares else None,
        other_sources=asked.other_sources,
        other_courses=await courses.voting(connection, asked.course_id, limits.voters),
    )
    trust = limits.trust
    return [vote._replace(trust=trust.gold if vote.trust >= 1 else trust.silver) for vote in found]


async def by_index(connection: Connection, asked: Asked) -> bool:
    """Whether an index finds the neighbours."""
    others = await courses.voting(connection, asked.course_id, asked.limits.voters)
    voters = neighbours.Voters(asked.course_id, others=tuple(others))
    return await neighbours.indexed(connection, asked.space, voters)


@lru_cache(maxsize=4)
def _matcher(topics: tuple[NamedTopic, ...]) -> Matcher:
    """The same for all batches until the outline changes."""
    return Matcher((topic.topic_id, name) for topic in topics for name in topic.names)


def _cosines(near: Sequence[NearTopic]) -> dict[int, float]:
    return {one.topic_id: min(1.0, max(0.0, one.cosine)) for one in near}


def _strongest(votes: Mapping[int, float], slugs: Mapping[int, str], most: int) -> dict[int, float]:
    """The topics with the most votes; those of topics that went while this was read are left out."""
    order = sorted(votes.keys() & slugs.keys(), key=lambda topic: (-votes[topic], slugs[topic]))
    return {topic: votes[topic] for topic in order[:most]}


def _of_few(votes: Sequence[Vote], most: int) -> list[Vote]:
    """The votes of the first so many neighbours."""
    few = set(list(dict.fromkeys(vote.neighbour_id for vote in votes))[:most])
    return [vote for vote in votes if vote.neighbour_id in few]


def by_content(found: Sequence[Found]) -> dict[int, list[Found]]:
    """What was found, for each content in its order."""
    grouped: dict[int, list[Found]] = defaultdict(list)
    for one in found:
        grouped[one.content_id].append(one)
    return grouped
