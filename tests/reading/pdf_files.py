"""PDF files made for tests."""

from collections.abc import Sequence
from typing import Any

import pymupdf

WIDTH, HEIGHT = 595.0, 842.0
BODY = 10.0
PROSE = (
    "The perceptron adds the weighted inputs and compares the sum with a threshold. It learns by moving its "
    "weights towards examples that it got wrong, and away from those of the other class. "
)


class Sheet:
    """A page that is written on from top to bottom."""

    def __init__(self, file: Any, width: float = WIDTH, height: float = HEIGHT) -> None:
        self.page: Any = file.new_page(width=width, height=height)
        self.y = 90.0

    def line(
        self, text: str, *, x: float = 60, size: float = BODY, font: str = "helv", gap: float = 0
    ) -> None:
        """One line at the place of writing, `gap` points below the last one."""
        self.y += gap + size * 1.25
        self.page.insert_text((x, self.y), text, fontsize=size, fontname=font)

    def at(self, x: float, y: float, text: str, size: float = BODY, font: str = "helv") -> None:
        """One line wherever it belongs."""
        self.page.insert_text((x, y), text, fontsize=size, fontname=font)

    def prose(self, text: str, *, x: float = 60, width: float = 475, gap: float = 8) -> None:
        """A paragraph, broken into lines of the given width."""
        self.y += gap
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if pymupdf.get_text_length(longer, fontsize=BODY) > width:
                self.line(line, x=x)
                line = word
            else:
                line = longer
        self.line(line, x=x)


def pdf() -> Any:
    """An empty file."""
    return pymupdf.open()


def scanned() -> Any:
    """A picture on which something is to be seen, in place of a scan."""
    dots = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 60))
    dots.clear_with(255)
    dots.set_rect(pymupdf.IRect(5, 5, 30, 50), (0,))
    return dots


def flat() -> Any:
    """A picture of one colour."""
    dots = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 60))
    dots.clear_with(230)
    return dots


def saved(file: Any, **options: Any) -> bytes:
    """The bytes of the file."""
    data: bytes = file.tobytes(**options)
    return data


def of_lines(lines: Sequence[str]) -> bytes:
    """A file with one page of these lines."""
    file = pdf()
    sheet = Sheet(file)
    for line in lines:
        sheet.line(line)
    return saved(file)
