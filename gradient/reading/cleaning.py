"""What no database and no UTF-8 can hold is taken out of a document, once, when it is stored."""

import re
from collections.abc import Callable
from dataclasses import replace

from gradient.text.document import Document

LOST = "\ufffd"
"""What stands for broken bytes, whether our own reading found them or whoever wrote the file."""
_CARRIERS = "\ufdd0\ufdd1"
_DELIVERED = str.maketrans(_CARRIERS, "\0\udfff")
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")


def cleaned(document: Document) -> Document:
    """The document without NUL and halves of surrogate pairs, every position kept, with a note where any was.

    NUL becomes a blank, a half the mark U+FFFD. Places that the reader found broken get a note too.
    """
    text = storable(document.text)
    notes = document.notes
    lost = _count(lambda one: one.count(LOST), document) if document.encoding else 0
    if lost:
        where = "1 place" if lost == 1 else f"{lost:,} places"
        notes = (*notes, f"The file is broken in {where}, where U+FFFD stands for what was lost.")
    count = _count(lambda one: len(_NOT_STORABLE.findall(one)), document)
    if count:
        what = "1 character" if count == 1 else f"{count:,} characters"
        why = "that no text can hold (NUL or half of a surrogate pair)"
        notes = (*notes, f"Stand-ins replace {what} {why}.")
    return replace(
        document,
        text=text,
        headings=tuple(replace(one, title=storable(one.title)) for one in document.headings),
        blocks=tuple(
            one if one.language is None else replace(one, language=storable(one.language))
            for one in document.blocks
        ),
        pages=tuple(
            replace(one, label=None if one.label is None else storable(one.label)) for one in document.pages
        ),
        title=None if document.title is None else storable(document.title),
        missing=None if document.missing is None else storable(document.missing),
        notes=tuple(storable(note) for note in notes),
    )


def storable(text: str) -> str:
    """The text with a stand-in for each character that cannot be stored."""
    return _NOT_STORABLE.sub(_stand_in, text)


def carried(text: str) -> str:
    """The text with noncharacters for what no tree of elements can hold; `delivered` brings that back."""
    return _NOT_STORABLE.sub(lambda found: _CARRIERS[found.group() > "\0"], text)


def delivered(document: Document) -> Document:
    """The document with what was `carried` in its place again, to be cleaned as in any other."""
    return replace(
        document,
        text=document.text.translate(_DELIVERED),
        headings=tuple(replace(one, title=one.title.translate(_DELIVERED)) for one in document.headings),
        title=None if document.title is None else document.title.translate(_DELIVERED),
    )


def _count(found: Callable[[str], int], document: Document) -> int:
    """How often something is found in the text; where it is not there, in what is told beside it."""
    beside = (
        document.title,
        document.missing,
        *(one.title for one in document.headings),
        *(one.language for one in document.blocks),
        *(one.label for one in document.pages),
    )
    return found(document.text) or sum(found(one) for one in beside if one is not None)


def _stand_in(found: re.Match[str]) -> str:
    return " " if found.group() == "\0" else LOST
