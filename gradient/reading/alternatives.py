"""What is written of a picture for those who do not see it; it is read as a caption."""

import re
from collections.abc import Iterator

from gradient.text.document import Block

_MARKDOWN = re.compile(r"!\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?=[(\[])")
_HTML = re.compile(r"<img\b[^<>]*?\salt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_LINKED = re.compile(r"\[\s*$|<a\b[^<>]*>\s*$", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]{2}")
_NAMELESS = re.compile(
    r"(?:alt(?:ernative)?[ -]?text|image|img|picture|photo|figure|fig|graphic|icon|logo|banner|screenshot"
    r"|drawing|bild|grafik|imagen?|badge)[\s._-]*\d*"
    r"|.+\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|emf|wmf|pdf)|https?://\S*|(?:[A-Za-z]*[\d_-]+[A-Za-z\d_-]*)",
    re.IGNORECASE,
)
_BY_PROGRAM = re.compile(r"\s*(?:Description automatically generated.*|\(generated\))\s*$", re.IGNORECASE)
LEAST_OF_LINK = 4
"""Words that tell a picture inside a link from a button or a badge."""


def told(text: str | None) -> str:
    """What an alternative text tells, on one line; "" for names of files and words such as "image"."""
    line = _BY_PROGRAM.sub("", " ".join((text or "").split()))
    return line if _LETTER.search(line) and not _NAMELESS.fullmatch(line) else ""


def captioned(text: str, image: Block) -> Iterator[Block]:
    """A block of pictures alone, in Markdown or HTML: each text that tells of one is a caption."""
    position = image.start
    for start, end in _spans(text, image.start, image.end):
        if start > position:
            yield Block(image.kind, position, start, image.reason)
        yield Block("caption", start, end)
        position = end
    if position < image.end:
        yield Block(image.kind, position, image.end, image.reason)


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    found = [(one, one.span(1)) for one in _MARKDOWN.finditer(text, start, end)]
    found += [(one, one.span(one.lastindex or 1)) for one in _HTML.finditer(text, start, end)]
    seen: set[str] = set()
    for match, (first, last) in sorted(found, key=lambda one: one[1]):
        alternative = text[first:last]
        linked = _LINKED.search(text, max(start, match.start() - 200), match.start()) is not None
        if told(alternative) in {"", *seen}:
            continue
        seen.add(told(alternative))
        if not (linked and len(alternative.split()) < LEAST_OF_LINK):
            yield first + len(alternative) - len(alternative.lstrip()), first + len(alternative.rstrip())
