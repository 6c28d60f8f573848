"""Documents made for tests of chunking."""

import random

from gradient.reading.markdown import MarkdownReader
from gradient.reading.plain import paragraphs
from gradient.text.document import Document


def markdown(text: str) -> Document:
    """The document that the Markdown reader makes of `text`."""
    return MarkdownReader().read(text.encode(), "test.md")


def prose(parts: list[str]) -> Document:
    """A document of paragraphs, without headings."""
    text = "\n\n".join(parts)
    return Document(text, blocks=paragraphs(text))


def paragraph(number: int, words: int) -> str:
    """A paragraph of its own, of sentences of 5 to 25 words; the same for the same numbers."""
    draw = random.Random(f"{number}/{words}")
    parts: list[str] = []
    left = words
    while left > 0:
        length = min(left, draw.randint(5, 25))
        parts.append(" ".join(f"w{draw.randrange(9999)}" for _ in range(length)).capitalize() + ".")
        left -= length
    return " ".join(parts)
