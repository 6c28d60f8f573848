"""The pieces that a page is composed of, before they become stored blocks."""

from dataclasses import dataclass

from gradient.store.pages import BlockType, Place, content_hash


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
        return content_hash(self.type, self.content)
