"""What a section says its own heading is: "A cell is ..." below "Cell", whatever the words of the name."""

import re
from collections.abc import Iterable, Iterator

from gradient.extraction.definitions import says_what
from gradient.extraction.facts import Sentence
from gradient.extraction.found import FoundMention
from gradient.extraction.mask import BREAK
from gradient.outline.explaining import NamePattern
from gradient.outline.headings import is_lifted, own_name
from gradient.outline.names import canonical, clean
from gradient.outline.words import SELF_TALK

_LEAD = (
    r"[^\w(]*(?:in\s+[^\W\d_][\w\s-]{2,40}?,\s+)?"
    r"(?:(?:so|thus|hence|here|in short|formally|recall that|note that)[\s,]+)*"
)
# What stands for the thing itself between its name and the verb: "a function f is", "a group (G, ·) is".
_SIGN = re.compile(rf"\s+(?:[A-Za-z]|[{BREAK}]+)(?=\s)")
_TITLE_END = r"[\"'”’]?\s*(?::|\s[–—―])\s+(?:an?|the|any|one|when|where|how)\b"
_IS_A = re.compile(
    r"(?:\s*\([^()]{1,40}\))?(?:\s+(?:of|in|on)\s+(?:an?|the)(?:\s+[\w-]+){1,4}?)?\s+(?:is|are|was|were)\s+(?:an?|the|any|one)\b",
    re.IGNORECASE,
)


def headed_definitions(
    section_path: tuple[str, ...], text: str, masked: str, found: Iterable[Sentence]
) -> Iterator[FoundMention]:
    """The mentions of the name of a section where one of its sentences says what it is.

    A word with which texts speak of themselves, as in "The set is ...", is not said what it is behind
    "the".
    """
    name = own_name(section_path)
    key = canonical(name)
    if not key:
        return
    opening = re.compile(
        rf"{_LEAD}(?:(?P<article>an?|the)\s+)?(?P<name>{NamePattern((name, key)).source})(?!\w)",
        re.IGNORECASE,
    )
    lifted = is_lifted(name)
    for sentence in found:
        prose = masked[sentence.start : sentence.end]
        match = opening.match(prose)
        if match is None or not _says(prose, match, key, lifted=lifted):
            continue
        start, end = sentence.start + match.start("name"), sentence.start + match.end("name")
        surface = clean(text[start:end])
        if lifted:
            yield FoundMention("heading", name, key, None, None)
        yield FoundMention("definition", surface, canonical(surface), start, end)
        yield FoundMention("term", surface, canonical(surface), start, end)


def _says(prose: str, match: re.Match[str], key: str, *, lifted: bool) -> bool:
    """Whether what follows the name in `prose` says what it is."""
    article = (match["article"] or "").casefold()
    if article == "the" and key in SELF_TALK:
        return False
    start, end = match.span("name")
    if re.match(_TITLE_END, prose[end:], re.IGNORECASE):
        return not article
    sign = _SIGN.match(prose, end)
    after = prose[start:end] + prose[sign.end() if sign else end :]
    if lifted:
        return _IS_A.match(after, end - start) is not None
    return says_what(after, 0, end - start, marked=True)
