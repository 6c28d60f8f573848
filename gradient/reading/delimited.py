"""CSV and TSV: one table, a row a line, its cells parted as in every table."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import ClassVar, TypeAlias

from gradient.reading import tools
from gradient.reading.cells import BETWEEN, escaped
from gradient.reading.draft import Draft
from gradient.reading.encoding import decoded
from gradient.reading.furniture import LINK_LIST
from gradient.reading.language import guess
from gradient.reading.port import NothingToRead
from gradient.text.document import Document

_DELIMITERS = ",;\t|"
_TABBED = (".tsv", ".tab")
_MOST = 0.5
"""Share of rows from which on tabs part a file that is named for them."""
_LISTING_COMMA = re.compile(r"(?<!\d),|,(?!\d)")
_SAMPLE_LINES = 200
"""So many lines are tried with each delimiter; the encoding is told by the whole file all the same."""
_NAMED = "sep="
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+|www\.\S+", re.IGNORECASE)
_PATH = re.compile(
    r"\S+/\S+\.\w{2,5}|[\w.-]+\.(?:html?|pdf|srt|vtt|mp[34]|png|jpe?g|ipynb|md|zip)", re.IGNORECASE
)
_IDENTITY = re.compile(r"(?:\w+[_ ])?(?:id|uuid|key|hash)", re.IGNORECASE)
_NAME = re.compile(r"(?:link[_ ])?(?:title|name|label|lecture|lesson|video|page|site)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:\S+\s+){5,}\S+[.;!]|\S[.!?] +\S+ \S+")
LINKED = 0.9
"""Share of rows with an address from which on a table may list links."""

Rows: TypeAlias = list[list[str]]


class DelimitedReader:
    """Reads `.csv` and `.tsv`. A row keeps all its fields, be they more or fewer than the header has."""

    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv", ".tab")
    tool: ClassVar[str] = tools.DELIMITED

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        text, encoding, notes = decoded(data, name)
        table = rows(text, name)
        lines = [line for row in table if (line := _line(row))]
        if not lines:
            raise NothingToRead.file(name, "holds no cell that is filled")
        draft = Draft()
        if _is_list_of_links(table):
            draft.block("furniture", "\n".join(lines), reason=LINK_LIST)
        else:
            draft.block("table", "\n".join(lines))
        return draft.document(encoding=encoding, language=guess(_prose(table), encoding), notes=notes)


def _is_list_of_links(table: Rows) -> bool:
    """Whether nearly every row below the header names an address, and no column says anything besides.

    Addresses, paths and ids say nothing, nor does one column that calls what lies there by its name.
    """
    filled = [row for row in table[1:] if any(row)]
    linked = sum(any(_ADDRESS.match(cell.strip()) for cell in row) for row in filled)
    if len(filled) < 2 or linked < LINKED * len(filled) or max(map(len, filled)) > len(table[0]):
        return False
    columns = zip_longest(*filled, fillvalue="")
    telling = [header for header, cells in zip(table[0], columns, strict=False) if _tells(header, cells)]
    named = sum(_NAME.fullmatch(header.strip("\ufeff ")) is not None for header in telling)
    return len(telling) == named <= 1 and not any(_SENTENCE.search(cell) for row in filled for cell in row)


def _tells(header: str, cells: Sequence[str]) -> bool:
    """Whether a column says more than where something lies, or which one it is."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if _IDENTITY.fullmatch(header.strip("\ufeff ")):
        return any(" " in cell for cell in filled)
    if _number_the_rows(filled):
        return False
    return not all(_ADDRESS.fullmatch(cell) or _PATH.fullmatch(cell) for cell in filled)


def _number_the_rows(cells: Sequence[str]) -> bool:
    """Whether cells are whole numbers of which each is one more than that above it."""
    if not all(cell.isascii() and cell.isdigit() for cell in cells):
        return False
    numbers = [int(cell) for cell in cells]
    return all(below == above + 1 for above, below in pairwise(numbers))


def _prose(table: Rows) -> str:
    """The cells of more than one word, or all where there is none: names and addresses are no language."""
    cells = [cell for row in table for cell in row]
    return "\n".join([cell for cell in cells if " " in cell.strip()] or cells)


def rows(text: str, name: str = "") -> Rows:
    """The rows of a table in the delimiter that parts it most evenly; `name` is that of its file."""
    first, _, rest = text.lstrip("\ufeff").partition("\n")
    if first.strip().lower().startswith(_NAMED) and len(first.strip()) == len(_NAMED) + 1:
        return _parsed(rest, first.strip()[-1])
    return _parsed(text, delimiter(text, name))


def delimiter(text: str, name: str = "") -> str:
    """The mark that most rows hold the same number of, two fields at least; a comma where none does.

    A file whose name says that tabs part it is believed where they do. A comma that stands only between
    digits, as decimal ones do, gives way to any other mark that parts as many rows.
    """
    sample = "\n".join(text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES])
    found = {mark: _evenness(_parsed(sample, mark)) for mark in _DELIMITERS}
    if name.lower().endswith(_TABBED) and found["\t"][0] > _MOST:
        return "\t"
    decimal = _LISTING_COMMA.search(sample) is None
    return max(_DELIMITERS, key=lambda mark: (found[mark][0], not (decimal and mark == ","), found[mark][1]))


def _evenness(table: Rows) -> tuple[float, int]:
    """The share of rows of the commonest width above one, and that width."""
    widths = Counter(len(row) for row in table if row)
    parted = [(count, width) for width, count in widths.items() if width > 1]
    if not parted:
        return 0.0, 0
    count, width = max(parted)
    return count / widths.total(), width


def _parsed(text: str, mark: str) -> Rows:
    """The rows; where a quote is never closed it is a character like others, and no row is swallowed."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    try:
        return list(_reader(text, mark, strict=True))
    except csv.Error as error:
        return list(_reader(text, mark, quotes="unexpected end" not in str(error)))


def _reader(text: str, mark: str, *, quotes: bool = True, strict: bool = False) -> Iterator[list[str]]:
    lines = io.StringIO(text, newline="")
    if quotes:
        return csv.reader(lines, delimiter=mark, strict=strict)
    return csv.reader(lines, delimiter=mark, quoting=csv.QUOTE_NONE)


def _line(row: list[str]) -> str:
    """A row on one line, nothing for an empty one; line ends inside cells, U+0085 too, become blanks."""
    cells = [escaped(" ".join(cell.split())) for cell in row]
    return BETWEEN.join(cells).rstrip() if any(cells) else ""
