"""Code and formulas that stand right below a statement in its chunk."""

import re
from dataclasses import dataclass

from gradient.pages.piece import Piece
from gradient.pages.readable import fenced_code, formula, readable
from gradient.pages.statement import Statement
from gradient.store.pages import Place
from gradient.text.spans import OPAQUE

LONGEST_LEAD = 240
"""A sentence between a statement and what stands below it has at most so many characters."""

MOST_LINES = 30
"""Longer code is not shown beside a statement."""

_BLANK = re.compile(r"[\s>*_]*")
_LEAD_IN = re.compile(r"\s*(?P<lead>[^\n]{3,}?:)[\s*_]*\n")
_LINE_ALONE = re.compile(r"\s*\n[ \t]*\n[ \t]*(?P<line>[^\n]{3,100}?)[ \t]*(?:\n[ \t]*\n|\s*\Z)")
_RELATION = re.compile(r"[=≠<>≤≥⩽⩾≈∼∝←→⟶⇒⇔⟺∈]")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
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

    Nothing may stand between but one short sentence that ends with a colon. Where a text layer knows no
    formulas, a single line behind a colon that reads as one is shown as it is.
    """
    start = statement.place.end
    direct = _shown_at(text, _after_blank(text, start), statement.place.chunk_id)
    direct = direct or _line_alone(statement, text)
    if direct is not None:
        return Beside(direct)
    led = _LEAD_IN.match(text, start, start + LONGEST_LEAD)
    if led is None:
        return None
    found = _shown_at(text, _after_blank(text, led.end()), statement.place.chunk_id)
    lead = readable(led["lead"])
    if found is None or not lead[:1].isupper():
        return None
    return Beside(found, lead, Place(statement.place.chunk_id, *led.span("lead"), led["lead"]))


def _after_blank(text: str, start: int) -> int:
    blank = _BLANK.match(text, start)
    return start if blank is None else blank.end()


def _line_alone(statement: Statement, text: str) -> Piece | None:
    announced = statement.text.endswith((":", "："))
    found = _LINE_ALONE.match(text, statement.place.end) if announced else None
    if found is None or not _RELATION.search(found["line"]) or len(_LONG_WORD.findall(found["line"])) > 2:
        return None
    return Piece(
        "code", found["line"], (Place(statement.place.chunk_id, *found.span("line"), found["line"]),)
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
    if match.group().startswith(("$$", r"\[", r"\\[")):
        inside = formula(match.group())
        return Piece("math", inside, (place,)) if inside else None
    return None
