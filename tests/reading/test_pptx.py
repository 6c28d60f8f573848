"""Presentations: slides in order, each with its title first, and its notes marked as notes."""

import pytest

from gradient.reading import furniture
from gradient.reading.office.pptx import PptxReader
from gradient.reading.port import NoPages, NothingToRead
from gradient.text.document import Document
from tests.reading.office_files import A, M, part, picture, pptx, shape

FORMULA = (
    f'<a:p xmlns:a="{A}" xmlns:m="{M}"><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath>'
    "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></a14:m>"
    "</mc:Choice><mc:Fallback><a:r><a:t> </a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>"
)
TABLE = (
    "<p:graphicFrame><p:nvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl>{}"
    "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
)


def read(*slides: str, **more: object) -> Document:
    return PptxReader().read(pptx(*slides, **more), "deck.pptx")  # type: ignore[arg-type]


def shown(document: Document) -> list[str]:
    items = sorted([*document.headings, *document.blocks], key=lambda one: one.start)
    return [document.text[one.start : one.end] for one in items]


def table(*rows: tuple[str, ...]) -> str:
    cell = "<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    return TABLE.format("".join(f"<a:tr>{''.join(cell.format(word) for word in row)}</a:tr>" for row in rows))


def test_slides_come_in_the_order_of_the_show_with_their_titles_first() -> None:
    first = shape("They move.", role="body") + shape("Waves", role="title")
    document = read(first, shape("Sound", role="ctrTitle"))
    assert [one.title for one in document.headings] == ["Waves", "Sound"]
    assert shown(document) == ["Waves", "They move.", "Sound"]
    assert [(one.number, one.label) for one in document.pages] == [(1, "slide 1"), (2, "slide 2")]
    assert document.layout == "slides"


def test_a_slide_without_a_title_takes_its_first_line() -> None:
    document = read(shape("below", place=(0, 300, 100, 50)) + shape("above", "then", place=(0, 0, 100, 50)))
    assert [one.title for one in document.headings] == ["above"]
    assert shown(document) == ["above", "then", "below"]


def test_an_empty_title_is_none() -> None:
    document = read(shape(role="title") + shape("The first line"))
    assert [one.title for one in document.headings] == ["The first line"]


def test_a_title_on_two_lines_is_one_title() -> None:
    broken = "<a:p><a:r><a:t>Waves</a:t></a:r><a:br/><a:r><a:t>and sound</a:t></a:r></a:p>"
    assert [one.title for one in read(shape(broken, role="title")).headings] == ["Waves and sound"]


def test_shapes_are_read_from_top_to_bottom_and_from_left_to_right() -> None:
    slide = shape("Title", role="title")
    slide += shape("right", place=(500, 100, 300, 100)) + shape("low", place=(0, 400, 300, 50))
    slide += shape("left", place=(0, 110, 300, 100))
    assert shown(read(slide)) == ["Title", "left", "right", "low"]


def test_placeholders_come_before_other_shapes_and_take_their_place_from_the_layout() -> None:
    layout = shape("", role="body", place=(0, 50, 900, 400)).replace('type="body"', 'type="body" idx="4"')
    layout += shape("", role="body", place=(0, 0, 900, 40)).replace('type="body"', 'type="body" idx="5"')
    slide = shape("over", place=(0, 0, 10, 10)) + shape("second", role="obj").replace(
        '"obj"', '"obj" idx="4"'
    )
    slide += shape("first", role="obj").replace('"obj"', '"obj" idx="5"') + shape("Title", role="title")
    document = read(
        slide,
        parts={"ppt/layout.xml": part("p:sldLayout", f"<p:cSld><p:spTree>{layout}</p:spTree></p:cSld>")},
        related=[("slideLayout", "../layout.xml")],
    )
    assert shown(document) == ["Title", "first", "second", "over"]


