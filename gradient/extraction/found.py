"""What extraction finds in one chunk. Positions are offsets into the chunk's text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from gradient.outline.mention import Mention, MentionKind

__all__ = ["ContentKind", "Extraction", "FoundContent", "FoundMention", "MentionKind"]

ContentKind = Literal["fact", "question"]
FoundMention = Mention

MAX_REPEATED = 3


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


def first_of_each(mentions: Iterable[FoundMention]) -> Iterator[FoundMention]:
    """The mentions, each place once; of each kind and key the first three."""
    seen: Counter[tuple[str, str, str | None]] = Counter()
    places = set()
    for mention in mentions:
        identity = (mention.kind, mention.key, mention.expansion)
        place = (*identity, mention.start)
        if mention.key and place not in places and seen[identity] < MAX_REPEATED:
            places.add(place)
            seen[identity] += 1
            yield mention
