"""Cuts notes, slides and papers by their own structure: headings, then paragraphs, then sentences.

Other ways of cutting (transcripts, by the similarity of neighbouring sentences) stand beside this
module and yield the same passages.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from gradient.chunking.atoms import atoms
from gradient.chunking.boundaries import Atom, cuts
from gradient.chunking.passage import Passage
from gradient.chunking.sections import Run, runs
from gradient.chunking.words import count_words
from gradient.text.document import Document, Page
from gradient.text.normalise import text_hash
from gradient.text.sentences import sentences


@dataclass(frozen=True)
class Piece:
    """A range of the text that becomes a passage."""

    start: int
    end: int
    overlap: int = 0


def cut(document: Document, *, words: int = 400, overlap: int = 50) -> list[Passage]:
    """The passages of `document` in order, none of more than `words` words.

    Every visible character belongs to exactly one passage or heading. Only inside a section that is too
    long for one passage does a passage show about the last `overlap` words of the one before.
    """
    return numbered(
        passage(document, run, piece)
        for run in runs(document)
        for piece in _run_pieces(document.text, run, words, overlap)
    )


def numbered(passages: Iterable[Passage]) -> list[Passage]:
    """The passages, equal texts counted."""
    found: list[Passage] = []
    seen: Counter[str] = Counter()
    for one in passages:
        found.append(replace(one, ordinal=seen[one.text_hash]))
        seen[one.text_hash] += 1
    return found


def _run_pieces(text: str, run: Run, words: int, overlap: int) -> Iterator[Piece]:
    if run.furniture is not None:
        yield Piece(run.blocks[0].start, run.blocks[-1].end)
        return
    parts = atoms(text, list(run.blocks), words)
    edges = [0, *cuts(parts, words), len(parts)]
    previous: Piece | None = None
    for first, last in pairwise(edges):
        piece = _piece(parts[first:last])
        shared = 0 if previous is None else _tail(text[previous.start : previous.end], overlap)
        yield replace(piece, overlap=shared)
        previous = piece


def _piece(parts: list[Atom]) -> Piece:
    return Piece(parts[0].start, parts[-1].end)


def _tail(text: str, words: int) -> int:
    """Length of the last sentences of `text` that have at most `words` words together; one word at least."""
    taken = 0
    for start, _ in reversed(sentences(text)):
        if count_words(text[start:]) > words:
            break
        taken = len(text) - start
    return taken


def passage(document: Document, run: Run, piece: Piece) -> Passage:
    """The passage of a piece of a run, the first of its text."""
    text = document.text[piece.start : piece.end]
    pages = _pages(document.pages, piece)
    return Passage(
        text=text,
        start=piece.start,
        end=piece.end,
        section_path=run.path,
        page_from=pages[0].number if pages else None,
        page_to=pages[-1].number if pages else None,
        text_hash=text_hash(text),
        ordinal=0,
        furniture=run.furniture,
        overlap_with_previous=piece.overlap,
        language=next((one.language for one in document.languages if piece.start < one.end), None),
    )


def _pages(pages: tuple[Page, ...], piece: Piece) -> list[Page]:
    return [page for page in pages if page.start < piece.end and piece.start < page.end]
