"""Stretches of a text that are no prose: code and formulas. Nothing inside them is punctuation."""

import re

_FENCE = r"^[ \t>]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?s:.*?)(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
_CODE = r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)(?s:.))+?(?<!`)(?P=ticks)(?!`)"
_DISPLAY = r"(?<!\\)\$\$(?:(?!\n[ \t]*\n)(?s:.))+?\$\$"
_BRACKETED = r"\\{1,2}\[(?:(?!\n[ \t]*\n)(?s:.))+?\\{1,2}\]"
_INLINE = r"\\{1,2}\((?:(?!\n[ \t]*\n)(?s:.))+?\\{1,2}\)"
_DOLLAR = r"(?<![\\$\w])\$(?![\s$\d])(?:[^$\n]|\n(?![ \t]*\n))*?(?<![\s\\])\$(?![\w$])"
_NUMERIC = r"(?<![\\$\w])\$\d[^$\n]*[\\^_=+*/<>a-zA-Z][^$\n]*?(?<![\s\\])\$(?![\w$])"
_OWN_NAMES = sorted(
    {name for kind in (bool, dict, float, list, str, type) for name in dir(kind) if name.startswith("__")}
    | {"__call__", "__del__", "__enter__", "__exit__", "__getattr__", "__main__", "__missing__", "__next__"}
)
# Any other word between double underscores is set in bold.
_PYTHON = rf"(?<![\w`])(?:{'|'.join(_OWN_NAMES)})(?!\w)"
CODE = re.compile(f"{_FENCE}|{_CODE}", re.MULTILINE)
OPAQUE = re.compile(
    f"{_FENCE}|{_CODE}|{_DISPLAY}|{_BRACKETED}|{_INLINE}|{_DOLLAR}|{_NUMERIC}|{_PYTHON}", re.MULTILINE
)
# Bounded, and ended by the next beginning: many that are never closed would take quadratic time.
_COMMENT = r"<!--(?:[^<]|<(?!!--)){0,4000}?-->|\{/\*(?:[^{]|\{(?!/\*)){0,4000}?\*/\}"
COMMENT = re.compile(rf"\s*(?:{_COMMENT})")
_UNCUT = re.compile(f"{_COMMENT}|{OPAQUE.pattern}", re.MULTILINE)


def uncut_spans(text: str) -> list[tuple[int, int]]:
    """Ranges in which no sentence ends: those of `opaque_spans`, and comments of HTML and MDX beside them."""
    return [match.span() for match in _UNCUT.finditer(text)]


def opaque_spans(text: str) -> list[tuple[int, int]]:
    """Ranges of code, names of Python's and TeX formulas, disjoint and in order, end exclusive."""
    return [match.span() for match in OPAQUE.finditer(text)]
