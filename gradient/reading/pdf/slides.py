"""Slides: landscape pages with few words, each standing alone."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from gradient.reading.pdf.columns import strands
from gradient.reading.pdf.flow import body, column, edge_groups, with_remarks
from gradient.reading.pdf.layout import Group, Sheet
from gradient.reading.pdf.running import running_lines

_MOST_WORDS = 150
_SHARE = 0.8
_FEWEST = 3
_TOP = 0.45
"""The title of a slide begins in this upper share of it."""
_TITLE_WORDS = 20


def are_slides(sheets: Sequence[Sheet]) -> bool:
    """Whether the pages are slides: nearly all landscape, half of them with few words at most."""
    filled = [sheet for sheet in sheets if sheet.lines]
    if len(filled) < _FEWEST:
        return False
    landscape = sum(1 for sheet in filled if sheet.width > sheet.height)
    words = median(sum(len(line.text.split()) for line in sheet.lines) for sheet in filled)
    return landscape >= _SHARE * len(filled) and words <= _MOST_WORDS


def slides(sheets: Sequence[Sheet]) -> list[Group]:
    """All groups, slide by slide, each with one heading at most: its title."""
    running = running_lines(sheets)
    found: list[Group] = []
    for sheet in sheets:
        shown = [group for strand in strands(body(sheet, running), sheet.width) for group in column(strand)]
        found += [*edge_groups(sheet, running), *_titled(shown, sheet)]
    return with_remarks(found, sheets)


def _titled(shown: list[Group], sheet: Sheet) -> list[Group]:
    """The groups of a slide with its title first: the largest type in its upper part."""
    upper = [
        index
        for index, group in enumerate(shown)
        if group.rows[0].y0 < _TOP * sheet.height and not group.rows[0].math
    ]
    if not upper:
        return shown
    best = max(upper, key=lambda index: (shown[index].size, -index))
    if len(shown[best].text.split()) > _TITLE_WORDS:
        return shown
    title = replace(shown[best], level=1, kind="paragraph")
    return [title, *shown[:best], *shown[best + 1 :]]
