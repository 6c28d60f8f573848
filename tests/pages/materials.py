"""Material for pages, made from chunks of text and the sentences that stand in them."""

from collections.abc import Sequence

from gradient.pages.compose import Composed, compose
from gradient.store.pages import PageMaterial, Place, TaggedPassage


def passage(
    text: str,
    quote: str,
    *,
    chunk: int = 1,
    section: str = "Section",
    source: str = "01.md",
    kind: str = "fact",
    confidence: float = 0.9,
    primary: bool = True,
) -> tuple[str, TaggedPassage]:
    """A content at its place in the text of a chunk."""
    start = text.index(quote)
    place = Place(chunk, start, start + len(quote), quote)
    return text, TaggedPassage(kind, quote, quote.casefold(), confidence, primary, place, source, (section,))


def composed(
    title: str,
    passages: Sequence[tuple[str, TaggedPassage]],
    *,
    names: Sequence[str] = (),
    summary: str = "",
    prerequisites: Sequence[str] = (),
) -> Composed:
    """The page of a topic made of these passages, in this order."""
    return compose(
        PageMaterial(
            1,
            title,
            summary,
            True,
            (title, *names),
            tuple(prerequisites),
            tuple(each for _, each in passages),
            {each.place.chunk_id: text for text, each in passages},
            (),
        )
    )


def shown(page: Composed) -> list[tuple[str, str]]:
    """The pieces of a page below its title."""
    return [(piece.type, piece.content) for piece in page.pieces[1:]]
