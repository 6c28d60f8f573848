"""Headings of a course as a page shows them."""

import re
from collections.abc import Sequence

from gradient.pages.readable import readable

LONGEST_HEADING = 80

_NUMBER = re.compile(
    r"^(?:(?:chapter|section|part|lecture|step)\s+)?(?:\d+(?:\.\d+)*|[IVX]+\.)[.):\s–-]+(?=\S)", re.IGNORECASE
)
_EDGES = re.compile(r"^[\W_]+(?=\w)|(?<=[\w)?!'\"”])[\s:;,.–—-]+$")


def clean_heading(section_path: Sequence[str]) -> str:
    """The last heading of a path without markup, number and edge punctuation; "" where there is none."""
    for title in reversed(section_path):
        cleaned = _EDGES.sub("", _NUMBER.sub("", readable(title))).strip()
        if any(char.isalpha() for char in cleaned):
            return cleaned if len(cleaned) <= LONGEST_HEADING else ""
    return ""
