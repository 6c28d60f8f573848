"""Plain text: paragraphs parted by blank lines, in any encoding."""

import re
from typing import ClassVar

from gradient.reading import tools
from gradient.reading.encoding import decoded
from gradient.reading.language import guess
from gradient.text.document import Block, Document

_PARAGRAPH = re.compile(r"\S(?:(?!\n[ \t]*\n)(?s:.))*")


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
    spans = (
        (match.start(), match.start() + len(match.group().rstrip())) for match in _PARAGRAPH.finditer(text)
    )
    return tuple(Block("paragraph", start, end) for start, end in spans)
