"""Walks a document in order: which blocks stand together, and below which headings."""

from collections.abc import Iterator
from dataclasses import dataclass
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
    On slides a run ends with its page.
    """
    for path, blocks in _below_headings(document):
        for rule, members in groupby(_levelled(blocks), key=lambda pair: pair[1]):
            yield Run(path, tuple(block for block, _ in members), rule)


def _below_headings(document: Document) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    pages = _page_starts(document)
    marks = sorted(
        [*((heading.start, heading) for heading in document.headings), *pages], key=lambda mark: mark[0]
    )
    open_headings: list[Heading] = []
    blocks = list(document.blocks)
    position = 0
    for start, heading in [*marks, (len(document.text) + 1, None)]:
        first = position
        while position < len(blocks) and blocks[position].start < start:
            position += 1
        if position > first:
            yield tuple(item.title for item in open_headings), blocks[first:position]
        if heading is not None:
            open_headings = [item for item in open_headings if item.level < heading.level] + [heading]


def _page_starts(document: Document) -> list[tuple[int, Heading | None]]:
    if document.layout != "slides":
        return []
    return [(page.start, None) for page in document.pages]


def _levelled(blocks: list[Block]) -> list[tuple[Block, str | None]]:
    """Each block with its rule, where wordless furniture between two blocks to be learnt has none."""
    learnt = [index for index, block in enumerate(blocks) if block.kind != "furniture"]
    rules = [block.reason or "furniture" if block.kind == "furniture" else None for block in blocks]
    for left, right in pairwise(learnt):
        if all(rules[index] in _WORDLESS for index in range(left + 1, right)):
            rules[left + 1 : right] = [None] * (right - left - 1)
    return list(zip(blocks, rules, strict=True))
