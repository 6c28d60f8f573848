"""Lines that repeat from slide to slide although they are no footers by their role."""

from collections.abc import Container, Sequence
from dataclasses import replace

from gradient.reading import furniture
from gradient.text.document import Block, Page

_FEWEST = 3
_SHARE = 0.5
"""A line is a running one when it stands on so many slides and on more than this share of them."""


def is_running(on: int, slides: int) -> bool:
    """Whether a line that stands on so many of the slides is a running one."""
    return on >= _FEWEST and on > _SHARE * slides


def with_running_lines(
    text: str, blocks: Sequence[Block], pages: Sequence[Page], at_edge: Container[str]
) -> list[Block]:
    """The blocks, paragraphs that most slides share being furniture, of the lines that stand `at_edge`."""
    slides: dict[str, set[int]] = {}
    numbers = _numbers(blocks, pages)
    for block, number in zip(blocks, numbers, strict=True):
        if block.kind == "paragraph":
            slides.setdefault(text[block.start : block.end], set()).add(number)
    filled = len({page.number for page in pages if not page.blank})
    running = {line for line, on in slides.items() if is_running(len(on), filled) and line in at_edge}
    return [
        replace(block, kind="furniture", reason=furniture.RUNNING)
        if block.kind == "paragraph" and text[block.start : block.end] in running
        else block
        for block in blocks
    ]


def _numbers(blocks: Sequence[Block], pages: Sequence[Page]) -> list[int]:
    """The number of the page that each block begins on."""
    found: list[int] = []
    rest = iter(page for page in pages if not page.blank)
    page = next(rest, None)
    for block in blocks:
        while page is not None and page.end <= block.start:
            page = next(rest, None)
        found.append(0 if page is None else page.number)
    return found
