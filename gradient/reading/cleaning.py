"""What no database and no UTF-8 can hold is taken out of a document, once, when it is stored."""

import re
from dataclasses import replace

from gradient.text.document import Document

LOST = "\ufffd"
"""What stands for broken bytes, whether our own reading found them or whoever wrote the file."""
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")


def cleaned(document: Document) -> Document:
    """The document without NUL and halves of surrogate pairs, every position kept, with a note where any was.

    NUL becomes a blank, a half the mark U+FFFD. Places of UTF-8 that were broken get a note too.
    """
    text, count = _NOT_STORABLE.subn(_stand_in, document.text)
    notes = document.notes
    lost = document.text.count(LOST) if (document.encoding or "").startswith("utf-8") else 0
    if lost:
        where = "1 place" if lost == 1 else f"{lost:,} places"
        notes = (*notes, f"The file is broken in {where}, where U+FFFD stands for what was lost.")
    notes = (*notes, *stood_in(count))
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


def stood_in(count: int) -> tuple[str, ...]:
    """The note that so many characters had to be replaced; none for none."""
    if not count:
        return ()
    what = "1 character" if count == 1 else f"{count:,} characters"
    return (f"Stand-ins replace {what} that no text can hold (NUL or half of a surrogate pair).",)


def storable(text: str) -> str:
    """The text with a stand-in for each character that cannot be stored."""
    return _NOT_STORABLE.sub(_stand_in, text)


def _stand_in(found: re.Match[str]) -> str:
    return " " if found.group() == "\0" else LOST
