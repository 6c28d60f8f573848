"""What a model is asked about a page, and the form of its answer."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, Literal

from gradient.checked import Checked
from gradient.pages.chosen import ChosenPassage
from gradient.providers.fence import fenced
from gradient.providers.prompts import Prompt, load
from gradient.store.pages import PageMaterial, StoredBlock

PROMPT: Final[Prompt] = load("gradient.pages", "write")

WrittenType = Literal["heading", "paragraph", "list", "callout", "code", "math", "table"]


class WrittenBlock(Checked):
    """A block, or the number of one that stays as it is; `passages` are the numbers of what it says again."""

    block: int
    type: WrittenType
    content: str
    passages: list[int]


class WrittenPage(Checked):
    """The blocks of a page in their order."""

    blocks: list[WrittenBlock]


def shown(
    material: PageMaterial, passages: Sequence[ChosenPassage], standing: Sequence[StoredBlock], secret: bytes
) -> str:
    """All that a page is written from; `standing` are blocks that may stay, `secret` that of the fences."""
    pieces = [fenced("topic", material.title, secret)]
    if material.prerequisites:
        learnt = zip_longest(material.prerequisites, material.prerequisite_summaries, fillvalue="")
        lines = [f"{title}: {summary}" if summary else title for title, summary in learnt]
        pieces.append(fenced("learnt-before", "\n".join(lines), secret))
    for at, one in enumerate(passages, 1):
        pieces.append(f"Passage {at}, {one.kind}:\n{fenced(f'passage-{at}', one.text, secret)}")
    for at, block in enumerate(standing, 1):
        pieces.append(f"Block {at}, {block.type}:\n{fenced(f'block-{at}', block.content, secret)}")
    pinned = [block.content for block in material.standing if block.pinned]
    pieces += [f"Pinned:\n{fenced('pinned', content, secret)}" for content in pinned]
    return "\n\n".join(pieces)
