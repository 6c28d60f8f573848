"""What comments and docstrings say, without their marks."""

import re
from collections.abc import Iterator
from inspect import cleandoc

_OPENING = re.compile(r"^\s*(?:/\*+!?|\(\*+|\{-+\|?|<!--|#=|%\{)[ \t]*")
_CLOSING = re.compile(r"[ \t]*(?:\*+/|\*+\)|-+\}|-->|=#|%\})\s*$")
_STAR = re.compile(r"^[ \t]*\*+(?=[ \t\n]|$)[ \t]?", re.MULTILINE)
_LINE_MARK = re.compile(r"^[ \t]*(?://[/!]?|#+['!]?|--+|%+|;+|!+)[ \t]?", re.MULTILINE)
_QUOTED = re.compile(r"^[rRuUbBfF]{0,2}(\"\"\"|'''|\"|')((?s:.*?))\1\s*$")
_RULE = re.compile(r"^[ \t]*[^\w\s]{3,}[ \t]*$", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def words_of(source: str) -> str:
    """The text of one docstring, block comment or run of line comments, in their lines, without indent."""
    if (quoted := _QUOTED.match(source.strip())) is not None:
        words = cleandoc(quoted[2])
    elif _OPENING.match(source) and _CLOSING.search(source):
        inner = _CLOSING.sub("", _OPENING.sub("", source))
        words = cleandoc(_STAR.sub("", inner))
    else:
        words = cleandoc(_LINE_MARK.sub("", source))
    return _RULE.sub("", words).strip("\n")


def paragraphs_of(words: str) -> Iterator[str]:
    """The paragraphs between blank lines."""
    yield from (one for one in _BLANK_LINE.split(words) if one.strip())
