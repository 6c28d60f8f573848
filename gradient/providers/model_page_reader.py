"""Plays `read` with a model that sees pictures."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from gradient.checked import Checked
from gradient.providers.answers import Answerer, Asked, answer
from gradient.providers.prompts import Prompt, load
from gradient.store.ledger import Book, no_calls
from gradient.text.seen import SeenLine

PROMPT: Final[Prompt] = load("gradient.providers", "read")
HEIGHTS: Final = {"title": 2.0, "heading": 1.5, "text": 1.0}
"""How tall the lines of a kind stand beside those of the text."""
TALLEST: Final = 0.016
"""Share of a page that a line of text has at most."""
BETWEEN_LINES: Final = 0.2
BETWEEN_BLOCKS: Final = 1.5
"""Of the height of a line of text."""
LEFT, RIGHT, TOP, BOTTOM = 0.1, 0.9, 0.05, 0.95


class SeenBlock(Checked):
    """A piece of a page."""

    kind: Literal["title", "heading", "text"]
    text: str


class SeenPage(Checked):
    """The pieces of a page in the order in which they are read."""

    blocks: list[SeenBlock]


class ModelPageReader:
    """A page a call. What it sees is laid out anew, one block below the other, in the order it gives."""

    def __init__(self, model: Answerer) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The role setting."""
        return self._model.name

    @property
    def version(self) -> str:
        """Model and prompt."""
        return f"{self._model.name}, {PROMPT.named}"

    async def see(self, picture: bytes, name: str, book: Book = no_calls) -> tuple[SeenLine, ...]:  # noqa: ARG002
        """See `PageReader.see`; the name is shown to nobody."""
        return laid_out((await answer(self._model, question(picture), book)).blocks)


def question(picture: bytes) -> Asked[SeenPage]:
    """What stands on a picture; it is told from others by its hash."""
    shown = f"The page is picture {hashlib.sha256(picture).hexdigest()[:16]}."
    return Asked(PROMPT.text, shown, SeenPage, lambda _: (), picture=picture)


def laid_out(blocks: Sequence[SeenBlock]) -> tuple[SeenLine, ...]:
    """The blocks as lines of a page, headings taller than text."""
    lines = list(_lines(blocks))
    if not lines:
        return ()
    units = sum(HEIGHTS[kind] + gap for _, kind, gap in lines)
    unit = min(TALLEST, (BOTTOM - TOP) / units)
    longest = max(len(text) for text, _, _ in lines)
    placed, down = [], TOP
    for text, kind, gap in lines:
        bottom = down + HEIGHTS[kind] * unit
        placed.append(SeenLine(text, LEFT, down, LEFT + (RIGHT - LEFT) * len(text) / longest, bottom))
        down = bottom + gap * unit
    return tuple(placed)


def _lines(blocks: Sequence[SeenBlock]) -> Iterator[tuple[str, str, float]]:
    """Each line with its kind and the room below it, in heights of a line of text."""
    for block in blocks:
        lines = [" ".join(line.split()) for line in block.text.splitlines() if line.strip()]
        for at, line in enumerate(lines, 1):
            yield line, block.kind, BETWEEN_LINES if at < len(lines) else BETWEEN_BLOCKS
