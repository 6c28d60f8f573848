"""Names that differ by a word that adds nothing: "pooling" and "pooling layer", "data preprocessing"."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from gradient.outline.acronyms import is_acronym
from gradient.outline.evidence import Evidence, nested, written_as_acronym
from gradient.outline.names import canonical, clean
from gradient.outline.variants import Doubts, Variants
from gradient.outline.words import (
    EMPTY_HEADS,
    EMPTY_MODIFIERS,
    FUNCTION_WORDS,
    GENERAL_HEADS,
    KIND_HEADS,
    NAMING_HEADS,
    WIDE_NOUNS,
    may_end_name,
)

# A name that is counted more often than this is a thing of which there are several, and no rule of its own.
_MAX_PLURAL_SHARE = 0.15
# Two names are used for the same thing in the same sources: at least this share of the places of the shorter
# one lies in a source that also has the longer one.
_SHARED_SOURCES = 0.5
# A proper name has capitals in at least this share of its places.
_MIN_CAPITALS = 0.9
_FIELDS = ("ing", "ion", "ics", "logy")


def unite_by_heads(found: Mapping[str, Evidence], variants: Variants) -> None:
    """Unites the names of `found` that are one topic in any index.

    "X function" and "X layer" are X where X is never counted ("the sigmoid", "pooling"). "X model" and the
    like are X where X is the name of such a thing ("a Transformer", "CNNs"). A bare modifier
    ("sequence-to-sequence") belongs to the name that it modifies, an "X algorithm" to the one thing called
    X that the course has, and a short proper name ("the Hub") to the longer ones that end with it.
    """
    heads = _Heads(found, variants)
    for rule in (heads.empty, heads.naming, heads.kinds, heads.modifiers, heads.left_out, heads.proper):
        for leader, other in rule():
            variants.unite(leader, other)


def likenesses(topics: Collection[str]) -> Doubts:
    """Pairs of the keys `topics` that differ in so little that they may be one topic, with the reason."""
    doubts = set[tuple[str, str, str]]()
    for key in topics:
        words = key.split()
        body = " ".join(words[:-1])
        if words[-1] in GENERAL_HEADS | NAMING_HEADS | KIND_HEADS and body in topics:
            doubts.add((body, key, "the same name with a general head"))
        for at in range(1, len(words) - 1):
            shorter = " ".join(words[:at] + words[at + 1 :])
            if shorter in topics:
                doubts.add((key, shorter, "one word fewer"))
        for other in topics:
            if _shortened(words, other.split()):
                doubts.add((other, key, "last word cut short"))
    return doubts


def _shortened(words: list[str], other: list[str]) -> bool:
    last, longer = words[-1], other[-1]
    return (
        len(words) > 1
        and words[:-1] == other[:-1]
        and last != longer
        and len(last) > 2
        and longer.startswith(last)
    )


class _Heads:
    """The rules, each yielding pairs of a leading name and one that is the same."""

    def __init__(self, found: Mapping[str, Evidence], variants: Variants) -> None:
        self._found = found
        self._variants = variants
        self._bodies: dict[str, list[str]] = defaultdict(list)
        self._endings: dict[str, list[str]] = defaultdict(list)
        self._gaps: dict[tuple[tuple[str, ...], ...], set[str]] = defaultdict(set)
        for key in sorted(found):
            body, _, head = key.rpartition(" ")
            words = key.split()
            for at in range(1, len(words) - 1):
                if found[key].surfaces:
                    self._gaps[tuple(words[:at]), tuple(words[at + 1 :])].add(key)
            if body and found[key].surfaces:
                self._bodies[body].append(head)
                for ending in nested(key):
                    if key.endswith(" " + ending):
                        self._endings[ending].append(key)

    def empty(self) -> Iterator[tuple[str, str]]:
        """ "Gradient descent algorithm" is gradient descent, "k-means algorithm" k-means clustering."""
        for body, heads in self._bodies.items():
            if body in WIDE_NOUNS or not may_end_name(body.split()[-1]):
                continue
            empty = [head for head in heads if head in EMPTY_HEADS]
            telling = [head for head in heads if head not in EMPTY_HEADS and self._marked(f"{body} {head}")]
            if body in self._found and (len(self._found[body].alone) > 1 or self._marked(body)):
                yield from ((body, f"{body} {head}") for head in empty)
            elif len(telling) == 1 and " " in body:
                yield from ((f"{body} {telling[0]}", f"{body} {head}") for head in empty)

    def naming(self) -> Iterator[tuple[str, str]]:
        """ "Sigmoid function" is the sigmoid, "data preprocessing" is preprocessing."""
        for body, key in self._pairs(NAMING_HEADS):
            first, other = self._by_rank(body, key)
            counted = self._is_counted(body) or (key.endswith(" function") and self._is_counted(key))
            if self._marked(key) and not counted and self._share_sources(other, first):
                much_commoner = len(self._found[first].alone) >= 2 * len(self._found[key].alone)
                yield (first, other) if much_commoner else (key, body)
        for key in sorted(self._found):
            first, _, rest = key.partition(" ")
            wants = EMPTY_MODIFIERS.get(first)
            own = rest in self._found and bool(self._found[rest].surfaces)
            if own and wants is not None and (rest.endswith(wants) or " " in rest):
                yield rest, key

    def kinds(self) -> Iterator[tuple[str, str]]:
        """ "Transformer model" is a Transformer, "SVM classifier" an SVM; "NLP model" is not NLP."""
        acronyms = {
            self._variants.leader(key)
            for key in self._found
            if written_as_acronym(self._found[key]) is not None
        }
        for body, key in self._pairs(KIND_HEADS):
            leader = self._variants.leader(body)
            is_field = leader.endswith(_FIELDS) or body.endswith(_FIELDS)
            names_things = leader in acronyms or self._is_proper_plural(body)
            if not is_field and names_things and self._share_sources(key, body):
                yield body, key

    def modifiers(self) -> Iterator[tuple[str, str]]:
        """ "Sequence-to-sequence" is no topic beside sequence-to-sequence models."""
        for body, heads in self._bodies.items():
            named = [f"{body} {head}" for head in heads if head in KIND_HEADS | GENERAL_HEADS]
            if body in self._found and len(named) == 1 and self._is_modifier(body, named[0]):
                yield named[0], body

    def left_out(self) -> Iterator[tuple[str, str]]:
        """ "Convolutional network" leaves out a word of "convolutional neural network"."""
        for key in sorted(self._found):
            words = key.split()
            if len(words) < 3 or "of" in words or not self._found[key].surfaces:
                continue
            for at in range(1, len(words) - 1):
                shorter = " ".join(words[:at] + words[at + 1 :])
                if shorter in self._found and self._leaves_out(words, at, shorter):
                    first, other = self._by_rank(key, shorter)
                    yield first, other

    def proper(self) -> Iterator[tuple[str, str]]:
        """ "The Hub" is the Model Hub, and the Hugging Face Hub too."""
        for short, longer in sorted(self._endings.items()):
            evidence = self._found.get(short)
            if evidence is None or " " in short or not _is_individual(evidence):
                continue
            full = [key for key in longer if self._found[key].proper * 2 > len(self._found[key].own_spots)]
            if len(full) > 1:
                leader = max(full, key=lambda key: (len(self._found[key].alone), key))
                yield from ((leader, other) for other in (*full, short))

    def _pairs(self, heads: Collection[str]) -> Iterator[tuple[str, str]]:
        for body, own in self._bodies.items():
            fits = body in self._found and body not in WIDE_NOUNS and may_end_name(body.split()[-1])
            if fits and len(self._found[body].alone) > 1:
                yield from ((body, f"{body} {head}") for head in own if head in heads)

    def _marked(self, key: str) -> bool:
        return self._found[key].marked

    def _by_rank(self, *keys: str) -> list[str]:
        """The commonest first."""
        return sorted(keys, key=lambda key: (-len(self._found[key].alone), len(key), key))

    def _is_counted(self, key: str) -> bool:
        counts = self._found[key].surfaces
        return _plurals(counts) > _MAX_PLURAL_SHARE * counts.total()

    def _share_sources(self, inner: str, outer: str) -> bool:
        own, other = self._found[inner].sources, self._found[outer].sources
        return len(own & other) >= _SHARED_SOURCES * len(own)

    def _is_proper_plural(self, key: str) -> bool:
        """Whether the name is a proper name of a thing of which there are several."""
        counts = self._found[key].surfaces
        capitals = sum(count for surface, count in counts.items() if surface[:1].isupper())
        return bool(_plurals(counts)) and capitals >= _MIN_CAPITALS * counts.total()

    def _is_modifier(self, key: str, longer: str) -> bool:
        """Whether the name is one hyphenated word that stands on its own no oftener than in longer names."""
        evidence = self._found[key]
        hyphenated = all("-" in surface and " " not in surface for surface in evidence.surfaces)
        elsewhere = max(len(evidence.spots - evidence.own_spots), len(self._found[longer].own_spots))
        return hyphenated and " " in key and len(evidence.own_spots) <= elsewhere

    def _leaves_out(self, words: list[str], at: int, shorter: str) -> bool:
        """Whether the shorter name has no life of its own: no other word is put into it or before it."""
        before, after = words[:at], words[at + 1 :]
        joined = self._found[shorter].surfaces
        compound = all("-" in surface.split()[0] for surface in joined) or not may_end_name(before[-1])
        longer = " ".join(words)
        if not joined or not compound or not self._marked(longer):
            return False
        if not self._share_sources(shorter, longer):
            return False
        extended = [
            key
            for key in self._endings.get(shorter, ())
            if may_end_name(key.split()[0]) and key.split()[0] not in FUNCTION_WORDS
        ]
        return self._gaps[tuple(before), tuple(after)] == {longer} and not extended


def _is_individual(evidence: Evidence) -> bool:
    """Whether the name always has a capital, is never counted and is no acronym."""
    counts = evidence.surfaces
    capitals = sum(count for surface, count in counts.items() if surface[:1].isupper())
    if not counts or any(is_acronym(surface) for surface in counts) or _plurals(counts):
        return False
    return capitals == counts.total() and len(evidence.own_spots) > 2


def _plurals(surfaces: Mapping[str, int]) -> int:
    """How many of the surfaces are in the plural."""
    return sum(count for surface, count in surfaces.items() if _is_plural(surface))


def _is_plural(surface: str) -> bool:
    last = clean(surface).casefold().split()[-1].rsplit("-", 1)[-1]
    return last.endswith("s") and canonical(last) != last
