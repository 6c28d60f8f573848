"""Stretches of a text that are no prose: code and formulas. Nothing inside them is punctuation."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator

_FENCE = r"^[ \t>]*(?P<fence>`{3,}+|~{3,}+)[^\n]*\n(?s:.*?)(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
_CODE = r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)(?s:.))+?(?<!`)(?P=ticks)(?!`)"
_DISPLAY = r"(?<!\\)\$\$(?:(?!\n[ \t]*\n)(?s:.))+?\$\$"
_BRACKETED = r"\\{1,2}\[(?:(?!\n[ \t]*\n)(?s:.))+?\\{1,2}\]"
_INLINE = r"\\{1,2}\((?:(?!\n[ \t]*\n)(?s:.))+?\\{1,2}\)"
_DOLLAR = r"(?<![\\$\w])\$(?![\s$\d])(?:[^$\n]|\n(?![ \t]*\n))*?(?<![\s\\])\$(?![\w$])"
_NUMERIC = r"(?<![\\$\w])\$(?=\d[^$\n]*[\\^_=+*/<>a-zA-Z])[^$\n]*+(?<![\s\\])\$(?![\w$])"
_OWN_NAMES = sorted(
    {name for kind in (bool, dict, float, list, str, type) for name in dir(kind) if name.startswith("__")}
    | {"__call__", "__del__", "__enter__", "__exit__", "__getattr__", "__main__", "__missing__", "__next__"}
)
# Any other word between double underscores is set in bold.
_PYTHON = rf"(?<![\w`])(?:{'|'.join(_OWN_NAMES)})(?!\w)"
CODE = re.compile(f"{_FENCE}|{_CODE}", re.MULTILINE)
# Bounded, and ended by the next beginning: many that are never closed would take quadratic time.
_COMMENT = r"<!--(?:[^<]|<(?!!--)){0,4000}?-->|\{/\*(?:[^{]|\{(?!/\*)){0,4000}?\*/\}"
COMMENT = re.compile(rf"\s*(?:{_COMMENT})")
_OPENING = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,})|(?<!`)`+|(?<!\\)\$\$|\\{1,2}[\[(]|(?<![\\$\w])\$|(?<![\w`])__|<!--|\{/\*",
    re.MULTILINE,
)
_CLOSING = re.compile(r"`+|\$(?=\$)|(?<=\\)[\])]")
_CLOSED_BY = {"$$": "$", "[": "]", "(": ")"}
_PARAGRAPH_END = re.compile(r"\n(?=[ \t]*\n)")


class Spans:
    """A pattern of spans that takes time in proportion to the text.

    Left to itself the pattern would look through the rest of the paragraph for the end of each span that
    nothing closes, which takes minutes where thousands are opened. Here it is asked only about openings that
    something in their paragraph closes.
    """

    def __init__(self, *alternatives: str) -> None:
        self.pattern = re.compile("|".join(alternatives), re.MULTILINE)

    def finditer(self, text: str, position: int = 0) -> Iterator[re.Match[str]]:
        """The spans from a position on, in order."""
        closings: _Closings | None = None
        while opening := _OPENING.search(text, position):
            position = opening.start() + 1
            closings = closings or _Closings(text)
            if closings.may_close(opening) and (found := self.pattern.match(text, opening.start())):
                yield found
                position = found.end()

    def search(self, text: str, position: int = 0) -> re.Match[str] | None:
        """The first span from a position on."""
        return next(self.finditer(text, position), None)

    def sub(self, replacement: Callable[[re.Match[str]], str], text: str) -> str:
        """The text with each span replaced."""
        pieces, last = [], 0
        for match in self.finditer(text):
            pieces += [text[last : match.start()], replacement(match)]
            last = match.end()
        return "".join([*pieces, text[last:]])


class _Closings:
    """Where in a text spans may end, and where its paragraphs do."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for match in _CLOSING.finditer(text):
            self._places[match.group()].append(match.start())
        self._ends = [match.start() for match in _PARAGRAPH_END.finditer(text)]

    def may_close(self, opening: re.Match[str]) -> bool:
        """Whether something in its paragraph closes what is opened; fences end with the text."""
        mark = opening.group()
        closing = mark if mark.startswith("`") else _CLOSED_BY.get(mark.lstrip("\\"))
        if closing is None or (len(mark) >= 3 and self._text.find("\n", opening.end()) >= 0):
            return True
        closed = _first_from(self._places.get(closing, []), opening.end() + 1)
        end = _first_from(self._ends, opening.end())
        return closed is not None and (end is None or closed < end)


def _first_from(places: list[int], position: int) -> int | None:
    index = bisect_left(places, position)
    return places[index] if index < len(places) else None


OPAQUE = Spans(_FENCE, _CODE, _DISPLAY, _BRACKETED, _INLINE, _DOLLAR, _NUMERIC, _PYTHON)
_UNCUT = Spans(_COMMENT, _FENCE, _CODE, _DISPLAY, _BRACKETED, _INLINE, _DOLLAR, _NUMERIC, _PYTHON)


def uncut_spans(text: str) -> list[tuple[int, int]]:
    """Ranges in which no sentence ends: those of `opaque_spans`, and comments of HTML and MDX beside them."""
    return [match.span() for match in _UNCUT.finditer(text)]


def opaque_spans(text: str) -> list[tuple[int, int]]:
    """Ranges of code, names of Python's and TeX formulas, disjoint and in order, end exclusive."""
    return [match.span() for match in OPAQUE.finditer(text)]