def test_groups_are_opened_and_their_shapes_stand_where_they_are_drawn() -> None:
    inner = shape("in the group", place=(0, 0, 10, 10))
    group = (
        '<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="300"/><a:ext cx="100" cy="100"/><a:chOff x="0" y="0"/>'
        f'<a:chExt cx="10" cy="10"/></a:xfrm></p:grpSpPr>{inner}</p:grpSp>'
    )
    slide = shape("Title", role="title") + group + shape("above it", place=(0, 100, 100, 50))
    assert shown(read(slide)) == ["Title", "above it", "in the group"]


def test_tables_have_a_row_a_line() -> None:
    document = read(shape("Title", role="title") + table(("medium", "speed"), ("air", "343")))
    assert [(one.kind, document.text[one.start : one.end]) for one in document.blocks] == [
        ("table", "medium | speed\nair | 343")
    ]


def test_formulas_are_kept_where_an_older_program_sees_a_picture() -> None:
    document = read(shape("Title", role="title") + shape(FORMULA))
    assert [(one.kind, document.text[one.start : one.end]) for one in document.blocks] == [("math", "a / b")]


def test_notes_are_pages_of_their_own_and_say_so() -> None:
    document = read(shape("Waves", role="title"), shape("Sound", role="title"), notes={1: "Say this aloud."})
    labels = [(one.number, one.label, document.text[one.start : one.end].strip()) for one in document.pages]
    assert labels == [
        (1, "slide 1", "Waves"),
        (1, "slide 1, notes", "Say this aloud."),
        (2, "slide 2", "Sound"),
    ]


def test_numbers_of_slides_alone_are_no_notes() -> None:
    assert [one.label for one in read(shape("Waves", role="title"), notes={1: ""}).pages] == ["slide 1"]


def test_hidden_slides_are_read_and_say_so() -> None:
    document = read(shape("Waves", role="title"), shape("Sound", role="title"), hidden=[2])
    assert [one.label for one in document.pages] == ["slide 1", "slide 2, hidden"]


def test_dates_footers_and_numbers_are_furniture() -> None:
    slide = shape("Monday", role="dt") + shape("Physics I", role="ftr") + shape("Waves", role="title")
    document = read(slide + shape("1", role="sldNum"))
    assert [one.title for one in document.headings] == ["Waves"]
    assert [one.reason for one in document.blocks] == [
        furniture.RUNNING,
        furniture.RUNNING,
        furniture.PAGE_NUMBER,
    ]


def test_a_table_says_what_merged_cells_go_over() -> None:
    cells = (
        [("City", ""), ("People", ' gridSpan="2"'), ("", ' hMerge="1"')],
        [("Ulm", ""), ("1", ""), ("2", "")],
    )
    rows = "".join(
        "<a:tr>"
        + "".join(
            f"<a:tc{more}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"
            for text, more in row
        )
        + "</a:tr>"
        for row in cells
    )
    data = f"<a:graphicData><a:tbl>{rows}</a:tbl></a:graphicData>"
    frame = f"<p:graphicFrame><a:graphic>{data}</a:graphic></p:graphicFrame>"
    document = read(shape("Cities", role="title") + frame)
    assert document.text.splitlines()[-2:] == ["City | People | People", "Ulm | 1 | 2"]


def test_what_is_told_of_any_shape_is_a_caption() -> None:
    told = [
        shape(line).replace("<p:cNvPr/>", '<p:cNvPr descr="An arrow to B"/>')
        for line in ("One", "An arrow to B")
    ]
    group = f"<p:grpSp><p:nvGrpSpPr><p:cNvPr descr='Two trees'/></p:nvGrpSpPr>{shape('Leaf')}</p:grpSp>"
    document = read(shape("Graphs", role="title") + "".join(told) + group)
    captions = [document.text[one.start : one.end] for one in document.blocks if one.kind == "caption"]
    assert captions == ["An arrow to B", "Two trees"]


def test_an_empty_slide_is_blank_and_keeps_its_number() -> None:
    document = read(shape("Waves", role="title"), "", shape("Sound", role="title"))
    assert [(one.number, one.blank, one.read) for one in document.pages] == [
        (1, False, True),
        (2, True, False),
        (3, False, True),
    ]
    assert document.share_read == 1.0


