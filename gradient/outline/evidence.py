"""What a whole course says for each name that may be a topic."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from gradient.outline.acronyms import is_acronym
from gradient.outline.headings import own_name
from gradient.outline.mention import Mention, MentioningChunk
from gradient.outline.names import canonical
from gradient.outline.words import (
    ARTICLES,
    FUNCTION_WORDS,
    LOOSE_ADJECTIVES,
    VAGUE_HEADS,
    VERB_FORMS,
    is_participle,
    may_end_name,
)

# Longer names are rare and, where they are real, named as a whole by a heading or a definition.
MAX_NESTED_WORDS = 4
_SHARED_BY = 3
# So many names in a row in two sources are a passage that one of them copies.
_COPIED = 12


@dataclass
class Evidence:
    """Chunks (by index in the course's order) that speak for one key, by the kind of mention.

    `within` holds the chunks that name the key at all, on its own or inside a longer name, `alone` those in
    which it stands on its own; `spots` and `own_spots` hold the single places of both. `proper` counts
    places where all of several words have capitals, `sources` are those that name the key in prose. `said`
    are the definitions that stand inside a sentence and do not open it as its title. `headings` are section
    paths that end with a heading that names the key, each after its source. `headed` are the definitions
    below a heading that is the key. `titles` are the spots that are the title of a paragraph and no part of
    its text. `stated` says that something to learn names the key.
    """

    key: str
    surfaces: Counter[str] = field(default_factory=Counter)
    within: set[int] = field(default_factory=set)
    alone: set[int] = field(default_factory=set)
    headings: set[tuple[str, ...]] = field(default_factory=set)
    definitions: set[int] = field(default_factory=set)
    emphases: set[int] = field(default_factory=set)
    acronyms: set[int] = field(default_factory=set)
    spots: set[tuple[int, int]] = field(default_factory=set)
    own_spots: set[tuple[int, int]] = field(default_factory=set)
    proper: int = 0
    sources: set[str] = field(default_factory=set)
    said: set[int] = field(default_factory=set)
    headed: set[int] = field(default_factory=set)
    titles: set[tuple[int, int]] = field(default_factory=set)
    stated: bool = False

    @property
    def marked(self) -> bool:
        """Whether the author set the name off: by a heading, a definition, emphasis or an acronym."""
        return bool(self.headings or self.definitions or self.emphases or self.acronyms)

    @property
    def explained(self) -> bool:
        """Whether the course says what it is, or gives it a heading."""
        return bool(self.headings or self.definitions)

    @property
    def mentions(self) -> int:
        """How many places name it: those in prose, and the headings."""
        return len(self.spots) + self.distinct_headings

    @property
    def distinct_headings(self) -> int:
        """How many headings name it; one that many sources share counts once."""
        return len({path[1:] for path in self.headings})

    def absorb(self, other: "Evidence") -> None:
        """Adds what speaks for another spelling of the same name."""
        self.surfaces += other.surfaces
        self.within |= other.within
        self.alone |= other.alone
        self.headings |= other.headings
        self.definitions |= other.definitions
        self.emphases |= other.emphases
        self.acronyms |= other.acronyms
        self.spots |= other.spots
        self.own_spots |= other.own_spots
        self.proper += other.proper
        self.sources |= other.sources
        self.said |= other.said
        self.headed |= other.headed
        self.titles |= other.titles
        self.stated |= other.stated


def gather(chunks: Sequence[MentioningChunk]) -> dict[str, Evidence]:
    """The evidence of the course for every key that it mentions, those inside longer names included."""
    found: dict[str, Evidence] = {}
    for index, mentions in enumerate(without_boilerplate(chunks)):
        for mention in mentions:
            _record(found, index, chunks[index], mention)
        terms = {(mention.key, mention.start) for mention in mentions if mention.kind == "term"}
        for mention in mentions:
            if mention.kind == "definition" and (mention.key, mention.start) not in terms:
                _of(found, mention.key).titles.add((index, mention.start or 0))
            if mention.start is not None:
                for key in nested(mention.key):
                    _of(found, key).within.add(index)
                    _of(found, key).sources.add(chunks[index].source)
                    _of(found, key).spots.add((index, mention.start))
                    _of(found, key).stated |= chunks[index].states(mention.start)
    for evidence in found.values():
        if " " not in evidence.key and written_as_acronym(evidence) is None:
            evidence.acronyms.clear()
    return found


def without_boilerplate(chunks: Sequence[MentioningChunk]) -> list[list[Mention]]:
    """The mentions of each chunk but those in passages that several sources share, as a licence is shared.

    A mention is shared where the names on both its sides are the same in three sources, or where one side
    is shared and the name there the same, or where it stands in a passage that a second source copies; only
    the first source keeps it.
    """
    lines = [_line(chunk) for chunk in chunks]
    triples, pairs = _holders(chunks, lines, 3, _SHARED_BY), _holders(chunks, lines, 2, _SHARED_BY)
    copies = _holders(chunks, lines, _COPIED, 2)
    gone = [
        _shared(chunk, line, triples, pairs) | _copied(chunk, line, copies)
        for chunk, line in zip(chunks, lines, strict=True)
    ]
    return [
        [
            mention
            for mention in chunk.mentions
            if mention.start is None or (mention.start, mention.key) not in shared
        ]
        for chunk, shared in zip(chunks, gone, strict=True)
    ]


_Line = list[tuple[int, str]]
_Holders = dict[tuple[str, ...], dict[str, None]]


def _line(chunk: MentioningChunk) -> _Line:
    """The places of the chunk's prose with their keys, in the order of the text."""
    return sorted({(mention.start, mention.key) for mention in chunk.mentions if mention.start is not None})


def _holders(chunks: Sequence[MentioningChunk], lines: Sequence[_Line], length: int, least: int) -> _Holders:
    """Which sources, `least` or more, hold each run of so many neighbouring keys, in the course's order."""
    found: _Holders = {}
    for chunk, line in zip(chunks, lines, strict=True):
        keys = [key for _, key in line]
        for at in range(len(keys) - length + 1):
            found.setdefault(tuple(keys[at : at + length]), {})[chunk.source] = None
    return {run: sources for run, sources in found.items() if len(sources) >= least}


def _shared(chunk: MentioningChunk, line: _Line, triples: _Holders, pairs: _Holders) -> set[tuple[int, str]]:
    keys = [key for _, key in line]
    shared = {
        at
        for at in range(1, len(keys) - 1)
        if (run := tuple(keys[at - 1 : at + 2])) in triples and next(iter(triples[run])) != chunk.source
    }
    edges = {at - 1 for at in shared if tuple(keys[at - 1 : at + 1]) in pairs}
    edges |= {at + 1 for at in shared if tuple(keys[at : at + 2]) in pairs}
    return {line[at] for at in shared | edges}


def _copied(chunk: MentioningChunk, line: _Line, copies: _Holders) -> set[tuple[int, str]]:
    keys = [key for _, key in line]
    begins = [
        at
        for at in range(len(keys) - _COPIED + 1)
        if (run := tuple(keys[at : at + _COPIED])) in copies and next(iter(copies[run])) != chunk.source
    ]
    return {place for at in begins for place in line[at : at + _COPIED]}


def _of(found: dict[str, Evidence], key: str) -> Evidence:
    if key not in found:
        found[key] = Evidence(key)
    return found[key]


def _record(found: dict[str, Evidence], index: int, chunk: MentioningChunk, mention: Mention) -> None:
    evidence = _of(found, mention.key)
    evidence.surfaces[mention.surface] += 1
    _mark(evidence, index, chunk, mention)
    inner = core(mention.key)
    if inner != mention.key:
        plain = mention if mention.kind == "heading" else replace(mention, kind="term")
        _mark(_of(found, inner), index, chunk, plain)
    if mention.expansion and mention.kind == "acronym":
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
        evidence.sources.add(chunk.source)
        evidence.alone.add(index)
        evidence.spots.add((index, mention.start))
        evidence.own_spots.add((index, mention.start))
        evidence.stated |= chunk.states(mention.start)
        evidence.proper += _is_title_case(mention.surface)
    match mention.kind:
        case "definition":
            evidence.definitions.add(index)
            if canonical(own_name(chunk.section_path)) == evidence.key:
                evidence.headed.add(index)
            if mention.surface[0].islower():
                evidence.said.add(index)
        case "emphasis":
            evidence.emphases.add(index)
        case "acronym":
            evidence.acronyms.add(index)


def _is_title_case(surface: str) -> bool:
    words = [word for word in surface.split() if word not in FUNCTION_WORDS]
    return (
        len(words) > 1
        and all(word[0].isupper() for word in words)
        and not all(word.isupper() for word in words)
    )


def _path_to(chunk: MentioningChunk, mention: Mention) -> tuple[str, ...]:
    """The section path down to the heading that holds the mention, the same for all chunks below it."""
    for depth, heading in enumerate(chunk.section_path):
        if mention.surface.casefold() in " ".join(heading.split()).casefold():
            return chunk.section_path[: depth + 1]
    return chunk.section_path


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
    """`key` without loose adjectives and vague heads at its beginning: "use of padding" is padding."""
    words = key.split()
    while len(words) > 1:
        if words[0] in LOOSE_ADJECTIVES or (is_participle(words[0]) and words[0] in VERB_FORMS):
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
