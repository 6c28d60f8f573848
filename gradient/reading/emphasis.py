"""Bold and italic stretches of Markdown and inline HTML."""

import re
from collections.abc import Iterator

from gradient.text.document import Span
from gradient.text.spans import opaque_spans

_WITHIN_PARAGRAPH = r"(?:(?!\n[ \t]*\n)(?s:.)){1,300}?"
_MARKED = re.compile(
    rf"(?<!\\)(?P<mark>\*{{1,3}}|_{{1,3}})(?=[^\s*_])(?P<inner>{_WITHIN_PARAGRAPH})(?<=[^\s\\])(?P=mark)"
)
_TAGGED = re.compile(rf"<(?P<tag>b|i|em|strong)>(?P<inner>{_WITHIN_PARAGRAPH})</(?P=tag)>", re.IGNORECASE)


def emphases(text: str, offset: int) -> list[Span]:
    """Ranges of the emphasised words of `text` without their marks, in order, moved by `offset`."""
    masked = _mask(text)
    found = [*_markdown(masked), *_html(masked)]
    return [Span(offset + start, offset + end) for start, end in sorted(set(found)) if end > start]


def _mask(text: str) -> str:
    """Code and formulas replaced by a neutral letter of the same length, so that their marks do not count."""
    pieces, last = [], 0
    for start, end in opaque_spans(text):
        pieces += [text[last:start], "x" * (end - start)]
        last = end
    return "".join([*pieces, text[last:]])


def _markdown(masked: str) -> Iterator[tuple[int, int]]:
    position = 0
    while match := _MARKED.search(masked, position):
        if _flanks(masked, match):
            yield _narrow(masked, *match.span("inner"))
            position = match.end()
        else:
            position = match.end("mark")


def _flanks(masked: str, match: re.Match[str]) -> bool:
    before, after = masked[match.start() - 1 : match.start()], masked[match.end() : match.end() + 1]
    if match["mark"].startswith("_"):
        return not (before.isalnum() or after.isalnum())
    return before != "*" and after != "*" and not (before.isdigit() or after.isdigit())


def _html(masked: str) -> Iterator[tuple[int, int]]:
    for match in _TAGGED.finditer(masked):
        yield _narrow(masked, *match.span("inner"))


def _narrow(masked: str, start: int, end: int) -> tuple[int, int]:
    """The range without blanks, nested marks and the bracket of a link at its edges and stops at its end."""
    inner = masked[start:end]
    left = len(inner) - len(inner.lstrip(" \t\n*_["))
    return start + left, max(start + left, start + len(inner.rstrip(" \t\n*_.:,;")))
