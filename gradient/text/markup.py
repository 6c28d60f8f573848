"""Text as a reader sees it: without the marks of Markdown, HTML and MDX."""

import html
import re

from gradient.text.spans import OPAQUE
from gradient.text.tags import without_tags

_IMAGE = re.compile(r"!\[[^\]]{0,2000}\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])")
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]+)>")
_ANCHOR = re.compile(r"\[\[[\w\s.:/-]*\]\]|\{[#:.][^{}\n]*\}|\{\w+=[\"'][^{}\n]*\}")
_LITERAL = re.compile(r"\{\s*([\"'`])([^\"'`{}\n]*)\1\s*\}")
_EXPRESSION = re.compile(
    r"(?<![\\$\w])\{\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\([^(){}\n]*\))?(?:\s*(?:\?|&&|\|\||[<>=!]=*|[+*/%-])[^{}\n]*)?\}"
)
"""Expressions of MDX, which the page shows the value of: a text as it stands, or a property of something."""
_NOTE = re.compile(r"\[\^[^\]\s]{1,200}\]:?")
_ADMONITION = re.compile(r"^[ \t>]*\[!\w+\][ \t]*$", re.MULTILINE)
_LINE_MARK = re.compile(
    r"^[ \t]*(?:>[ \t]*)*"
    r"(?:#{1,6}(?=[ \t])|[-*+•❒▪‣◦❏](?=[ \t])|\d{1,3}[.)](?=[ \t])|(?:[=-]{3,}|\*{3,})[ \t]*$)?[ \t]*",
    re.MULTILINE,
)
_STRONG = re.compile(r"(?<!\\)(?:\*|_|~~)")
_STRONG_MARKS = ("***", "**", "*", "___", "__", "_", "~~")
_STRONG_END = {mark: re.compile(rf"(?<=[^\s\\]){re.escape(mark)}") for mark in _STRONG_MARKS}
_STRAY = re.compile(r"(?<!\\)\*{2,3}|(?<![\w\\])__(?=\w)|(?<=\w)__(?!\w)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_FENCE_LINE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_FORMULA = re.compile(r"^(?:\$\$?|\\{1,2}[(\[])\s*((?s:.*?))\s*(?:\$\$?|\\{1,2}[)\]])$")
_SPACE = re.compile(r"\s+")
_HELD, _HELD_END = "\ue000", "\ue001"
_ANY_MARK = re.compile(r"[`~$\\<{}\[\]*_&\ue000\ue001]")
"""Without one of these only marks at the beginning of lines, blanks and control characters have to go."""


def plain(text: str) -> str:
    """`text` on one line without markup: links keep their words, images go, entities are decoded.

    Code and formulas keep their inside and lose their delimiters. Control characters are removed.
    """
    if _ANY_MARK.search(text) is None:
        return _SPACE.sub(" ", _CONTROL.sub("", _lines(text))).strip()
    held: list[str] = []
    text = OPAQUE.sub(
        lambda match: _hold(match.group(), held), text.replace(_HELD, "").replace(_HELD_END, "")
    )
    text = _emphasis(_lines(_tags(text)))
    text = html.unescape(_ESCAPE.sub(r"\1", text))
    text = re.sub(f"{_HELD}(\\d+){_HELD_END}", lambda match: held[int(match.group(1))], text)
    return _SPACE.sub(" ", _CONTROL.sub("", text)).strip()


def _hold(piece: str, held: list[str]) -> str:
    """Keeps code and formulas away from the rules for prose; a mark stands for them meanwhile."""
    if piece.lstrip(" \t>").startswith(("```", "~~~")):
        inner = _FENCE_LINE.sub("", piece)
    elif piece.startswith("`"):
        inner = piece.strip("`").strip()
    else:
        inner = _FORMULA.sub(r"\1", piece)
    held.append(inner)
    return f"{_HELD}{len(held) - 1}{_HELD_END}"


def _tags(text: str) -> str:
    text = without_tags(_AUTOLINK.sub(r"\1", text))
    text = _EXPRESSION.sub("…", _LITERAL.sub(r"\2", text)) if "{" in text else text
    text = _IMAGE.sub("", _ANCHOR.sub("", text))
    return _NOTE.sub("", _LINK.sub(r"\1", text))


def _lines(text: str) -> str:
    return _LINE_MARK.sub("", _ADMONITION.sub("", text)).replace("\n", " ")


def _emphasis(text: str) -> str:
    for _ in range(3):
        text = _without_marks(text)
    return _STRAY.sub("", text)


def _without_marks(text: str) -> str:
    """A line without the outermost marks of emphasis; one that nothing closes is looked for once."""
    pieces, last, position = [], 0, 0
    unclosed: set[str] = set()
    while opening := _STRONG.search(text, position):
        start = position = opening.start()
        position += 1
        for mark in _STRONG_MARKS:
            inside = start + len(mark)
            if mark in unclosed or not text.startswith(mark, start) or not text[inside : inside + 1].strip():
                continue
            if end := _STRONG_END[mark].search(text, inside + 1):
                position = end.end()
                if _flanks(text, start, end):
                    pieces += [text[last:start], text[inside : end.start()]]
                    last = position
                break
            unclosed.add(mark)
    return "".join([*pieces, text[last:]])


def _flanks(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether the marks are emphasis: `snake_case_name` and `2*3*4` are not."""
    before, after = text[start - 1 : start], text[end.end() : end.end() + 1]
    if end.group().startswith("_"):
        return not (before.isalnum() or after.isalnum())
    return len(end.group()) > 1 or not (before.isdigit() or after.isdigit())
