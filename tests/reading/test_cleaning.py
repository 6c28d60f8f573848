"""Characters that cannot be stored are replaced once, and said."""

from gradient.reading.cleaning import cleaned, storable
from gradient.text.document import Block, Document, Heading, Page


def test_every_position_stays() -> None:
    assert storable("a\0b\ud83dc\U0001f600") == "a b\ufffdc\U0001f600"


def test_what_was_replaced_is_said() -> None:
    found = cleaned(Document("a\0b\ud83d", pages=(Page(1, 0, 4, label="sheet \udc00"),), title="\0T"))
    assert (found.text, found.title, found.pages[0].label) == ("a b\ufffd", " T", "sheet \ufffd")
    (note,) = found.notes
    assert "2 characters" in note


def test_the_language_of_code_is_cleaned_too() -> None:
    blocks = (Block("code", 0, 3, language="py\0th\ud800n"), Block("paragraph", 3, 4))
    found = cleaned(Document("a=1.", blocks=blocks))
    assert [block.language for block in found.blocks] == ["py th\ufffdn", None]


def test_broken_places_of_utf8_are_said() -> None:
    (note,) = cleaned(Document("Gr\ufffde \ufffd", encoding="utf-8")).notes
    assert "2 places" in note


def test_a_clean_document_stays_as_it_is() -> None:
    document = Document("Plain.", headings=(Heading(1, "Plain", 0, 5),))
    assert cleaned(document) == document
