"""Spreadsheets: each sheet with its tables, values as people see them."""

import io
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile

from openpyxl import load_workbook

from gradient.reading import tools
from gradient.reading.cells import Slot
from gradient.reading.language import guess
from gradient.reading.office import missing
from gradient.reading.office.draft import Draft, Piece, table
from gradient.reading.office.package import Package
from gradient.reading.office.trees import NotSound, inside
from gradient.reading.office.xlsx_beside import beside as lines_beside
from gradient.reading.office.xlsx_sheet import beside, filled
from gradient.reading.office.xlsx_shown import shown
from gradient.reading.office.xlsx_tables import tables
from gradient.reading.port import Damaged, NoPages, NothingToRead, TooLarge
from gradient.text.document import Document

_UNPACKING = (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError)
_BROKEN = (*_UNPACKING, ParseError, NotSound, KeyError, ValueError, TypeError, AttributeError, IndexError)
"""What openpyxl raises where a file does not hold what the standard says."""
_MOST_ROWS, _MOST_CELLS = 1_048_576, 20_000_000
"""Rows that a sheet can have, and cells from the first column to the last filled one of each row."""
_REMEDY = "open the file in a spreadsheet program and save it again"


class XlsxReader:
    """Reads spreadsheets, with macros or without; macros are never run, formulas never worked out."""

    suffixes: ClassVar[tuple[str, ...]] = (".xlsx", ".xlsm", ".xltx", ".xltm", ".xls")
    tool: ClassVar[str] = tools.XLSX

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        package = Package(data, name, "a spreadsheet", ".xlsx")
        draft = Draft()
        cells = 0
        for number, sheet in enumerate(_sheets(package), start=1):
            start = draft.position
            _write(draft, sheet)
            cells += len(sheet.cells) + len(sheet.beside)
            draft.page(number, start, sheet.label, blank=not sheet.cells and not sheet.beside)
        if not draft.pages:
            raise NoPages.file(name)
        if not cells and not draft.unread:
            raise NothingToRead.file(name, "has only empty sheets")
        text = draft.finished()
        return Document(
            text=text,
            headings=tuple(draft.headings),
            blocks=tuple(draft.blocks),
            pages=tuple(draft.pages),
            title=package.title,
            language=guess("\n".join(text[block.start : block.end] for block in draft.blocks)),
            share_read=missing.share(cells, len(draft.unread)),
            missing=missing.sentence(draft.unread, _REMEDY),
        )


@dataclass(frozen=True)
class _Sheet:
    """What a sheet shows, by row and column from 1, and what lies beside its cells."""

    name: str
    hidden: bool
    cells: dict[tuple[int, int], str]
    merged: dict[tuple[int, int], Slot[str]]
    without_result: int
    beside: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return f"sheet {self.name}, hidden" if self.hidden else f"sheet {self.name}"


def _sheets(package: Package) -> Iterator[_Sheet]:
    """The sheets in their order; those of a chart alone say what it shows."""
    main, workbook_tree = package.main("s:workbook")
    parts = {one.id: one for one in package.relations(main)}
    workbook = _opened(package)
    for listed in inside(workbook_tree, "s:sheet"):
        name, hidden = listed.get("name", ""), listed.get("state", "visible") != "visible"
        part = parts.get(listed.get("r:id", ""))
        if part is None or not package.has(part.target):
            raise Damaged.file(package.name, f"its sheet {name} is missing")
        if part.kind == "chartsheet":
            yield _Sheet(name, hidden, {}, {}, 0, tuple(lines_beside(package, part.target)))
        if part.kind != "worksheet":
            continue
        try:
            cells = _cells(workbook[name], package.name)
            about = beside(package.stream(part.target))
        except _BROKEN as error:
            raise Damaged.file(package.name, f"its sheet {name} is broken") from error
        merged = filled(cells, about.merged)
        yield _Sheet(
            name, hidden, cells, merged, about.without_result, tuple(lines_beside(package, part.target))
        )


def _opened(package: Package) -> Any:
    """The workbook as openpyxl reads it row by row, with the results of formulas and without links."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return load_workbook(io.BytesIO(package.data), read_only=True, data_only=True, keep_links=False)
    except _BROKEN as error:
        raise Damaged.file(package.name, "its workbook is broken") from error


def _cells(sheet: Any, name: str) -> dict[tuple[int, int], str]:
    """What the filled cells show. The size that the file states of a sheet is not relied upon."""
    sheet.reset_dimensions()
    found: dict[tuple[int, int], str] = {}
    looked_at = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, row in enumerate(sheet.iter_rows(), start=1):
            looked_at += len(row)
            if number > _MOST_ROWS:
                raise TooLarge.file(name, f"its sheet {sheet.title}", f"{_MOST_ROWS:,} rows")
            if looked_at > _MOST_CELLS:
                raise TooLarge.file(name, f"its sheet {sheet.title}", f"{_MOST_CELLS:,} cells")
            for cell in row:
                text = "" if cell.value is None else shown(cell.value, cell.number_format)
                if text:
                    found[cell.row, cell.column] = text
    return found


def _write(draft: Draft, sheet: _Sheet) -> None:
    draft.unread += [f"a formula without a result on sheet {sheet.name}"] * sheet.without_result
    if sheet.cells or sheet.beside:
        draft.heading(1, Piece(sheet.name))
    for rows in tables(sheet.cells, sheet.merged):
        _write_table(draft, rows)
    for line in sheet.beside:
        draft.block("caption", Piece(line))


def _write_table(draft: Draft, rows: list[list[str]]) -> None:
    """A table below its title; what is one column wide is no table."""
    while len(rows) > 1 and len(rows[0]) > 2 and _filled(rows[0]) == 1 < _filled(rows[1]) and rows[0][0]:
        draft.block("caption", Piece(rows[0][0]))
        rows = rows[1:]
    if len(rows[0]) == 1:
        draft.block("paragraph", Piece("\n".join(row[0] for row in rows if row[0])))
    else:
        draft.block("table", table([[Piece(cell) for cell in row] for row in rows]))


def _filled(row: list[str]) -> int:
    return sum(1 for cell in row if cell)
