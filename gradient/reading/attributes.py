"""Sentences that components of MDX are given to show, as in `<Card description="A tree is a graph." />`."""

import re
from collections.abc import Iterator

from gradient.text.document import Block

_COMPONENT = re.compile(r"<[A-Z][\w.]*(?=[\s/>])")
_STATED = re.compile(r"\s([A-Za-z]\w*)\s*=\s*\{?\s*(?:\"([^\"{}]*)\"|'([^'{}]*)'|`([^`{}]*)`)")
_NO_WORDS = re.compile(r"class\w*|style|src|href|url|d|points|viewBox|key|id|icon|import|type", re.IGNORECASE)
_FEWEST_WORDS = 4


def stated(text: str, markup: Block) -> Iterator[Block]:
    """A block of tags alone: what a component says in a sentence is a paragraph."""
    position = markup.start
    for first, last in _spans(text, markup.start, markup.end):
        yield Block(markup.kind, position, first, markup.reason)
        yield Block("paragraph", first, last)
        position = last
    if position < markup.end:
        yield Block(markup.kind, position, markup.end, markup.reason)


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if _COMPONENT.search(text, start, end) is None:
        return
    for found in _STATED.finditer(text, start, end):
        value = found[found.lastindex or 1]
        if not _NO_WORDS.fullmatch(found[1]) and len(re.findall(r"[^\W\d_]+", value)) >= _FEWEST_WORDS:
            first = found.start(found.lastindex or 1)
            yield first + len(value) - len(value.lstrip()), first + len(value.rstrip())
