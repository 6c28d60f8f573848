"""Where the tags and comments of HTML and MDX stand in a text; `a < b` and `List<int>` are none."""

import re
from collections.abc import Iterator

_OPENING = re.compile(r"</?([A-Za-z][\w.:-]*)(?=[\s/>])|<!--|\{/\*|<!DOCTYPE\b|<>|</>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\s+(?:[\w:@.-]+\s*=|\{\.\.\.)|[\s\w:@.-]*/>$")
_LONGEST = 4_000
"""Characters of the longest tag; without a bound, unclosed ones would take quadratic time."""
_HTML_NAMES = """
a abbr article aside audio b big blockquote body br button caption center cite code col colgroup dd
del details dfn div dl dt em embed figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header
hr html i iframe img input ins kbd label li link main mark math meta nav noscript object ol option p
param picture pre q s samp script section select small source span strike strong style sub summary
sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr
path line circle rect polygon polyline ellipse text g defs marker mask use lineargradient stop
"""
_HTML = frozenset(_HTML_NAMES.split())


def tag_spans(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of tags and comments in order, end exclusive; attributes may hold braces, quotes and lines."""
    position = 0
    while opening := _OPENING.search(text, position):
        end = _end(text, opening)
        if end is None:
            position = opening.end()
            continue
        yield opening.start(), end
        position = end


def tag_end(text: str, start: int) -> int | None:
    """Just behind the tag or comment that begins at `start`, None where none does."""
    opening = _OPENING.match(text, start)
    return None if opening is None else _end(text, opening)


def without_tags(text: str) -> str:
    """`text` with every tag and comment taken out; a line break in HTML becomes a blank."""
    pieces, last = [], 0
    for start, end in tag_spans(text):
        pieces += [
            text[last:start],
            " " if text.startswith(("<br", "</td", "</th", "</p", "</li"), start) else "",
        ]
        last = end
    return "".join([*pieces, text[last:]])


def _end(text: str, opening: re.Match[str]) -> int | None:
    mark = opening.group()
    if mark == "<!--":
        return _after(text, "-->", opening.end())
    if mark == "{/*":
        return _after(text, "*/}", opening.end())
    if mark in {"<>", "</>"}:
        return opening.end()
    end = _closing_bracket(text, opening.end())
    glued = text[max(0, opening.start() - 1) : opening.start()].isalnum() and not mark.startswith("</")
    if end is None or not _is_tag(opening.group(1), text[opening.end() : end], glued=glued):
        return None
    return end


def _after(text: str, closing: str, start: int) -> int:
    found = text.find(closing, start)
    return len(text) if found < 0 else found + len(closing)


def _closing_bracket(text: str, start: int) -> int | None:
    """Just behind the `>` that closes a tag whose name ends at `start`, quotes and braces minded."""
    depth, quote = 0, ""
    for index in range(start, min(len(text), start + _LONGEST)):
        letter = text[index]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'`" and (depth or text[index - 1] in "= "):
            quote = letter
        elif letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
        elif not depth and letter == ">":
            return index + 1
        elif not depth and (letter == "<" or text.startswith("\n\n", index)):
            return None
    return None


def _is_tag(name: str | None, inside: str, *, glued: bool) -> bool:
    """`inside` is what follows the name; a name `glued` to a word, as in `List<String>`, is a type."""
    if name is None or name.lower() in _HTML:
        return True
    bare = not inside.strip(" \n\t/>")
    return (bare and not glued) or _ATTRIBUTE.match(inside) is not None
