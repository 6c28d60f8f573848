"""Which names of a course become its topics, and how much speaks for each."""

import math
from collections.abc import Iterable, Mapping

from gradient.outline.evidence import Evidence, core
from gradient.outline.words import (
    LOOSE_ADJECTIVES,
    PART_LABELS,
    PLAIN_VERBS,
    VAGUE_ADJECTIVES,
    VERB_FORMS,
    WIDE_NOUNS,
)

MIN_TOPICS, MAX_TOPICS = 20, 80
# A course whose prose holds this many mentions gets 63 % of the way from the fewest topics to the most. A
# mention that the author marks counts as much as several.
_MENTIONS_SCALE = 3500
_MARKED_COUNTS = 10
# At most this share of topics may rest on one mention alone.
_MAX_THIN = 0.2
# A name that stands on its own in less than this share of its places is a part of longer names.
_OWN_SHARE = 0.3
# Less than this is too little to be a topic: a word that the author never marks, say, seen twice.
_MIN_SCORE = 1.0

_NO_NAMES = WIDE_NOUNS | PART_LABELS | VERB_FORMS | PLAIN_VERBS

_TERM, _DEFINITION, _HEADING, _EMPHASIS, _ACRONYM, _PROPER = 1.0, 1.3, 1.3, 0.6, 0.8, 0.6


def how_many(mentions: int, marked: int) -> int:
    """The most topics for a course with so many mentions in its prose, so many of them marked; 20 to 80."""
    filled = 1 - math.exp(-(mentions + _MARKED_COUNTS * marked) / _MENTIONS_SCALE)
    return round(MIN_TOPICS + (MAX_TOPICS - MIN_TOPICS) * filled)


def score(evidence: Evidence) -> float:
    """How much speaks for a name: its recurrence, and each way in which the author marks it.

    Recurrence is a C-value (Frantzi, Ananiadou and Mima 2000) over chunks: places inside a longer name
    count half, longer names weigh more. All counts have falling returns.
    """
    words = evidence.key.split()
    chunks = (len(evidence.within) + len(evidence.alone)) / 2
    again = (len(evidence.spots) - len(evidence.within)) / 4
    recurrence = math.log2(1 + chunks + again) * (0.6 + 0.4 * math.log2(1 + len(words)))
    total = (
        _TERM * recurrence
        + _DEFINITION * _falling(len(evidence.definitions))
        + _HEADING * _falling(evidence.distinct_headings)
        + _EMPHASIS * _falling(len(evidence.emphases - evidence.definitions))
        + _ACRONYM * _falling(len(evidence.acronyms))
        + _PROPER * (evidence.proper * 2 > len(evidence.own_spots))
    )
    return total * _plausibility(evidence, words)


def _falling(count: int) -> float:
    return math.log2(1 + count)


def _plausibility(evidence: Evidence, words: list[str]) -> float:
    """A factor in 0..1 for what the words of the name themselves make likely."""
    marks = (
        len(evidence.definitions)
        + 2 * evidence.distinct_headings
        + len(evidence.emphases)
        + 2 * len(evidence.acronyms)
    )
    if len(words) == 1:
        if words[0] in _NO_NAMES or len(words[0]) < 3:
            return 0.15
        return min(1.0, 0.3 + 0.12 * _falling(len(evidence.alone)) + 0.15 * marks)
    factor = 1.0
    if words[0] in VAGUE_ADJECTIVES:
        factor *= 0.2
    elif core(evidence.key) != evidence.key:
        factor *= 0.25 + 0.5 * min(1.0, marks / 5)
    if all(word in _NO_NAMES or word in LOOSE_ADJECTIVES for word in words):
        factor *= 0.35 + 0.4 * min(1.0, marks / 4)
    return factor


def choose(candidates: Iterable[Evidence], limit: int) -> list[Evidence]:
    """The best `limit` candidates, best first; no parts of longer names, few that rest on one mention."""
    known = {evidence.key: evidence for evidence in candidates}
    ranked = sorted(
        (evidence for evidence in known.values() if not _is_order(evidence, known)),
        key=lambda each: (-score(each), each.key.count(" "), each.key),
    )
    chosen: list[Evidence] = []
    thin = 0
    for evidence in ranked:
        if len(chosen) == limit:
            break
        if not evidence.within or is_fragment(evidence) or score(evidence) < _MIN_SCORE:
            continue
        if evidence.mentions == 1:
            if not (evidence.headings or evidence.definitions) or thin + 1 > _MAX_THIN * limit:
                continue
            thin += 1
        chosen.append(evidence)
    return _without_surplus_thin(chosen)


def _without_surplus_thin(chosen: list[Evidence]) -> list[Evidence]:
    """Drops the weakest topics that rest on one mention until they are few enough among the rest."""
    solid = sum(evidence.mentions > 1 for evidence in chosen)
    allowed = int(solid * _MAX_THIN / (1 - _MAX_THIN))
    thin = [evidence for evidence in chosen if evidence.mentions == 1][:allowed]
    return [evidence for evidence in chosen if evidence.mentions > 1 or evidence in thin]


def _is_order(evidence: Evidence, known: Mapping[str, Evidence]) -> bool:
    """Whether the name is an order with its object: "Open QGIS Desktop" beside a commoner "QGIS Desktop"."""
    first, _, rest = evidence.key.partition(" ")
    return first in PLAIN_VERBS and rest in known and len(known[rest].alone) > len(evidence.within)


def is_fragment(evidence: Evidence) -> bool:
    """Whether the name hardly ever stands outside longer names and the author never marks it."""
    if evidence.marked:
        return False
    return len(evidence.own_spots) < _OWN_SHARE * len(evidence.spots)
