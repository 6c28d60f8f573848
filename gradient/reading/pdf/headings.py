"""Which groups are headings, of which level: by the file's own table of contents, else by their type."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from gradient.reading.furniture import is_contents_title
from gradient.reading.pdf.layout import Group
from gradient.text.normalise import normalise

_LARGER = 1.08
_TITLE = 1.35
"""A heading is set at least so many times as large as the running text, a title so many times."""
_MOST_WORDS = 16
_MOST_ROWS = 3
_FOUND = 0.6
"""The table of contents decides alone where this share of its entries is found on the pages."""
_UNFINISHED = re.compile(r"[.,;:]\s*$")
_NUMBERED = re.compile(r"\s*(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}|[A-Z](?:\.\d{1,2})*)[.)]?\s+(?=\S)")
_CAPITALS = re.compile(r"\s*[IVX]+\.\s+[A-Z][A-Z \-&,:]{3,}\s*")
_UNLISTED = re.compile(
    r"\s*(?:(?:table of )?contents|abstract|keywords|index terms|references|acknowledge?ments?)\W*",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]")
_RUN_IN = "❒"

TocEntry = tuple[int, str, int]


def with_headings(groups: Sequence[Group], contents: Sequence[TocEntry]) -> list[Group]:
    """The groups, those that are headings with their level (1 for the broadest).

    `contents` is the file's table of contents: level, title, page.
    """
    entries = _by_contents(groups, contents)
    levels = _with_childless_contents(groups, entries if entries is not None else _by_type(groups))
    title = next((group for group in groups if group.level is not None), None)
    above = 0 if title is None or (entries is not None and is_listed(title, contents)) else 1
    return [
        replace(group, level=levels[index] + above) if index in levels and group.level is None else group
        for index, group in enumerate(groups)
    ]


def _with_childless_contents(groups: Sequence[Group], levels: dict[int, int]) -> dict[int, int]:
    """The levels, that of a heading «Contents» no broader than that of the next: no chapter is part of it."""
    order = sorted(levels)
    below = {
        index: max(levels[index], levels[following])
        for index, following in pairwise(order)
        if is_contents_title(groups[index].text)
    }
    return {**levels, **below}


def body_size(groups: Sequence[Group]) -> float:
    """The size of most of the running text, 0 where there is none."""
    sizes = Counter[float]()
    for group in groups:
        for row in group.rows:
            sizes[row.size] += len(row.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _by_contents(groups: Sequence[Group], contents: Sequence[TocEntry]) -> dict[int, int] | None:
    """Levels by index of group; None where too few entries are found to rely on them."""
    if not contents:
        return None
    places: dict[tuple[str, int], int] = {}
    for index, group in enumerate(groups):
        if len(group.rows) <= _MOST_ROWS and group.reason is None and group.level is None:
            for spelling in spellings(group.text):
                places.setdefault((spelling, group.page), index)
    levels: dict[int, int] = {}
    for level, title, page in contents:
        found = [places[spelling, page] for spelling in spellings(title) if (spelling, page) in places]
        levels.update(dict.fromkeys(found[:1], level))
    if len(levels) < _FOUND * len(contents):
        return None
    first = min(levels.values())
    opening = {index: first for index, group in enumerate(groups) if _UNLISTED.fullmatch(group.text)}
    return {**opening, **levels}


def _by_type(groups: Sequence[Group]) -> dict[int, int]:
    body = body_size(groups)
    found = [
        index
        for index, group in enumerate(groups)
        if group.reason is None and group.level is None and looks_like_heading(group, body)
    ]
    ranked = [index for index in found if not is_contents_title(groups[index].text)]
    styles = sorted({style_of(groups[index]) for index in ranked}, reverse=True)
    levels = {index: min(6, styles.index(style_of(groups[index])) + 1) for index in ranked}
    return dict.fromkeys(found, 1) | levels


def looks_like_heading(group: Group, body: float) -> bool:
    """Whether its type alone may make a group a heading beside running text of the size `body`."""
    text = group.text.strip()
    if (
        group.kind not in {"paragraph", "list", "code"}
        or len(group.rows) > _MOST_ROWS
        or text.startswith(_RUN_IN)
    ):
        return False
    if len(text.split()) > _MOST_WORDS or len(_LETTERS.findall(text)) < 3 or _UNFINISHED.search(text):
        return False
    if any(row.math for row in group.rows):
        return False
    return (
        group.size >= _LARGER * body
        or (group.bold and group.size >= 0.95 * body)
        or _CAPITALS.fullmatch(text) is not None
    )


def style_of(group: Group) -> tuple[float, bool]:
    """What tells headings of one rank: their size, and whether they are bold."""
    return group.size, group.bold or _CAPITALS.fullmatch(group.text) is not None


def title_index(groups: Sequence[Group], contents: Sequence[TocEntry] = ()) -> int | None:
    """The index of the title: the largest type of the first page, well above the running text.

    «Contents» is none, nor is what other headings are set like, or what the table of `contents` lists beside
    others of its level.
    """
    first = [
        index
        for index, group in enumerate(groups)
        if group.page == groups[0].page and _is_text(group) and not is_contents_title(group.text)
    ]
    if not first:
        return None
    best = max(first, key=lambda index: (groups[index].size, -index))
    large = groups[best].size >= _TITLE * body_size(groups)
    if not large or len(groups[best].rows) > _MOST_ROWS + 1 or _is_section(best, groups, contents):
        return None
    return best


def _is_section(best: int, groups: Sequence[Group], contents: Sequence[TocEntry]) -> bool:
    """Whether the largest type of the first page is one heading among others of its rank."""
    names = set(spellings(groups[best].text))
    levels = [level for level, title, _ in contents if not names.isdisjoint(spellings(title))]
    if levels:
        return sum(level == levels[0] for level, _, _ in contents) > 1
    body = body_size(groups)
    style = style_of(groups[best])
    numbered = _NUMBERED.match(groups[best].text)
    alike = (
        group
        for group in groups[best + 1 :]
        if group.reason is None and style_of(group) == style and looks_like_heading(group, body)
    )
    return any(_NUMBERED.match(group.text) if numbered else group.page > groups[best].page for group in alike)


def is_listed(group: Group, contents: Sequence[TocEntry]) -> bool:
    """Whether the table of contents names a group."""
    names = set(spellings(group.text))
    return any(not names.isdisjoint(spellings(entry)) for _, entry, _ in contents)


def _is_text(group: Group) -> bool:
    return group.reason is None and len(_LETTERS.findall(group.text)) >= 3


def spellings(title: str) -> list[str]:
    """A title without case and punctuation, with and without a number, to compare entries with headings."""
    whole = normalise(title)
    return [re.sub(r"\W+", "", text).lower() for text in (whole, _NUMBERED.sub("", whole, count=1))]
