"""What only looks like furniture of Markdown and of web pages is read."""

import pytest

from gradient.reading.markdown import MarkdownReader
from gradient.reading.webpage import WebPageReader
from gradient.text.document import Document


def markdown(source: str, name: str = "a.md") -> Document:
    return MarkdownReader().read(source.encode(), name)


def page(source: str) -> Document:
    return WebPageReader().read(source.encode(), "a.html")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(one.reason or one.kind, document.text[one.start : one.end]) for one in document.blocks]


@pytest.mark.parametrize("name", ["a.md", "a.mdx"])
@pytest.mark.parametrize(
    "prose",
    [
        "import pandas as pd is the way to load it.",
        "import tariffs raise prices\nfor all who buy abroad.",
        "export default values are what a module gives.",
        "import X from 'y' is how a module begins.",
        "export class methods are those of a class.",
    ],
)
def test_sentences_that_begin_like_statements_of_modules_stay(name: str, prose: str) -> None:
    assert blocks(markdown(f"# Modules\n\n{prose}\n", name)) == [("paragraph", prose)]


@pytest.mark.parametrize(
    "module",
    [
        "import X from 'y'",
        "import a from 'a';\nimport {\n  b,\n} from \"b\"\nexport default a",
        "export default function f(x) { return x }",
        "export const n = 1",
        "export * from './a'",
        "import './style.css' // only here",
    ],
)
def test_statements_of_modules_are_left_out(module: str) -> None:
    assert blocks(markdown(f"# Modules\n\n{module}\n", "a.mdx")) == [("imports", module)]


BOXES = [
    '<aside class="sidebar"><p>{}</p></aside>',
    '<div class="related"><p>{}</p></div>',
    '<section id="comments"><h2>Comments in Python</h2><p>{}</p></section>',
]


@pytest.mark.parametrize("box", BOXES)
def test_boxes_of_a_lesson_stay_and_lists_of_links_of_that_name_go(box: str) -> None:
    said = "A tree is a graph that has no cycle."
    assert ("paragraph", said) in blocks(page(f"<h1>Trees</h1><p>A text.</p>{box.format(said)}"))
    links = "<a href=a>A tree is a graph that has no cycle.</a> <a href=b>More</a>"
    assert blocks(page(f"<h1>Trees</h1><p>A text.</p>{box.format(links)}"))[1][0] == "navigation"


def test_remarks_of_visitors_are_no_lesson() -> None:
    remark = '<div id="comments"><div class="comment-body">I like this page, it is very good.</div></div>'
    assert blocks(page(f"<h1>Trees</h1><p>A text.</p>{remark}"))[1][0] == "navigation"


@pytest.mark.parametrize(
    "first", ["\n# Slide one\n\nA text.\n", "# Slide one\n\nNote: a text.\n", "A text.\n"]
)
def test_the_first_slide_of_a_deck_is_no_front_matter(first: str) -> None:
    document = markdown(f"---\n{first}\n---\n\n# Slide two\n\nMore.\n")
    assert "front matter" not in {one.reason for one in document.blocks}
    assert any("text." in text for _, text in blocks(document))


@pytest.mark.parametrize(
    "matter", ["title: Trees", "# settings\ntitle: Trees\ntags:\n- a\n  b", '"title": a\n']
)
def test_settings_at_the_head_are_front_matter(matter: str) -> None:
    assert blocks(markdown(f"---\n{matter}\n---\n\nText.\n"))[0][0] == "front matter"


def test_what_words_mean_is_no_setting() -> None:
    told = "Vertex: a point of a graph\nEdge: a pair of vertices"
    assert blocks(markdown(f"---\n{told}\n---\n\nText.\n")) == [
        ("markup", "---"),
        ("paragraph", told),
        ("markup", "---"),
        ("paragraph", "Text."),
    ]


def test_words_after_a_drawing_stay() -> None:
    drawing = "<svg><text>a</text></svg>"
    assert blocks(markdown(f"# A\n\n{drawing}\nfollowed by text.\n")) == [
        ("drawing", drawing),
        ("paragraph", "followed by text."),
    ]


def test_a_formula_with_a_blank_line_is_one() -> None:
    formula = "\\begin{align}\na &= b \\\\\n\n    c &= d\n\\end{align}"
    assert blocks(markdown(f"# A\n\n{formula}\n\nText.\n")) == [("math", formula), ("paragraph", "Text.")]
    open_one = "\\begin{align} is how it begins."
    assert blocks(markdown(f"{open_one}\n\nText.\n"))[1] == ("paragraph", "Text.")


def test_footnotes_are_text_and_definitions_of_links_are_not() -> None:
    source = "# A\n\nText.\n\n[1]: https://x.org\n[^2]: Lagrange\n[3]: https://y.org\n"
    assert blocks(markdown(source))[1:] == [
        ("references", "[1]: https://x.org"),
        ("paragraph", "[^2]: Lagrange"),
        ("references", "[3]: https://y.org"),
    ]


def test_a_number_sign_before_a_number_in_a_sentence_makes_no_heading() -> None:
    document = markdown("#Trees\n\n#1 is a rank.\n\n#2 Paths\n\nText.\n")
    assert [one.title for one in document.headings] == ["Trees", "2 Paths"]
