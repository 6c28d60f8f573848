"""Web pages: what a reader of the page reads, and nothing around it."""

import pytest

from gradient.reading.cleaning import cleaned
from gradient.reading.port import NothingToRead, TooLarge
from gradient.reading.webpage import WebPageReader
from gradient.text.document import Document

TEX = '<math><mi>K</mi><annotation encoding="application/x-tex">k</annotation></math>'


def read(body: str | bytes, head: str = "") -> Document:
    page = (
        body if isinstance(body, bytes) else f"<html><head>{head}</head><body>{body}</body></html>".encode()
    )
    return WebPageReader().read(page, "a.html")


def shown(document: Document) -> list[tuple[str, str]]:
    return [
        (one.kind, document.text[one.start : one.end]) for one in document.blocks if one.kind != "furniture"
    ]


def furniture(document: Document) -> list[tuple[str | None, str]]:
    return [
        (one.reason, document.text[one.start : one.end]) for one in document.blocks if one.kind == "furniture"
    ]


def test_headings_lists_quotes_and_captions_keep_their_kind() -> None:
    document = read(
        "<h1>1. Vector <em>spaces</em></h1><p>A set\n with   two rules.<ul><li>Sum<li>Product<ul><li>by a"
        " number</ul></ul><blockquote>Said so.</blockquote><figure><figcaption>An arrow</figcaption>"
    )
    assert [(one.level, one.title) for one in document.headings] == [(1, "Vector spaces")]
    assert shown(document) == [
        ("paragraph", "A set with two rules."),
        ("list", "Sum"),
        ("list", "Product"),
        ("list", "by a number"),
        ("quote", "Said so."),
        ("caption", "An arrow"),
    ]


def test_navigation_is_furniture_with_its_reason() -> None:
    document = read(
        "<nav>Home <a href=/>Start</a></nav><div class='sidebar'>Other pages</div><p>The text.</p>"
        "<div id='toc'><a href='#a'>A</a></div><form><label>Search</label><input></form><footer>2024</footer>"
    )
    assert shown(document) == [("paragraph", "The text.")]
    assert furniture(document) == [
        ("navigation", "Home Start"),
        ("navigation", "Other pages"),
        ("table of contents", "A"),
        ("form", "Search"),
        ("navigation", "2024"),
    ]


def test_what_stands_outside_the_main_part_is_navigation() -> None:
    document = read("<div>Log in</div><main><p>The text of the lesson.</p></main><p>Imprint</p>")
    assert shown(document) == [("paragraph", "The text of the lesson.")]
    assert furniture(document) == [("navigation", "Log in"), ("navigation", "Imprint")]


def test_a_small_part_that_calls_itself_main_is_not_believed() -> None:
    document = read("<main>x</main><p>All the text stands outside of it.</p>")
    assert ("paragraph", "All the text stands outside of it.") in shown(document)


def test_a_box_beside_the_text_teaches_where_it_says_a_sentence() -> None:
    said = "A tree is a graph that has no cycle."
    assert shown(read(f"<div role=complementary>{said}</div>")) == [("paragraph", said)]
    assert shown(read("<p>Seen.</p><div role=complementary>Other pages</div>")) == [("paragraph", "Seen.")]


def test_a_drawing_gives_a_page_no_title() -> None:
    drawn = "<svg><title>Icon</title></svg>"
    assert read(f"{drawn}<p>A tree.</p>").title is None
    assert read(f"{drawn}<p>A tree.</p>", "<title>Trees</title>").title == "Trees"


def test_a_page_without_a_body_is_read_from_its_first_element() -> None:
    page = b"<title>T</title><main><p>A tree.</p></main>And more.<p>The end.</p>"
    document = WebPageReader().read(page, "a.html")
    assert [text for _, text in shown(document)] == ["A tree.", "And more.", "The end."]


def test_a_form_around_the_whole_page_hides_nothing() -> None:
    assert read("<form><h2>Limits</h2><p>A limit is a value.</p><input></form>").text.endswith("a value.")


def test_a_cell_goes_on_to_the_last_row_where_it_says_so() -> None:
    document = read("<table><tr><td rowspan=0>sort</td><td>merge</td></tr><tr><td>bubble</td></tr></table>")
    assert document.text == "sort | merge\nsort | bubble"


