import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gradient.mirror.markdown.escape import code_block, line, link_text, math_block, prose, quoted
from gradient.mirror.markdown.note import END, find_note, make_note


def shown(markdown: str) -> str:
    """What a reader sees of a paragraph, or the HTML where it is anything else."""
    html = MarkdownIt("commonmark", {"html": True}).render(markdown).strip()
    match = re.fullmatch(r"<p>(.*)</p>", html, re.DOTALL)
    if match is None or "<" in match[1]:
        return html
    return re.sub(
        r"&(quot|amp|lt|gt);", lambda m: {"quot": '"', "amp": "&", "lt": "<", "gt": ">"}[m[1]], match[1]
    )


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[[Other note]] and [a link](http://x.y)",
        "![](http://x.y/a.png)",
        "# no heading",
        "- no item",
        "1. no item",
        "> no quote",
        "*no* _emphasis_ **at** __all__ snake_case_name",
        "`no code`",
        "a &lt; b &amp; c",
        "--- ",
        "<% tp.file.delete() %>",
        "a\\*b",
        "=== no heading",
        "~~~ no fence",
        "| no | table |",
    ],
)
def test_text_from_outside_is_shown_as_it_is(text: str) -> None:
    assert shown(line(text)) == " ".join(text.split())


@given(st.text(max_size=200))
def test_any_text_is_one_paragraph_that_shows_itself(text: str) -> None:
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if text:
        assert shown(line(text)) == text


@pytest.mark.parametrize(
    "text", ["#tag", "==mark==", "%%comment%%", "https://x.y", "me@x.y", "text ^id", "[^1]"]
)
def test_what_obsidian_alone_reads_is_escaped_too(text: str) -> None:
    assert re.search(r"(?<!\\)(#\w|==|%%|\[|\^|://)|\w@", line(text)) is None


def test_formulas_and_code_of_a_block_stay_what_they_are() -> None:
    assert (
        prose(r"The loss $L_i = a * b$ of `x_y` costs \$5 * 2.")
        == r"The loss $L_i = a * b$ of `x_y` costs \$5 \* 2."
    )


@pytest.mark.parametrize("formula", [r"\href{javascript:x}{a}", r"\style{color:red}{a}", "a $$ b"])
def test_a_formula_that_holds_more_than_mathematics_is_shown_as_code(formula: str) -> None:
    assert math_block(formula).startswith("```")
    assert "$" + formula not in prose(f"See ${formula}$.")


def test_code_cannot_leave_its_fence_or_be_run_as_a_query() -> None:
    assert code_block("a\n```\nb") == "````\na\n```\nb\n````"
    assert "`= 1`" not in prose("See `= 1` and `$= dv.x`.")


@given(st.text(max_size=100))
def test_any_value_comes_back_from_the_front_matter(text: str) -> None:
    value = yaml.safe_load(f"key: {quoted(text)}")["key"]
    assert value == " ".join("".join(char if char.isprintable() else " " for char in text).split())


@given(st.text(max_size=60))
def test_no_title_leaves_its_link(title: str) -> None:
    assert not set("[]|<>\n") & set(link_text(title))


@given(st.text(max_size=200), st.text(max_size=50))
def test_every_file_of_ours_is_known_as_untouched_until_someone_touches_it(body: str, title: str) -> None:
    note = make_note("topic:c/t", [("gradient_title", title)], body)
    found = find_note(note.text)
    assert (found.id, found.base, found.untouched, found.rest) == ("topic:c/t", note.hash, True, "")
    assert find_note(note.text + "mine").untouched
    assert not find_note(note.text.replace(END, f"mine\n{END}")).untouched
    assert not find_note(note.text.replace(END, "")).untouched
