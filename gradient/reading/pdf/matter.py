"""What stands around the matter of a document: names and date below its title, entries of its contents."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gradient.reading import furniture
from gradient.reading.pdf.headings import (
    TocEntry,
    body_size,
    is_listed,
    looks_like_heading,
    style_of,
    title_index,
)
from gradient.reading.pdf.layout import Group

_PROSE = 14
"""A group with so many words below the title begins the document proper, unless it is set larger."""
_HEADING, _NAMES = 1.08, 1.25
"""Headings are set between these multiples of the running text's size, names below a title above them."""
_SENTENCE = 6
"""Words from which on a full stop ends a sentence, if most of them begin small."""
_LEADERS = re.compile(r"[^\W\d_]{2}.*(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxl]{1,6})\s*$")
_DOTS = 4
_OPENS = re.compile(
    r"\s*(?:\d[.)]?\s+)?(?:abstract|summary|introduction|keywords|index terms)\b", re.IGNORECASE
)


def without_matter(groups: Sequence[Group], contents: Sequence[TocEntry] = ()) -> list[Group]:
    """The groups, with the title as the broadest heading and the matter around it as furniture.

    `contents` is the file's table of contents: level, title, page.
    """
    found = [_entry(group) for group in groups]
    title = title_index(found, contents) if found else None
    if title is None:
        return found
    found[title] = replace(found[title], level=1, kind="paragraph")
    body = body_size(found)
    sections = {
        style_of(one) for one in found if one.page > found[title].page and looks_like_heading(one, body)
    }
    for index in range(title + 1, len(found)):
        group = found[index]
        begins = style_of(group) in sections and looks_like_heading(group, body)
        if begins or is_listed(group, contents) or not _is_matter(group, found[title], body):
            break
        found[index] = replace(found[index], kind="furniture", reason=furniture.AUTHORS)
    return found


def _is_matter(group: Group, title: Group, body: float) -> bool:
    if group.page != title.page or group.kind == "table" or _OPENS.match(group.text):
        return False
    if group.bold and group.size < title.size and not title.bold:
        return False
    if _is_sentence(group.text):
        return False
    if _HEADING * body < group.size < _NAMES * body:
        return False
    return group.size >= _NAMES * body or sum(row.prose_words for row in group.rows) < _PROSE


def _is_sentence(text: str) -> bool:
    """Whether a line says something: names of people and places begin with capitals."""
    words = text.split()
    small = sum(word[0].islower() for word in words)
    return len(words) >= _SENTENCE and text.rstrip().endswith((".", "!", "?")) and 2 * small > len(words)


def _entry(group: Group) -> Group:
    if all(row.text.count(".") >= _DOTS and _LEADERS.search(row.text) for row in group.rows):
        return replace(group, kind="furniture", reason=furniture.CONTENTS)
    return group