def test_what_is_struck_out_is_left_out() -> None:
    document = read("<p>A tree has <del>a cycle</del> <ins>no cycle</ins> <s>at all</s>.</p>")
    assert shown(document) == [("paragraph", "A tree has no cycle .")]
    assert furniture(document) == [("struck out", "a cycle"), ("struck out", "at all")]


def test_nul_stands_where_it_is_shown_until_it_is_cleaned() -> None:
    document = cleaned(read("<p class='a\0b'>A tree\0has no cycle.</p>"))
    assert document.text == "A tree has no cycle."
    assert ["1 character " in note for note in document.notes] == [True]


def test_tables_have_a_row_a_line_and_layout_is_no_table() -> None:
    table = "<table><caption>Sums</caption><tr><th>a<th>b</tr><tr><td>1<td>two\nwords</tr></table>"
    assert shown(read(table)) == [("caption", "Sums"), ("table", "a | b\n1 | two words")]
    outer = f"<table><tr><td><p>Text.</p>{table}</td></tr></table>"
    assert shown(read(outer))[0] == ("paragraph", "Text.")
    assert shown(read(outer))[-1][0] == "table"


def test_code_keeps_its_lines_and_language() -> None:
    document = read('<div class="highlight-python"><pre><span>def</span> f():\n    return 1\n</pre></div>')
    (block,) = document.blocks
    assert (block.kind, block.language) == ("code", "python")
    assert document.text == "def f():\n    return 1"
    assert read("<p>Use <code>List&lt;int&gt;</code>.</p>").text == "Use `List<int>`."


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('<math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>', "$x^2$"),
        ('<math alttext="{\\displaystyle x_1}"><mi>x</mi></math>', "$x_1$"),
        ('<script type="math/tex">\\frac 1 2</script>', "$\\frac 1 2$"),
        ("<math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>", "$a/(b + 1)$"),
        (
            f"<span class=katex><span class=katex-mathml>{TEX}</span><span class=katex-html>k</span></span>",
            "$k$",
        ),
        (
            f"<span class=mwe-math-element><span style='display: none'>{TEX}</span><img src=e></span>",
            "$k$",
        ),
    ],
)
def test_a_formula_stands_once_in_a_form_that_can_be_read(source: str, text: str) -> None:
    assert read(f"<p>Let {source} be.</p>").text == f"Let {text} be."


def test_a_formula_on_its_own_line_is_a_block() -> None:
    document = read('<p>Then<script type="math/tex; mode=display">a = b</script>holds.</p>')
    assert shown(document) == [("paragraph", "Then"), ("math", "$$a = b$$"), ("paragraph", "holds.")]


def test_powers_keep_their_sign_and_marks_of_notes_go() -> None:
    assert read(
        '<p>10<sup>5</sup> m<sup>-1</sup>, 2<sup>nd</sup> x<sub>1</sub>.<sup><a href="#n">3</a></sup>'
    ).text == ("10^5 m^(-1), 2nd x1.")


def test_emphases_lie_on_the_words() -> None:
    document = read("<h2>Title</h2><p>A <b> vector </b> and <a href=x><i>arrows</i></a>.</p>")
    assert [document.text[one.start : one.end] for one in document.emphases] == ["vector", "arrows"]


def test_front_matter_is_left_out_and_gives_the_title() -> None:
    document = read(b"---\nlayout: page\ntitle: 'Week 1'\n---\n<p>{% include x %}Text.</p>")
    assert (document.text, document.title) == ("Text.", "Week 1")
    assert read("<p>Text.</p>", head="<title>A\n page</title>").title == "A page"


def test_lists_of_links_are_furniture() -> None:
    document = read("<p>Text.</p><ul><li><a href=a>One</a><li><a href=b>Two</a></ul>")
    assert [reason for reason, _ in furniture(document)] == ["list of links"]


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("cp1252", "iso-8859-1"),
        ("shift_jis", "Shift_JIS"),
        ("iso2022_jp", "ISO-2022-JP"),
        ("utf-8", "latin1"),
    ],
)
def test_the_declared_encoding_is_used_where_the_bytes_agree(encoding: str, declared: str) -> None:
    words = "Größe é" if encoding in {"cp1252", "utf-8"} else "線形代数の基礎"
    page = f'<html><head><meta charset="{declared}"></head><body><p>{words}</p></body></html>'
    assert read(page.encode(encoding)).text == words


