"""Whether what stands below a heading such as «Contents» lists the parts of the document, or is matter."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from gradient.reading.titles import clean_title
from gradient.text.document import Block

_SHARE = 0.75
"""A block lists parts when so many of its lines name one."""
_WORDS = 15
"""Words that the name of a part has at most."""
_FEWEST = 3
"""So many lines that end with rising numbers show that these are pages."""
_PAGE = re.compile(r"(?P<between>[\s.…·_|]+)(?P<page>\d{1,4})\W*$")
_LEADERS = re.compile(r"\t|\s{3}|(?:[.…·_]\s?){2}|…")
_LINK_WITHIN = re.compile(r"\]\(#[^)\s]*\)")


def contents_within(blocks: Sequence[Block], text: str, titles: Collection[str]) -> Iterator[Block]:
    """Those of the blocks that list parts of the document, whose headings have the `titles`.

    A line names a part if it is the title of one, a link within the page, or ends with the number of a page.
    """
    known = {_key(title) for title in titles} - {""}
    read = [one for one in blocks if one.reason is None and one.kind not in {"code", "math"}]
    lines = [[line for line in _lines(block, text) if line.strip()] for block in read]
    paged = _are_paged([line for some in lines for line in some])
    for block, some in zip(read, lines, strict=True):
        named = sum(_names_part(line, known, paged=paged) for line in some)
        if named and named >= _SHARE * len(some):
            yield block


def _lines(block: Block, text: str) -> list[str]:
    return text[block.start : block.end].split("\n")


def _are_paged(lines: Sequence[str]) -> bool:
    """Whether nearly all lines end with a number, and these never fall."""
    pages = [int(found["page"]) for line in lines if (found := _PAGE.search(line))]
    rising = all(before <= after for before, after in pairwise(pages))
    return rising and len(pages) >= max(_FEWEST, _SHARE * len(lines))


def _names_part(line: str, known: Collection[str], *, paged: bool) -> bool:
    if len(line.split()) > _WORDS and not _LEADERS.search(line):
        return False
    if _LINK_WITHIN.search(line) or _key(line) in known:
        return True
    found = _PAGE.search(line)
    if found is None:
        return False
    return paged or _LEADERS.search(found["between"]) is not None or _key(line[: found.start()]) in known


def _key(title: str) -> str:
    """The words of a title in lower case, without the number before it."""
    return " ".join(re.findall(r"\w+", clean_title(title).casefold()))
