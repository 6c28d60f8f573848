"""PDF files with a text layer: pages in reading order, with headings, tables and formulas told apart."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from gradient.reading import furniture, tools
from gradient.reading.language import guess
from gradient.reading.pdf.flow import flow
from gradient.reading.pdf.layout import Sheet
from gradient.reading.pdf.opening import opened
from gradient.reading.pdf.pictures import picture, with_seen
from gradient.reading.pdf.remarks import attached
from gradient.reading.pdf.running import running_lines
from gradient.reading.pdf.sheet import take
from gradient.reading.pdf.slides import are_slides, slides
from gradient.reading.pdf.usable import legible, usable
from gradient.reading.pdf.writing import pages, write
from gradient.reading.port import NOTHING_SEEN, Damaged, NothingToRead
from gradient.reading.sections import with_sections
from gradient.text.document import Document, Heading
from gradient.text.seen import SeenLine


class PdfReader:
    """Reads PDF files; pages without a usable text layer are noted as unread."""

    suffixes: ClassVar[tuple[str, ...]] = (".pdf",)
    tool: ClassVar[str] = tools.PDF

    def read(self, data: bytes, name: str, seen: Mapping[int, Sequence[SeenLine]] = NOTHING_SEEN) -> Document:
        """The document in `data`; see `Reader.read` and `ShowsPages.read`."""
        with opened(data, name) as file:
            sheets = [with_seen(sheet, seen.get(sheet.number, ())) for sheet in take(file)]
            contents = [(level, title, page) for level, title, page, *_ in file.get_toc()]
            stated = (file.metadata or {}).get("title") or ""
            repaired = file.is_repaired
            pinned = [*attached(file), *(one for sheet in sheets for one in sheet.files)]
        _check(sheets, name, repaired=repaired)
        document = _document(sheets, contents, stated)
        return replace(document, notes=(*document.notes, *_beside(pinned)))

    def picture(self, data: bytes, name: str, number: int) -> bytes:
        """A page as a picture; see `ShowsPages.picture`."""
        with opened(data, name) as file:
            return picture(file[number - 1], name)


def _check(sheets: Sequence[Sheet], name: str, *, repaired: bool) -> None:
    """Raises Damaged where something of the pages is lost, NothingToRead where nothing is on them."""
    torn = next((sheet.number for sheet in sheets if sheet.torn), None)
    if torn is not None:
        raise Damaged.file(name, f"the data of page {torn} are corrupt")
    if all(sheet.blank for sheet in sheets):
        if repaired:
            raise Damaged.file(name, "what was on its pages is lost")
        raise NothingToRead.file(name, "has only blank pages")


def _document(sheets: Sequence[Sheet], contents: Sequence[tuple[int, str, int]], stated: str) -> Document:
    readable = [sheet for sheet in sheets if legible(sheet)]
    running = running_lines(readable, contents)
    unread = {sheet.number for sheet in sheets if not sheet.blank and not usable(sheet, running)}
    holed = {sheet.number: sheet.holed for sheet in sheets if sheet.holed and sheet.number not in unread}
    on_slides = are_slides(readable)
    manuscript = write(slides(readable) if on_slides else flow(readable, contents))
    shown = pages(manuscript, sheets, unread)
    filled = [page for page in shown if not page.blank]
    return Document(
        text=manuscript.text,
        headings=tuple(manuscript.headings),
        blocks=tuple(with_sections(manuscript.headings, manuscript.blocks, manuscript.text)),
        pages=tuple(shown),
        emphases=tuple(manuscript.emphases),
        title=_title(stated, manuscript.headings),
        language=guess(manuscript.text),
        share_read=sum(page.read - holed.get(page.number, 0.0) for page in filled) / len(filled),
        missing=" ".join([*_missing(sorted(unread)), *_holes(sorted(holed))]) or None,
        notes=_notes([sheet.number for sheet in sheets if sheet.seen]),
        layout="slides" if on_slides else "flow",
    )


def _title(stated: str, headings: Sequence[Heading]) -> str | None:
    """The title that the file states, unless it is the name of a program's file, else its first heading."""
    if stated.strip() and not furniture.is_file_title(stated):
        return stated.strip()
    first = next((one for one in headings if not furniture.is_contents_title(one.title)), None)
    return first.title if first is not None and first.level == 1 else None


def _missing(unread: Sequence[int]) -> Iterator[str]:
    advice = "put a version of the file that has one in its place."
    if len(unread) == 1:
        yield f"Page {_named(unread)} has no usable text layer and was not read; {advice}"
    elif unread:
        yield f"Pages {_named(unread)} have no usable text layer and were not read; {advice}"


def _holes(holed: Sequence[int]) -> Iterator[str]:
    """Says on which pages words lack letters."""
    if holed:
        where = f"page {_named(holed)}" if len(holed) == 1 else f"pages {_named(holed)}"
        yield f"Some words on {where} lack letters to which the file gives no meaning."


def _beside(pinned: Sequence[str]) -> Iterator[str]:
    """Says which files are attached to the file: they are not opened."""
    if pinned:
        what = "The attached file" if len(pinned) == 1 else "The attached files"
        yield f"{what} {', '.join(pinned)} {'was' if len(pinned) == 1 else 'were'} not read."


def _notes(seen: Sequence[int]) -> tuple[str, ...]:
    if not seen:
        return ()
    if len(seen) == 1:
        return (f"Page {_named(seen)} was read from its picture.",)
    return (f"Pages {_named(seen)} were read from their pictures.",)


def _named(numbers: Sequence[int]) -> str:
    """Rising numbers for people, neighbours as one range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
