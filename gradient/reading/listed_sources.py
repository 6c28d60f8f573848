"""Whether what stands below a heading such as «References» is a list of sources, or prose of that name."""

import re
from collections.abc import Iterator, Sequence

from gradient.text.document import Block

_SHARE = 0.5
"""A section is a list of sources where more than this share of its items look like sources."""
_WORDS_PER_SIGN = 40
"""A source gives a year, an author or a place at least once in so many words; prose rarely does."""
_ANNOTATION = 25
"""Words with which an item may comment on the link it gives."""
_BARE = 8
"""Words that a source without any sign has at most, such as a title alone."""
_SENTENCE = 4
"""Words from which on a full stop ends a sentence, not a title."""
_SHORT = 200
"""Thanks, credits and licences have at most so many words; a chapter of that name has more."""
_SIGN = re.compile(
    r"\((?:[^()]{0,40}[ ,])?(?:1[89]|20)\d\d[a-z]?\)|[,.]\s*(?:\w+\s+)?(?:1[89]|20)\d\d[a-z]?\s*[.,;]"
    r"|\bet al\b|\bdoi\b|\barxiv\b|\bisbn\b|\b(?:vol|pp|eds?)\.|\bproceedings of\b|\buniversity press\b"
    r"|^\W{0,3}\[[\w+-]{1,12}\]\s|(?-i:\b[A-Z]\.\s*(?:[A-Z]\.\s*)?[A-Z][a-z]+|\b[A-Z][a-z]+, [A-Z]\.)",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"\bthank(?:s|ed|ful)?\b|\bgrateful\b|\bgratitude\b|\bindebted\b|\b(?:supported|funded|sponsored|written"
    r"|maintained|created|developed|edited|translated|adapted) (?:\w+ ){0,3}by\b|\b(?:licen[cs]ed|released"
    r"|published|available) under\b|\bcreative commons\b|\bcc[- ]by\b|\bcopyright (?:\d|\(c\)|by\b)|©"
    r"|\ball rights reserved\b"
    r"|\bhereby granted\b|\byou (?:may|can|are free to) (?:copy|use|share|adapt|redistribute|modify|remix)\b"
    r"|\bthis (?:work|text|book|course|material|document|repository|project|content|page|site|tutorial"
    r"|notebook|lesson|chapter|license|licence)s?\b",
    re.IGNORECASE,
)
"""Notes thank people, or speak of the document as a work that somebody made and others may use."""
_LINK = re.compile(
    r"!?\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])"
    r"|<https?://[^>]*>|https?://\S+"
)
_STATES = re.compile(r"\b(?:is|are|was|can|cannot|may|must|has|have|does|do|we|you)\b", re.IGNORECASE)
_OTHER = frozenset({"code", "math"})
_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)]|\[\w{1,12}\])[ \t])")


def are_sources(blocks: Sequence[Block], text: str) -> bool:
    """Whether the blocks of a section list sources: most items look like some, half show a sign or a link.

    A section without items lists nothing else.
    """
    read = [block for block in blocks if block.reason is None]
    found = [looks for block in read for looks in _looks(block, text)]
    items = [item for block in read if block.kind not in _OTHER for item in _items(block, text)]
    sure = sum(1 for item in items if _SIGN.search(item) or _LINK.search(item))
    return not found or (sure >= _SHARE * len(items) > 0 and sum(found) > _SHARE * len(found))


def are_notes(blocks: Sequence[Block], text: str) -> bool:
    """Whether a short section thanks people or says who may use the document itself: most blocks say so."""
    read = [text[one.start : one.end] for one in blocks if one.reason is None]
    noted = sum(_NOTE.search(one) is not None for one in read)
    return noted > _SHARE * len(read) and sum(len(one.split()) for one in read) <= _SHORT


def _looks(block: Block, text: str) -> Iterator[bool]:
    if block.kind in _OTHER:
        yield False
        return
    for item in _items(block, text):
        yield _is_source(item, listed=block.kind == "list")


def _items(block: Block, text: str) -> Iterator[str]:
    yield from (item for item in _ITEM.split(text[block.start : block.end]) if item.strip())


def _is_source(item: str, *, listed: bool) -> bool:
    rest, links = _LINK.subn(" ", item)
    words = len(re.findall(r"\w+", rest))
    if links and words <= (_ANNOTATION * links if listed else _BARE * links):
        return True
    signs = len(_SIGN.findall(item))
    if signs:
        return signs * _WORDS_PER_SIGN >= words
    sentence = words >= _SENTENCE and rest.rstrip().endswith((".", "!", "?"))
    return words <= _BARE and not sentence and _STATES.search(rest) is None
