"""Pages by a model, which says again what passages say and names them by number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gradient.outline.explaining import Explanations
from gradient.pages.checking import Vocabulary, wrong_copy, wrong_heading, wrong_prose
from gradient.pages.chosen import ChosenPassage, chosen_passages
from gradient.pages.compose import FULL_PAGE, THIN_PAGE, Composed
from gradient.pages.piece import Piece
from gradient.pages.question import PROMPT, WrittenBlock, WrittenPage, shown
from gradient.providers.answers import Answerer, Asked, Declined, Unusable, answer
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.providers.together import one_by_one
from gradient.store.pages import BlockType, PageMaterial, StoredBlock

AT_ONCE: Final = 8
COPIED: Final = ("code", "math", "table")
NOTHING_LEFT: Final = "no block is left of what it wrote"


class ModelWriter:
    """A page a call. What it writes is checked, block by block, and corrected once.

    A block that breaks the rules after that is dropped: it names no passage, or says what none of them says.
    """

    free = False

    def __init__(self, model: Answerer, at_once: int = AT_ONCE) -> None:
        self._model = model
        self.at_once = at_once

    @property
    def tool(self) -> str:
        """Model and prompt."""
        return f"{self._model.name}, {PROMPT.named}"

    async def compose(
        self, materials: Sequence[PageMaterial], errand: Errand = NO_ERRAND
    ) -> list[Composed | Unanswered]:
        """See `Writer.compose`; a topic that nothing stands behind is not asked about."""
        return await one_by_one([self._one(material, errand) for material in materials])

    async def _one(self, material: PageMaterial, errand: Errand) -> Composed | Unanswered:
        page = _Page.of(material)
        if not page.passages:
            return Composed((), 0.0, thin=False)
        asked = Asked(
            PROMPT.text,
            shown(material, page.passages, page.standing, errand.secret),
            WrittenPage,
            page.violations,
            unmended=page.unmended,
        )
        try:
            return page.composed(await answer(self._model, asked, errand.about(material.topic_id).book))
        except (Declined, Unusable) as error:
            return Unanswered(str(error))


@dataclass(frozen=True)
class _Page:
    """What a page is written from, and what its blocks may say."""

    material: PageMaterial
    passages: tuple[ChosenPassage, ...]
    standing: tuple[StoredBlock, ...]
    course: Vocabulary

    @classmethod
    def of(cls, material: PageMaterial) -> "_Page":
        standing = [block for block in material.standing if not block.pinned]
        title = Piece("heading", material.title).content_hash
        headings = [" ".join(passage.section_path) for passage in material.passages]
        names = (material.title, *material.names, *material.prerequisites)
        return cls(
            material,
            tuple(chosen_passages(material)),
            tuple(block for block in standing if block.content_hash != title),
            Vocabulary([*material.texts.values(), *headings, *names]),
        )

    def violations(self, written: WrittenPage) -> list[str]:
        """What is wrong with each block, and with a page without any."""
        wrong = [
            f"block {at} of your answer: {why}."
            for at, block in enumerate(written.blocks, 1)
            if (why := self._wrong(block)) is not None
        ]
        return wrong or self.unmended(written)

    def unmended(self, written: WrittenPage) -> list[str]:
        """What makes a page useless even without its wrong blocks."""
        good = [block for block in written.blocks if self._wrong(block) is None]
        return [] if any(block.passages for block in good) else [f"{NOTHING_LEFT}."]

    def composed(self, written: WrittenPage) -> Composed:
        """The page without the blocks that are wrong."""
        checked = [(block, self._wrong(block)) for block in written.blocks]
        pieces = _without_bare_headings([self._piece(block) for block, why in checked if why is None])
        said = {number for block, why in checked if why is None for number in block.passages}
        told = Explanations((self.material.title, *self.material.names))
        return Composed(
            (Piece("heading", self.material.title), *pieces),
            min(1.0, len(said) / FULL_PAGE),
            thin=len(said) < THIN_PAGE,
            explained=any(one.type == "callout" or told.explains(one.content) for one in pieces),
            dropped=tuple(why for _, why in checked if why is not None),
        )

    def _wrong(self, block: WrittenBlock) -> str | None:
        """Why a block cannot stand, in half a sentence, or None."""
        if not 0 <= block.block <= len(self.standing):
            return f"there is no block {block.block}"
        kind, content = self._meant(block)
        if strange := sorted(set(block.passages) - set(range(1, len(self.passages) + 1))):
            return f"there is no passage {strange[0]}"
        if kind == "heading":
            return wrong_heading(content, self.course)
        if not block.passages:
            return "it names no passage"
        cited = [self.passages[number - 1] for number in block.passages]
        if kind in COPIED:
            return wrong_copy(content, cited)
        return wrong_prose(content, cited, self.course)

    def _meant(self, block: WrittenBlock) -> tuple[BlockType, str]:
        """Type and content, in the one form of our pages: a text is one line, a list has an item a line."""
        if block.block:
            kept = self.standing[block.block - 1]
            return kept.type, kept.content
        if block.type in COPIED:
            return block.type, block.content.strip("\n")
        lines = [" ".join(line.split()) for line in block.content.split("\n") if line.strip()]
        if block.type == "list":
            return "list", "\n".join(line.removeprefix("- ").removeprefix("* ") for line in lines)
        return block.type, " ".join(lines)

    def _piece(self, block: WrittenBlock) -> Piece:
        kind, content = self._meant(block)
        if kind == "heading":
            return Piece(kind, content)
        places = [place for number in block.passages for place in self.passages[number - 1].places]
        return Piece(kind, content, tuple(dict.fromkeys(places)))


def _without_bare_headings(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without headings that nothing stands under, and without a second title."""
    following = [*pieces[1:], None]
    return [
        piece
        for piece, below in zip(pieces, following, strict=True)
        if piece.type != "heading" or (below is not None and below.type != "heading")
    ]
