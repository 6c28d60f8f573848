"""What large texts cost: memory as their size, time as their length."""

import tracemalloc

import pytest

from gradient.reading.languages import with_languages
from gradient.reading.plain import paragraphs
from gradient.text.document import Block, Document

ENGLISH = (
    "A vector is an arrow that has a length and a direction, and it can be moved in the plane as it is. "
)
SPANISH = (
    "Un vector es una flecha que tiene una longitud y una dirección, y se puede mover en el plano con ella. "
)


def test_a_paragraph_of_a_million_characters_takes_no_more_memory_than_they_do() -> None:
    text = "word " * 200_000
    tracemalloc.start()
    try:
        found = paragraphs(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [(one.start, one.end) for one in found] == [(0, 999_999)]
    assert most < 4 * len(text)


@pytest.mark.timeout(30)
def test_where_a_text_turns_to_another_language_is_found_in_one_pass() -> None:
    code = 40_000
    pieces = [ENGLISH * 8, *["x"] * code, SPANISH * 4]
    kinds = ["paragraph", *["code"] * code, "paragraph"]
    blocks, start = [], 0
    for kind, piece in zip(kinds, pieces, strict=True):
        blocks.append(Block(kind, start, start + len(piece)))  # type: ignore[arg-type]
        start += len(piece) + 1
    document = with_languages(Document("\n".join(pieces), blocks=tuple(blocks), language="en"))
    assert [one.language for one in document.languages] == ["en", "es"]
