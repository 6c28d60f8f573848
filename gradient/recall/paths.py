"""The paths by which recall finds topics for a content: what names, headings, votes and edges come to."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gradient.outline.matching import Matcher, Occurrence
from gradient.outline.phrases import noun_phrases
from gradient.store.recall_paths import NearSource
from gradient.store.vectors import Vote

COVERED = 0.3
"""What a name weighs that stands within a longer name."""

MODIFIER = 0.8
"""What a name weighs that only goes before another noun, as "gradient" does in "gradient check"."""

LATE = 0.5
"""What a name at the very end of a sentence loses; one at the beginning, where subjects stand, nothing."""

PART_OF_HEADING = 0.8
"""What a heading weighs that says more than the name of the topic."""

NAMING_ABOVE = 0.5
"""What a heading keeps of its weight for each nearer heading that names a topic of its own."""

OTHER_ABOVE = 0.9
"""What a heading keeps of its weight for each nearer heading that names none."""

SHARPNESS = 4
"""Power of the cosine by which neighbours are weighed: near ones count, far ones hardly do."""


TEMPERATURE = 0.1
"""How fast the weight of a neighbour falls with its cosine, where shares of votes are fitted on gold."""

CLOSENESS = 0.05
"""How fast the weight of a source falls with its cosine: only those much like it tell what it is about."""

MOST_HITS = 5
"""So many of the best topics lead on to topics that are similar to them."""


def named(matcher: Matcher, sentence: str) -> dict[int, float]:
    """The topics that a sentence names, 0 to 1: most for a name that stands early and by itself."""
    occurrences = matcher.find(sentence)
    phrases = [(run[0].start, run[-1].end) for run in noun_phrases(sentence)] if occurrences else []
    found: dict[int, float] = defaultdict(float)
    for one in occurrences:
        weight = COVERED if one.inside else MODIFIER if _goes_before(one, phrases) else 1.0
        weight *= 1 - LATE * one.start / len(sentence)
        found[one.owner] = max(found[one.owner], weight)
    return dict(found)


def _goes_before(one: Occurrence, phrases: Sequence[tuple[int, int]]) -> bool:
    return any(start <= one.start and one.end < end for start, end in phrases)


def under_headings(matcher: Matcher, section_paths: Iterable[Sequence[str]]) -> dict[int, float]:
    """The topics that headings above a content name, 0 to 1: the nearer and the plainer, the more."""
    found: dict[int, float] = defaultdict(float)
    for section_path in section_paths:
        kept = 1.0
        for heading in reversed(section_path):
            here = _in_heading(matcher, heading)
            for topic, weight in here.items():
                found[topic] = max(found[topic], kept * weight)
            kept *= NAMING_ABOVE if here else OTHER_ABOVE
    return dict(found)


def _in_heading(matcher: Matcher, heading: str) -> dict[int, float]:
    found: dict[int, float] = {}
    for one in matcher.find(heading):
        if not one.inside:
            whole = not any(char.isalpha() for char in heading[: one.start] + heading[one.end :])
            found[one.owner] = max(found.get(one.owner, 0.0), 1.0 if whole else PART_OF_HEADING)
    return found


def voted(votes: Sequence[Vote]) -> dict[int, float]:
    """The topics of the nearest tagged contents of one content, 0 to 1.

    A topic gets its share of all trust, each neighbour weighed by a power of its cosine, times the cosine
    of its nearest neighbour.
    """
    weights = {vote.neighbour_id: max(0.0, vote.cosine) ** SHARPNESS for vote in votes}
    total = sum(weights[neighbour] for neighbour in sorted(weights))
    if not total:
        return {}
    trust: dict[int, float] = defaultdict(float)
    nearest: dict[int, float] = defaultdict(float)
    for vote in sorted(votes, key=lambda vote: (-vote.cosine, vote.trust)):
        trust[vote.topic_id] += vote.trust * weights[vote.neighbour_id] / total
        nearest[vote.topic_id] = max(nearest[vote.topic_id], vote.cosine)
    return {topic: min(1.0, trust[topic] * nearest[topic]) for topic in trust}


def shared_votes(votes: Sequence[Vote]) -> dict[int, float]:
    """The share of all votes that each topic gets, the nearest neighbours weighing most, 0 to 1.

    Each vote weighs trust · exp(cosine / TEMPERATURE): what a softmax over the neighbours gives.
    """
    weights: dict[int, float] = defaultdict(float)
    for vote in sorted(votes, key=lambda vote: (vote.topic_id, vote.neighbour_id)):
        weights[vote.topic_id] += vote.trust * math.exp((vote.cosine - 1) / TEMPERATURE)
    total = sum(weights.values())
    return {topic: weight / total for topic, weight in weights.items()} if total else {}


def in_context(near: Sequence[NearSource], taught: Mapping[int, Mapping[int, float]]) -> dict[int, float]:
    """What sources like those that a content stands in are about: the share of each topic, 0 to 1.

    `taught` holds for each source the share of its tags that each topic has. A source weighs
    exp(cosine / CLOSENESS) times the root of how much of it is tagged, as its shares are that sure.
    """
    found: dict[int, float] = defaultdict(float)
    total = 0.0
    for one in near:
        weight = math.sqrt(one.tagged) * math.exp((one.cosine - 1) / CLOSENESS)
        total += weight
        for topic, share in taught.get(one.other_id, {}).items():
            found[topic] += weight * share
    return {topic: value / total for topic, value in found.items()} if total else {}


def through(hits: Mapping[int, float], edges: Mapping[int, Mapping[int, float]]) -> dict[int, float]:
    """The topics similar to the best hits, 0 to 1: by the strongest way, hit · similarity."""
    best = sorted(hits, key=lambda topic: (-hits[topic], topic))[:MOST_HITS]
    found: dict[int, float] = defaultdict(float)
    for topic in best:
        for near, cosine in edges.get(topic, {}).items():
            found[near] = max(found[near], min(1.0, hits[topic] * cosine))
    return dict(found)


def strongest(several: Iterable[Mapping[int, float]]) -> dict[int, float]:
    """For each topic the most that any of several paths says of it."""
    found: dict[int, float] = {}
    for one in several:
        for topic, value in one.items():
            found[topic] = max(found.get(topic, 0.0), value)
    return found
