"""Tables in CSV and TSV: every row, every field, in any dialect and encoding."""

import pytest

from gradient.reading.delimited import DelimitedReader, delimiter, rows
from gradient.reading.port import NothingToRead
from gradient.text.document import Document


def read(text: str, encoding: str = "utf-8") -> Document:
    return DelimitedReader().read(text.encode(encoding), "a.csv")


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_by_the_rows(mark: str) -> None:
    text = "\n".join(mark.join(row) for row in (["term", "meaning"], ["mean", "3.5"], ["mode", "2"]))
    assert delimiter(text) == mark
    assert read(text).text == "term | meaning\nmean | 3.5\nmode | 2"


def test_commas_in_prose_do_not_hide_the_semicolons() -> None:
    text = 'term;meaning\nmean;"sum, divided, by count"\nmode;most, often\nmedian;middle\n'
    assert rows(text)[1] == ["mean", "sum, divided, by count"]


@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_decimal_commas_part_no_fields(mark: str) -> None:
    text = f"ann{mark}1,5\nbob{mark}2,5\n"
    assert rows(text) == [["ann", "1,5"], ["bob", "2,5"]]
    assert rows("1,5\n2,5\n") == [["1", "5"], ["2", "5"]]


@pytest.mark.parametrize("name", ["a.tsv", "A.TAB"])
def test_a_file_that_is_named_for_tabs_is_parted_by_them(name: str) -> None:
    assert rows("a\tb,c\n1\t2,3\n", name) == [["a", "b,c"], ["1", "2,3"]]
    assert rows("a,b\n1,2\n", name) == [["a", "b"], ["1", "2"]]


def test_a_bar_in_a_cell_makes_no_cell() -> None:
    assert read("name,value\nor,a | b\n").text == "name | value\nor | a \\| b"


def test_a_first_line_may_name_the_delimiter() -> None:
    assert rows("sep=;\na,b;c\n") == [["a,b", "c"]]


def test_line_ends_inside_cells_end_no_row() -> None:
    document = read('a,b\n"one\ntwo","three\x85four"\nlast,row\n')
    assert document.text == "a | b\none two | three four\nlast | row"
    (block,) = document.blocks
    assert (block.kind, block.start, block.end) == ("table", 0, len(document.text))


def test_rows_keep_fields_too_many_or_too_few() -> None:
    assert read("a,b,c\n1,2,3,4\n5\n6,,7\n").text == "a | b | c\n1 | 2 | 3 | 4\n5\n6 |  | 7"


def test_a_quote_that_is_never_closed_swallows_no_row() -> None:
    assert read('size,unit\n"5,inch\n6,inch\n').text == 'size | unit\n"5 | inch\n6 | inch'


def test_a_long_field_is_no_error() -> None:
    assert len(read("a,b\n1," + "x" * 200_000 + "\n").text) > 200_000


def test_one_column_is_a_table_too() -> None:
    assert read("term\nmean\nmode\n").text == "term\nmean\nmode"


def test_a_japanese_encoding_tells_the_language_of_names() -> None:
    document = read("名前,都市\n佐藤太郎,名古屋\n髙橋淳,東京\n山田花子,大阪市\n", "cp932")
    assert (document.encoding, document.language) == ("cp932", "ja")
    assert "髙橋淳 | 東京" in document.text


def test_a_table_without_a_filled_cell_holds_nothing() -> None:
    with pytest.raises(NothingToRead, match=r"a\.csv holds no cell that is filled"):
        read(",,\n,,\n")


def test_a_table_of_addresses_is_an_index_and_teaches_nothing() -> None:
    rows = "\n".join(f"{number},Lecture {number},https://example.org/{number}" for number in range(9))
    (block,) = read(f"id,title,link\n{rows}").blocks
    assert (block.kind, block.reason) == ("furniture", "list of links")


def test_an_address_here_and_there_makes_no_index() -> None:
    (block,) = read("term,meaning\nmean,sum by count\nmode,see https://example.org\nmedian,middle").blocks
    assert block.kind == "table"


TEACHING = {
    "terms": "term,definition,url\nGraph,A set of vertices and edges,https://x.org/1\nTree,A graph,https://x.org/2",
    "captions": "image,caption\nhttps://x.org/1.png,Five vertices\nhttps://x.org/2.png,A cycle of three",
    "people": "name,born,homepage\nEuler,1707,https://x.org/1\nGauss,1777,https://x.org/2",
    "sentences": "title,link\nA tree has no cycle of edges.,https://x.org/1\nForests,https://x.org/2",
    "no header": "Euler,https://x.org/1\nGauss,https://x.org/2\nNoether,https://x.org/3",
    "remarks in a cell": "title,link\nTrees,https://x.org/1 is wrong on cycles\nForests,https://x.org/2",
}


@pytest.mark.parametrize("named", TEACHING)
def test_addresses_beside_what_is_told_hide_nothing(named: str) -> None:
    (block,) = read(TEACHING[named]).blocks
    assert block.kind == "table"


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ("element,atomic_number,url\nHydrogen,1,https://e.org/h\nIron,26,https://e.org/fe\n", "table"),
        ("title,index,link\nGermany,0.95,https://e.org/de\nNorway,0.96,https://e.org/no\n", "table"),
        ("no,title,link\n1,First,https://e.org/1\n2,Second,https://e.org/2\n", "furniture"),
    ],
)
def test_numbers_beside_addresses_tell_something_unless_they_count_the_rows(table: str, kind: str) -> None:
    (block,) = DelimitedReader().read(table.encode(), "a.csv").blocks
    assert block.kind == kind
