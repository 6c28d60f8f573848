"""Running text on pages: from lines to groups in reading order, with headings and furniture told apart."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from gradient.reading import furniture
from gradient.reading.pdf.columns import common_gutter, strands
from gradient.reading.pdf.groups import groups
from gradient.reading.pdf.headings import TocEntry, with_headings
from gradient.reading.pdf.joining import joined
from gradient.reading.pdf.layout import Glyphs, Group, Line, Row, Sheet
from gradient.reading.pdf.matter import without_matter
from gradient.reading.pdf.rows import rows
from gradient.reading.pdf.running import running_lines
from gradient.reading.pdf.sideways import turned_aside, turned_text
from gradient.reading.pdf.tables import with_tables


def flow(sheets: Sequence[Sheet], contents: Sequence[TocEntry]) -> list[Group]:
    """All groups of the file in reading order; `contents` is its table of contents (level, title, page)."""
    running = running_lines(sheets, contents)
    bodies = [(body(sheet, running), sheet.width) for sheet in sheets]
    gutter = common_gutter(bodies)
    columns = [column(strand) for lines, width in bodies for strand in strands(lines, width, gutter)]
    found = with_headings(without_matter(joined(columns), contents), contents)
    return with_remarks(list(_with_edges(found, sheets, running)), sheets)


def body(sheet: Sheet, running: dict[Line, str]) -> list[Line]:
    """The lines of a page without its running lines, its tables gathered."""
    return with_tables([line for line in sheet.lines if line not in running], sheet.grids)


def column(lines: Sequence[Line]) -> list[Group]:
    """The groups of one column, with the tables where they stand in it."""
    rest = [line for line in lines if not line.table]
    found: list[Group] = []
    for table in sorted((line for line in lines if line.table), key=lambda line: line.y0):
        above = [line for line in rest if (line.y0 + line.y1) / 2 < table.y0 + 1]
        found += [*groups(rows(above)), Group(table.table, "table")]
        rest = [line for line in rest if (line.y0 + line.y1) / 2 >= table.y0 + 1]
    return [*found, *groups(rows(rest))]


def edge_groups(sheet: Sheet, running: dict[Line, str]) -> Iterator[Group]:
    """The running lines and the turned lines of a page as furniture."""
    lines = [line for line in sheet.lines if line in running]
    for reason, same in groupby(
        sorted(lines, key=lambda line: running[line]), key=lambda line: running[line]
    ):
        yield Group(tuple(rows(list(same))), "furniture", reason)
    if aside := turned_aside(sheet):
        turned = [row for line in aside for row in rows([line])]
        yield Group(tuple(turned), "furniture", furniture.TURNED)
    yield from groups(rows(turned_text(sheet)))


def with_remarks(groups: Sequence[Group], sheets: Sequence[Sheet]) -> list[Group]:
    """The groups, with what was noted on each page where what begins on it ends."""
    found = list(groups)
    for sheet in sheets:
        if sheet.remarks:
            noted = [Group((_noted(remark, sheet),)) for remark in sheet.remarks]
            place = sum(group.page <= sheet.number for group in found)
            goes_on = place and sheet.number in {row.page - 1 for row in found[place - 1].rows}
            at = place - 1 if goes_on and found[place - 1].page == sheet.number else place
            found[at:at] = noted
    return found


def _noted(remark: str, sheet: Sheet) -> Row:
    """A remark as a row that stands nowhere on its page."""
    return Row(((Glyphs(remark, 0.0),),), 0.0, 0.0, 0.0, 0.0, 0.0, sheet.number)


def _with_edges(found: Sequence[Group], sheets: Sequence[Sheet], running: dict[Line, str]) -> Iterator[Group]:
    """The furniture of each page before the first group that begins on it."""
    waiting = {sheet.number: list(edge_groups(sheet, running)) for sheet in sheets}
    for group in found:
        for number in sorted(waiting):
            if number <= group.page:
                yield from waiting.pop(number)
        yield group
    for number in sorted(waiting):
        yield from waiting[number]
