"""Code that was switched off in a comment, told from the prose beside it."""

import re
from collections.abc import Iterator
from itertools import groupby

_CODE_LINE = re.compile(
    r"[;{}]\s*$|^\s*[\w.\[\]]+\s*(?:[-+*/]?=|<-)\s*\S|^\s*(?:import|return|def|for|if|while)\b.*[:)]\s*$|^\s*[\w.]+\(.*\)\s*$"
)
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_ASSIGNED = re.compile(r"^\s*[\w.\[\]]+\s*(?:[-+*/]?=|<-)\s*\S")
_PROSE = re.compile(r"(?<![\w.])[A-Za-z]?[a-z'-]*,? (?:[a-z'-]+,? )+[a-z'-]+(?![\w(])")
"""Three words in a row."""
_OF_PROSE = re.compile(r"\b(?:the|of|that|each|an|their|its|then|which|these)\b", re.IGNORECASE)
"""Words that no language of programs has."""
_ENDS = re.compile(r"[.:!?]\s*$")
_SWITCHED_OFF = 0.6
"""A comment is code that was switched off when so many of its lines look like code."""


def is_code(paragraph: str) -> bool:
    """Whether most lines look like code."""
    lines = paragraph.splitlines()
    return sum(_is_code_line(line) is True for line in lines) >= _SWITCHED_OFF * len(lines)


def parted(paragraph: str) -> Iterator[tuple[bool, str]]:
    """The paragraph in runs of lines, each with whether it is code; where all is of one kind, as a whole.

    A line that may be either goes with the one before it; one of code within a sentence is part of that.
    """
    lines = paragraph.splitlines()
    told = [_is_code_line(line) for line in lines]
    if not {True, False} <= set(told):
        yield is_code(paragraph), paragraph
        return
    kinds: list[bool] = []
    for one in told:
        before = kinds[-1] if kinds else next(kind for kind in told if kind is not None)
        kinds.append(before if one is None else one)
    kinds = [kind and not _within_sentence(lines, kinds, at) for at, kind in enumerate(kinds)]
    for code, run in groupby(range(len(lines)), key=kinds.__getitem__):
        yield code, "\n".join(lines[at] for at in run)


def _is_code_line(line: str) -> bool | None:
    """Whether a line is code, None where it may be either."""
    bare = _STRING.sub("", line)
    worded = _PROSE.search(bare) is not None
    if _CODE_LINE.search(line):
        return _ASSIGNED.search(line) is not None or not (worded and _OF_PROSE.search(bare))
    return False if worded else None


def _within_sentence(lines: list[str], kinds: list[bool], at: int) -> bool:
    """Whether prose before a line goes on after it."""
    if not 0 < at < len(lines) - 1 or kinds[at - 1] or kinds[at + 1]:
        return False
    return _ENDS.search(lines[at - 1]) is None and lines[at + 1].lstrip()[:1].islower()
