import pytest

from gradient.extraction.offline import ChunkText, extract
from gradient.outline.formation import form
from gradient.outline.languages import other_heading, other_name
from gradient.outline.mention import MentioningChunk

SPANISH = (
    (
        ("Tema 1: La célula",),
        "Una célula es la unidad más pequeña que vive. Cada célula tiene una membrana.",
    ),
    (
        ("Tema 1: La célula", "La membrana celular"),
        "La **membrana celular** separa la célula de su entorno. La membrana celular deja pasar el agua.",
    ),
    (("Ejercicios",), "1. ¿Qué le ocurre a una célula cuando se coloca en agua salada?"),
)


@pytest.mark.parametrize(
    ("heading", "language", "name"),
    [
        ("Tema 1: La célula", "es", "Tema 1: La célula"),
        ("2. La fotosíntesis", "es", "fotosíntesis"),
        ("L'osmose", "fr", "osmose"),
        ("Die Zelle", "de", "Zelle"),
        ("Resumen", "es", None),
        ("¿Qué es la célula?", "es", None),
        ("Zusammenfassung", "de", None),
        ("Comment ça marche", "fr", None),
    ],
)
def test_headings_give_names_without_articles_and_no_furniture(
    heading: str, language: str, name: str | None
) -> None:
    found = other_heading(heading, language)
    assert found == (None if name is None or ":" in name else name)


def test_an_unknown_language_takes_names_as_they_are() -> None:
    assert other_name("sejtmembrán", "hu") == "sejtmembrán"


def test_a_spanish_course_gives_contents_and_topics() -> None:
    found = [extract(ChunkText(text, path, language="es")) for path, text in SPANISH]
    assert [one.kind for each in found for one in each.contents] == ["fact"] * 4 + ["question"]
    chunks = [
        MentioningChunk(f"a#{at}", "a", at, path, each.mentions)
        for at, ((path, _), each) in enumerate(zip(SPANISH, found, strict=True))
    ]
    assert {topic.title for topic in form(chunks, "es").topics} == {"Célula", "Membrana celular"}
