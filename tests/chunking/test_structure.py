"""Cutting by structure: nothing is lost, nothing is cut through, and furniture stands apart."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.chunking.structure import cut
from gradient.chunking.words import count_words
from gradient.files import suffix_of
from gradient.reading.port import NothingToRead
from gradient.reading.registry import reader_for
from gradient.text.document import Block, Document, Heading, Page, Tongue
from gradient.text.normalise import text_hash
from tests.chunking.documents import markdown, paragraph, prose

PIECES = st.lists(
    st.sampled_from(
        [
            "# Part\n",
            "## Section\n",
            "A sentence about vectors. Another one, e.g. this.",
            "- item one\n- item two",
            "```\ncode = 1. \n\nmore()\n```",
            "$$\nx = 1\n$$",
            "| a | b |\n| - | - |\n| 1 | 2 |",
            "> quoted",
            "<div><img src='x.png'></div>",
            "[ref]: http://x.y",
            "Same sentence. Same sentence.",
            paragraph(1, 90),
            paragraph(2, 260),
        ]
    ),
    max_size=12,
)


def assert_all_is_held_once(document: Document, words: int = 400) -> None:
    taken = sorted(
        [(passage.start, passage.end) for passage in cut(document, words=words)]
        + [(heading.start, heading.end) for heading in document.headings]
    )
    position = 0
    for start, end in taken:
        assert start >= position
        assert not document.text[position:start].strip()
        position = end
    assert not document.text[position:].strip()


@given(PIECES, st.sampled_from([20, 60, 400]))
def test_every_visible_character_belongs_to_one_passage_or_heading(pieces: list[str], words: int) -> None:
    assert_all_is_held_once(markdown("\n\n".join(["Text.", *pieces])), words)


@given(PIECES, st.sampled_from([20, 60, 400]))
def test_no_passage_is_longer_than_allowed(pieces: list[str], words: int) -> None:
    passages = cut(markdown("\n\n".join(["Text.", *pieces])), words=words)
    assert all(count_words(passage.text) <= words for passage in passages if passage.furniture is None)


def test_a_passage_has_four_hundred_words_at_most_where_nothing_else_is_said() -> None:
    whole, longer = (cut(prose([paragraph(1, words)])) for words in (400, 401))
    assert [count_words(one.text) for one in whole] == [400]
    assert len(longer) > 1


def test_a_passage_says_where_it_stands() -> None:
    document = markdown("# A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.\n\n# D\n\nFour.")
    passages = cut(document)
    assert [passage.section_path for passage in passages] == [("A",), ("A", "B"), ("A", "C"), ("D",)]
    assert all(passage.text == document.text[passage.start : passage.end] for passage in passages)
    assert all(passage.text_hash == text_hash(passage.text) for passage in passages)


def test_equal_texts_are_counted() -> None:
    passages = cut(markdown("# A\n\nSame  text.\n\n# B\n\nSame text.\n\n# C\n\nSame\ntext."))
    assert [passage.ordinal for passage in passages] == [0, 1, 2]
    assert len({passage.text_hash for passage in passages}) == 1


def test_furniture_stands_apart_with_its_rule() -> None:
    passages = cut(markdown("Text.\n\n## References\n\n- [a](http://a)\n- b\n\n## Next\n\nMore."))
    assert [passage.furniture for passage in passages] == [None, "references", None]


def test_pictures_and_tags_between_paragraphs_do_not_part_a_section() -> None:
    passages = cut(markdown("One.\n\n<div>\n<img src='a.png'>\n</div>\n\nTwo.\n\n<a name='end'></a>"))
    assert [(passage.text[:4], passage.furniture) for passage in passages] == [
        ("One.", None),
        ("<a n", "markup"),
    ]


def test_overlap_is_shown_only_inside_a_long_section() -> None:
    document = prose([paragraph(number, 70) for number in range(12)])
    first, *others = cut(document)
    assert others
    assert first.overlap_with_previous == 0
    for before, passage in zip([first, *others], others, strict=False):
        shown = before.text[len(before.text) - passage.overlap_with_previous :]
        assert 0 < count_words(shown) <= 50
        assert shown == shown.strip()
    short = cut(markdown(f"# A\n\n{paragraph(1, 300)}\n\n# B\n\n{paragraph(2, 300)}"))
    assert [passage.overlap_with_previous for passage in short] == [0, 0]


def test_what_a_colon_announces_stays_with_it_where_it_can() -> None:
    parts = [paragraph(number, 60) for number in range(8)]
    document = markdown(
        "\n\n".join(f"{part[:-1]}:\n\n$$\nx_{number} = 1\n$$" for number, part in enumerate(parts))
    )
    passages = cut(document)
    assert len(passages) > 1
    assert all(not passage.text.startswith("$$") for passage in passages)


def test_a_slide_is_a_passage() -> None:
    text = "Title\n\nOne point\n\nSecond title\n\nTwo points"
    document = Document(
        text,
        headings=(Heading(1, "Title", 0, 5), Heading(1, "Second title", 18, 30)),
        blocks=(Block("list", 7, 16), Block("list", 32, 42)),
        pages=(Page(1, 0, 18), Page(2, 18, 42)),
        layout="slides",
    )
    assert [(passage.text, passage.section_path, passage.page_from) for passage in cut(document)] == [
        ("One point", ("Title",), 1),
        ("Two points", ("Second title",), 2),
    ]


def test_a_passage_over_a_page_break_names_both_pages() -> None:
    document = Document(
        "It begins here and ends there.",
        blocks=(Block("paragraph", 0, 30),),
        pages=(Page(4, 0, 14), Page(5, 14, 30)),
    )
    (passage,) = cut(document)
    assert (passage.page_from, passage.page_to) == (4, 5)


@pytest.mark.parametrize("course", ["cs231n-vision", "cs229-machine-learning", "nlp-transformers"])
def test_real_courses_are_held_whole_and_little_of_them_is_furniture(corpus: Path, course: str) -> None:
    skipped = kept = 0
    for file in sorted((corpus / course).iterdir()):
        reader = reader_for(suffix_of(file.name))
        if reader is None:
            continue
        try:
            document = reader.read(file.read_bytes(), file.name)
        except NothingToRead:
            continue
        assert_all_is_held_once(document)
        for passage in cut(document):
            kept += len(passage.text)
            skipped += len(passage.text) if passage.furniture is not None else 0
    print(f"{course}: {skipped / kept:.1%} of {kept} characters are furniture")
    assert skipped <= 0.15 * kept


def test_a_passage_is_in_one_language() -> None:
    text = "One two. Three four. Uno dos.\n\nTres cuatro."
    document = Document(
        text,
        blocks=(Block("paragraph", 0, 29), Block("paragraph", 31, len(text))),
        languages=(Tongue("en", 0, 21), Tongue("es", 21, len(text))),
    )
    assert [(one.language, one.text) for one in cut(document)] == [
        ("en", "One two. Three four."),
        ("es", "Uno dos.\n\nTres cuatro."),
    ]
