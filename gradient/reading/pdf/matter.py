"""What stands around the matter of a document: names and date below its title, entries of its contents."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gradient.reading import furniture
from gradient.reading.pdf.headings import title_index
from gradient.reading.pdf.layout import Group

_PROSE = 14
"""A group with so many words below the title begins the document proper."""
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxl]{1,6})\s*$")
_OPENS = re.compile(r"\s*(?:abstract|summary|introduction|keywords|index terms)\b", re.IGNORECASE)


def without_matter(groups: Sequence[Group]) -> list[Group]:
    """The groups, with the title as the broadest heading and the matter around it as furniture."""
    found = [_entry(group) for group in groups]
    title = title_index(found) if found else None
    if title is None:
        return found
    if found[title].level is None:
        found[title] = replace(found[title], level=1)
    for index in range(title + 1, len(found)):
        group = found[index]
        words = sum(row.prose_words for row in group.rows)
        if (
            group.page != found[title].page
            or words >= _PROSE
            or _OPENS.match(group.text)
            or _is_section(group, found[title])
        ):
            break
        found[index] = replace(group, kind="furniture", reason=furniture.AUTHORS, level=None)
    return found


def _is_section(group: Group, title: Group) -> bool:
    """Whether the group is a heading of the text rather than a name set in large type."""
    return (
        group.level is not None
        and group.bold
        and not title.bold
        or group.level is not None
        and group.bold
        and group.size < title.size
    )


def _entry(group: Group) -> Group:
    if all(_LEADERS.search(row.text) for row in group.rows):
        return replace(group, kind="furniture", reason=furniture.CONTENTS, level=None)
    return group
