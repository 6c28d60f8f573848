"""Code, formulas and tables that stand right below a statement in its chunk."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gradient.pages.piece import Piece
from gradient.pages.readable import fenced_code, formula, readable
from gradient.pages.statement import Statement
from gradient.store.pages import Place
from gradient.text.spans import OPAQUE

LONGEST_LEAD = 240
"""A sentence between a statement and what stands below it has at most so many characters."""

MOST_LINES = 30
"""Longer code and tables are not shown beside a statement."""

MOST_FORMULA_LINES = 10
"""A displayed formula that a text layer spreads over more lines is not shown."""

_DISPLAYED = ("$$", r"\[", r"\\[")
_BLANK = re.compile(r"[\s>*_]*")
_LEAD_IN = re.compile(r"\s*(?P<lead>[^\n]{3,}?:)[\s*_]*\n")
_LINES_ALONE = re.compile(
    r"\s*\n[ \t]*\n[ \t]*(?P<lines>[^\n]{1,120}?(?:\n[^\n]{1,120}?)*)[ \t]*(?:\n[ \t]*\n|\s*\Z)"
)
_LABEL = re.compile(r"\s*(?:\w+:\s|[-*+•❒▪‣◦❏●■]\s)")
_RELATION = re.compile(r"[=≠<>≤≥⩽⩾≈∼∝←→⟶⇒⇔⟺∈]")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_TABLE = re.compile(r"(?:^|(?<=\n\n))[^\n]*\|[^\n]*(?:\n[^\n]*\|[^\n]*)+(?=\n[ \t]*\n|\s*\Z)")
# Links and pictures, and the accents that a text layer leaves of a formula.
_NO_CELLS = re.compile(r"<[a-z/!]|\]\(|https?://|[ˆ˜¯˙]", re.IGNORECASE)
_REST_OF_LINE = re.compile(r"[ \t]*[.,;]?[ \t]*(?:\n|\Z)")


@dataclass(frozen=True)
class Beside:
    """What stands below a statement, and the sentence that leads to it, where there is one."""

    piece: Piece
    lead: str | None = None
    lead_place: Place | None = None

    @property
    def places(self) -> tuple[Place, ...]:
        """All places that it stands on."""
        return self.piece.places if self.lead_place is None else (self.lead_place, *self.piece.places)


def beside(statement: Statement, text: str) -> Beside | None:
    """The code or displayed formula that follows the statement in the chunk `text`, or None.

    Below one under the topic's own heading it may be a table too.
    Nothing may stand between but one short sentence that ends with a colon. Where a text layer knows no
    formulas, the lines behind a colon that read as one are shown as they are.
    """
    start = statement.place.end
    direct = _shown_below(statement, text, start) or _lines_alone(statement, text)
    if direct is not None:
        return Beside(direct)
    led = _LEAD_IN.match(text, start, start + LONGEST_LEAD)
    if led is None:
        return None
    found = _shown_below(statement, text, led.end())
    lead = readable(led["lead"])
    if found is None or not lead[:1].isupper():
        return None
    return Beside(found, lead, Place(statement.place.chunk_id, *led.span("lead"), led["lead"]))


def exhibits(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of the displayed formulas and tables of a chunk, in order."""
    formulas = (one.span() for one in OPAQUE.finditer(text) if one.group().startswith(_DISPLAYED))
    tables = (one.span() for one in _TABLE.finditer(text) if _is_table(one.group()))
    yield from sorted([*formulas, *tables])


def _shown_below(statement: Statement, text: str, start: int) -> Piece | None:
    position = _after_blank(text, start)
    found = _shown_at(text, position, statement.place.chunk_id)
    return found or (_table_at(text, position, statement.place.chunk_id) if statement.own else None)


def _table_at(text: str, position: int, chunk_id: int) -> Piece | None:
    """The table whose first line begins at `position`, its lines as they stand."""
    match = _TABLE.match(text, position)
    if match is None or not _is_table(match.group()):
        return None
    return Piece("table", match.group(), (Place(chunk_id, *match.span(), match.group()),))


def _is_table(lines: str) -> bool:
    """Whether the lines are rows of equally many cells, no links side by side and no formulas in pieces."""
    rows = lines.split("\n")
    even = len({row.strip().count("|") for row in rows}) == 1
    return even and len(rows) <= MOST_LINES and not _NO_CELLS.search(lines)


def _after_blank(text: str, start: int) -> int:
    blank = _BLANK.match(text, start)
    return start if blank is None else blank.end()


def _lines_alone(statement: Statement, text: str) -> Piece | None:
    """The paragraphs behind an announcing colon that read as one displayed formula, as they stand there."""
    if not statement.text.endswith((":", "：")):
        return None
    start, end = statement.place.end, statement.place.end
    while (found := _LINES_ALONE.match(text, end)) and _reads_as_formula(found["lines"]):
        start = found.start("lines") if end == statement.place.end else start
        end = found.end("lines")
    lines = text[start:end]
    if end == statement.place.end or not _RELATION.search(lines):
        return None
    if lines.count("\n") >= MOST_FORMULA_LINES:
        return None
    return Piece("code", lines, (Place(statement.place.chunk_id, start, end, lines),))


def _reads_as_formula(lines: str) -> bool:
    words = len(_LONG_WORD.findall(lines))
    related = _RELATION.search(lines) is not None
    return _LABEL.match(lines) is None and (
        words == 0 or (related and words <= min(6, 2 + lines.count("\n")))
    )


def _shown_at(text: str, position: int, chunk_id: int) -> Piece | None:
    match = OPAQUE.search(text, text.rfind("\n", 0, position) + 1)
    if match is None or match.start() > position or match.end() <= position:
        return None
    if not _REST_OF_LINE.match(text, match.end()):
        return None
    place = Place(chunk_id, match.start(), match.end(), match.group())
    if match.group().lstrip(" \t>").startswith(("```", "~~~")):
        code = fenced_code(match.group())
        return Piece("code", code, (place,)) if code.strip() and code.count("\n") < MOST_LINES else None
    if match.group().startswith(_DISPLAYED):
        inside = formula(match.group())
        return Piece("math", inside, (place,)) if inside else None
    return None
