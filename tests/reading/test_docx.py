"""Word documents: what stands in them is found, whatever their styles are called."""

import pytest

from gradient.reading import furniture
from gradient.reading.office.docx import DocxReader
from gradient.reading.port import NothingToRead
from gradient.text.document import Document
from tests.reading.office_files import docx, package, paragraph, part, relations, row, run

BOX = "<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx><w:txbxContent>{0}</w:txbxContent>"
BOX += "</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>{0}</w:txbxContent>"
BOX += "</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>"


def read(body: str, **more: object) -> Document:
    return DocxReader().read(docx(body, **more), "lab.docx")  # type: ignore[arg-type]


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_headings_are_known_by_localised_and_derived_styles_and_by_outline_levels() -> None:
    document = read(
        paragraph("Wellen", "berschrift1")
        + paragraph("Schall", "Kapitel")
        + paragraph("Tiefe", "Umriss")
        + paragraph("Höhe", properties='<w:outlineLvl w:val="1"/>')
        + paragraph("Text", "Kapitel", properties='<w:outlineLvl w:val="9"/>')
    )
    assert [(one.level, one.title) for one in document.headings] == [
        (1, "Wellen"),
        (1, "Schall"),
        (3, "Tiefe"),
        (2, "Höhe"),
    ]
    assert blocks(document) == [("paragraph", "Text")]


def test_the_title_of_all_stands_above_every_heading() -> None:
    document = read(
        paragraph("Physics", "Titel") + paragraph("Waves", "berschrift1") + paragraph("They move.")
    )
    assert [(one.level, one.title) for one in document.headings] == [(1, "Physics"), (2, "Waves")]
    assert document.title == "Physics"


def test_a_circle_of_styles_ends() -> None:
    assert blocks(read(paragraph("All the same.", "Kreis"))) == [("paragraph", "All the same.")]


def test_lists_captions_code_and_contents_are_told_apart() -> None:
    document = read(
        paragraph("Waves .... 3", "Verzeichnis1")
        + paragraph("First", "Liste")
        + paragraph("Second", properties='<w:numPr><w:numId w:val="7"/></w:numPr>')
        + paragraph("Figure 1: a wave", "Beschriftung")
        + paragraph("for x in y:", "Quelltext")
        + paragraph("    print(x)", "Quelltext")
    )
    assert blocks(document) == [
        ("furniture", "Waves .... 3"),
        ("list", "First"),
        ("list", "Second"),
        ("caption", "Figure 1: a wave"),
        ("code", "for x in y:\n    print(x)"),
    ]
    assert document.blocks[0].reason == furniture.CONTENTS


def test_tables_have_a_row_a_line_and_merged_cells_stand_in_each_row_and_column() -> None:
    wide = f'<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{paragraph("Speed")}</w:tc>'
    merged = f"<w:tc><w:tcPr><w:vMerge/></w:tcPr>{paragraph()}</w:tc>"
    deleted = f"<w:tr><w:trPr><w:del/></w:trPr><w:tc>{paragraph('gone')}</w:tc></w:tr>"
    table = f"<w:tbl><w:tr>{wide}<w:tc>{paragraph('Medium')}</w:tc></w:tr>{row('1', '343', 'air')}{deleted}"
    document = read(
        f"{table}<w:tr>{merged}<w:tc>{paragraph('1480')}</w:tc><w:tc>{paragraph('water')}</w:tc></w:tr></w:tbl>"
    )
    assert blocks(document) == [("table", "Speed | Speed | Medium\n1 | 343 | air\n1 | 1480 | water")]


def test_a_table_of_one_cell_is_a_frame_around_text() -> None:
    inside = paragraph("Waves", "berschrift1") + paragraph("They move.")
    document = read(f"<w:tbl><w:tr><w:tc>{inside}</w:tc></w:tr></w:tbl>")
    assert [one.title for one in document.headings] == ["Waves"]
    assert blocks(document) == [("paragraph", "They move.")]


def test_what_is_struck_out_is_left_out_and_listed() -> None:
    struck = run("slow", "<w:strike/>") + run(" or ", '<w:strike w:val="0"/>')
    document = read(paragraph("Sound is ", inner=f"{struck}{run('fast.')}"))
    assert blocks(document) == [("paragraph", "Sound is  or fast."), ("furniture", "slow")]
    assert document.blocks[-1].reason == furniture.STRUCK


