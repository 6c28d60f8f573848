"""What stands beside the lines of a page: drop caps, to be joined to them, and notes in the margin."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gradient.reading.pdf.layout import Line

_INITIAL = 2.0
"""A drop cap is so many times as large as the text beside it."""
_NEAR = 1.5
"""The text begins no further behind it, in sizes of its own font."""
_SMALLER = 0.9
"""Notes are set smaller than this share of the text's size."""
_FEWEST_LINES, _FEWEST_WORDS = 3, 6
"""Lines and words of a note at least: less is the number of a formula or a piece of one."""


def with_initials(lines: Sequence[Line]) -> list[Line]:
    """The lines, each drop cap as the first letter of the line at its top."""
    found = list(lines)
    for initial in [line for line in lines if len(line.text.strip()) == 1 and line.text.strip().isupper()]:
        beside = [line for line in found if _stands_beside(line, initial)]
        first = min(beside, key=lambda line: line.y0, default=None)
        if first is None or len([line for line in beside if abs(line.x0 - first.x0) < 1]) < 2:
            continue
        letter = first.glyphs[0]._replace(text=initial.text.strip())
        found[found.index(first)] = replace(first, glyphs=(letter, *first.glyphs))
        found.remove(initial)
    return found


def _stands_beside(line: Line, initial: Line) -> bool:
    middle = (line.y0 + line.y1) / 2
    return (
        line.size * _INITIAL <= initial.size
        and initial.y0 <= middle <= initial.y1
        and -line.size < line.x0 - initial.x1 < _NEAR * line.size
        and line.text[:1].islower()
    )


def without_notes(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of the text, and apart from them the notes in the margin: smaller, all beside the text."""
    plain = [line for line in lines if not line.table]
    sizes = Counter[float]()
    for line in plain:
        sizes[line.size] += len(line.text)
    body = max(sizes, key=lambda size: sizes[size], default=0.0)
    text = [line for line in plain if line.size >= _SMALLER * body]
    if not text:
        return list(lines), []
    left, right = min(line.x0 for line in text), max(line.x1 for line in text)
    small = [line for line in plain if line.size < _SMALLER * body]
    notes: list[Line] = []
    for side in ([one for one in small if one.x0 > right], [one for one in small if one.x1 < left]):
        if _is_note(side):
            notes += side
    return [line for line in lines if line not in notes], notes


def _is_note(side: Sequence[Line]) -> bool:
    """Whether lines are running text: several that begin at one place, and several words."""
    words = sum(any(map(str.isalpha, word)) for line in side for word in line.text.split())
    if len(side) < _FEWEST_LINES or words < _FEWEST_WORDS:
        return False
    (_, alike), *_ = Counter(round(line.x0) for line in side).most_common(1)
    return 2 * alike > len(side)
