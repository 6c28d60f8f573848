"""A quote as a reader wants to see it: no marks of markup, formulas and code kept and marked."""

import re

from gradient.text.markup import plain
from gradient.text.spans import CODE, OPAQUE

_HELD = re.compile("\ue010(\\d+)\ue011")
_FENCED = re.compile(r"\A[ \t>]*(?:`{3,}|~{3,})[^\n]*\n(.*?)(?:\n[ \t>]*(?:`{3,}|~{3,})[ \t]*)?\Z", re.DOTALL)
_FORMULA = re.compile(r"\A(?:\$\$?|\\{1,2}[(\[])\s*(.*?)\s*(?:\$\$?|\\{1,2}[)\]])\Z", re.DOTALL)
_BROKEN_WORD = re.compile(r"(?<=[a-zà-ÿ])-\n[ \t]*(?=[a-zà-ÿ])")
_SPACE_BEFORE = re.compile(r"\s+(?=[,.;:!?](?:\s|$))")
_DANGLING = re.compile(r"[\s*_]*\(\s*\)")
SHORT_FORMULA = 60
"""A formula in a sentence up to this many characters stays in its line; a longer one is set apart."""


def readable(quote: str) -> str:
    """`quote` as one line: plain words, formulas between `$` (long ones `$$`), code between backticks.

    That is the form of every block's content but `code` and `math`. A dollar sign or backtick that is
    neither stands behind a backslash.
    """
    held: list[str] = []
    text = _BROKEN_WORD.sub("", quote.replace("\ue010", "").replace("\ue011", ""))
    text = OPAQUE.sub(lambda match: _hold(match.group(), held), text)
    text = plain(text).replace("$", r"\$").replace("`", r"\`")
    text = _HELD.sub(lambda match: held[int(match.group(1))], text)
    return _DANGLING.sub("", _SPACE_BEFORE.sub("", text)).strip()


def formula(piece: str) -> str:
    """The inside of a formula, on as many lines as it has."""
    return _FORMULA.sub(r"\1", piece.strip())


def fenced_code(piece: str) -> str:
    """The inside of a fenced block of code, its lines as they are."""
    return _FENCED.sub(r"\1", piece).strip("\n")


def _hold(piece: str, held: list[str]) -> str:
    """A mark that stands for code or a formula while the rules for prose are applied."""
    if CODE.fullmatch(piece):
        inside = " ".join(fenced_code(piece).strip("`").split())
        held.append(f"`{inside}`" if inside else "")
    else:
        inside = " ".join(formula(piece).split())
        mark = "$" if len(inside) <= SHORT_FORMULA else "$$"
        held.append(f"{mark}{inside}{mark}" if inside else "")
    return f"\ue010{len(held) - 1}\ue011"
