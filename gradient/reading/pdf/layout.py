"""The values that the steps from a PDF page to its text hand on. Lengths are points, y grows downwards."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from gradient.reading.pdf.rules import Grid
from gradient.text.document import BlockKind

_FORMULA = 0.25
"""Share of characters in fonts for formulas that makes a row with a few words one."""
_EDGE = 0.1
"""Share of the page's height at the top and at the bottom in which running lines stand."""
_SCRIPT = 0.85
"""Subscripts are smaller than this share of the row's size."""
_RELATION = re.compile(r"[=<>≤≥⩽⩾≈∼∈∝≡←→⟶:]")
_PROSE_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}|[^\W\d_]{3,}")
_WORDLIKE = re.compile(r"[^\W\d_]{2}|[•❒▪■●○]")
_FUNCTIONS = frozenset(
    {
        "log",
        "exp",
        "max",
        "min",
        "arg",
        "argmax",
        "argmin",
        "sup",
        "inf",
        "sin",
        "cos",
        "tan",
        "lim",
        "det",
        "var",
        "cov",
    }
)


class Glyphs(NamedTuple):
    """A stretch of text in one font. `math` tells that the font is one for formulas."""

    text: str
    size: float
    bold: bool = False
    italic: bool = False
    math: bool = False
    mono: bool = False


@dataclass(frozen=True)
class Line:
    """What the file itself set on one line without a wide gap, or a whole table (`table` has its rows).

    `turn` is 1 where it reads upwards, -1 where downwards.
    """

    glyphs: tuple[Glyphs, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    page: int = 0
    table: "tuple[Row, ...]" = ()
    turn: int = 0

    @cached_property
    def text(self) -> str:
        """Its characters."""
        return "".join(part.text for part in self.glyphs)

    @cached_property
    def size(self) -> float:
        """The size of most of its characters."""
        weights: dict[float, int] = {}
        for part in self.glyphs:
            weights[part.size] = weights.get(part.size, 0) + len(part.text.strip())
        return max(weights, key=lambda size: (weights[size], size))


@dataclass(frozen=True)
class Row:
    """Lines side by side in one column; `cells` are parted by gaps wider than between words."""

    cells: tuple[tuple[Glyphs, ...], ...]
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    page: int

    @cached_property
    def glyphs(self) -> tuple[Glyphs, ...]:
        """All its glyphs, a blank between cells."""
        parts: list[Glyphs] = []
        for cell in self.cells:
            if parts:
                parts.append(Glyphs(" ", self.size))
            parts += cell
        return tuple(parts)

    @cached_property
    def text(self) -> str:
        """Its characters, a blank between cells."""
        return "".join(part.text for part in self.glyphs)

    @cached_property
    def bold(self) -> bool:
        """Whether every letter outside formulas is bold."""
        letters = [part for part in self.glyphs if not part.math and any(map(str.isalnum, part.text))]
        return bool(letters) and all(part.bold for part in letters)

    @cached_property
    def prose_words(self) -> int:
        """Words of three letters or more outside formulas, subscripts and superscripts."""
        least = _SCRIPT * self.size
        prose = "".join(" " if part.math or part.size < least else part.text for part in self.glyphs)
        return sum(1 for word in _PROSE_WORD.findall(prose) if word.lower() not in _FUNCTIONS)

    @cached_property
    def math(self) -> bool:
        """Whether it is a formula or a piece of one."""
        visible = sum(len(part.text.strip()) for part in self.glyphs)
        formula = sum(len(part.text.strip()) for part in self.glyphs if part.math)
        if self.prose_words == 0:
            return formula > 0 or (visible <= 3 and not _WORDLIKE.search(self.text))
        return (
            self.prose_words <= 2
            and formula >= _FORMULA * visible
            and _RELATION.search(self.text) is not None
        )

    @cached_property
    def mono(self) -> bool:
        """Whether it is set in a typewriter font."""
        letters = [part for part in self.glyphs if part.text.strip()]
        return bool(letters) and all(part.mono for part in letters)


@dataclass(frozen=True)
class Group:
    """Rows that belong together: a block or a heading to be. `level` is set for headings."""

    rows: tuple[Row, ...]
    kind: BlockKind = "paragraph"
    reason: str | None = None
    level: int | None = None

    @cached_property
    def text(self) -> str:
        """Its rows as one line."""
        return " ".join(row.text.strip() for row in self.rows)

    @cached_property
    def size(self) -> float:
        """The size of its first row."""
        return self.rows[0].size

    @cached_property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(row.bold for row in self.rows)

    @property
    def page(self) -> int:
        """The number of the page on which it begins, from 1."""
        return self.rows[0].page


@dataclass(frozen=True)
class Sheet:
    """A page as it was found. `pictured` is the share of its area under pictures (0 on a page of text),
    `marks` counts drawings, `drawn` is the share of its area under them, again 0 on a page of text.

    `broken` is the share of characters that carry no meaning (no Unicode value for them), `holed` that of
    words with such a character between their letters. `layered` tells that its text is invisible, as that
    below a scan is; `torn` that its data were corrupt, so that some of it is lost; `seen` that its lines were
    seen on its picture. `remarks` is what readers noted on it, `files` the names of those pinned to it.
    """

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    pictured: float = 0.0
    marks: int = 0
    drawn: float = 0.0
    broken: float = 0.0
    holed: float = 0.0
    layered: bool = False
    torn: bool = False
    grids: tuple[Grid, ...] = ()
    turned: tuple[Line, ...] = field(default=())
    seen: bool = False
    remarks: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def at_edge(self, line: Line) -> bool:
        """Whether a line stands in the outer strips, at the top or at the bottom."""
        return line.y1 <= self.height * _EDGE or line.y0 >= self.height * (1 - _EDGE)

    @property
    def blank(self) -> bool:
        """Whether nothing at all is on it."""
        shown = self.pictured or self.marks or self.broken or self.remarks
        return not self.lines and not self.turned and not shown