def test_a_slide_that_is_a_picture_is_unread_and_named() -> None:
    document = read(shape("Waves", role="title"), picture((0, 0, 1000, 500)))
    assert [one.read for one in document.pages] == [True, False]
    assert document.share_read == 0.5
    assert document.missing is not None
    assert "slide 2, a picture" in document.missing


def test_a_small_picture_without_a_word_is_unread_too() -> None:
    document = read(shape("Waves", role="title"), picture((0, 0, 200, 100)))
    assert [one.read for one in document.pages] == [True, False]


def test_a_picture_beside_words_is_no_loss() -> None:
    document = read(shape("How waves move through air", role="title") + picture((0, 0, 1000, 500)))
    assert (document.share_read, document.missing) == (1.0, None)


def test_embedded_objects_are_named_with_their_slide() -> None:
    frame = TABLE.replace("<a:tbl>{}</a:tbl>", '<p:oleObj progId="Equation.3"/>')
    document = read(shape("Waves", role="title") + frame)
    assert document.missing is not None
    assert "a formula in an old format on slide 1" in document.missing
    assert document.share_read < 1


def test_bold_words_are_emphases_and_fields_that_pass_are_left_out() -> None:
    line = '<a:p><a:r><a:t>a </a:t></a:r><a:r><a:rPr b="1"/><a:t>wave</a:t></a:r>'
    line += '<a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>'
    document = read(shape("Title", role="title") + shape(line))
    assert [document.text[one.start : one.end] for one in document.emphases] == ["wave"]
    assert "7" not in document.text


def test_lines_in_a_font_of_one_width_are_code() -> None:
    line = '<a:p><a:r><a:rPr><a:latin typeface="Consolas"/></a:rPr><a:t>{}</a:t></a:r></a:p>'
    document = read(
        shape("Loops", role="title") + shape(line.format("for x in y:"), line.format("    print(x)"))
    )
    assert [(one.kind, document.text[one.start : one.end]) for one in document.blocks] == [
        ("code", "for x in y:\n    print(x)")
    ]


def test_a_deck_without_slides_has_no_pages() -> None:
    with pytest.raises(NoPages):
        read()


def test_a_deck_of_empty_slides_is_nothing_to_read() -> None:
    with pytest.raises(NothingToRead, match="only blank slides"):
        read("", "")


def test_what_is_compared_is_read_side_by_side() -> None:
    slide = shape("Two methods", role="title")
    slide += shape("First", role="body", place=(0, 100, 400, 50))
    slide += shape("is slow", role="obj", place=(0, 160, 400, 200))
    slide += shape("Second", role="body", place=(500, 100, 400, 50))
    slide += shape("is fast", role="obj", place=(500, 160, 400, 200))
    assert shown(read(slide)) == ["Two methods", "First", "is slow", "Second", "is fast"]


def test_four_fields_without_headings_are_read_row_by_row() -> None:
    slide = "".join(
        shape(word, role="obj", place=place)
        for word, place in (
            ("one", (0, 100, 400, 50)),
            ("three", (0, 200, 400, 50)),
            ("two", (500, 100, 400, 50)),
            ("four", (500, 200, 400, 50)),
        )
    )
    assert shown(read(shape("Title", role="title") + slide)) == ["Title", "one", "two", "three", "four"]


def test_comments_on_a_slide_are_read_and_state_nothing() -> None:
    old = part("p:cmLst", "<p:cm><p:text>Say more here.</p:text></p:cm>")
    today = (
        '<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" '
        f'xmlns:a="{A}"><p188:cm><p188:txBody><a:p><a:r><a:t>Why so?</a:t></a:r></a:p></p188:txBody>'
        "</p188:cm></p188:cmLst>"
    )
    document = read(
        shape("Title", role="title"),
        parts={"ppt/old.xml": old, "ppt/today.xml": today},
        related=[("comments", "../old.xml"), ("comments", "../today.xml")],
    )
    assert shown(document) == ["Title", "Say more here.", "Why so?"]
    assert [one.kind for one in document.blocks] == ["caption", "caption"]
