"""How the statements of a page are laid out: sections, paragraphs and lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gradient.pages.beside import Beside, beside
from gradient.pages.choosing import follows
from gradient.pages.headings import clean_heading
from gradient.pages.piece import Piece
from gradient.pages.statement import LEFT_OUT, Statement
from gradient.store.pages import Place

ELSEWHERE = "Elsewhere in the course"
LONGEST_PARAGRAPH = 5
"""Statements that follow one another share a paragraph, at most so many."""

MOST_BESIDE = 8
"""Code blocks, formulas and tables that a page shows below its statements at most."""


@dataclass(frozen=True)
class Section:
    """Statements under one heading; None where they need none."""

    heading: str | None
    statements: tuple[Statement, ...]


def sections(statements: Iterable[Statement]) -> list[Section]:
    """The statements by the headings that they stand under, in teaching order.

    What stands under the topic's own name comes first and needs no heading; headings over a single
    statement give way to one list at the end.
    """
    own: list[Statement] = []
    others: dict[str, list[Statement]] = {}
    titles: dict[str, str] = {}
    for one in statements:
        heading = clean_heading(one.section_path)
        if one.own:
            own.append(one)
        else:
            titles.setdefault(heading.casefold(), heading)
            others.setdefault(heading.casefold(), []).append(one)
    full = [Section(titles[key], tuple(group)) for key, group in others.items() if key and len(group) > 1]
    single = [one for key, group in others.items() if not key or len(group) == 1 for one in group]
    found = [Section(None, tuple(own))] if own else []
    found += full
    if single:
        found.append(Section(ELSEWHERE if found else None, tuple(sorted(single, key=_order))))
    return found


def pieces(found: Sequence[Section], texts: Mapping[int, str], above: Sequence[Place]) -> list[Piece]:
    """The sections as pieces of a page, with the code and formulas that stand beside the statements.

    `above` are the places of what the page has shown already.
    """
    laid: list[Piece] = []
    shown = [*above]
    shown += [statement.place for section in found for statement in section.statements]
    left = MOST_BESIDE
    for section in found:
        if section.heading is not None:
            laid.append(Piece("heading", section.heading))
        listed = section.heading == ELSEWHERE
        for group in [list(section.statements)] if listed else _paragraphs(section.statements, texts):
            extra = None if listed or not left else beside(group[-1], texts[group[-1].place.chunk_id])
            if extra is not None and any(_meet(place, other) for place in extra.places for other in shown):
                extra = None
            shown += extra.places if extra is not None else ()
            laid += _group(group, extra, listed=listed)
            left -= extra is not None
    return laid


def _order(statement: Statement) -> int:
    return statement.order


def _paragraphs(statements: Sequence[Statement], texts: Mapping[int, str]) -> list[list[Statement]]:
    """Runs of statements that follow one another in a chunk; the items of a list stay together."""
    runs: list[list[Statement]] = []
    for one in statements:
        last = runs[-1][-1] if runs else None
        if last is not None and _joins(runs[-1], last, one, texts):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _joins(run: Sequence[Statement], last: Statement, one: Statement, texts: Mapping[int, str]) -> bool:
    if last.place.chunk_id != one.place.chunk_id or last.source != one.source:
        return False
    if last.item or one.item:
        return last.item and one.item
    text = texts[one.place.chunk_id]
    between = text[last.place.end : one.place.start]
    return len(run) < LONGEST_PARAGRAPH and follows(text, last, one) and between.count("\n\n") == 0


def _group(group: Sequence[Statement], extra: Beside | None, *, listed: bool) -> list[Piece]:
    lines = _lines(group, complete=extra is not None)
    places = [place for statement in group for place in statement.places]
    as_list = (listed or all(statement.item for statement in group)) and len(group) > 1
    if extra is None:
        return [_text(lines, places, as_list=as_list)]
    if extra.lead is None or extra.lead_place is None:
        return [_text(lines, places, as_list=as_list), extra.piece]
    if as_list:
        lead = Piece("paragraph", extra.lead, (extra.lead_place,))
        return [_text(lines, places, as_list=True), lead, extra.piece]
    return [_text([*lines, extra.lead], [*places, extra.lead_place], as_list=False), extra.piece]


def _meet(one: Place, other: Place) -> bool:
    return one.chunk_id == other.chunk_id and one.start < other.end and other.start < one.end


def _lines(group: Sequence[Statement], *, complete: bool) -> list[str]:
    """The texts of statements; `complete` says that what the last one announces is shown below it."""
    last = len(group) - 1
    return [
        one.text + LEFT_OUT if one.text.endswith((":", "：")) and not (complete and at == last) else one.text
        for at, one in enumerate(group)
    ]


def _text(lines: Sequence[str], places: Sequence[Place], *, as_list: bool) -> Piece:
    unique = tuple(dict.fromkeys(places))
    return Piece("list" if as_list else "paragraph", ("\n" if as_list else " ").join(lines), unique)
