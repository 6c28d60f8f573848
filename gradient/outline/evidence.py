"""What a whole course says for each name that may be a topic."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from gradient.outline.acronyms import is_acronym
from gradient.outline.mention import Mention, MentioningChunk
from gradient.outline.names import canonical
from gradient.outline.words import ARTICLES, FUNCTION_WORDS, LOOSE_ADJECTIVES, VAGUE_HEADS, may_end_name

# Longer names are rare and, where they are real, named as a whole by a heading or a definition.
MAX_NESTED_WORDS = 4


@dataclass
class Evidence:
    """Chunks (by index in the course's order) that speak for one key, by the kind of mention.

    `within` holds the chunks that name the key at all, on its own or inside a longer name; `alone` those
    in which it stands on its own. `longer` counts, for each longer name, the chunks that hold the key in it.
    """

    key: str
    surfaces: Counter[str] = field(default_factory=Counter)
    within: set[int] = field(default_factory=set)
    alone: set[int] = field(default_factory=set)
    headings: set[tuple[str, ...]] = field(default_factory=set)
    definitions: set[int] = field(default_factory=set)
    emphases: set[int] = field(default_factory=set)
    acronyms: set[int] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)
    longer: Counter[str] = field(default_factory=Counter)

    @property
    def marked(self) -> bool:
        """Whether the author set the name off: by a heading, a definition, emphasis or an acronym."""
        return bool(self.headings or self.definitions or self.emphases or self.acronyms)

    def absorb(self, other: "Evidence") -> None:
        """Adds what speaks for another spelling of the same name."""
        self.surfaces += other.surfaces
        self.within |= other.within
        self.alone |= other.alone
        self.headings |= other.headings
        self.definitions |= other.definitions
        self.emphases |= other.emphases
        self.acronyms |= other.acronyms
        self.sources |= other.sources
        self.longer += other.longer


def gather(chunks: Iterable[MentioningChunk]) -> dict[str, Evidence]:
    """The evidence of the course for every key that it mentions, those inside longer names included."""
    found: dict[str, Evidence] = {}
    for index, chunk in enumerate(chunks):
        for mention in chunk.mentions:
            _record(found, index, chunk, mention)
        for longer, key in sorted({pair for mention in chunk.mentions for pair in _nested_pairs(mention)}):
            evidence = _of(found, key)
            evidence.within.add(index)
            evidence.sources.add(chunk.source)
            evidence.longer[longer] += 1
    for evidence in found.values():
        if " " not in evidence.key and written_as_acronym(evidence) is None:
            evidence.acronyms.clear()
    return found


def _of(found: dict[str, Evidence], key: str) -> Evidence:
    if key not in found:
        found[key] = Evidence(key)
    return found[key]


def _record(found: dict[str, Evidence], index: int, chunk: MentioningChunk, mention: Mention) -> None:
    evidence = _of(found, mention.key)
    evidence.surfaces[mention.surface] += 1
    for key in {mention.key, core(mention.key)}:
        _mark(_of(found, key), index, chunk, mention)
    if mention.expansion:
        long = _of(found, canonical(mention.expansion))
        long.surfaces[mention.expansion] += 1
        if mention.start is not None:
            _mark(long, index, chunk, mention)


def _mark(evidence: Evidence, index: int, chunk: MentioningChunk, mention: Mention) -> None:
    if mention.kind == "heading":
        evidence.headings.add((chunk.source, *_path_to(chunk, mention)))
        return
    if mention.start is not None:
        evidence.within.add(index)
        evidence.alone.add(index)
        evidence.sources.add(chunk.source)
    match mention.kind:
        case "definition":
            evidence.definitions.add(index)
        case "emphasis":
            evidence.emphases.add(index)
        case "acronym":
            evidence.acronyms.add(index)


def _path_to(chunk: MentioningChunk, mention: Mention) -> tuple[str, ...]:
    """The section path down to the heading that holds the mention: one heading counts once for all its chunks."""
    for depth, heading in enumerate(chunk.section_path):
        if mention.surface.casefold() in " ".join(heading.split()).casefold():
            return chunk.section_path[: depth + 1]
    return chunk.section_path


def _nested_pairs(mention: Mention) -> Iterator[tuple[str, str]]:
    if mention.kind != "heading":
        for key in nested(mention.key):
            yield mention.key, key


@lru_cache(maxsize=65536)
def nested(key: str) -> tuple[str, ...]:
    """The shorter names inside `key` that could stand on their own."""
    words = key.split()
    pieces = (
        words[begin:end]
        for begin in range(len(words))
        for end in range(begin + 1, min(len(words), begin + MAX_NESTED_WORDS) + 1)
        if end - begin < len(words)
    )
    return tuple(dict.fromkeys(" ".join(piece) for piece in pieces if _could_stand_alone(piece)))


def _could_stand_alone(words: list[str]) -> bool:
    if words[0] in FUNCTION_WORDS or words[-1] in FUNCTION_WORDS or not may_end_name(words[-1]):
        return False
    return any(len(word) > 1 and not word.isdigit() for word in words)


@lru_cache(maxsize=65536)
def core(key: str) -> str:
    """`key` without loose adjectives and vague heads at its beginning: "use of zero padding" is zero padding."""
    words = key.split()
    while len(words) > 1:
        if words[0] in LOOSE_ADJECTIVES:
            words = words[1:]
        elif len(words) > 2 and words[0] in VAGUE_HEADS and words[1] == "of":
            words = words[3:] if words[2] in ARTICLES and len(words) > 3 else words[2:]
        else:
            break
    return " ".join(words)


def written_as_acronym(evidence: Evidence) -> str | None:
    """The acronym that the key is written as most often, or None if it mostly is no acronym."""
    if not evidence.surfaces:
        return None
    surface = max(evidence.surfaces, key=lambda each: (evidence.surfaces[each], each))
    return surface if is_acronym(surface) else None
