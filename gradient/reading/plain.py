"""Plain text: paragraphs parted by blank lines, in any encoding."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from gradient.reading import tools
from gradient.reading.encoding import decoded
from gradient.reading.language import guess
from gradient.text.document import Block, Document

_BETWEEN = re.compile(r"\n[ \t]*(?=\n)")


class PlainReader:
    """Reads `.txt` and its kin; the text is the file's own, one block a paragraph."""

    suffixes: ClassVar[tuple[str, ...]] = (".txt", ".text")
    tool: ClassVar[str] = tools.PLAIN

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        text, encoding, notes = decoded(data, name)
        return Document(
            text=text, blocks=paragraphs(text), encoding=encoding, language=guess(text), notes=notes
        )


def paragraphs(text: str) -> tuple[Block, ...]:
    """One block for every stretch between blank lines, without white space at its end."""
    return tuple(Block("paragraph", start, end) for start, end in _stretches(text))


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Ranges between blank lines, trimmed; found without a step back, however long they are."""
    start = 0
    for end in chain((match.start() for match in _BETWEEN.finditer(text)), (len(text),)):
        piece = text[start:end]
        if stripped := piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(stripped)
        start = end
