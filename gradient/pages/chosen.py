"""The passages that a page is written from: the most telling ones in teaching order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gradient.pages.beside import beside
from gradient.pages.compose import selected
from gradient.store.pages import PageMaterial, Place

PassageKind = Literal["text", "question", "code", "math", "table"]


@dataclass(frozen=True)
class ChosenPassage:
    """What may be said again on a page: words of the course as a reader sees them, and where they stand."""

    kind: PassageKind
    text: str
    places: tuple[Place, ...]


def chosen_passages(material: PageMaterial) -> list[ChosenPassage]:
    """The definition and the facts that a page of quotes would show, each with what stands below it; then the
    questions."""
    return list(dict.fromkeys(_chosen(material)))


def _chosen(material: PageMaterial) -> Iterator[ChosenPassage]:
    chosen = selected(material)
    defining = [] if chosen.definition is None else [chosen.definition]
    for one in sorted([*defining, *chosen.facts], key=lambda each: each.order):
        longer = chosen.longer[one.order]
        yield ChosenPassage("text", longer.text, longer.places)
        extra = beside(longer, material.texts[longer.place.chunk_id])
        if extra is not None and extra.piece.type in ("code", "math", "table"):
            yield ChosenPassage(extra.piece.type, extra.piece.content, extra.piece.places)
    for one in chosen.questions:
        yield ChosenPassage("question", one.text, one.places)
