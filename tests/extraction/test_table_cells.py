"""Facts that stand in the cells of tables."""

from gradient.extraction.offline import ChunkText, extract

GLOSSARY = """term | definition
event | A subset of the sample space.
variance | The variance is the mean of the squared deviations. It is never below zero.
outcome |"""
MARKDOWN = """| Name | Year | Remark |
|---|---:|---|
| Dijkstra | 1959 | Dijkstra's algorithm needs weights that are not negative. |
| Kruskal | 1956 | greedy, by weight |
| Prim | 1957 | It needs a heap. |"""


def facts(text: str, language: str = "en") -> list[tuple[str, str]]:
    found = extract(ChunkText(text, hidden=((0, len(text)),), language=language, tables=((0, len(text)),)))
    for one in found.contents:
        assert text[one.start : one.end] == one.quote
    return [(one.sentence, one.quote) for one in found.contents]


def test_a_definition_stands_behind_its_term_unless_it_is_a_sentence() -> None:
    assert facts(GLOSSARY) == [
        ("Event – A subset of the sample space.", "event | A subset of the sample space."),
        ("The variance is the mean of the squared deviations.",) * 2,
    ]


def test_a_cell_that_is_a_sentence_and_can_be_read_on_its_own_is_a_fact() -> None:
    assert facts(MARKDOWN) == [("Dijkstra's algorithm needs weights that are not negative.",) * 2]


def test_cells_of_other_columns_are_no_definitions() -> None:
    assert facts(GLOSSARY.replace("definition", "first used on page", 1))[0][0].startswith("The variance")
    assert facts("month | meaning\nJanuary | a month of the year of thirty-one days") == []


def test_the_same_lines_outside_a_table_state_nothing() -> None:
    assert extract(ChunkText(GLOSSARY, hidden=((0, len(GLOSSARY)),))).contents == ()


def test_a_sentence_in_a_cell_is_a_fact_in_other_languages_too() -> None:
    text = "Begriff | Erklärung\nGraph | Ein Graph besteht aus Knoten und aus Kanten zwischen ihnen."
    assert [said for said, _ in facts(text, "de")] == [
        "Ein Graph besteht aus Knoten und aus Kanten zwischen ihnen."
    ]