def test_deleted_text_is_left_out_and_inserted_text_is_read() -> None:
    deleted = "<w:del><w:r><w:delText>slow</w:delText><w:t>slow</w:t></w:r></w:del>"
    moved = f"<w:moveFrom>{run('away')}</w:moveFrom>"
    document = read(paragraph("Sound is ", inner=f"{deleted}{moved}<w:ins>{run('fast')}</w:ins>{run('.')}"))
    assert document.text == "Sound is fast."


def test_bold_and_italic_words_are_emphases_by_themselves_and_by_style() -> None:
    inner = run("wave ", "<w:b/>") + run("front", "<w:i/>") + run(" and ", '<w:b w:val="0"/>')
    inner += run("node.", '<w:rStyle w:val="Fett"/>')
    document = read(paragraph("A ", inner=inner))
    assert [document.text[one.start : one.end] for one in document.emphases] == ["wave front", "node"]


def test_links_fields_and_breaks_keep_their_text() -> None:
    link = f'<w:hyperlink r:id="rId9">{run("here")}</w:hyperlink>'
    field = "<w:r><w:instrText>PAGEREF _Toc</w:instrText></w:r>"
    field += f'<w:fldSimple w:instr="SEQ">{run("7")}</w:fldSimple>'
    document = read(paragraph("Look ", inner=f"{link}<w:r><w:br/></w:r>{field}"))
    assert document.text == "Look here\n7"


def test_notes_follow_the_paragraph_that_refers_to_them() -> None:
    notes = f'<w:footnote w:type="separator" w:id="0">{paragraph("rule")}</w:footnote>'
    notes += f'<w:footnote w:id="2">{paragraph("In still air.")}</w:footnote>'
    document = read(
        paragraph("It is fast.", inner='<w:r><w:footnoteReference w:id="2"/></w:r>') + paragraph("Next."),
        parts={"word/footnotes.xml": part("w:footnotes", notes)},
        related=[("footnotes", "footnotes.xml")],
    )
    assert [text for _, text in blocks(document)] == ["It is fast.", "In still air.", "Next."]


def test_text_boxes_are_read_once() -> None:
    document = read(paragraph("Beside it.", inner=f"<w:r>{BOX.format(paragraph('In the box.'))}</w:r>"))
    assert [text for _, text in blocks(document)] == ["Beside it.", "In the box."]


def test_headers_and_footers_are_furniture() -> None:
    document = read(
        paragraph("The matter."),
        parts={
            "word/header1.xml": part("w:hdr", paragraph("Physics I, spring")),
            "word/footer1.xml": part("w:ftr", paragraph("12")),
        },
        related=[("header", "header1.xml"), ("footer", "footer1.xml")],
    )
    assert blocks(document) == [("paragraph", "The matter."), ("furniture", "Physics I, spring")]
    assert document.blocks[1].reason == furniture.RUNNING


def test_formulas_stand_alone_or_in_their_sentence() -> None:
    base, exponent = (f"<m:r><m:t>{letter}</m:t></m:r>" for letter in "c2")
    formula = f"<m:oMath><m:sSup><m:e>{base}</m:e><m:sup>{exponent}</m:sup></m:sSup></m:oMath>"
    document = read(
        paragraph("Here", inner=formula + run(" is a square."))
        + paragraph(inner=f"<m:oMathPara>{formula}</m:oMathPara>")
    )
    assert blocks(document) == [("paragraph", "Here c^2 is a square."), ("math", "c^2")]


def test_lines_in_a_font_of_one_width_are_code_and_a_word_in_it_is_not() -> None:
    fixed = '<w:rFonts w:ascii="Courier New"/>'
    document = read(
        paragraph("Call ", inner=run("print", fixed) + run(" twice."))
        + paragraph(inner=run("for x in y:", fixed))
        + paragraph(inner=run("    print(x)", fixed))
    )
    assert blocks(document) == [("paragraph", "Call print twice."), ("code", "for x in y:\n    print(x)")]


def test_an_embedded_file_is_named() -> None:
    document = read(paragraph("The matter.") + '<w:altChunk r:id="rId9"/>')
    assert document.missing is not None
    assert "an embedded file" in document.missing


def test_signs_of_symbol_fonts_become_letters() -> None:
    signs = '<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>'
    assert read(paragraph("Angle ", inner=signs + run("b"))).text == "Angle α→b"


def test_what_cannot_be_read_is_named() -> None:
    old = '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>'
    sheet = '<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'
    document = read(paragraph("See", inner=old + old + sheet))
    assert document.missing is not None
    assert "2 × a formula in an old format and an embedded object (Excel.Sheet.12)" in document.missing
    assert 0 < document.share_read < 1


