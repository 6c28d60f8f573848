"""Titles of headings as a teacher would name them: without number, mark-up and control characters."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gradient.text.document import Heading
from gradient.text.markup import plain

_NUMBER = re.compile(
    r"^(?:(?i:chapter|section|lecture|part|unit|module|week|lesson)\s+\d{1,3}\s*[:.–—-]\s*"
    r"|\d{1,3}(?:\.\d{1,3})+\.?\s+|\d{1,3}[.)]\s+|[IVXL]{1,6}\.\s+|[A-Z]\.(?:\d{1,2}\.?)?\s+"
    r"|\d{1,3}\s+[-–—]\s+)(?=[^\W\d_])"
)
_BARE_NUMBER = re.compile(r"^\d{1,2}\s+(?=[^\W\d_])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_SERIES = 2
"""So many headings with a bare number in front («2 Model») show that they are numbered."""


def clean_title(source: str) -> str:
    """The title that the Markdown or HTML `source` shows."""
    title = plain(_CONTROL.sub(" ", source)).strip(" \t:")
    return _NUMBER.sub("", title, count=1) or title


def clean_titles(headings: Sequence[Heading]) -> list[Heading]:
    """The headings with clean titles; plain text, as in a PDF file, is no mark-up."""
    numbered = sum(1 for heading in headings if _BARE_NUMBER.match(heading.title)) >= _SERIES
    return [replace(heading, title=_from_text(heading.title, numbered=numbered)) for heading in headings]


def _from_text(text: str, *, numbered: bool) -> str:
    title = " ".join(_CONTROL.sub(" ", text).split()).strip(" :")
    bare = _BARE_NUMBER.sub("", title, count=1) if numbered else title
    return _NUMBER.sub("", bare, count=1) or title
