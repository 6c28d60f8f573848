"""Facts that stand in tables of terms and their definitions."""

from gradient.extraction.offline import ChunkText, extract

GLOSSARY = """term | definition
event | A subset of the sample space.
variance | The variance is the mean of the squared deviations. It is never below zero.
outcome |
sample space"""
MARKDOWN = """| No. | Term | Definition |
|---|:---|:---|
| 1 | **event** | a subset of the sample space |"""
REMARKS = """name | year | remark
Airy | 1830 | Used for maps of the whole of Britain.
Clarke | 1866 | The ellipsoid is used in the United States of America."""


def facts(text: str, language: str = "en") -> list[tuple[str, str]]:
    whole = ((0, len(text)),)
    found = extract(ChunkText(text, hidden=whole, language=language, tables=whole)).contents
    assert all(text[one.start : one.end] == one.quote for one in found)
    return [(one.sentence, one.quote) for one in found]


def test_a_definition_stands_behind_its_term_unless_it_is_a_sentence() -> None:
    assert facts(GLOSSARY) == [
        ("Event – A subset of the sample space.", "event | A subset of the sample space."),
        ("The variance is the mean of the squared deviations.",) * 2,
    ]


def test_the_columns_of_terms_and_definitions_are_found_by_their_names() -> None:
    assert facts(MARKDOWN) == [
        ("Event – a subset of the sample space", "**event** | a subset of the sample space")
    ]
    assert facts(GLOSSARY.replace("definition", "first seen", 1)) == []


def test_a_remark_of_a_table_that_defines_nothing_is_no_fact() -> None:
    assert facts(REMARKS) == []


def test_the_same_lines_outside_a_table_state_nothing() -> None:
    assert extract(ChunkText(GLOSSARY, hidden=((0, len(GLOSSARY)),))).contents == ()


def test_a_glossary_in_another_language_has_its_header_in_english() -> None:
    text = "Term | Definition\nGraph | Ein Graph besteht aus Knoten und aus Kanten zwischen ihnen."
    assert [said for said, _ in facts(text, "de")] == [
        "Ein Graph besteht aus Knoten und aus Kanten zwischen ihnen."
    ]