def test_an_empty_element_of_xhtml_swallows_nothing() -> None:
    page = (
        b'<?xml version="1.0"?><html><head><title/><script src="a"/></head><body><p>Text.</p></body></html>'
    )
    assert read(page).text == "Text."


def test_a_page_that_shows_nothing_holds_nothing() -> None:
    with pytest.raises(NothingToRead, match="shows no text"):
        read("<canvas></canvas><script>draw()</script>")
    with pytest.raises(NothingToRead, match="shows no text"):
        read(b"<!-- only a comment -->")


def test_a_deep_page_is_read_and_a_bottomless_one_declined() -> None:
    assert read("<div>" * 900 + "Text.").text == "Text."
    with pytest.raises(TooLarge, match="depth"):
        read("<div>" * 100_000 + "Text.")


def test_entities_are_not_expanded_into_more() -> None:
    bomb = (
        b'<!DOCTYPE html [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><html><body><p>Text &b;.</p></body></html>'
    )
    assert "lollol" not in read(bomb).text


@pytest.mark.parametrize("title", ["Comments", "Menu", "Related", "2.1 Navigation", "Table of contents?"])
def test_the_id_that_a_section_has_from_its_heading_is_no_sign_of_navigation(title: str) -> None:
    slug = title.lower().removeprefix("2.1 ").removesuffix("?").replace(" ", "-")
    link = '<a class="headerlink" href="#x">¶</a>'
    for opening, closing in (("section", "section"), ('div class="section level2"', "div")):
        document = read(f'<h1>A</h1><{opening} id="{slug}"><h2>{title}{link}</h2><p>A text.</p></{closing}>')
        assert len(document.headings) == 2
        assert "A text." in document.text
        if "contents" not in slug:
            assert shown(document) == [("paragraph", "A text.")]


def test_an_id_of_navigation_without_a_section_of_that_name_stays_one() -> None:
    document = read(
        '<h1>A</h1><section id="related"><h2>You may like</h2><p>B</p></section>'
        '<div id="comments"><h2>Comments</h2><p>First!</p></div><p>Text.</p>'
    )
    assert shown(document) == [("paragraph", "Text.")]


def test_the_only_title_of_a_page_stays_though_it_stands_before_the_main_part() -> None:
    main = "<main><h2>Edges</h2><p>An edge joins two vertices of the graph it belongs to.</p></main>"
    document = read(
        f"<header>Site <a href='/'>Home</a><div><h1>Graphs</h1><p>By Ada</p></div></header>{main}"
    )
    assert [one.title for one in document.headings] == ["Graphs", "Edges"]
    assert [text for _, text in shown(document)] == ["An edge joins two vertices of the graph it belongs to."]
    assert {text for _, text in furniture(document)} == {"Site", "Home", "By Ada"}
    titled = read(f"<header><h1>Site</h1></header>{main.replace('h2', 'h1')}")
    assert [one.title for one in titled.headings] == ["Edges"]
    banner = read("<header role='banner'><h1>Graphs</h1></header><p>Text.</p>")
    assert [one.title for one in banner.headings] == ["Graphs"]


def test_a_cell_over_several_rows_or_columns_stands_in_each_of_them() -> None:
    page = (
        "<table><thead><tr><th>type</th><th colspan=2>speed</th></tr></thead><tbody>"
        "<tr><td rowspan=2>sort</td><td>merge</td><td>fast</td></tr><tr><td>bubble</td><td>slow</td></tr>"
        "<tr><td>search</td><td>binary</td><td rowspan=9>fast</td></tr></tbody></table>"
    )
    document = WebPageReader().read(page.encode(), "a.html")
    assert document.text.splitlines() == [
        "type | speed | speed",
        "sort | merge | fast",
        "sort | bubble | slow",
        "search | binary | fast",
    ]


def test_a_cell_over_more_rows_than_there_are_costs_nothing() -> None:
    page = "<table>" + '<tr><td rowspan="99999999" colspan="99999999">a</td><td>b</td></tr>' * 3 + "</table>"
    assert len(WebPageReader().read(page.encode(), "a.html").text) < 5_000
