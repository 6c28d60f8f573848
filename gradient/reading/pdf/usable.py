"""Whether what a page says in letters is what stands on it, or the page has to be looked at."""

from collections.abc import Container

from gradient.reading.pdf.layout import Line, Sheet

MOSTLY = 0.5
"""Pictures over this share of a page are the page; what is said beside them is a stamp or a caption. So are
drawings, which may be letters in outlines, unless a slide has a title."""
_WHOLE = 0.8
"""Over this share they are the page also where it is a slide with a title, or text lies below them."""
_MARK = 0.05
"""A picture on a smaller share of the page is a logo."""
_FEWEST_LETTERS, _FEW_LETTERS = 20, 100
"""Letters of a title or of a text below the picture that are its text; of any other text."""
_TITLE = 0.03
"""The title of a slide is set at least so many times as high as it."""
_MOST_BROKEN, _MOST_HOLED = 0.3, 0.05
"""With a larger share of characters without meaning, or of words with such a one in them, a text layer says
something else than what its page shows."""


def legible(sheet: Sheet) -> bool:
    """Whether the letters of a page have their meaning."""
    return sheet.broken <= _MOST_BROKEN and sheet.holed <= _MOST_HOLED


def usable(sheet: Sheet, running: Container[Line]) -> bool:
    """Whether the letters of a page are its text. The `running` lines are not; turned ones seldom are."""
    if sheet.seen or not legible(sheet):
        return sheet.seen and bool(sheet.lines)
    slide = sheet.width > sheet.height
    own = [line for line in sheet.lines if line not in running]
    titled = slide and any(_is_title(line, sheet) for line in own)
    shown = sheet.pictured if titled else max(sheet.pictured, sheet.drawn)
    if shown >= MOSTLY and not sheet.layered:
        own = [line for line in own if not sheet.at_edge(line) or (slide and _is_title(line, sheet))]
    letters = sum(len("".join(line.text.split())) for line in own)
    if not letters:
        return sheet.pictured < _MARK and sheet.drawn < MOSTLY and _says_anything(sheet)
    sure = sheet.layered or titled
    if shown < (_WHOLE if sure else MOSTLY):
        return True
    return letters >= (_FEWEST_LETTERS if sure else _FEW_LETTERS)


def _is_title(line: Line, sheet: Sheet) -> bool:
    return line.size >= _TITLE * sheet.height


def _says_anything(sheet: Sheet) -> bool:
    return bool(sheet.lines or sheet.turned or sheet.remarks)
