"""Markdown and MDX: structure without loss, clean titles, furniture by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.reading.markdown import MarkdownReader
from gradient.text.document import Document

PIECES = [
    "---\ntitle: A\n---",
    "# One\n",
    "Two\n---\n",
    "text *with* **marks**",
    "- a\n  - b\n\n    c\n- d",
    "1. x\n2. y",
    "> q\n>\n> r",
    "```\ncode\n",
    "    indented",
    "<div>\ntext <b>bold</b>\n</div>",
    "<svg>\n<text>1</text>\n</svg>",
    "$$\na\n$$",
    "\\\\[ x \\\\]",
    "| a |\n|---|\n| b |",
    "[r]: http://x.y",
    "***",
    "<!-- no -->",
    "import X from 'y'",
    "- ",
    "\x0c\u2028 odd \r line",
]


def read(text: str) -> Document:
    return MarkdownReader().read(text.encode(), "test.md")


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(block.reason or block.kind, document.text[block.start : block.end]) for block in document.blocks]


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=10), st.sampled_from(["\n", "\n\n", "\r\n\r\n"])
)
def test_headings_and_blocks_hold_every_visible_character_once(pieces: list[str], between: str) -> None:
    document = read("x" + between + between.join(pieces))
    position = 0
    for start, end in sorted((item.start, item.end) for item in [*document.headings, *document.blocks]):
        assert start >= position
        assert start < end
        assert not document.text[position:start].strip()
        position = end
    assert not document.text[position:].strip()


def test_the_text_is_the_file_s_own() -> None:
    source = "# A  \r\n\r\nb\t*c*  \r\n"
    assert read(source).text == source.replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("## Attention *layers*[[attention-layers]]", "Attention layers"),
        ("## 3.2 Backpropagation {#backprop}", "Backpropagation"),
        ("## Lecture 4: The `softmax` function ##", "The softmax function"),
        ("## R&amp;D <a name='x'></a>", "R&D"),
        ("## [Kernels](#k) and ![i](j.png)margins", "Kernels and margins"),
        ("## Kernel\x07 trick\x00s", "Kernel trick s"),
        ("<h2 align='center'>Vector spaces</h2>", "Vector spaces"),
        ("Setext\n======", "Setext"),
        ("## SVM vs. Softmax", "SVM vs. Softmax"),
    ],
)
def test_titles_are_clean(line: str, title: str) -> None:
    assert [heading.title for heading in read(f"{line}\n\ntext").headings] == [title]


def test_a_comment_in_code_is_no_heading() -> None:
    assert read("```python\n# no heading\n```\n\n    # neither\n").headings == ()


def test_formulas_are_blocks_whatever_stands_in_them() -> None:
    document = read("Text:\n\n$$\na\n- b\n= c\n$$\n\n\\\\[ x + y \\\\]\n\nwhere \\\\(a\\\\) is")
    assert [kind for kind, _ in kinds(document)] == ["paragraph", "math", "math", "paragraph"]


def test_a_list_item_is_a_block() -> None:
    assert kinds(read("- one\n  goes on\n- two\n  - inner\n\n  again")) == [
        ("list", "- one\n  goes on"),
        ("list", "- two"),
        ("list", "- inner"),
        ("list", "again"),
    ]


def test_furniture_is_told_by_rule() -> None:
    parts = [
        "---\nlayout: page\ntitle: Week 1\n---",
        "import Tip from './tip'",
        "Table of Contents:",
        "- [Intro](#intro)\n- [More](#more) (and more)\n- [A](#a)\n- [B](#b)\n- [C](#c)",
        "<a name='intro'></a>",
        "Real text.",
        "![only a picture](x.png)",
        '<CourseBanner chapter={1} links={[{a: "}"}]} />',
        "<!-- a comment -->",
        "[Back to top](#top)",
        "***",
        "# Further Reading",
        "Ada. A book, 1843.",
        "# Translation",
        "More text.",
    ]
    document = read("\n\n".join(parts))
    found = {text: reason for reason, text in kinds(document)}
    assert document.title == "Week 1"
    assert found["Real text."] == found["More text."] == "paragraph"
    expected = [
        "front matter",
        "imports",
        "table of contents",
        "table of contents",
        "markup",
        "image",
        "markup",
        "comment",
        "navigation",
        "rule",
        "references",
    ]
    reasons = [block.reason for block in document.blocks if block.reason]
    assert list(dict.fromkeys(reasons)) == list(dict.fromkeys(expected))


def test_captions_stand_apart_from_the_tags_around_them() -> None:
    document = read(
        '<div class="fig">\n<img src="a.png">\n<div class="figcaption"><b>Left:</b> a cell.</div>\n</div>'
    )
    assert ("caption", "<b>Left:</b> a cell.") in kinds(document)
    assert {reason for reason, _ in kinds(document)} == {"caption", "image", "markup"}


def test_emphases_are_the_words_without_marks() -> None:
    document = read(
        "**Linear classifier.** In this *module* we use ***both*** and __bold__, `**code**`, snake_case_name,"
        " 2*3*4, \\\\(a_i*b_i*c\\\\), <em>tagged</em> and **[linked](http://x)**.\n\n```\n**no**\n```"
    )
    assert [document.text[span.start : span.end] for span in document.emphases] == [
        "Linear classifier",
        "module",
        "both",
        "bold",
        "tagged",
        "linked](http://x)",
    ]


def test_headings_without_a_blank_after_their_marks_count_where_the_author_writes_them_so() -> None:
    document = read("# Lab\n\nText.\n###Task 1\nDo it.\n\n###5. Conclusion\n\n```\n##no heading\n```\n")
    assert [(one.level, one.title) for one in document.headings] == [
        (1, "Lab"),
        (3, "Task 1"),
        (3, "Conclusion"),
    ]
    assert [document.text[one.start : one.end] for one in document.headings][1] == "###Task 1"


def test_a_single_tag_or_a_line_of_them_is_no_heading() -> None:
    assert read("# Lab\n\n#maths\n").headings[1:] == ()
    assert [one.title for one in read("##One\n\n##Two\n\n#maths #physics\n").headings] == ["One", "Two"]


MODULES = """import Tabs from '@theme/Tabs'
import {
  Note,
} from "../components"

export const meta = {
  level: 1,
}

A text.

export default function Layout() {
  return null
}

Import duties from trade are taxes. Export goods from here.
"""


def test_statements_of_modules_over_several_lines_are_furniture_and_prose_is_not() -> None:
    document = MarkdownReader().read(MODULES.encode(), "a.mdx")
    kept = [document.text[one.start : one.end] for one in document.blocks if one.kind != "furniture"]
    assert kept == ["A text.", "Import duties from trade are taxes. Export goods from here."]


@pytest.mark.parametrize("tag", ["Tip", "div"])
def test_a_heading_right_below_a_tag_is_one_and_the_closing_tag_is_not_in_the_passage(tag: str) -> None:
    document = read(f"<{tag}>\n## Trees\n\nA tree has no cycle.\n</{tag}>\n\nA graph may.\n")
    assert [heading.title for heading in document.headings] == ["Trees"]
    prose = [document.text[one.start : one.end] for one in document.blocks if one.kind == "paragraph"]
    assert prose == ["A tree has no cycle.", "A graph may."]


def test_what_looks_like_a_heading_in_code_of_html_is_none() -> None:
    assert read("<pre>\n# a comment\n</pre>\n").headings == ()
