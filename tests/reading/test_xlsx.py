"""Spreadsheets: the tables on their sheets, with values as people see them."""

import io
from datetime import date, datetime, time, timedelta
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.chart import LineChart, Reference
from openpyxl.comments import Comment

from gradient.reading.office.xlsx import XlsxReader
from gradient.reading.office.xlsx_shown import shown
from gradient.reading.office.xlsx_tables import regions, tables
from gradient.reading.port import NothingToRead
from gradient.text.document import Document
from tests.reading.office_files import package

DAY = datetime.fromisoformat("2026-05-01")
MORNING = datetime.fromisoformat("2026-05-01T09:30")


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def read(book: Workbook) -> Document:
    return XlsxReader().read(saved(book), "grades.xlsx")


def with_rows(*rows: tuple[Any, ...]) -> tuple[Workbook, Any]:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Grades"
    for row in rows:
        sheet.append(row)
    return book, sheet


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_a_sheet_is_a_page_and_a_heading_with_its_name() -> None:
    book, _ = with_rows(("name", "points"), ("Ada", 12))
    document = read(book)
    assert [(one.number, one.label) for one in document.pages] == [(1, "sheet Grades")]
    assert [(one.level, one.title) for one in document.headings] == [(1, "Grades")]
    assert blocks(document) == [("table", "name | points\nAda | 12")]


def test_empty_rows_and_columns_part_tables() -> None:
    book, sheet = with_rows(("a", "b"), (1, 2), (), ("c", "d"), (3, 4))
    sheet["E1"], sheet["F1"], sheet["E2"], sheet["F2"] = "e", "f", 5, 6
    assert [text for _, text in blocks(read(book))] == ["a | b\n1 | 2", "e | f\n5 | 6", "c | d\n3 | 4"]


def test_a_title_above_a_table_is_its_caption() -> None:
    book, sheet = with_rows(("Points in May", None, None), ("name", "task", "points"), ("Ada", "one", 12))
    sheet.merge_cells("A1:C1")
    assert blocks(read(book)) == [
        ("caption", "Points in May"),
        ("table", "name | task | points\nAda | one | 12"),
    ]


def test_cells_merged_downwards_belong_to_each_of_their_rows() -> None:
    book, sheet = with_rows(("course", "name"), ("Physics", "Ada"), (None, "Max"))
    sheet.merge_cells("A2:A3")
    assert blocks(read(book)) == [("table", "course | name\nPhysics | Ada\nPhysics | Max")]


def test_merged_headers_stand_above_each_of_their_columns() -> None:
    book, sheet = with_rows(("City", "People", None), (None, 2000, 2010), ("Ulm", 1, 2), ("Bonn", 3, 4))
    sheet.merge_cells("A1:A2")
    sheet.merge_cells("B1:C1")
    assert blocks(read(book)) == [
        ("table", "City | People | People\nCity | 2000 | 2010\nUlm | 1 | 2\nBonn | 3 | 4")
    ]


def test_what_is_merged_over_whole_rows_stands_once() -> None:
    book, sheet = with_rows(("a", "b", "c"), (1, 2, 3), ("a note", None, None))
    sheet.merge_cells("A3:C4")
    assert read(book).text.count("a note") == 1


def test_a_remark_that_is_merged_over_rows_stands_once_and_keys_in_each() -> None:
    book, sheet = with_rows(*((f"row {number}", number) for number in range(1, 31)))
    sheet["C1"], sheet["D1"] = "A remark on all rows. " * 20, "key"
    for column in "CD":
        sheet.merge_cells(f"{column}1:{column}30")
    text = read(book).text
    assert (text.count("A remark"), text.count("key")) == (20, 30)


def test_merged_cells_let_a_table_grow_so_far_only() -> None:
    book, sheet = with_rows(*((f"row {number}",) for number in range(1, 3001)))
    sheet["B1"] = "k" * 190
    sheet.merge_cells("B1:B3000")
    assert len(read(book).text) < 250_000


def test_a_bar_in_a_cell_makes_no_cell() -> None:
    book, _ = with_rows(("name", "value"), ("or", "a | b"))
    assert blocks(read(book)) == [("table", "name | value\nor | a \\| b")]


def test_merged_cells_keep_a_label_and_its_value_in_one_table() -> None:
    book, sheet = with_rows(("voltage", None, None, 130), ("phases", None, None, 3))
    for row in (1, 2):
        sheet.merge_cells(start_row=row, start_column=1, end_row=row, end_column=3)
    assert blocks(read(book)) == [("table", "voltage | 130\nphases | 3")]


def test_hidden_sheets_are_read_and_say_so_and_empty_ones_are_blank() -> None:
    book, _ = with_rows(("a", "b"), (1, 2))
    book.create_sheet("Key").append(("x", "y"))
    book["Key"].sheet_state = "hidden"
    book.create_sheet("Nothing")
    document = read(book)
    assert [(one.label, one.blank) for one in document.pages] == [
        ("sheet Grades", False),
        ("sheet Key, hidden", False),
        ("sheet Nothing", True),
    ]
    assert "x | y" in document.text


