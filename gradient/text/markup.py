"""Text as a reader sees it: without the marks of Markdown, HTML and MDX."""

import html
import re

from gradient.text.spans import OPAQUE
from gradient.text.tags import without_tags

_IMAGE = re.compile(r"!\[[^\]]*\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])")
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]+)>")
_ANCHOR = re.compile(r"\[\[[\w\s.:/-]*\]\]|\{[#:.][^{}\n]*\}|\{\w+=[\"'][^{}\n]*\}")
_LITERAL = re.compile(r"\{\s*([\"'`])([^\"'`{}\n]*)\1\s*\}")
_EXPRESSION = re.compile(
    r"(?<![\\$\w])\{\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\([^(){}\n]*\))?(?:\s*(?:\?|&&|\|\||[<>=!]=*|[+*/%-])[^{}\n]*)?\}"
)
"""Expressions of MDX, which the page shows the value of: a text as it stands, or a property of something."""
_NOTE = re.compile(r"\[\^[^\]\s]+\]:?")
_ADMONITION = re.compile(r"^[ \t>]*\[!\w+\][ \t]*$", re.MULTILINE)
_LINE_MARK = re.compile(
    r"^[ \t]*(?:>[ \t]*)*"
    r"(?:#{1,6}(?=[ \t])|[-*+•❒▪‣◦❏](?=[ \t])|\d{1,3}[.)](?=[ \t])|(?:[=-]{3,}|\*{3,})[ \t]*$)?[ \t]*",
    re.MULTILINE,
)
_STRONG = re.compile(r"(?<!\\)(\*{1,3}|_{1,3}|~~)(?=\S)((?:(?!\n\s*\n)(?s:.))+?)(?<=[^\s\\])\1")
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
        text = _STRONG.sub(lambda match: match.group(2) if _flanks(match) else match.group(), text)
    return _STRAY.sub("", text)


def _flanks(match: re.Match[str]) -> bool:
    """Whether the marks are emphasis: `snake_case_name` and `2*3*4` are not."""
    before = match.string[match.start() - 1 : match.start()]
    after = match.string[match.end() : match.end() + 1]
    if match.group(1).startswith("_"):
        return not (before.isalnum() or after.isalnum())
    return len(match.group(1)) > 1 or not (before.isdigit() or after.isdigit())
