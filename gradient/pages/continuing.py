"""What belongs to a statement under the topic's own heading: the sentences that refer back to it, and those
that lead to a formula or a table."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

from gradient.outline.explaining import Explanations, NamePattern
from gradient.outline.words import ARTICLES, AUXILIARIES, PLAIN_VERBS, THIRD_PERSONS
from gradient.pages.beside import beside, exhibits
from gradient.pages.choosing import FEWEST_WORDS
from gradient.pages.phrasing import is_aside, leans
from gradient.pages.readable import readable
from gradient.pages.statement import Statement, words_of
from gradient.store.pages import Place
from gradient.text.sentences import sentences

MOST_CONTINUED = 3
"""A quote goes on for at most so many sentences."""

LONGEST_LEAD = 240
"""A sentence that leads to a formula or a table has at most so many characters."""

_REFERS = re.compile(r"[\"“'*_(]*(?:it|its|they|their|this|these)\b", re.IGNORECASE)
# "It turns out that" speaks of nothing that was named.
_PRONOUN = re.compile(
    r"(?:it|they)\s+(?!(?:turns|seems|appears|follows|happens)\b|(?:is|was|can|may)\s(?:[\w-]+\s){0,4}(?:that|to|how)\b)",
    re.IGNORECASE,
)
_BEFORE_NAMES = ARTICLES | AUXILIARIES | PLAIN_VERBS | THIRD_PERSONS | {"called", "named", "termed"}
_ADDRESS = re.compile(r"https?://|www\.", re.IGNORECASE)
_ENDS = re.compile(r"[.!:][\"”')*_]*\Z")


def going_on(statement: Statement, text: str, taken: Sequence[Place]) -> Statement:
    """The statement with the sentences of its chunk `text` right behind it that refer back to it.

    Only one under the topic's own heading goes on, and up to the first sentence that begins otherwise or
    stands at one of the places `taken`.
    """
    grown = statement
    for start, end in _behind(statement, text):
        place = Place(statement.place.chunk_id, start, end, text[start:end])
        if any(_meet(place, other) for other in taken) or not _refers_back(place.quote):
            break
        longer = _until(statement, text, end)
        if longer.text.endswith(":") and (statement.item or not _stands_below(longer, text)):
            break
        grown = longer
    return grown


def rest(statement: Statement, grown: Statement, text: str) -> Place | None:
    """Where the sentences stand by which `grown` is longer than the statement."""
    start, end = statement.place.end, grown.place.end
    quote = text[start:end].lstrip()
    return Place(statement.place.chunk_id, end - len(quote), end, quote) if quote else None


def leads(
    shown: Sequence[Statement], found: Sequence[Statement], texts: Mapping[int, str]
) -> list[Statement]:
    """The sentences under the topic's own heading that lead to a formula or a table that is not yet shown.

    One that points back comes only behind a statement that is shown.
    """
    led: list[Statement] = []
    for chunk in dict.fromkeys(one.place.chunk_id for one in found if one.own):
        text = texts[chunk]
        here = [one for one in shown if one.place.chunk_id == chunk]
        stands = {place for one in here for extra in [beside(one, text)] if extra for place in extra.places}
        for start, end in exhibits(text):
            lead = _lead(text, start, [one for one in found if one.place.chunk_id == chunk])
            covered = any(place.start < end and start < place.end for place in stands)
            if lead is not None and not covered and _can_lead(lead, [*shown, *led], text):
                led.append(lead)
    return led


def in_order(statements: Iterable[Statement]) -> list[Statement]:
    """The statements in teaching order, those of one chunk as they follow one another there."""
    return sorted(statements, key=attrgetter("order", "place.start"))


def tells_by_pronoun(statement: Statement, names: NamePattern, title: str) -> bool:
    """Whether a sentence of it that begins with a pronoun says what the topic is.

    The topic has to be its own title, or the heading above it and what the sentence before ends with.
    """
    told = Explanations((title,))
    pieces = [statement.text[start:end] for start, end in sentences(statement.text)]
    titled = names.is_whole(pieces[0]) if pieces else False
    return any(
        told.explains(_PRONOUN.sub(f"{title} ", sentence, count=1))
        for before, sentence in pairwise(pieces)
        if _PRONOUN.match(sentence) and (titled or (statement.own and _ends_with(before, names)))
    )


def _ends_with(sentence: str, names: NamePattern) -> bool:
    """Whether the sentence ends with one of the names, and not with a longer name of something else."""
    words = sentence.rstrip(' .!*_"”’').split()
    return any(
        names.is_whole(" ".join(words[at:])) and words[at - 1].casefold() in _BEFORE_NAMES
        for at in range(1, len(words))
    )


def _behind(statement: Statement, text: str) -> list[tuple[int, int]]:
    if not statement.own or statement.kind != "fact":
        return []
    behind = [span for span in sentences(text) if span[0] >= statement.place.end]
    if statement.item:
        line = text.find("\n", statement.place.end)
        behind = [span for span in behind if line < 0 or span[0] < line]
    return behind[:MOST_CONTINUED]


def _refers_back(quote: str) -> bool:
    words = readable(quote)
    whole = _REFERS.match(quote) is not None and _ENDS.search(words) is not None
    return whole and len(words.split()) >= FEWEST_WORDS and not is_aside(words)


def _until(statement: Statement, text: str, end: int) -> Statement:
    start = statement.place.start
    place = Place(statement.place.chunk_id, start, end, text[start:end])
    shown = readable(place.quote)
    return replace(
        statement, text=shown, words=words_of(shown), place=place, places=(place, *statement.places[1:])
    )


def _lead(text: str, start: int, found: Sequence[Statement]) -> Statement | None:
    """The sentence right before what stands at `start`, as a statement."""
    before = [span for span in sentences(text[:start]) if text[span[1] : start].strip() == ""]
    if not before:
        return None
    first, last = before[-1]
    nearest = max(
        (one for one in found if one.place.start <= first), key=attrgetter("order"), default=found[0]
    )
    place = Place(nearest.place.chunk_id, first, last, text[first:last])
    shown = readable(place.quote)
    return replace(
        nearest,
        kind="fact",
        text=shown,
        words=words_of(shown),
        place=place,
        places=(place,),
        leans=leans(shown),
        aside=is_aside(shown),
        item=False,
    )


def _stands_below(statement: Statement, text: str) -> bool:
    below = beside(statement, text)
    return below is not None and below.lead is None


def _can_lead(lead: Statement, shown: Sequence[Statement], text: str) -> bool:
    if lead.aside or not lead.text[:1].isupper() or not _ENDS.search(lead.text):
        return False
    if len(lead.text) > LONGEST_LEAD or _ADDRESS.search(lead.text) or not _stands_below(lead, text):
        return False
    if any(_meet(lead.place, one.place) for one in shown):
        return False
    return not lead.leans or any(_right_behind(one.place, lead.place, text) for one in shown)


def _right_behind(one: Place, other: Place, text: str) -> bool:
    return (
        one.chunk_id == other.chunk_id and one.end <= other.start and not text[one.end : other.start].strip()
    )


def _meet(one: Place, other: Place) -> bool:
    return one.chunk_id == other.chunk_id and one.start < other.end and other.start < one.end
