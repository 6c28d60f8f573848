"""Collects the runs of a paragraph into one piece."""

import re
from dataclasses import dataclass, field

from gradient.reading.office import symbols
from gradient.reading.office.draft import Piece
from gradient.text.document import Span

_FIXED = re.compile(r"\bmono|mono\b|consolas|courier|menlo|monaco|lucida console|\bcode\b", re.IGNORECASE)
"""Names of fonts whose letters have one width, which authors use for code."""


@dataclass
class Runs:
    """The text of a paragraph as it comes in, run by run."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    strong: list[tuple[int, int]] = field(default_factory=list)
    prose: bool = False

    def add(self, text: str, *, strong: bool = False, font: str = "") -> None:
        """Adds the text of a run; `strong` where it is set in bold or italics."""
        self.prose = self.prose or (bool(text.strip()) and not _FIXED.search(font))
        text = symbols.known(text)
        start, self.length = self.length, self.length + len(text)
        self.parts.append(text)
        if strong and text.strip():
            if self.strong and self.strong[-1][1] == start:
                start = self.strong.pop()[0]
            self.strong.append((start, self.length))

    def formula(self, text: str) -> None:
        """Adds a formula, parted by blanks from words before it."""
        before = self.parts[-1] if self.parts else ""
        self.add(f" {text}" if before[-1:].isalnum() else text)

    def piece(self) -> Piece:
        """What was collected."""
        text = "".join(self.parts)
        spans = (_narrow(text, start, end) for start, end in self.strong)
        return Piece(text, tuple(span for span in spans if span.end > span.start), not self.prose)


def _narrow(text: str, start: int, end: int) -> Span:
    """The range without blanks at its edges and stops at its end."""
    inner = text[start:end]
    first = start + len(inner) - len(inner.lstrip())
    return Span(first, max(first, start + len(inner.rstrip(" \t\n.:,;"))))
