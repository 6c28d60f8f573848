"""What tables of terms and their definitions state."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from gradient.extraction.facts import Sentence, find_sentences
from gradient.extraction.mask import mask
from gradient.text.markup import plain

_BETWEEN = re.compile(r"(?<!\S)\|(?!\S)")
_BETWEEN_FRAMED = re.compile(r"(?<!\\)\|")
_LINE = re.compile(r"[^\n]+")
_TERM = re.compile(r"(?:key\s*)?(?:term|word|concept|notion|entry|expression)s?", re.IGNORECASE)
_DEFINITION = re.compile(r"(?:definition|meaning|explanation)s?", re.IGNORECASE)

Span = tuple[int, int]


def defined_in_tables(
    text: str, tables: Iterable[Span], is_fact: Callable[[Sentence], bool]
) -> Iterator[Sentence]:
    """The facts of the glossaries among the tables at some ranges of `text`, in their order.

    A glossary is a table below a header such as "term | definition". A definition gives its sentences; one
    that is no sentence stands behind its term: "Event – a set of ...". Remarks in other tables speak of
    what stands elsewhere in their row, so that they cannot be read on their own.
    """
    for start, end in tables:
        rows = [list(_cells(text, *line.span())) for line in _LINE.finditer(text, start, end)]
        column = _defining(text, rows[0]) if rows else None
        if column is not None:
            for row in rows[1:]:
                yield from _stated(text, row[column - 1 : column + 1], is_fact)


def _stated(text: str, entry: list[Span], is_fact: Callable[[Sentence], bool]) -> Iterator[Sentence]:
    """What the term and definition of a row state; a row that is cut short states nothing."""
    if len(entry) < 2:
        return
    found = [one for one in _sentences(text, entry[1]) if is_fact(one)]
    behind = None if found else _defined(text, *entry)
    yield from found
    if behind is not None and is_fact(behind):
        yield behind


def _cells(text: str, start: int, end: int) -> Iterator[Span]:
    """Where the cells of a row stand; one that is empty has no length."""
    framed = text[start:end].lstrip().startswith("|")
    bars = [bar.span() for bar in (_BETWEEN_FRAMED if framed else _BETWEEN).finditer(text, start, end)]
    for (_, first), (last, _) in pairwise([(start, start), *bars, (end, end)]):
        inside = text[first:last]
        begin = first + len(inside) - len(inside.lstrip())
        yield begin, begin + len(inside.strip())


def _defining(text: str, header: list[Span]) -> int | None:
    """The column of definitions right of that of the terms, None where the header names no such two."""
    names = [plain(text[start:end]) for start, end in header]
    for column, (term, definition) in enumerate(pairwise(names), 1):
        if _TERM.fullmatch(term) and _DEFINITION.fullmatch(definition):
            return column
    return None


def _sentences(text: str, cell: Span) -> list[Sentence]:
    """The sentences of a cell that ends as one does."""
    start, end = cell
    inside = text[start:end]
    found = find_sentences(inside, mask(inside))
    if not found or not found[-1].finished:
        return []
    return [replace(one, start=start + one.start, end=start + one.end) for one in found]


def _defined(text: str, term: Span, definition: Span) -> Sentence | None:
    """A definition behind its term as one sentence, None where either is empty."""
    name, said = plain(text[slice(*term)]), plain(text[slice(*definition)])
    if not name or not said:
        return None
    words = f"{name[:1].upper()}{name[1:]} – {said}"
    return Sentence(words, term[0], definition[1], item=True, finished=True, titled=True)
