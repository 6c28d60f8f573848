"""What stands on a page: the blocks as they were last written or seen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from gradient.mirror.notion.node import Node, kind, said_in, signature

MOST_TRAITS = 30


@dataclass(frozen=True)
class Standing:
    """A block on a page. `id` is None until it was looked for: a create does not tell the ids of blocks.

    `held` ones are a person's: what they changed or put there. They are neither written nor taken away.
    `traits` tell how alike a block is to another, as long as it has no id.
    """

    kind: str
    signature: str
    id: str | None = None
    origin: int | None = None
    held: bool = False
    children: tuple["Standing", ...] = ()
    traits: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        """As it is stored."""
        return [
            self.kind,
            self.signature,
            self.id,
            self.origin,
            self.held,
            [child.to_json() for child in self.children],
            list(self.traits),
        ]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "Standing":
        """As it was stored."""
        kind, sign, block, origin, held, children, alike = stored
        below = tuple(cls.from_json(child) for child in children)
        return cls(kind, sign, block, origin, held, below, tuple(alike))

    @classmethod
    def of(
        cls, node: Node, block: str | None = None, children: Sequence["Standing"] | None = None
    ) -> "Standing":
        """A block as it has just been written."""
        below = tuple(cls.of(child) for child in node.children) if children is None else tuple(children)
        alike = tuple(sorted(traits(node.words))) if block is None else ()
        return cls(node.kind, node.signature, block, node.origin, children=below, traits=alike)


def traits(words: str) -> frozenset[int]:
    """Small hashes of the first words: enough to tell how alike two texts are, and not what they say."""
    return frozenset(
        crc32(word.encode("utf-8", "surrogatepass")) & 0xFFFF for word in words.split()[:MOST_TRAITS]
    )


@dataclass(frozen=True)
class Seen:
    """A block as it was read. `ours`: we made it; `by_us`: and nobody else changed it since."""

    id: str
    kind: str
    signature: str
    ours: bool
    by_us: bool
    block: Mapping[str, Any]
    edited_by: str
    children: tuple["Seen", ...] = ()

    @property
    def words(self) -> str:
        """What the block says."""
        return said_in(self.block)

    @classmethod
    def of(cls, block: Mapping[str, Any], bot: str, children: Iterable["Seen"] = ()) -> "Seen":
        """A block of an answer."""
        made, edited = block["created_by"]["id"], block["last_edited_by"]["id"]
        return cls(
            block["id"],
            kind(block["type"], block.get(block["type"]) or {}),
            signature(block["type"], said_in(block)),
            made == bot,
            made == bot and edited == bot,
            block,
            edited,
            tuple(children),
        )
