"""What extraction finds in one chunk. Positions are offsets into the chunk's text."""

from dataclasses import dataclass, field
from typing import Literal

from gradient.outline.mention import Mention, MentionKind

__all__ = ["ContentKind", "Extraction", "FoundContent", "FoundMention", "MentionKind"]

ContentKind = Literal["fact", "question"]
FoundMention = Mention


@dataclass(frozen=True)
class FoundContent:
    """A fact or a question: `quote` equals `chunk.text[start:end]`; `sentence` is it without markup."""

    kind: ContentKind
    sentence: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True)
class Extraction:
    """All that one chunk yields. `refused` are quotes that were not found verbatim, with the reason."""

    contents: tuple[FoundContent, ...] = ()
    mentions: tuple[FoundMention, ...] = ()
    refused: tuple[tuple[str, str], ...] = field(default=())
