"""What repeats from slide to slide is furniture, and an answer that does is none."""

import pytest

from gradient.reading import furniture
from gradient.reading.office.pptx import PptxReader
from tests.reading.office_files import part, pptx, relations, shape
from tests.reading.test_pptx import read


def test_a_line_on_most_slides_is_furniture_whatever_its_shape() -> None:
    own = ["They move.", "They sound.", "They end."]
    slides = [shape(f"Part {line}", role="title") + shape(line) + shape("© Ada, 2026") for line in own]
    document = read(*slides)
    assert [document.text[one.start : one.end] for one in document.blocks if one.kind == "paragraph"] == own
    running = [one for one in document.blocks if one.kind == "furniture"]
    assert [one.reason for one in running] == [furniture.RUNNING] * 3


def test_a_line_on_most_slides_is_no_title_of_any() -> None:
    own = ["They move.", "They sound.", "They end."]
    document = read(*[shape("© Ada, 2026") + shape(line) for line in own])
    assert [one.title for one in document.headings] == own
    assert [one.reason for one in document.blocks] == [furniture.RUNNING] * 3


@pytest.mark.parametrize("answer", [shape("True", role="body"), shape("True", place=(300, 200, 400, 100))])
def test_an_answer_to_most_questions_is_no_running_line(answer: str) -> None:
    slides = [shape(f"Is {one} a tree?", role="title") + answer for one in ("a path", "a star", "a leaf")]
    assert [one.kind for one in read(*slides).blocks] == ["paragraph"] * 3


def test_a_line_at_the_edge_of_most_slides_is_furniture() -> None:
    line = shape("True North Institute", place=(300, 460, 400, 40))
    slides = [shape(f"Is {one} a tree?", role="title") + line for one in ("a path", "a star", "a leaf")]
    assert [one.kind for one in read(*slides).blocks] == ["furniture"] * 3


def test_what_a_layout_says_is_listed_once() -> None:
    layout = part(
        "p:sldLayout", f"<p:cSld><p:spTree>{shape('A template')}{shape('x', role='body')}</p:spTree></p:cSld>"
    )
    slides = [shape(f"Part {one}", role="title") + shape(f"Text {one}.") for one in (1, 2)]
    data = pptx(*slides, parts={"ppt/layout.xml": layout}, related=[("slideLayout", "../layout.xml")])
    document = PptxReader().read(data, "a.pptx")
    listed = [
        document.text[one.start : one.end] for one in document.blocks if one.reason == furniture.RUNNING
    ]
    assert listed == ["A template"]


def test_a_slide_that_shows_its_layout_alone_is_blank() -> None:
    layout = part("p:sldLayout", f"<p:cSld><p:spTree>{shape('A template')}</p:spTree></p:cSld>")
    parts = {"ppt/layout.xml": layout, "ppt/slides/_rels/slide1.xml.rels": relations()}
    data = pptx(shape("Part 1", role="title"), "", parts=parts, related=[("slideLayout", "../layout.xml")])
    document = PptxReader().read(data, "a.pptx")
    assert "A template" in document.text
    assert [one.blank for one in document.pages] == [False, True]


def test_a_line_on_two_slides_stays() -> None:
    document = read(*[shape(f"Part {number}", role="title") + shape("Remember") for number in (1, 2)])
    assert [one.kind for one in document.blocks] == ["paragraph", "paragraph"]
