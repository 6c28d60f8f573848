"""Parts of a document in another language are found, and a foreign word is no part."""

import itertools

import pytest

from gradient.reading.languages import with_languages
from gradient.reading.markdown import MarkdownReader
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


def markdown(*paragraphs: str) -> Document:
    return with_languages(MarkdownReader().read("\n\n".join(paragraphs).encode(), "a.md"))


def test_a_heading_and_short_lines_belong_to_the_language_that_they_are_in() -> None:
    before = [ENGLISH, "That is all of it."]
    after = ["## Los vectores", "Esta es la idea.", SPANISH]
    assert parts(markdown(*before, *after)) == [("en", "\n\n".join(before)), ("es", "\n\n".join(after))]


def test_names_and_code_count_to_what_stands_before_them() -> None:
    before = [ENGLISH, "Ada Lovelace", "```\nx = 1\n```"]
    assert parts(markdown(*before, SPANISH)) == [("en", "\n\n".join(before)), ("es", SPANISH)]


def test_a_language_turns_with_a_sentence_and_back_again() -> None:
    short = "That is it."
    assert parts(read(f"{ENGLISH} {short} Esta es la otra. {SPANISH} {short} {ENGLISH}")) == [
        ("en", f"{ENGLISH} {short}"),
        ("es", f"Esta es la otra. {SPANISH}"),
        ("en", f"{short} {ENGLISH}"),
    ]


def test_signs_tell_where_a_language_with_other_letters_begins() -> None:
    japanese = "ベクトルは長さと向きを持つ矢印である。平面の中で動かしても同じベクトルである。"
    found = parts(markdown(ENGLISH, "## ベクトル", "短い行。", japanese, japanese))
    assert found == [("en", ENGLISH), ("ja", f"## ベクトル\n\n短い行。\n\n{japanese}\n\n{japanese}")]


def test_people_are_told_of_several_languages_and_of_one_that_is_not_known() -> None:
    assert read(ENGLISH, SPANISH, ENGLISH, ENGLISH).notes == (
        "Most of it is in the language en, parts of it in es.",
    )
    assert read(ENGLISH).notes == ()
    latin = (
        "Gallia omnia divisa tribus partibus quarum unam incolunt Belgae aliam Aquitani tertiam qui ipsorum. "
    )
    assert ["could not be told" in note for note in read(latin * 20).notes] == [True]
    assert read(latin).notes == ()


FRENCH = (
    "Un graphe est un ensemble de sommets et d'arêtes qui les relient. Un arbre est un graphe connexe qui ne"
    " contient pas de cycle. La longueur d'un chemin est le nombre de ses arêtes, et la distance de deux"
    " sommets est celle du plus court chemin."
)
RUSSIAN = (
    "Сумма квадратов длин катетов равна квадрату длины гипотенузы. Производная функции в точке определяется"
    " пределом отношения приращения функции к приращению аргумента. Вектор задаётся направлением и длиной."
    " Матрица называется вырожденной, когда её определитель равен нулю."
)
HALVES = {"en": ENGLISH, "es": SPANISH, "fr": FRENCH, "ru": RUSSIAN}


@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(HALVES, 2)))
def test_two_halves_are_two_parts(one: str, other: str) -> None:
    halves = [" ".join([HALVES[code]] * 5) for code in (one, other)]
    document = markdown("# Part", halves[0], "# Part", halves[1])
    assert document.language in {one, other}
    assert [part.language for part in document.languages] == [one, other]
    assert document.text[document.languages[1].start :].strip() == f"# Part\n\n{halves[1]}"
