"""The value that chunking hands on: one passage of a document and where it stands."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Passage:
    """A passage of a revision: `text` equals `document.text[start:end]`.

    `text_hash` is the sha256 (hex) of the normalised text; `ordinal` counts equal texts in the
    document from 0: together with the source they are the chunk's identity. `page_from` and `page_to`
    are numbers of pages or None. `furniture` names the rule by which the passage carries nothing to
    learn, else None. `overlap_with_previous` counts characters of the previous passage that a reader
    of this one should see too; they are no part of `text`. `language` is told only where the document
    mixes languages.
    """

    text: str
    start: int
    end: int
    section_path: tuple[str, ...]
    page_from: int | None
    page_to: int | None
    text_hash: str
    ordinal: int
    furniture: str | None = None
    overlap_with_previous: int = 0
    language: str | None = None
