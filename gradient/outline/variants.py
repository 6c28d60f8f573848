"""Which keys are one name: spelling, acronyms with their long forms."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from gradient.outline.acronyms import acronym_fits, is_acronym
from gradient.outline.evidence import Evidence, core, written_as_acronym
from gradient.outline.mention import MentioningChunk
from gradient.outline.names import canonical, joined
from gradient.outline.words import EMPTY_HEADS

TWO_LONG_FORMS = "acronym with two long forms"

Doubts = set[tuple[str, str, str]]


class Variants:
    """Sets of keys that are one name; each set is known by its leading key."""

    def __init__(self) -> None:
        self._leader: dict[str, str] = {}

    def leader(self, key: str) -> str:
        """The key under which the set of `key` is known; `key` itself if it stands alone."""
        while self._leader.get(key, key) != key:
            key = self._leader[key]
        return key

    def unite(self, leader: str, other: str) -> None:
        """Puts the set of `other` under that of `leader`."""
        first, second = self.leader(leader), self.leader(other)
        if first != second:
            self._leader[second] = first


def find_variants(chunks: Iterable[MentioningChunk], found: dict[str, Evidence]) -> tuple[Variants, Doubts]:
    """The variants among the keys of `found`, and pairs of keys in doubt with the reason."""
    variants, doubts = Variants(), set[tuple[str, str, str]]()
    _by_spelling(found, variants)
    _by_statement(chunks, found, variants, doubts)
    _by_letters(found, variants, doubts)
    _by_parts(found, variants)
    _by_words(found, variants)
    return variants, doubts


def _by_spelling(found: dict[str, Evidence], variants: Variants) -> None:
    spellings = defaultdict(list)
    for key in found:
        spellings[joined(key)].append(key)
    for keys in spellings.values():
        first, *others = sorted(keys, key=lambda key: (-len(found[key].alone), key))
        for other in others:
            variants.unite(first, other)


def _by_statement(
    chunks: Iterable[MentioningChunk], found: dict[str, Evidence], variants: Variants, doubts: Doubts
) -> None:
    """A place that spells an acronym out, or says that two names mean the same, ties the two.

    Only if the course gives the name one other, or mostly one. An acronym with a noun behind it ("VC
    dimension") takes the names without that noun along where they never stand without it.
    """
    acronyms: dict[str, Counter[str]] = defaultdict(Counter)
    others: dict[str, Counter[str]] = defaultdict(Counter)
    for mention in (one for chunk in chunks for one in chunk.mentions if one.expansion):
        stated = acronyms if mention.kind == "acronym" else others
        stated[mention.key][variants.leader(canonical(mention.expansion or ""))] += 1
    for stated in (acronyms, others):
        for short, longs in sorted(stated.items()):
            if stated is acronyms and " " not in short and written_as_acronym(found[short]) is None:
                continue
            known = longs if stated is acronyms else _established(longs, short, found)
            _tie(short, known, variants, doubts)
    for short, longs in sorted(acronyms.items()):
        if " " in short and len(longs) == 1:
            _take_bare(short, next(iter(longs)), found, variants)


def _established(longs: Counter[str], short: str, found: dict[str, Evidence]) -> Counter[str]:
    """The names among `longs` that the course has otherwise too, if need be without an empty last word.

    One that the letters of `short` fit needs no other place: it is what they stand for.
    """
    known = Counter[str]()
    letters = written_as_acronym(found[short]) or ""
    for key, count in longs.items():
        body, _, head = key.rpartition(" ")
        for name in (key, body if head in EMPTY_HEADS else key):
            if name == short or name not in found:
                continue
            if acronym_fits(letters, name) or _is_known_elsewhere(found[name]):
                known[name] += count
                break
    return known


def _is_known_elsewhere(evidence: Evidence) -> bool:
    """Whether more than one place names it, or the author sets it off."""
    return bool(evidence.headings or evidence.emphases or evidence.acronyms or len(evidence.own_spots) > 1)


def _tie(short: str, longs: Counter[str], variants: Variants, doubts: Doubts) -> None:
    ranked = sorted(longs, key=lambda key: (-longs[key], key))
    if not ranked:
        return
    first, rivals = ranked[0], [key for key in ranked[1:] if not _one_holds_the_other(ranked[0], key)]
    rivals = [key for key in rivals if variants.leader(key) != variants.leader(first)]
    if rivals and longs[rivals[0]] * 2 > longs[first]:
        doubts |= {(first, short, TWO_LONG_FORMS), (rivals[0], short, TWO_LONG_FORMS)}
    else:
        variants.unite(first, short)


def _take_bare(short: str, long: str, found: dict[str, Evidence], variants: Variants) -> None:
    """ "VC" and "Vapnik-Chervonenkis" are the VC dimension where nothing else is called so."""
    bare, abbreviated = long.rpartition(" ")[0], short.rpartition(" ")[0]
    most = 2 * len(found[short].own_spots)
    if all(len(found[key].own_spots) <= most for key in (bare, abbreviated) if key in found):
        for key in (bare, abbreviated):
            if key in found:
                variants.unite(short, key)


def _one_holds_the_other(first: str, second: str) -> bool:
    return f" {first} " in f" {second} " or f" {second} " in f" {first} "


def _by_letters(found: dict[str, Evidence], variants: Variants, doubts: Doubts) -> None:
    """An acronym that is never spelled out belongs to the one established name that its letters fit."""
    established = [
        key
        for key, evidence in found.items()
        if " " in key and evidence.marked and len(evidence.within) > 1 and core(key) == key
    ]
    for key in sorted(found):
        short = written_as_acronym(found[key])
        if short is None or variants.leader(key) != key or not found[key].mentions:
            continue
        fitting = sorted({variants.leader(long) for long in established if acronym_fits(short, long)} - {key})
        if len(fitting) == 1 and len(key) > 2:
            variants.unite(fitting[0], key)
        elif found[key].mentions > 1:
            doubts |= {(long, key, "letters fit") for long in fitting}


def _by_parts(found: dict[str, Evidence], variants: Variants) -> None:
    """An abbreviation inside a longer name: "FC layer" is "fully connected layer"."""
    by_head: dict[str, list[str]] = defaultdict(list)
    shortened = {key for key, evidence in found.items() if " " in key and _begins_short(evidence)}
    for key in found.keys() - shortened:
        if " " in key and len(found[key].own_spots) > 1:
            by_head[key.rsplit(" ", 1)[-1]].append(key)
    for key in sorted(shortened):
        first, _, rest = key.partition(" ")
        long_forms = (long for long in by_head[rest.rsplit(" ", 1)[-1]] if long.endswith(" " + rest))
        fitting = {variants.leader(long) for long in long_forms if _stands_for(first, long[: -len(rest) - 1])}
        if len(fitting) == 1:
            variants.unite(fitting.pop(), key)


def _begins_short(evidence: Evidence) -> bool:
    """Whether the first word of the name is mostly written as an acronym."""
    if not evidence.surfaces:
        return False
    surface = max(evidence.surfaces, key=lambda each: (evidence.surfaces[each], each))
    return is_acronym(re.split(r"[\s-]", surface, maxsplit=1)[0])


def _stands_for(short: str, long: str) -> bool:
    return acronym_fits(short, long) or (len(short) > 3 and " " not in long and long.startswith(short))


def _by_words(found: dict[str, Evidence], variants: Variants) -> None:
    """A name with an acronym for a word: "multiclass SVM" is "multiclass support vector machine"."""
    short = {key: variants.leader(key) for key in found if " " not in key and written_as_acronym(found[key])}
    for key in sorted(found):
        spelled = " ".join(short.get(word, word) for word in key.split())
        if " " in key and spelled != key and spelled in found and found[spelled].surfaces:
            variants.unite(spelled, key)
