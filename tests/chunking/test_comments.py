"""Comments of HTML and MDX inside passages neither show nor break the sentence around them."""

import pytest

from gradient.chunking.structure import cut
from gradient.reading.registry import reader_for
from gradient.text.markup import plain
from gradient.text.sentences import sentences

WHOLE = "A vector is an arrow with a length."
COMMENTED = [
    "A vector <!-- check this. Really? --> is an arrow with a length.",
    "A vector <!-- Is it? --> is an arrow <!-- or. Not. --> with a length.",
    "A vector\n<!-- first.\n\nSecond. Third. -->\nis an arrow with a length.",
    "<!-- Before. It. --> A vector is an arrow with a length. <!-- After. All. -->",
]


def shown(suffix: str, source: str) -> list[str]:
    """The sentences of all passages as people read them."""
    reader = reader_for(suffix)
    assert reader is not None
    passages = [one for one in cut(reader.read(source.encode(), "a")) if one.furniture is None]
    found = [plain(one.text[start:end]) for one in passages for start, end in sentences(one.text)]
    return [one for one in found if one]


@pytest.mark.parametrize("source", COMMENTED)
def test_a_comment_inside_a_sentence_leaves_it_whole(source: str) -> None:
    assert shown(".md", source) == [WHOLE]
    assert shown(".html", f"<p>{source}</p>") == [WHOLE]


def test_a_comment_of_mdx_inside_a_sentence_leaves_it_whole() -> None:
    assert shown(".mdx", "A vector {/* check. Really? */} is an arrow with a length.") == [WHOLE]


@pytest.mark.parametrize(
    "comment", ["<!-- TODO. Rewrite. -->", "<!-- todo. rewrite. -->", "{/* todo. Now. */}"]
)
@pytest.mark.parametrize("between", [" ", "\n"])
def test_sentences_on_both_sides_of_a_comment_are_two(comment: str, between: str) -> None:
    source = f"{WHOLE}{between}{comment}{between}It can be moved."
    assert shown(".mdx", source) == [WHOLE, "It can be moved."]


def test_a_comment_in_code_is_code() -> None:
    assert shown(".md", "Write `<!-- a note. -->` there. Then go on.") == [
        "Write <!-- a note. --> there.",
        "Then go on.",
    ]


def test_a_comment_that_is_never_closed_costs_little() -> None:
    text = "One. <!-- Two. " * 20_000
    assert sentences(text)[-1][1] == len(text.rstrip())
