"""Walks a document in order: which blocks stand together, and below which headings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from gradient.text.document import Block, Document, Heading

_WORDLESS = frozenset({"markup", "image", "comment", "rule"})


@dataclass(frozen=True)
class Run:
    """Neighbouring blocks below one heading: all to be learnt, or all furniture by one rule."""

    path: tuple[str, ...]
    blocks: tuple[Block, ...]
    furniture: str | None


def runs(document: Document) -> Iterator[Run]:
    """The runs of `document` in order.

    Marks and pictures without words inside a run stay in it; at its edge they are a run of furniture.
    On slides a run ends with its page, in a document of several languages with each of them.
    """
    for path, blocks in _below_headings(document):
        for rule, members in groupby(_levelled(blocks), key=lambda pair: pair[1]):
            yield Run(path, tuple(block for block, _ in members), rule)


def _below_headings(document: Document) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    marks: list[tuple[int, Heading | None]] = [(heading.start, heading) for heading in document.headings]
    marks = sorted([*marks, *((start, None) for start in _other_starts(document))], key=lambda mark: mark[0])
    open_headings: list[Heading] = []
    blocks = list(_parted(document))
    position = 0
    for start, heading in [*marks, (len(document.text) + 1, None)]:
        first = position
        while position < len(blocks) and blocks[position].start < start:
            position += 1
        if position > first:
            yield tuple(item.title for item in open_headings), blocks[first:position]
        if heading is not None:
            open_headings = [item for item in open_headings if item.level < heading.level] + [heading]


def _other_starts(document: Document) -> list[int]:
    """Where a run ends without a heading."""
    pages = [page.start for page in document.pages] if document.layout == "slides" else []
    return [*pages, *(tongue.start for tongue in document.languages)]


def _parted(document: Document) -> Iterator[Block]:
    """The blocks, those in which the language changes in two."""
    starts = [tongue.start for tongue in document.languages]
    for block in document.blocks:
        inside = starts[bisect_right(starts, block.start) : bisect_left(starts, block.end)]
        for left, right in pairwise([block.start, *inside, block.end]):
            end = left + len(document.text[left:right].rstrip())
            yield replace(block, start=left, end=end)


def _levelled(blocks: list[Block]) -> list[tuple[Block, str | None]]:
    """Each block with its rule, where wordless furniture between two blocks to be learnt has none."""
    learnt = [index for index, block in enumerate(blocks) if block.kind != "furniture"]
    rules = [block.reason or "furniture" if block.kind == "furniture" else None for block in blocks]
    for left, right in pairwise(learnt):
        if all(rules[index] in _WORDLESS for index in range(left + 1, right)):
            rules[left + 1 : right] = [None] * (right - left - 1)
    return list(zip(blocks, rules, strict=True))
