"""Components, modules and expressions of MDX that go on over blank lines, where Markdown parts its blocks."""

import re
from collections.abc import Sequence

from markdown_it.token import Token

from gradient.text.tags import tag_end

_COMPONENT = re.compile(r" {0,3}(<)[A-Za-z][\w.]*(?=[\s/>])")
_MODULE = re.compile(
    r"(?:export\s+(?:default|const|let|var|function|async|class)\s|import\s+(?:[\w*{]|[\"']))"
)
_EXPRESSION = re.compile(r" {0,3}\{\s*(?:/\*|[A-Za-z_$][\w$.\[\]]*\s*(?:\(|\?|&&|\|\|)|\[[^\]]*\]\.map\()")
_LONGEST, _ROOM = 20_000, 4_000_000
"""Characters of the longest, and of all unclosed ones; without a bound, these would take quadratic time."""
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_BEFORE_QUOTE = " =([{,:?&|+\n"
_OPEN, _WITHIN, _CLOSE = "<!--", "x", "-->"


def closed(text: str, tokens: Sequence[Token]) -> str:
    """The text with as many lines, in which each piece that goes on over a blank line is a comment of HTML.

    `tokens` are those of the text as it stands; only what begins a paragraph or a block of HTML is looked at.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    blocks = [token for token in tokens if token.map and token.type in {"paragraph_open", "html_block"}]
    fenced = [token.map[0] for token in tokens if token.type == "fence" and token.map]
    lines = text.split("\n")
    done, room = 0, _ROOM
    for token in blocks:
        first, last = token.map or (0, 0)
        if first < done or room < 0:
            continue
        end = _end(text, starts[first])
        if end is None:
            room -= _LONGEST if _begins(text, starts[first]) else 0
            continue
        after = first + text.count("\n", starts[first], end) + 1
        if after > last and not any(first <= one < after for one in fenced):
            lines[first:after] = [_OPEN, *[_WITHIN] * (after - first - 2), _CLOSE]
            done = after
    return "\n".join(lines) if done else text


def is_expression(source: str) -> bool:
    """Whether all of a paragraph is one expression of a program in braces."""
    if _EXPRESSION.match(source) is None:
        return False
    end = _balanced(source, 0)
    return end is not None and not source[end:].strip(" ;")


def _end(text: str, start: int) -> int | None:
    """Just behind the tag, module statement or expression that begins a line; None where none does."""
    if component := _COMPONENT.match(text, start):
        return tag_end(text, component.start(1))
    if _begins(text, start):
        end = _balanced(text[start : start + _LONGEST], 0)
        return None if end is None else start + end
    return None


def _begins(text: str, start: int) -> bool:
    """Whether a component, a module statement or an expression begins there."""
    return any(pattern.match(text, start) is not None for pattern in (_COMPONENT, _MODULE, _EXPRESSION))


def _balanced(text: str, start: int) -> int | None:
    """Where all brackets that open from `start` on are closed again and the line ends."""
    expected: list[str] = []
    quote = ""
    for index in range(start, len(text)):
        letter = text[index]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'`" and text[max(0, index - 1)] in _BEFORE_QUOTE:
            quote = letter
        elif letter in _PAIRS:
            expected.append(_PAIRS[letter])
        elif expected and letter == expected[-1]:
            expected.pop()
        elif letter == "\n" and not expected:
            return index
    return None if expected or quote else len(text)
