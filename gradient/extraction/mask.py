"""A view of a chunk in which only prose is left, position for position."""

import re
from collections.abc import Callable, Iterable

from gradient.outline.words import FUNCTION_WORDS
from gradient.text.spans import OPAQUE

BREAK = "\x1f"

LONGEST_WORD = 200
"""Longer runs without white space are data or noise; patterns for words take too long on them."""

_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t][^\n]*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--(?s:.*?)(?:-->|\Z)|\{/\*(?s:.*?)\*/\}|<(style|script)\b(?s:.*?)</\1>")
_FRONT_MATTER = re.compile(r"\A---\n(?s:.*?)\n---\n")
_TAG = re.compile(r"</?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK_TAIL = re.compile(r"\]\((?:[^()\n]|\([^()]*\))*\)|\](?=\[)\[[^\]]*\]")
_ANCHOR = re.compile(
    r"\[\[[^\]]*\]\]|\{[#:.][^{}\n]*\}|\{\w+=[\"'][^{}\n]*\}|\[\^[^\]]*\]|\[[\d,\s–-]+\]|\[!\w+\]"
)
_URL = re.compile(r"(?:https?://|www\.)[^\s)\]>]+")
_MARK = re.compile(r"(?<!\\)\*+|(?<!\w)_+(?=\w)|(?<=[\w.,;:!?)])_+(?!\w)|[\[\]]")
_NOISE = re.compile(rf"\S{{{LONGEST_WORD},}}")
_ROW = re.compile(r"^[ \t]*\|[^\n]*$", re.MULTILINE)

_EDGES = ".,;:!?()[]\"'“”‘’"
_DASHES = frozenset("–—-&/•*")
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RELATION = re.compile(r"[=<>≤≥⩽⩾≠≈∼≡∈⊂⊆→←⇒⇔⪰≻∀∃∑∏∫]")
_MOST_SIGNS, _FEWEST_TELLING = 3, 3


def mask(text: str, hidden: Iterable[tuple[int, int]] = ()) -> str:
    """`text` with markup turned into blanks and all that is no prose into `BREAK`; the length is kept.

    Code, formulas, headings, table rows, images, addresses, runs of over 200 characters without white
    space and the ranges `hidden` are no prose.
    """
    text = _NOISE.sub(_with(BREAK), text)
    for start, end in hidden:
        text = text[:start] + BREAK * (end - start) + text[end:]
    text = OPAQUE.sub(_with(BREAK), _FRONT_MATTER.sub(_with(BREAK), text))
    for pattern in (_COMMENT, _HEADING, _ROW, _IMAGE):
        text = pattern.sub(_with(BREAK), text)
    for pattern in (_ANCHOR, _LINK_TAIL, _TAG):
        text = pattern.sub(_with(" "), text)
    return _MARK.sub(_with(" "), _URL.sub(_with(BREAK), text))


def prose_share(masked: str) -> float:
    """The share of letters among the characters of `masked` that are not white space, in 0..1."""
    visible = [char for char in masked if not char.isspace()]
    return sum(char.isalpha() for char in visible) / len(visible) if visible else 0.0


def _with(char: str) -> Callable[[re.Match[str]], str]:
    return lambda match: char * len(match.group())


def is_debris(masked: str) -> bool:
    """Whether a sentence without marks of formulas holds little but the letters and signs of one.

    The text of a PDF file writes formulas as bare characters: "Remark: we have eiωx = cos(ωx) + i sin(ωx)."
    """
    tokens = [token for token in masked.split() if BREAK not in token]
    plain = [token.strip(_EDGES) for token in tokens]
    signs = [token for token, bare in zip(tokens, plain, strict=True) if _is_sign(token, bare)]
    telling = [
        bare for bare in plain if _PLAIN_WORD.fullmatch(bare) and bare.casefold() not in FUNCTION_WORDS
    ]
    return any(map(_RELATION.search, signs)) and len(signs) >= _MOST_SIGNS and len(telling) <= _FEWEST_TELLING


def _is_sign(token: str, bare: str) -> bool:
    short = len(bare) < 2 and bare.casefold() not in ("a", "i")
    return (short and token not in _DASHES) or not _PLAIN_WORD.fullmatch(bare)
