"""What a page holds and does not show is left out, listed with its rule, or read where it teaches."""

import pytest

from gradient.reading.port import NothingToRead
from tests.reading.test_webpage import furniture, read, shown


def test_scripts_styles_comments_and_hidden_parts_are_left_out() -> None:
    document = read(
        "<p>Seen</p><script>var a = '<p>no</p>'</script><style>p {}</style><!-- no --><p hidden>no</p>"
        "<div style='display: none'>no</div><span aria-hidden='true'>→</span><noscript>no</noscript>"
    )
    assert shown(document) == [("paragraph", "Seen")]
    assert furniture(document) == [("hidden on the page", "no")] * 3


def test_what_a_page_hides_until_it_is_asked_for_is_read() -> None:
    solution = "A tree is a graph that has no cycle."
    for hidden in ("style='display:none'", "hidden"):
        assert shown(read(f"<p>What is it?</p><div {hidden}>{solution}</div>"))[1:] == [
            ("paragraph", solution)
        ]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>The set <span aria-hidden=true>A ∩ B</span> is empty.</p>", "The set A ∩ B is empty."),
        (
            "<p><span aria-hidden=true>5 %</span><span class=sr-only>five percent</span> of all.</p>",
            "five percent of all.",
        ),
        ("<p>Go on <a href=x><span aria-hidden=true>next</span></a>there.</p>", "Go on there."),
        ("<div aria-hidden=true><p>A graph is a pair.</p></div>", "A graph is a pair."),
        ("<div role=alert><p>Never change a list while you loop over it.</p></div>",
         "Never change a list while you loop over it."),
        ("<p class=noprint>A graph is a set of points that are joined by lines.</p>",
         "A graph is a set of points that are joined by lines."),
    ],
)  # fmt: skip
def test_what_is_seen_and_not_read_out_is_text_unless_it_is_said_otherwise(page: str, text: str) -> None:
    assert shown(read(page)) == [("paragraph", text)]


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("<svg><text>a</text><text>root</text></svg>", "drawing"),
        ("<template><b>a</b> root</template>", "hidden on the page"),
        ("<textarea>a root</textarea>", "form"),
        ("<div style='display:none'>a root</div>", "hidden on the page"),
        ("<s>a root</s>", "struck out"),
    ],
)
def test_words_that_are_not_shown_are_listed(page: str, reason: str) -> None:
    document = read(f"<p>A tree.</p>{page}")
    assert shown(document) == [("paragraph", "A tree.")]
    assert furniture(document) == [(reason, "a root")]


@pytest.mark.parametrize("name", ["sr-only", "visually-hidden"])
def test_what_is_read_out_is_said_unless_it_names_a_link(name: str) -> None:
    document = read(
        f"<p>The answer is <span class={name}>not</span> 5.</p><a href=#><b class={name}>Up</b></a>"
    )
    assert shown(document) == [("paragraph", "The answer is not 5.")]
    assert furniture(document) == [("hidden on the page", "Up")]


@pytest.mark.parametrize(
    ("inner", "reason"),
    [
        ("<object data=a.svg>A tree</object>", "hidden on the page"),
        ("<iframe srcdoc='<p>A <b>tree</b></p>'></iframe>", "hidden on the page"),
        ("<input value='A tree'><input type=hidden value=x7>", "form"),
        ("<nav><s>A tree</s></nav>", "struck out"),
    ],
)
def test_words_in_place_of_what_is_embedded_are_listed(inner: str, reason: str) -> None:
    assert (reason, "A tree") in furniture(read(f"<p>Seen.</p>{inner}"))


def test_a_page_of_nothing_but_hidden_words_shows_no_text() -> None:
    with pytest.raises(NothingToRead):
        read("<div hidden>no</div>")
