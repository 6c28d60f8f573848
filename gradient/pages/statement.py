"""Contents as the sentences of a page: one statement each, with all its places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gradient.outline.explaining import NamePattern
from gradient.pages.headings import clean_heading
from gradient.pages.phrasing import is_aside, label_length, leans
from gradient.pages.readable import readable
from gradient.store.pages import PageMaterial, Place, TaggedPassage

LEFT_OUT = " […]"
"""Stands behind a colon whose formula, table or picture the page does not show."""

_IDEOGRAM = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_IDEOGRAM}]|[^\W_{_IDEOGRAM}]+")
_ITEM = re.compile(r"^[ \t>]*(?:[-*+•❒▪‣◦❏·●■➢]|\d{1,3}[.)])[ \t]+[*_\"“(]*$")


@dataclass(frozen=True)
class Statement:
    """A content on a page. `order` is its place among all in teaching order, from 0.

    `place` is where it is first taught, in the section `section_path` of `source`; `places` are all, that
    one first. `words` are its words in small letters. `leans` says that it begins by pointing back,
    `aside` that it speaks of the course or of a picture rather than of the matter, `item` that it is an item
    of a list there, `names_topic` that a name of the topic occurs in it, `own` that a name of it is the
    heading above it, `summary` that the outline took it to say what the topic is.
    """

    order: int
    kind: str
    text: str
    words: frozenset[str]
    confidence: float
    primary: bool
    place: Place
    places: tuple[Place, ...]
    source: str
    section_path: tuple[str, ...]
    leans: bool
    aside: bool
    item: bool
    names_topic: bool
    own: bool
    summary: bool


def statements(material: PageMaterial) -> list[Statement]:
    """The contents of a topic in teaching order, each once, by the place where it is first taught."""
    of_content: dict[tuple[str, str], list[TaggedPassage]] = {}
    for passage in material.passages:
        of_content.setdefault((passage.kind, passage.sentence_key), []).append(passage)
    names = NamePattern((material.title, *material.names))
    found = (_statement(order, places, material, names) for order, places in enumerate(of_content.values()))
    return [one for one in found if one.text]


def words_of(text: str) -> frozenset[str]:
    """The words of a readable text in small letters."""
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _statement(
    order: int, passages: Sequence[TaggedPassage], material: PageMaterial, names: NamePattern
) -> Statement:
    first = passages[0]
    place = _without_label(first.place)
    text = readable(place.quote)
    return Statement(
        order,
        first.kind,
        text,
        words_of(text),
        max(passage.confidence or 0.0 for passage in passages),
        first.primary,
        place,
        tuple(dict.fromkeys([place, *(passage.place for passage in passages[1:])])),
        first.source,
        first.section_path,
        leans(text),
        is_aside(text),
        _is_item(material.texts[first.place.chunk_id], first.place.start),
        names.within(text),
        names.is_whole(clean_heading(first.section_path)),
        bool(material.summary) and first.sentence == material.summary,
    )


def _without_label(place: Place) -> Place:
    length = label_length(place.quote)
    return Place(place.chunk_id, place.start + length, place.end, place.quote[length:])


def _is_item(text: str, start: int) -> bool:
    return _ITEM.match(text[text.rfind("\n", 0, start) + 1 : start]) is not None
