"""Whether what a page says in letters is what stands on it, or the page has to be looked at."""

from collections.abc import Container

from gradient.reading.pdf.layout import Line, Sheet

MOSTLY = 0.5
"""Pictures over this share of a page are the page; what is said beside them is a stamp or a caption."""
_WHOLE = 0.8
"""Over this share they are the page also where a title is set on it, or text lies below them."""
_MARK = 0.05
"""A picture on a smaller share of the page is a logo."""
_FEWEST_LETTERS, _FEW_LETTERS = 20, 100
"""Letters of a title or of a text below the picture that are its text; of any other text."""
_TITLE = 0.03
"""A title on a picture is set at least so many times as high as the page."""
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
    own = [line for line in sheet.lines if line not in running]
    letters = sum(len("".join(line.text.split())) for line in own)
    if not letters:
        return sheet.pictured < _MARK and bool(sheet.lines or sheet.turned or sheet.remarks)
    sure = sheet.layered or max(line.size for line in own) >= _TITLE * sheet.height
    if sheet.pictured < (_WHOLE if sure else MOSTLY):
        return True
    return letters >= (_FEWEST_LETTERS if sure else _FEW_LETTERS)
