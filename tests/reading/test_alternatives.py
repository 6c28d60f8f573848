"""What is written of a picture for those who do not see it is read, whatever the format."""

import pytest

from gradient.reading.alternatives import told
from gradient.reading.registry import reader_for
from gradient.text.document import Document
from tests.reading.office_files import docx, paragraph, picture, pptx, shape

ALT = "Two vectors and their sum"
IMAGE_IN_WORD = (
    "<w:drawing><wp:inline"
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:docPr id="1" name="Picture 1" descr="{}"/><a:blip/></wp:inline></w:drawing>'
)


def in_word(alternative: str) -> bytes:
    drawing = f"<w:r>{IMAGE_IN_WORD.format(alternative)}</w:r>"
    return docx(paragraph("A sentence that is long enough.", inner=drawing))


def on_a_slide(alternative: str) -> bytes:
    described = picture((0, 0, 10, 10)).replace(
        "<p:nvPicPr>", f'<p:nvPicPr><p:cNvPr id="2" name="Picture 1" descr="{alternative}"/>'
    )
    return pptx(shape("Vectors", role="title") + shape("They add up, as arrows do.") + described)


def read(suffix: str, data: bytes) -> Document:
    reader = reader_for(suffix)
    assert reader is not None
    return reader.read(data, f"a{suffix}")


def captions(document: Document) -> list[str]:
    return [document.text[one.start : one.end] for one in document.blocks if one.kind == "caption"]


FILES = {
    "a picture of Markdown": (".md", "Words.\n\n![{}](sum.png)\n\nMore words.\n"),
    "a picture of HTML in Markdown": (".md", 'Words.\n\n<p align="center"><img src="a.png" alt="{}"></p>\n'),
    "a picture of a web page": (".html", '<p>Words.</p><p><img src="a.png" alt="{}"></p>'),
    "a picture within a paragraph": (".html", '<p>Words <img src="a.png" alt="{}"> and more words.</p>'),
    "a picture in its element": (".html", '<p>Words.</p><picture><source><img alt="{}"></picture>'),
}


def file(name: str, alternative: str) -> tuple[str, bytes]:
    if name == "Word":
        return ".docx", in_word(alternative)
    if name == "a slide":
        return ".pptx", on_a_slide(alternative)
    suffix, frame = FILES[name]
    return suffix, frame.format(alternative).encode()


@pytest.mark.parametrize("name", [*FILES, "Word", "a slide"])
def test_an_alternative_text_is_a_caption(name: str) -> None:
    assert captions(read(*file(name, ALT))) == [ALT]


@pytest.mark.parametrize("name", [*FILES, "Word", "a slide"])
@pytest.mark.parametrize("nothing", ["", "image.png", "Picture 3", "img_0042"])
def test_the_name_of_a_file_tells_nothing(name: str, nothing: str) -> None:
    assert captions(read(*file(name, nothing))) == []


def test_the_twin_of_a_picture_for_the_dark_is_said_once() -> None:
    twins = f'<div>\n<img class="light" alt="{ALT}">\n<img class="dark" alt="{ALT}">\n</div>\n'
    assert captions(read(".md", f"Words.\n\n{twins}".encode())) == [ALT]


@pytest.mark.parametrize(
    ("suffix", "badge"),
    [
        (".md", "Words.\n\n[![Build passing](b.svg)](https://example.org)\n"),
        (".html", '<p>Words.</p><p><a href="x"><img alt="Open menu"></a></p>'),
        (".html", '<p>Words.</p><p><img hidden alt="Two vectors and their sum"></p>'),
    ],
)
def test_badges_buttons_and_hidden_pictures_say_nothing(suffix: str, badge: str) -> None:
    assert captions(read(suffix, badge.encode())) == []


def test_a_cell_and_a_heading_that_are_pictures_say_what_these_tell() -> None:
    page = (
        f'<h1><img alt="{ALT}"></h1><p>Words.</p>'
        '<table><tr><td>sum</td><td><img alt="An arrow upwards"></td></tr></table>'
    )
    document = read(".html", page.encode())
    assert [one.title for one in document.headings] == [ALT]
    assert "sum | An arrow upwards" in document.text


def test_a_document_of_pictures_alone_is_unread_whatever_is_said_of_them() -> None:
    alone = docx(paragraph(inner=f"<w:r>{IMAGE_IN_WORD.format(ALT)}</w:r>"))
    assert read(".docx", alone).missing is not None
    scan = picture((0, 0, 1000, 500)).replace("<p:nvPicPr>", f'<p:nvPicPr><p:cNvPr descr="{ALT}"/>')
    assert [page.read for page in read(".pptx", pptx(scan)).pages] == [False]


def test_what_a_program_adds_is_left_out() -> None:
    assert (
        told("A tree  in autumn\n\nDescription automatically generated with low confidence")
        == "A tree in autumn"
    )


def test_a_caption_that_says_the_same_is_not_said_twice() -> None:
    page = f'<p>Words.</p><figure><img alt="{ALT}"><figcaption>{ALT}.</figcaption></figure>'
    assert captions(read(".html", page.encode())) == [f"{ALT}."]
    drawing = f"<w:r>{IMAGE_IN_WORD.format(ALT)}</w:r>"
    word = docx(
        paragraph("A sentence that is long enough.", inner=drawing) + paragraph(ALT, style="Beschriftung")
    )
    assert captions(read(".docx", word)) == [ALT]