def test_a_chart_is_a_table_and_a_diagram_a_list() -> None:
    points = "<c:pt><c:v>{}</c:v></c:pt>"
    series = "<c:ser><c:tx>{}</c:tx><c:cat>{}</c:cat><c:val>{}</c:val></c:ser>"
    chart = series.format(*(points.format(word) for word in ("Speed", "air", "343")))
    diagram = "<dgm:pt><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:pt>"
    document = read(
        paragraph(
            "See", inner='<w:r><w:drawing><c:chart r:id="rId2"/><dgm:relIds r:dm="rId3"/></w:drawing></w:r>'
        ),
        parts={
            "word/chart1.xml": part("c:chartSpace", chart),
            "word/data1.xml": part("dgm:dataModel", diagram.format("Cause") + diagram.format("Effect")),
        },
        related=[("chart", "chart1.xml"), ("diagramData", "data1.xml")],
    )
    assert blocks(document)[1:] == [("table", " | Speed\nair | 343"), ("list", "Cause"), ("list", "Effect")]
    assert document.missing is None


def test_pictures_that_carry_the_page_are_unread() -> None:
    document = read(paragraph(inner="<w:r><w:drawing><a:blip/></w:drawing></w:r>"))
    assert document.share_read == 0
    assert document.missing is not None
    assert "a picture that carries the page" in document.missing


def test_pictures_beside_text_are_no_loss() -> None:
    document = read(paragraph("A long enough sentence.", inner="<w:r><w:drawing><a:blip/></w:drawing></w:r>"))
    assert (document.share_read, document.missing) == (1.0, None)


def test_a_blank_document_is_nothing_to_read() -> None:
    with pytest.raises(NothingToRead, match=r"^lab\.docx has only blank pages"):
        read(paragraph())


def test_the_strict_form_of_the_standard_is_read_alike() -> None:
    strict = docx(paragraph("Waves", "berschrift1") + paragraph("They move."))
    parts = {
        "_rels/.rels": relations(("officeDocument", "/word/document.xml")),
        "word/document.xml": part("w:document", f"<w:body>{paragraph('They move.')}</w:body>").replace(
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            "http://purl.oclc.org/ooxml/wordprocessingml/main",
        ),
    }
    assert DocxReader().read(package(parts), "a.docx").text == "They move."
    assert DocxReader().read(strict, "a.docm").headings


def test_a_comment_stands_behind_what_it_is_about_and_states_nothing() -> None:
    comment = (
        '<w:comment w:id="7"><w:p><w:r><w:annotationRef/><w:t>Who says so?</w:t></w:r></w:p></w:comment>'
    )
    data = docx(
        paragraph("A claim.", inner='<w:r><w:commentReference w:id="7"/></w:r>') + paragraph("The next one."),
        parts={"word/comments.xml": part("w:comments", comment)},
        related=[("comments", "comments.xml")],
    )
    document = DocxReader().read(data, "a.docx")
    found = [(one.kind, document.text[one.start : one.end]) for one in document.blocks]
    assert found == [("paragraph", "A claim."), ("caption", "Who says so?"), ("paragraph", "The next one.")]


FIELD = "<w:r><w:fldChar w:fldCharType='{}'/></w:r>"


@pytest.mark.parametrize(
    ("instruction", "result", "text"),
    [
        (r"EQ \f(a+b;2)", "", "The mean is (a+b)/2."),
        (r"EQ \r(\f(1,n))", "", "The mean is √(1/n)."),
        (r"EQ \f(a+b;2)", "(a+b)/2", "The mean is (a+b)/2."),
        ("REF here", "", "The mean is ."),
    ],
)
def test_a_field_that_draws_a_formula_is_written(instruction: str, result: str, text: str) -> None:
    inner = (
        f"<w:r><w:instrText>{instruction[:4]}</w:instrText><w:instrText>{instruction[4:]}</w:instrText></w:r>"
    )
    inner = FIELD.format("begin") + inner + FIELD.format("separate") + run(result) + FIELD.format("end")
    simple = "" if result else f'<w:fldSimple w:instr="{instruction}"/>'
    for field in filter(None, (inner, simple)):
        assert read(paragraph("The mean is ", inner=field + run("."))).text == text


def test_words_that_are_drawn_as_art_are_read() -> None:
    art = "<w:r><w:pict><v:shape><v:textpath string='A tree has no cycle.'/></v:shape></w:pict></w:r>"
    assert blocks(read(paragraph(inner=art))) == [("paragraph", "A tree has no cycle.")]
