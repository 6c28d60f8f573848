"""The pieces that a page is composed of, before they become stored blocks."""

import hashlib
from dataclasses import dataclass

from gradient.store.pages import BlockType, Place


@dataclass(frozen=True)
class Piece:
    """A typed piece of a page.

    `content` is one line with formulas between `$` or `$$` and code between backticks; of a list each
    line is an item; of `code` and `math` it is the bare code or formula. Every piece but a heading has
    `places`, which it stands on.
    """

    type: BlockType
    content: str
    places: tuple[Place, ...] = ()

    @property
    def content_hash(self) -> str:
        """Sha256 of type and content, as 64 hexadecimal digits."""
        return hashlib.sha256(f"{self.type}\0{self.content}".encode()).hexdigest()
