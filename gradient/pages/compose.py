"""A page from ordered quotes: what the course itself says of a topic, in the order it is taught."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gradient.outline.explaining import Explanations, NamePattern
from gradient.pages.beside import beside
from gradient.pages.choosing import chosen_facts, chosen_questions
from gradient.pages.continuing import going_on, in_order, leads, rest, tells_by_pronoun
from gradient.pages.definition import defining_statement
from gradient.pages.piece import Piece
from gradient.pages.readable import readable
from gradient.pages.sections import pieces, sections
from gradient.pages.statement import LEFT_OUT, Statement, statements
from gradient.store.pages import PageMaterial

FULL_PAGE = 8
"""From so many statements on a page counts as fully covered."""

THIN_PAGE = 3
"""A page with fewer statements is marked as thin."""

QUESTIONS = "Questions to check yourself"


@dataclass(frozen=True)
class Composed:
    """A page as it should stand. `pieces` are empty where it has to be refused.

    `coverage` is the number of its statements against that of a full page, 0 to 1. `explained` says that
    one of them says what the topic is, or at least speaks of it as its subject.
    """

    pieces: tuple[Piece, ...]
    coverage: float
    thin: bool
    explained: bool = True
    dropped: tuple[str, ...] = ()
    """Why blocks that a model wrote are not there."""


@dataclass(frozen=True)
class Selected:
    """The statements that a page shows. `longer` has each, by its order, with what refers back to it."""

    found: tuple[Statement, ...]
    definition: Statement | None
    facts: tuple[Statement, ...]
    questions: tuple[Statement, ...]
    longer: Mapping[int, Statement]


def selected(material: PageMaterial) -> Selected:
    """The most telling statements of a topic."""
    found = statements(material)
    broken = _broken(found, material)
    definition = defining_statement(found, (material.title, *material.names), material.prerequisites, broken)
    facts = chosen_facts(found, definition, broken)
    longer = _going_on([*facts, *([] if definition is None else [definition])], found, material)
    return Selected(tuple(found), definition, tuple(facts), tuple(chosen_questions(found)), longer)


def compose(material: PageMaterial) -> Composed:
    """The heading, the definition, the sections and the questions of a topic's page.

    Every piece but headings holds words of the course alone and the places that they stand at. A topic
    without accepted passages gets no piece at all.
    """
    chosen = selected(material)
    names = NamePattern((material.title, *material.names))
    definition, longer = chosen.definition, chosen.longer
    body: list[Piece] = []
    if definition is not None:
        body += _defined(definition, longer[definition.order], material)
    led = leads(list(longer.values()), chosen.found, material.texts)
    below = in_order([*(longer[one.order] for one in chosen.facts), *led])
    body += pieces(sections(below), material.texts, [place for piece in body for place in piece.places])
    if chosen.questions:
        body += [Piece("heading", QUESTIONS), _listed(chosen.questions)]
    if not body:
        return Composed((), 0.0, thin=False)
    stated = len(chosen.facts) + (definition is not None)
    return Composed(
        (Piece("heading", material.title), *body),
        min(1.0, stated / FULL_PAGE),
        thin=stated < THIN_PAGE,
        explained=definition is not None or _is_explained(below, material, names),
    )


def _going_on(
    shown: Sequence[Statement], found: Sequence[Statement], material: PageMaterial
) -> dict[int, Statement]:
    """The statements with the sentences that refer back to them, by their orders."""
    taken = [one.place for one in found]
    return {one.order: going_on(one, material.texts[one.place.chunk_id], taken) for one in shown}


def _is_explained(shown: Sequence[Statement], material: PageMaterial, names: NamePattern) -> bool:
    """Whether the page, or another place that the outline found, says what the topic is."""
    told = Explanations((material.title, *material.names))
    return bool(material.summary) or any(
        told.explains(one.text) or tells_by_pronoun(one, names, material.title) for one in shown
    )


def _broken(found: Sequence[Statement], material: PageMaterial) -> set[int]:
    """The orders of statements that announce something which does not stand right below them."""
    return {
        one.order
        for one in found
        if one.text.endswith((":", "：")) and beside(one, material.texts[one.place.chunk_id]) is None
    }


def _defined(definition: Statement, longer: Statement, material: PageMaterial) -> list[Piece]:
    """The definition, what its sentences go on to say, and what stands right below."""
    text = material.texts[definition.place.chunk_id]
    extra = beside(longer, text)
    shown = [] if extra is None or extra.lead is not None else [extra.piece]
    more = rest(definition, longer, text)
    if more is not None:
        shown = [Piece("paragraph", readable(more.quote), (more,)), *shown]
    told = definition.text + (LEFT_OUT if definition.text.endswith(":") and not shown else "")
    return [Piece("callout", told, definition.places), *shown]


def _listed(questions: Sequence[Statement]) -> Piece:
    places = dict.fromkeys(place for one in questions for place in one.places)
    return Piece("list", "\n".join(one.text for one in questions), tuple(places))
