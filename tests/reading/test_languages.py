"""Parts of a document in another language are found, and a foreign word is no part."""

from gradient.reading.languages import with_languages
from gradient.reading.plain import PlainReader
from gradient.text.document import Document

ENGLISH = (
    "A vector is an arrow that has a length and a direction. It can be moved in the plane and it stays"
    " the same. We add two of them when we put the end of the one to the start of the other."
)
SPANISH = (
    "Un vector es una flecha que tiene una longitud y una dirección. Se puede mover en el plano y sigue"
    " siendo la misma. Para sumar dos de ellos se pone el final de uno en el comienzo del otro."
)


def read(*paragraphs: str) -> Document:
    return with_languages(PlainReader().read("\n\n".join(paragraphs).encode(), "a.txt"))


def parts(document: Document) -> list[tuple[str, str]]:
    return [(one.language, document.text[one.start : one.end].strip()) for one in document.languages]


def test_a_paragraph_in_another_language_is_a_part() -> None:
    found = parts(read(ENGLISH, SPANISH, ENGLISH, ENGLISH))
    assert found == [("en", ENGLISH), ("es", SPANISH), ("en", f"{ENGLISH}\n\n{ENGLISH}")]


def test_a_paragraph_may_turn_to_another_language() -> None:
    assert parts(read(ENGLISH, f"{ENGLISH} {SPANISH}")) == [
        ("en", f"{ENGLISH}\n\n{ENGLISH}"),
        ("es", SPANISH),
    ]


def test_the_parts_cover_the_text_in_order() -> None:
    document = read(SPANISH, ENGLISH, "Σ x", ENGLISH)
    edges = [(one.start, one.end) for one in document.languages]
    assert edges[0][0] == 0
    assert edges[-1][1] == len(document.text)
    assert [end for _, end in edges[:-1]] == [start for start, _ in edges[1:]]


def test_foreign_words_and_names_are_no_part() -> None:
    assert read(ENGLISH, "The word «die» is German; die, der and das are articles.", ENGLISH).languages == ()
    assert read(ENGLISH, "Juan de la Cruz, Universidad de los Andes", ENGLISH).languages == ()


def test_a_document_in_one_language_has_no_parts() -> None:
    assert read(ENGLISH, ENGLISH).languages == ()