def test_values_look_as_the_spreadsheet_shows_them() -> None:
    book, sheet = with_rows(("day", "share", "price"), (date(2026, 5, 1), 0.125, 1234.5))
    sheet["B2"].number_format, sheet["C2"].number_format = "0.0%", '#,##0.00 "EUR"'
    assert blocks(read(book)) == [("table", "day | share | price\n2026-05-01 | 12.5% | 1,234.50 EUR")]


def test_a_formula_without_a_result_is_missing_and_not_dropped_in_silence() -> None:
    book, _ = with_rows(("a", "b"), (1, "=A2*2"))
    document = read(book)
    assert document.missing is not None
    assert "a formula without a result on sheet Grades" in document.missing
    assert 0 < document.share_read < 1


def test_results_that_are_stored_with_their_formulas_are_read() -> None:
    book, _ = with_rows(("a", "b"), (1, "=A2*2"))
    data = with_part(saved(book), "xl/worksheets/sheet1.xml", b"<v></v>", b"<v>2</v>")
    document = XlsxReader().read(data, "grades.xlsx")
    assert (blocks(document), document.missing) == ([("table", "a | b\n1 | 2")], None)


def test_the_size_that_a_sheet_states_is_not_believed() -> None:
    book, _ = with_rows(("a", "b"), (1, 2))
    data = with_part(saved(book), "xl/worksheets/sheet1.xml", b'ref="A1:B2"', b'ref="A1:A1"')
    assert "a | b\n1 | 2" in XlsxReader().read(data, "grades.xlsx").text


def test_a_book_of_empty_sheets_is_nothing_to_read() -> None:
    with pytest.raises(NothingToRead, match="only empty sheets"):
        read(Workbook())


def with_part(data: bytes, path: str, old: bytes, new: bytes) -> bytes:
    with ZipFile(io.BytesIO(data)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    assert old in parts[path] or old.replace(b"></v>", b" />") in parts[path]
    parts[path] = parts[path].replace(old, new).replace(old.replace(b"></v>", b" />"), new)
    return package(parts)


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (0.5, "0%", "50%"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e20, "General", "1e+20"),
        (5, "0", "5"),
        (5.25, "0.0#", "5.25"),
        (-7, "#,##0;[Red](#,##0)", "-7"),
        (12, '"€" 0', "€ 12"),
        (12, "[$£-809]0", "£12"),
        (12, '0" points"', "12 points"),
        (1234567, '#,##0,"k"', "1,235k"),
        (1234567, '0.0,,"M"', "1.2M"),
        (1500, '0.0,"k"', "1.5k"),
        (1500, '[>=1000]0.0,"k";0', "1.5k"),
        (5, '[>=1000]0.0,"k";0', "5"),
        (123, "00000", "00123"),
        (-7, "000", "-007"),
        (5.5, "00.00", "05.50"),
        (True, "General", "TRUE"),
        (DAY, "yyyy-mm-dd", "2026-05-01"),
        (MORNING, "yyyy-mm-dd hh:mm", "2026-05-01 09:30"),
        (MORNING, "d mmm yyyy", "2026-05-01"),
        (time(9, 30), "hh:mm", "09:30:00"),
        (timedelta(hours=26, minutes=5), "[h]:mm", "26:05:00"),
        ("two\nlines", "General", "two lines"),
        ("two_x000D_\nlines", "General", "two lines"),
        (None, "General", ""),
    ],
)
def test_a_value_is_written_as_it_is_shown(value: object, number_format: str, text: str) -> None:
    assert shown(value, number_format) == text


@given(st.dictionaries(st.tuples(st.integers(1, 9), st.integers(1, 9)), st.just("x"), min_size=1))
def test_every_cell_is_in_one_table_and_tables_lie_apart(cells: dict[tuple[int, int], str]) -> None:
    found = regions(cells)
    for row, column in cells:
        holding = [one for one in found if one.top <= row <= one.bottom and one.left <= column <= one.right]
        assert len(holding) == 1
    assert not any(one.touches(other) for one in found for other in found if one is not other)
    assert sum(cell == "x" for rows in tables(cells) for row in rows for cell in row) == len(cells)


def test_a_sheet_of_a_chart_alone_says_what_it_shows() -> None:
    book, sheet = with_rows(("week", "points"), (1, 5), (2, 7))
    chart = LineChart()
    chart.title = "Points by week"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    book.create_chartsheet("Plot").add_chart(chart)
    document = read(book)
    assert [one.title for one in document.headings] == ["Grades", "Plot"]
    assert blocks(document)[-1] == ("caption", "Points by week")
    assert [one.label for one in document.pages] == ["sheet Grades", "sheet Plot"]


def test_comments_and_titles_of_charts_stand_below_the_tables() -> None:
    book, sheet = with_rows(("week", "points"), (1, 7), (2, 9))
    sheet["B2"].comment = Comment("Counted without the bonus.", "A teacher")
    chart = LineChart()
    chart.title, chart.y_axis.title = "Points by week", "points"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "D1")
    found = blocks(read(book))
    assert [kind for kind, _ in found] == ["table", "caption", "caption"]
    assert {text for _, text in found[1:]} == {"B2: Counted without the bonus.", "Points by week; points"}
