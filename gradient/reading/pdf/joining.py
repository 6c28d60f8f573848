"""Makes paragraphs whole again that a column, a page or a figure has parted."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gradient.reading.pdf.layout import Group

_WHOLE = re.compile(r"[.!?:;。！？：]['\"”’)\]]*\s*$")
_GOES_ON = re.compile(r"\s*[a-zà-öø-ÿ(]")
_BROKEN_WORD = re.compile(r"[^\W\d_]-\s*$")
_LOWER_END = re.compile(r"[a-zà-öø-ÿ,]\s*$")
_FLOATS = frozenset({"caption", "table"})
_FEWEST_WORDS = 5


def joined(strands: Sequence[Sequence[Group]]) -> list[Group]:
    """The groups of all strands in order, a paragraph that goes on at the head of the next strand as one."""
    whole: list[Group] = []
    for strand in strands:
        rest = list(strand)
        last, first = _last_text(whole), _first_text(rest)
        if last is not None and first is not None and _goes_on(whole[last], rest[first]):
            whole[last] = replace(whole[last], rows=(*whole[last].rows, *rest.pop(first).rows))
        whole += rest
    return whole


def _first_text(groups: list[Group]) -> int | None:
    """The first group that is no caption or table set at the head of a column."""
    return next((index for index, group in enumerate(groups[:4]) if group.kind not in _FLOATS), None)


def _last_text(groups: list[Group]) -> int | None:
    """The last paragraph, over captions and tables set at the foot of a column."""
    for index in range(len(groups) - 1, max(-1, len(groups) - 4), -1):
        if groups[index].kind in {"paragraph", "list"} and groups[index].reason is None:
            return index
        if groups[index].kind not in _FLOATS:
            return None
    return None


def _goes_on(before: Group, after: Group) -> bool:
    if before.level is not None or after.kind != "paragraph" or abs(before.size - after.size) > 0.6:
        return False
    if before.bold or after.bold or sum(row.prose_words for row in before.rows) < _FEWEST_WORDS:
        return False
    if _BROKEN_WORD.search(before.text):
        return True
    if _WHOLE.search(before.text) is not None:
        return False
    return _GOES_ON.match(after.text) is not None or _breaks_off(before)


def _breaks_off(group: Group) -> bool:
    """Whether the last row runs to the end of its column and ends with a word in lower case."""
    right = max(row.x1 for row in group.rows)
    last = group.rows[-1]
    return len(group.rows) > 1 and last.x1 >= right - last.size and _LOWER_END.search(last.text) is not None
