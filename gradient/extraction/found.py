"""What extraction finds in one chunk. Positions are offsets into the chunk's text."""

from dataclasses import dataclass, field
from typing import Literal

MentionKind = Literal["heading", "definition", "emphasis", "acronym", "term"]
ContentKind = Literal["fact", "question"]


@dataclass(frozen=True)
class FoundContent:
    """A fact or a question: `quote` equals `chunk.text[start:end]`; `sentence` is it without markup."""

    kind: ContentKind
    sentence: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True)
class FoundMention:
    """A place where a possible topic is named.

    `surface` is the name as written (markup removed), `key` its canonical form (see `outline.names`).
    `start` and `end` are None for a mention in the chunk's section path, which stands outside its text.
    `expansion` is the long form where the place itself spells an acronym out, else None.
    """

    kind: MentionKind
    surface: str
    key: str
    start: int | None
    end: int | None
    expansion: str | None = None


@dataclass(frozen=True)
class Extraction:
    """All that one chunk yields. `refused` are quotes that were not found verbatim, with the reason."""

    contents: tuple[FoundContent, ...] = ()
    mentions: tuple[FoundMention, ...] = ()
    refused: tuple[tuple[str, str], ...] = field(default=())
