"""The places where a course names what may be a topic: the input of its outline."""

from dataclasses import dataclass
from typing import Literal

MentionKind = Literal["heading", "definition", "emphasis", "acronym", "term"]


@dataclass(frozen=True)
class Mention:
    """A name as one chunk writes it.

    `surface` is the name without markup, `key` its canonical form. `start` and `end` are offsets into the
    chunk's text, None for a mention in its section path. `expansion` is the long form where the place
    itself spells an acronym out, or the other name where it says that two names mean the same.
    """

    kind: MentionKind
    surface: str
    key: str
    start: int | None
    end: int | None
    expansion: str | None = None


@dataclass(frozen=True)
class MentioningChunk:
    """A chunk with its mentions, as the outline reads it.

    `chunk` and `source` are natural keys that do not change between runs (a source's path, that path
    and a running number); `position` is the chunk's place in its source, from 0. `section_path` are the
    headings above it, broadest first. `words` are the lower-case words of its text, `stated` the ranges of
    it that state something to learn; None where that is not known.
    """

    chunk: str
    source: str
    position: int
    section_path: tuple[str, ...]
    mentions: tuple[Mention, ...]
    words: frozenset[str] = frozenset()
    stated: tuple[tuple[int, int], ...] | None = None

    def states(self, start: int) -> bool:
        """Whether what stands at `start` belongs to something that the chunk states, as far as is known."""
        return self.stated is None or any(first <= start < last for first, last in self.stated)
