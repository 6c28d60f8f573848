"""Where sentences begin and end in prose with abbreviations, formulas, code and list items."""

import re
from bisect import bisect_right
from itertools import pairwise

from gradient.text.spans import COMMENT, uncut_spans


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_NEVER_LAST = _words(
    "e.g i.e eg ie cf c.f resp approx fig figs eq eqs eqn sec sect ch chap app tab thm def lem prop cor vol"
    " pp p no nos vs viz ca dr mr mrs ms prof st ed eds w.r.t s.t dept est ref refs z.b d.h bzw vgl abb"
)
_SELDOM_LAST = _words("etc al inc ltd co corp i.i.d a.k.a jr sr")
_LAST_BEFORE_OPENER = _words("no p est prop ed app def")
_OPENERS = _words(
    "the a an this that these those it its we you they he she i in on at for from to of by with as if when"
    " while where since although though however but and so thus hence therefore then there here note given"
    " let one another each every all some most many such what why how using consider suppose finally"
    " also first second third next instead similarly because"
)
_STOP = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]}*_]*(?:</\w+>)*(?=\s|$)|[。！？]+[”’」』）]*")
_BREAK = re.compile(
    r"\n[ \t>]*\n"  # a blank line
    r"|\n(?=[ \t>]*(?:[-*+•❒▪‣◦❏]|\d{1,3}[.)]|[a-z]\))[ \t]+\S)"  # a list item
    r"|\n(?=[ \t]*#{1,6}[ \t])|(?<=\n)(?=[ \t]*\|)"  # a heading, a row of a table
    r"|(?m:^[ \t]*#{1,6}[ \t][^\n]*)(\n)"  # the line after a heading
)
_WORD_BEFORE = re.compile(r"(?:\w+\.)*\w+$")
_NEXT_WORD = re.compile(r"(?:</?[A-Za-z][^<>]*>|[\W_])*?(\w+)")
_LONGEST_NUMBER = 200
"""Characters of a line within which a stop may follow the number of its list item."""
_LIST_NUMBER = re.compile(r"[ \t>]*(?:#{1,6}[ \t]+)?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z])")


def sentences(text: str) -> list[tuple[int, int]]:
    """Ranges of the sentences of `text`, disjoint, in order, without white space at their edges.

    Every character that is not white space lies in exactly one range. Blank lines, list items, headings
    and table rows always separate; formulas, code and comments are never cut.
    """
    opaque = uncut_spans(text)
    cuts = sorted({0, len(text), *_hard_cuts(text, opaque), *_soft_cuts(text, opaque)})
    trimmed = (_trim(text, start, end) for start, end in pairwise(cuts))
    return [span for span in trimmed if span is not None]


def _hard_cuts(text: str, opaque: list[tuple[int, int]]) -> list[int]:
    ends = (match.end() for match in _BREAK.finditer(text))
    return [end for end in ends if not _inside(end, opaque)]


def _soft_cuts(text: str, opaque: list[tuple[int, int]]) -> list[int]:
    return [
        match.end()
        for match in _STOP.finditer(text)
        if not _inside(match.start(), opaque) and _ends_sentence(text, match)
    ]


def _inside(position: int, spans: list[tuple[int, int]]) -> bool:
    index = bisect_right(spans, position, key=lambda span: span[0]) - 1
    return index >= 0 and spans[index][0] < position < spans[index][1]


def _ends_sentence(text: str, stop: re.Match[str]) -> bool:
    if stop.group()[0] in "。！？":
        return True
    end = stop.end()
    while comment := COMMENT.match(text, end):
        end = comment.end()
    after = text[end : end + 200]
    if not after.strip():
        return True
    following = _NEXT_WORD.match(after)
    if following is None:
        return True
    first = following.group(1)[0]
    if first.islower() and not _opens_with_mark(after):
        return False
    return stop.group()[0] != "." or _full_stop(text, stop, following.group(1))


def _opens_with_mark(after: str) -> bool:
    return after.lstrip()[0] in "`$\\"


def _full_stop(text: str, stop: re.Match[str], following: str) -> bool:
    """Whether a full stop before `following` ends a sentence rather than an abbreviation or a number."""
    line = text.rfind("\n", max(0, stop.start() - _LONGEST_NUMBER), stop.start()) + 1
    if _LIST_NUMBER.fullmatch(text, line, stop.start()):
        return False
    found = _WORD_BEFORE.search(text[max(line, stop.start() - 40) : stop.start()])
    if found is None:
        return True
    word = found.group()
    opens = following.lower() in _OPENERS
    if word.lower() in _SELDOM_LAST:
        return following[0].isupper() and (opens or word.lower() == "etc")
    if word.lower() in _NEVER_LAST:
        return word.lower() in _LAST_BEFORE_OPENER and opens
    return opens or not (len(word) == 1 and word.isupper())


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return None
    first = start + len(piece) - len(piece.lstrip())
    return first, first + len(stripped)
