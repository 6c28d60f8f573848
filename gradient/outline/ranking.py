"""Which names of a course become its topics, and how much speaks for each."""

import math
import re
from collections.abc import Collection, Iterable, Mapping

from gradient.outline.evidence import Evidence, core, written_as_acronym
from gradient.outline.names import canonical, names_in
from gradient.outline.proper import is_at_place, is_person
from gradient.outline.words import (
    CONTROLS,
    EMPTY_HEADS,
    LOOSE_ADJECTIVES,
    NEVER_TOPICS,
    PART_LABELS,
    PLAIN_VERBS,
    SUPERLATIVES,
    VAGUE_ADJECTIVES,
    VAGUE_HEADS,
    VERB_FORMS,
    WIDE_NOUNS,
    is_participle,
    may_end_name,
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
# A name that the author never marks has to be commoner than that, unless the course has few topics.
_MIN_UNMARKED_SCORE = 1.6

# A proper name that is never explained is a tool or a place, and a name that one source of several uses
# without explaining it is a part of something else more often than a topic.
_STRANGE_NAME, _ONE_SOURCE, _PERSON_OR_PLACE = 0.5, 0.75, 0.25
# With every further source that uses it, a name of capitals is less strange.
_OTHER_SOURCE, _KNOWN_NAME = 0.075, 0.8
_POSSESSIVE = re.compile(r"[A-Z][^\s]*['’]s?\s")
_FINDINGS = frozenset(
    ["law", "theorem", "lemma", "rule", "inequality", "equation", "formula", "paradox", "conjecture"]
)
# "Lack of understanding" is what the course says of a topic.
_VAGUE_OF = 0.3
# An author who neither marks nor defines a name names a topic at least this often.
_MIN_UNMARKED_SPOTS = 3

_NO_NAMES = WIDE_NOUNS | PART_LABELS | VERB_FORMS | PLAIN_VERBS

_TERM, _DEFINITION, _HEADING, _EMPHASIS, _ACRONYM, _PROPER = 1.0, 1.3, 1.6, 0.6, 0.8, 0.6
_TITLED, _OWN_HEADING = 1.2, 0.8


def how_many(mentions: int, marked: int, titled: int = 0, most: int = MAX_TOPICS) -> int:
    """The most topics for a course with so many mentions in its prose, so many of them marked; 20 to `most`.

    Where `titled` names open their explanation as its title, as in a glossary, all of them have room. A
    `most` below 20 is what every course gets.
    """
    filled = 1 - math.exp(-(mentions + _MARKED_COUNTS * marked) / _MENTIONS_SCALE)
    fewest = min(MIN_TOPICS, most)
    return max(round(fewest + (most - fewest) * filled), min(most, titled))


def score(evidence: Evidence) -> float:
    """How much speaks for a name: its recurrence, and each way in which the author marks it.

    Recurrence is a C-value (Frantzi, Ananiadou and Mima 2000) over chunks: places inside a longer name
    count half, longer names weigh more, titles no less than two words. All counts have falling returns.
    """
    words = evidence.key.split()
    length = max(len(words), 2) if is_titled(evidence) else len(words)
    chunks = (len(evidence.within) + len(evidence.alone)) / 2
    again = (len(evidence.spots) - len(evidence.within)) / 4
    recurrence = math.log2(1 + chunks + again) * (0.6 + 0.4 * math.log2(1 + length))
    total = (
        _TERM * recurrence
        + _DEFINITION * _falling(len(evidence.definitions))
        + _TITLED * _falling(len(evidence.definitions & evidence.emphases))
        + _OWN_HEADING * _has_own_heading(evidence)
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
    if is_established(evidence):
        return 1.0
    factor = _familiarity(evidence)
    if len(words) == 1:
        return factor * _of_one_word(evidence, words[0])
    return factor * _of_beginning(evidence, words) * _of_heads(evidence, words)


def _marks(evidence: Evidence) -> int:
    return (
        len(evidence.definitions)
        + 2 * evidence.distinct_headings
        + len(evidence.emphases)
        + 2 * len(evidence.acronyms)
    )


def _of_one_word(evidence: Evidence, word: str) -> float:
    if len(word) < 3 or (word in _NO_NAMES and not _is_explained(evidence, word)):
        return 0.12
    if is_titled(evidence) or (evidence.explained and written_as_acronym(evidence)):
        return 1.0
    return min(1.0, 0.3 + 0.12 * _falling(len(evidence.alone)) + 0.15 * _marks(evidence))


def _of_beginning(evidence: Evidence, words: list[str]) -> float:
    """For adjectives, participles and vague nouns with which a name begins."""
    factor, marks = 1.0, _marks(evidence)
    if words[0] in VAGUE_ADJECTIVES:
        factor *= 0.2
    elif core(evidence.key) != evidence.key and not (is_participle(words[0]) and evidence.definitions):
        factor *= 1.0 if _is_meant_whole(evidence) else 0.25 + 0.5 * min(1.0, marks / 5)
    if words[0] == "key" and words[1] in VAGUE_HEADS | WIDE_NOUNS and not is_titled(evidence):
        factor *= 0.2
    if words[0] in VAGUE_HEADS and words[1] == "of":
        factor = min(factor, _VAGUE_OF)
    if words[0] in SUPERLATIVES and not evidence.explained:
        factor *= 0.2
    if is_participle(words[0]) and not (evidence.explained or evidence.acronyms):
        factor *= min(1.0, 0.3 + 0.05 * len(evidence.own_spots))
    return factor


def _of_heads(evidence: Evidence, words: list[str]) -> float:
    """For wide nouns and parts of a screen with which a name ends or of which it is made."""
    factor = 0.3 if _is_label(evidence) else 1.0
    if words[-1] in CONTROLS and not evidence.explained:
        factor *= 0.3
    wide = all(word in _NO_NAMES or word in LOOSE_ADJECTIVES or len(word) == 1 for word in words)
    if wide and not evidence.definitions and not _is_meant_whole(evidence):
        factor *= 0.35 + 0.4 * min(1.0, _marks(evidence) / 4)
    if words[-1] in WIDE_NOUNS and not evidence.headings and _is_adjectival(evidence, words):
        factor *= min(1.0, (0.55 if evidence.marked else 0.35) + 0.05 * len(evidence.own_spots))
    return factor


def _is_meant_whole(evidence: Evidence) -> bool:
    """Whether the course spells the name out as an acronym, or sets off a longer one as it is."""
    words = evidence.key.split()
    set_off = is_titled(evidence) or _has_own_heading(evidence)
    return bool(evidence.acronyms) or (len(words) > 2 and words[0] not in VAGUE_HEADS and set_off)


def is_titled(evidence: Evidence) -> bool:
    """Whether the name, set off, opens its explanation as a title: "❒ Kernel – ...", "**Kernel**: ..."."""
    return bool(evidence.definitions & evidence.emphases)


def is_established(evidence: Evidence) -> bool:
    """Whether the author gives the name a heading of its own, and says what it is, there or set off."""
    if evidence.key in NEVER_TOPICS:
        return False
    if evidence.headed:
        return True
    if evidence.key in _NO_NAMES and not _is_explained(evidence, evidence.key):
        return False
    return _has_own_heading(evidence) and is_titled(evidence)


def is_headed_part(evidence: Evidence) -> bool:
    """Whether the course heads and defines what else names a part of a document, an exercise say."""
    return evidence.key in NEVER_TOPICS and bool(evidence.headed)


def _has_own_heading(evidence: Evidence) -> bool:
    """Whether a heading holds nothing but the name."""
    return any(tuple(map(canonical, names_in(path[-1]))) == (evidence.key,) for path in evidence.headings)


def _familiarity(evidence: Evidence) -> float:
    """A factor for names that the course uses without ever saying what they are."""
    if (is_person(evidence) or is_at_place(evidence)) and not _has_own_heading(evidence):
        return _PERSON_OR_PLACE
    if evidence.explained or evidence.acronyms or is_credited(evidence):
        return _ONE_SOURCE if _is_passing(evidence) else 1.0
    if _is_proper(evidence):
        others = len(evidence.sources) - 1 if written_as_acronym(evidence) else 0
        return min(_KNOWN_NAME, _STRANGE_NAME + _OTHER_SOURCE * others)
    return _ONE_SOURCE if len(evidence.sources) == 1 else 1.0


def _is_proper(evidence: Evidence) -> bool:
    words = [word for surface in evidence.surfaces for word in surface.split()]
    return not evidence.acronyms and bool(words) and all(word[0].isupper() for word in words)


def _is_passing(evidence: Evidence) -> bool:
    """Whether it is the proper name of a thing that one source alone speaks of, under no heading."""
    coined = written_as_acronym(evidence) is not None or evidence.acronyms
    if coined or evidence.headings or is_titled(evidence):
        return False
    single = " " not in evidence.key and len(evidence.own_spots) > 2
    return single and len(evidence.sources) == 1 and _is_proper(evidence)


def is_credited(evidence: Evidence) -> bool:
    """Whether the name is that of a finding, called after a person: "Euclid's algorithm"."""
    head = evidence.key.rpartition(" ")[-1]
    return head in EMPTY_HEADS | _FINDINGS and any(map(_POSSESSIVE.match, evidence.surfaces))


def _is_label(evidence: Evidence) -> bool:
    """Whether a wide noun stands before the name of one thing of its kind: "column AGBUR", "layer Roads"."""
    first, _, rest = evidence.key.partition(" ")
    written = [surface.split()[1:] for surface in evidence.surfaces]
    named = all(
        tail and all(word[0].isupper() and not word.endswith("s") for word in tail) for tail in written
    )
    return first in WIDE_NOUNS and bool(rest) and bool(written) and named and not evidence.marked


def _is_adjectival(evidence: Evidence, words: list[str]) -> bool:
    """Whether only adjectives stand before the last word, and no possessive."""
    named = any(re.search(r"['’]s? ", surface) for surface in evidence.surfaces)
    return not named and not any(map(may_end_name, words[:-1]))


def _is_explained(evidence: Evidence, word: str) -> bool:
    """Whether the course gives a wide noun a heading, and sets it off where it says what it is."""
    return word in WIDE_NOUNS and bool(evidence.headings) and bool(evidence.said & evidence.emphases)


def choose(candidates: Iterable[Evidence], limit: int) -> list[Evidence]:
    """The best `limit` candidates, best first; no parts of longer names, few that rest on one mention."""
    known = {evidence.key: evidence for evidence in candidates}
    ranked = sorted(
        (evidence for evidence in known.values() if not _is_order(evidence, known)),
        key=_rank,
    )
    chosen: list[Evidence] = []
    thin = 0
    for evidence in ranked:
        if len(chosen) == limit:
            break
        marked = evidence.marked or is_credited(evidence)
        least = _MIN_SCORE if len(chosen) < MIN_TOPICS or marked else _MIN_UNMARKED_SCORE
        if not evidence.within or not evidence.stated or is_fragment(evidence) or score(evidence) < least:
            continue
        if not evidence.marked and len(evidence.own_spots) < _MIN_UNMARKED_SPOTS:
            continue
        if evidence.spots <= evidence.titles and not evidence.headings:
            continue
        if evidence.mentions == 1:
            if not (evidence.headings or evidence.definitions) or thin + 1 > _MAX_THIN * limit:
                continue
            thin += 1
        chosen.append(evidence)
    return _without_surplus_thin(chosen)


def without_room(
    candidates: Collection[Evidence], chosen: Collection[Evidence], limit: int
) -> list[Evidence]:
    """The candidates that `limit` alone kept from being chosen, best first; they rank behind the `chosen`."""
    if len(candidates) <= limit:
        return []
    taken = {evidence.key for evidence in chosen}
    more = choose(candidates, len(candidates))
    return [evidence for evidence in more if evidence.mentions > 1 and evidence.key not in taken]


def _rank(evidence: Evidence) -> tuple[bool, float, int, int, str]:
    """What the author gives a heading and a definition comes first, then by score, then the commoner."""
    total = round(score(evidence), 6)
    return (
        not is_established(evidence),
        -total,
        -len(evidence.spots),
        evidence.key.count(" "),
        evidence.key,
    )


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
