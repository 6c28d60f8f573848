"""The leaves of a Markdown file: headings, paragraphs, code and so on, with their lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from gradient.reading.components import closed
from gradient.reading.front_matter import front_matter

_TIGHT = re.compile(r"^( {0,3}(?:#{2,6}|#(?!.*\s#\w)(?!\d+[ \t]+[a-zß-öø-ÿ])))(?=[^\W_]|[\"“«(*`])")
"""A heading without a blank after its marks; a line of several #words, or one such as «#1 is», is none."""
_HABIT = 2
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+\S")
_TAGS = re.compile(r"\s*(?:</?[A-Za-z][^<>]*>\s*)+")
_CLOSING_TAGS = re.compile(r"\s*(?:</[A-Za-z][\w.]*\s*>\s*)+")
_RAW = re.compile(r"\s*<(?:!|\?|(?:script|pre|style|textarea|svg)\b)", re.IGNORECASE)
_CONTAINERS = {"list_item_open": "list", "blockquote_open": "quote"}
_LEAVES = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "table_open": "table",
    "hr": "rule",
    "math_block": "math",
    "math_block_label": "math",
    "front_matter": "front matter",
}


@dataclass(frozen=True)
class Leaf:
    """A piece of the syntax tree without blocks inside, on lines `first` to `last` (exclusive).

    `container` numbers the list item or quotation around it, `listed` the whole list; both 0 for none.
    `content` is its Markdown without the marks of the block itself.
    """

    kind: str
    first: int
    last: int
    content: str
    level: int = 0
    container: int = 0
    listed: int = 0
    within: str = ""


@cache
def _parser(*, matter: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    if matter:
        parser.use(front_matter_plugin)
    parser.use(dollarmath_plugin, allow_labels=True, double_inline=True)
    return parser


def leaves(text: str) -> Iterator[Leaf]:
    """The leaves of `text` in order. Line numbers count line feeds alone."""
    tokens = _tokens(text.replace("\r", " ").replace("\0", " "))
    around: list[tuple[str, int]] = []
    lists: list[int] = []
    for number, token in enumerate(tokens, start=1):
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            lists.append(number)
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            lists.pop()
        elif token.type in _CONTAINERS:
            around.append((_CONTAINERS[token.type], number))
        elif token.type in {"list_item_close", "blockquote_close"}:
            around.pop()
        elif token.type in _LEAVES and token.map:
            yield _leaf(token, tokens[number] if number < len(tokens) else token, around, lists)


def _tokens(text: str) -> list[Token]:
    """The syntax tree, what goes on over blank lines as one block of HTML.

    Where an author leaves out the blank after # by habit, such lines are headings too.
    """
    parser = _parser(matter=front_matter(text) != "")
    tokens = parser.parse(text)
    whole = closed(text, tokens)
    if whole != text:
        text, tokens = whole, parser.parse(whole)
    lines = text.split("\n")
    bare = _bare_tags(lines, tokens)
    if bare:
        lines = ["" if number in bare else line for number, line in enumerate(lines)]
        tokens = parser.parse("\n".join(lines))
    places = [token.map for token in tokens if token.type == "paragraph_open" and token.map]
    tight = [line for first, last in places for line in range(first, last) if _TIGHT.match(lines[line])]
    if len(tight) < _HABIT:
        return tokens
    for line in tight:
        lines[line] = _TIGHT.sub(r"\1 ", lines[line], count=1)
    return parser.parse("\n".join(lines))


def _bare_tags(lines: list[str], tokens: list[Token]) -> set[int]:
    """The lines of nothing but tags that make a heading below them HTML, or end a paragraph."""
    bare = set()
    for token in tokens:
        first, last = token.map or (0, 0)
        if token.type == "html_block" and not _RAW.match(token.content):
            below = range(first + 1, last)
            bare |= {at - 1 for at in below if _HEADING.match(lines[at]) and _TAGS.fullmatch(lines[at - 1])}
        elif token.type == "paragraph_open" and last - first > 1 and _CLOSING_TAGS.fullmatch(lines[last - 1]):
            bare.add(last - 1)
    return bare


def _leaf(token: Token, following: Token, around: list[tuple[str, int]], lists: list[int]) -> Leaf:
    within, container = around[-1] if around else ("", 0)
    first, last = token.map or (0, 0)
    content = following.content if token.type in {"paragraph_open", "heading_open"} else token.content
    level = int(token.tag[1]) if token.type == "heading_open" else 0
    return Leaf(_LEAVES[token.type], first, last, content, level, container, lists[0] if lists else 0, within)
