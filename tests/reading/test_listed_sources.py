"""Sections with titles of source lists: lists are set apart, matter under such a title stays."""

import pytest

from gradient.reading.markdown import MarkdownReader

MATTER = {
    "References and Borrowing": (
        "The issue with the tuple code in [Listing 4-5](#a) is that we have to return the `String` to the"
        " calling function.\n\nA *reference* is like a pointer in that it is an address we can follow.\n\n"
        "```rust\nlet r = &s;\n```\n\n### Mutable References\n\nMutable references have one big restriction."
    ),
    "References": (
        "A reference is an alias for an existing object.\n\nThe type `int&` was added in 1985 to support"
        " overloaded operators, and it cannot be reseated once it is bound.\n\n- It must be initialised.\n"
        "- It is never null."
    ),
    "Credits and Debits": "A debit increases an asset.\n\nA credit increases a liability.",
    "Acknowledgments": "A receiver sends an acknowledgement for each segment that arrived in order.",
    "Credits": "A credit is what a student gets for a module. Sixty of them make a year.",
    "License": "A licence grants rights that copyright law would otherwise reserve to the owner.",
    "Acknowledgements": "A receiver must confirm what has arrived. " * 40,
}
SHORT = {
    "References": "- lvalue references: T&\n- rvalue references: T&&\n- const references: const T&",
    "Quellen": "- Spannungsquelle: liefert konstante Spannung\n- Stromquelle: liefert konstanten Strom",
    "Readings": "- Temperature: 21 °C\n- Pressure: 1013 hPa",
    "Bibliography": "- lvalue references: T&\n- rvalue references: T&&\n- const references: const T&\n"
    "- [all of them](https://en.example.org/reference)",
    "Further reading": "- Temperature: 21 °C\n- Pressure: 1013 hPa\n- Humidity: 45 % (2021)",
}
BESIDE = {
    "References": "- Rosenblatt, F. (1958). The perceptron: a model for storage. *Psychology* 65, 386.\n"
    "- Vaswani et al. Attention is all you need. NeurIPS 2017.\n\n[3] Knuth, D. The Art. 1968.",
    "References and further reading": "Some books that are worth your time:\n\n- [Deep learning](https://x.org)"
    " by Ian, which you can read online\n- <https://y.org>\n- A book",
    "Authors and Contributors": "We thank Ada, who has written it, and Ben, who is its editor.",
    "Acknowledgements": "This work was supported by a grant.\n\nThanks go to Ada.",
    "License": "You may copy this text if you keep the name of its author with it.",
}


def stays(title: str, body: str) -> bool:
    document = MarkdownReader().read(f"# Course\n\nText.\n\n## {title}\n\n{body}\n".encode(), "a.md")
    reasons = {one.reason for one in document.blocks[1:]}
    assert reasons in ({None}, {"references"})
    return reasons == {None}


@pytest.mark.parametrize("title", MATTER)
def test_matter_under_the_title_of_a_list_of_sources_stays(title: str) -> None:
    assert stays(title, MATTER[title])


@pytest.mark.parametrize("title", SHORT)
def test_short_items_without_a_sign_of_a_source_stay(title: str) -> None:
    assert stays(title, SHORT[title])


@pytest.mark.parametrize("title", BESIDE)
def test_a_list_of_sources_and_short_notes_are_set_apart(title: str) -> None:
    assert not stays(title, BESIDE[title])


def test_a_list_of_sources_within_matter_of_such_a_title_is_set_apart() -> None:
    source = (
        "## References\n\nA reference is an alias of an object.\n\n### Further reading\n\n- <https://x.org>\n"
    )
    document = MarkdownReader().read(source.encode(), "a.md")
    assert [one.reason for one in document.blocks] == [None, "references"]
