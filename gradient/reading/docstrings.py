"""Docstrings that highlighters take for strings like others: raw and short ones, and those of Julia."""

import re
from collections.abc import Iterator

_BLANK = r"(?:[ \t]*(?:\#[^\n]*)?\n)*"
_LONG = r"[rRuUbB]{1,2}(?P<quotes>\"\"\"|''\')(?s:.)*?(?P=quotes)"
_SHORT = r"[rRuUbB]{0,2}(?:\"(?!\")(?:[^\"\\\n]|\\.)+\"|'(?!')(?:[^'\\\n]|\\.)+')"
_END = r"(?=[ \t]*(?:\n|\Z))"
_PYTHON = re.compile(
    r"(?:\A\ufeff?|^[ \t]*(?:(?:(?:async[ \t]+)?def|class)\b|\))[^\n]*:[ \t]*(?:\#[^\n]*)?\n)"
    rf"{_BLANK}[ \t]*(?P<said>{_LONG}|{_SHORT}){_END}",
    re.MULTILINE,
)
_JULIA = re.compile(
    rf"^[ \t]*(?P<said>\"\"\"(?:[^\"\\]|\\(?s:.)|\"(?!\"\"))*\"\"\"){_END}"
    rf"|^[ \t]*(?P<short>\"(?!\")(?:[^\"\\\n]|\\.)+\")"
    r"(?=[ \t]*\n[ \t]*(?:function|struct|mutable|macro|abstract|module|const|\w+\([^\n]*\)[ \t]*=))",
    re.MULTILINE,
)
_PATTERNS = {"python": (_PYTHON,), "julia": (_JULIA,)}


def docstrings(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Ranges of what looks like one, quotes included; where no string begins there, it is none."""
    for pattern in _PATTERNS.get(language, ()):
        for match in pattern.finditer(text):
            yield match.span("said" if match["said"] is not None else "short")
