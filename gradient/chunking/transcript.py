"""Cuts transcripts, which have no headings, where the topic shifts.

Sentences have vectors. Before each sentence the mean of the few before it is compared with that of the few
from it on; where the two are least alike within a stretch of `boundaries.REACH` of the longest passage on
either side, and clearly less so than around it, a passage ends (Hearst 1997, TextTiling, with vectors in
place of words). Whether a place is cut hangs on that neighbourhood alone, so an edit moves no cut far away.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gradient.chunking.atoms import short_enough
from gradient.chunking.boundaries import (
    REACH,
    Atom,
    Priority,
    local_minima,
    meeting_hash,
    with_halves,
    word_sums,
)
from gradient.chunking.passage import Passage
from gradient.chunking.sections import Run, runs
from gradient.chunking.structure import Piece, numbered, passage
from gradient.chunking.words import count_words
from gradient.text.document import Block, Document
from gradient.text.normalise import normalise
from gradient.text.sentences import sentences

WINDOW = 4
"""Sentences on either side of a place that are compared."""
DEPTH = 0.1
"""How much less alike the two sides must be than the better of places around, each side's added up."""
_LONG_SENTENCE = 60
"""Words from which a sentence is taken apart by its cues: speech that is written without full stops."""


@dataclass(frozen=True)
class SpokenRun:
    """A run of a transcript with its sentences; none for furniture."""

    run: Run
    atoms: tuple[Atom, ...]


def spoken_runs(document: Document, *, words: int = 400) -> list[SpokenRun]:
    """The runs of a transcript in order; the texts of their atoms are what needs vectors.

    `words` is the length of the longest passage; no atom is longer than half of it.
    """
    return [SpokenRun(run, tuple(_atoms(document, run, words))) for run in runs(document)]


def cut_spoken(
    document: Document, spoken: Sequence[SpokenRun], vectors: NDArray[np.float32], *, words: int = 400
) -> list[Passage]:
    """The passages of a transcript in order, none of more than `words` words.

    `vectors` has a row of length 1 for each atom of the runs, in their order.
    """
    return numbered(_passages(document, spoken, vectors, words))


def _passages(
    document: Document, spoken: Sequence[SpokenRun], vectors: NDArray[np.float32], words: int
) -> Iterator[Passage]:
    row = 0
    for one in spoken:
        if not one.atoms:
            yield passage(document, one.run, Piece(one.run.blocks[0].start, one.run.blocks[-1].end))
            continue
        own = vectors[row : row + len(one.atoms)]
        row += len(one.atoms)
        for first, last in pairwise([0, *shifts(one.atoms, own, words), len(one.atoms)]):
            yield passage(document, one.run, Piece(one.atoms[first].start, one.atoms[last - 1].end))


def shifts(atoms: Sequence[Atom], vectors: NDArray[np.float32], longest: int) -> list[int]:
    """Indices of the atoms that begin a new passage."""
    alike = likeness(vectors)
    sums = word_sums(atoms)
    reach = max(1, round(longest * REACH))
    priorities: list[Priority] = [
        (False, round(float(value), 4), meeting_hash(atoms, index)) for index, value in enumerate(alike)
    ]
    minima = local_minima(sums, priorities, reach)
    deep = [index for index in minima if _depth(alike, sums, index, reach) >= DEPTH]
    return with_halves(sums, priorities, deep, longest)


def likeness(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """For each sentence the cosine between those before it and those from it on; 1 for the first."""
    count = len(vectors)
    totals = np.zeros((count + 1, vectors.shape[1]))
    np.cumsum(vectors, axis=0, out=totals[1:])
    found = np.ones(count)
    for index in range(1, count):
        before = totals[index] - totals[max(0, index - WINDOW)]
        after = totals[min(count, index + WINDOW)] - totals[index]
        size = float(np.linalg.norm(before) * np.linalg.norm(after))
        found[index] = float(before @ after) / size if size else 1.0
    return found


def _depth(alike: NDArray[np.float64], sums: list[int], index: int, reach: int) -> float:
    """How far the places around rise above the one at `index`: the highest on either side, added up."""
    left = max(1, bisect_left(sums, sums[index] - reach))
    right = min(len(alike), bisect_right(sums, sums[index] + reach))
    return float(max(alike[left : index + 1]) + max(alike[index:right]) - 2 * alike[index])


def _atoms(document: Document, run: Run, words: int) -> Iterator[Atom]:
    if run.furniture is not None:
        return
    for block in run.blocks:
        for sentence in _sentences(document, block):
            for piece in short_enough(document.text, *sentence, words):
                text = document.text[piece.start : piece.end]
                yield Atom(piece.start, piece.end, count_words(text), normalise(text))


def _sentences(document: Document, block: Block) -> Iterator[tuple[int, int]]:
    for first, last in sentences(document.text[block.start : block.end]):
        start, end = block.start + first, block.start + last
        if count_words(document.text[start:end]) < _LONG_SENTENCE:
            yield start, end
        else:
            yield from _by_cues(document, start, end)


def _by_cues(document: Document, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a sentence that each cue says."""
    starts = [page.start for page in document.pages]
    inside = starts[bisect_right(starts, start) : bisect_left(starts, end)]
    for left, right in pairwise([start, *inside, end]):
        part = document.text[left:right]
        if part.strip():
            yield left + len(part) - len(part.lstrip()), left + len(part.rstrip())
