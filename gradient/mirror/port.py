"""What a mirror is: a place outside the database that shows it to people, and takes their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from gradient.store.mirrors import Item, ItemKey, ItemKind, Written
from gradient.store.sessions import Database

Word = Literal["accept", "reject", "later"]


@dataclass(frozen=True)
class Answer:
    """What a person answered to a review item. `key` says what was asked when the answer was given."""

    item_id: int
    key: str
    answer: Word


@dataclass(frozen=True)
class Unwritten:
    """An item that could not be written, and why, in a sentence; it is tried again."""

    kind: ItemKind
    item_id: int
    reason: str

    @property
    def key(self) -> ItemKey:
        """What the item is found by."""
        return (self.kind, self.item_id)


@dataclass
class Taken:
    """What came of a look at what people did: the courses that it changed, and what they should know."""

    courses: set[int] = field(default_factory=set)
    notices: list[str] = field(default_factory=list)


class Mirror(Protocol):
    """A mirror of the database. It is rebuilt from rows; what people wrote in it is theirs.

    Every method may be called again after it was cut off at any point, and ends in the same state then.
    """

    name: str

    def on(self, database: Database) -> "Mirror":
        """The mirror of this database."""
        ...

    def standing(self) -> Sequence[str] | None:
        """The slugs of the courses that the mirror holds a place for; cheap.

        None for a mirror that has one for every course, and itself notices that it lost any.
        """
        ...

    async def write(
        self, course: str, items: Sequence[Item], written: Mapping[ItemKey, Written]
    ) -> Sequence[Written | Unwritten]:
        """Bring the items of a course to what they say, and tell where they stand now, in their order.

        `written` is what was last written of the course. An item of ours that is found elsewhere is
        adopted there. What people changed is never overwritten.
        """
        ...

    async def remove(self, items: Sequence[Written]) -> None:
        """Take items away that are to be shown no more; those that people changed stay and are theirs."""
        ...

    async def answers(self) -> list[Answer]:
        """The answers that people have given and that still stand in the mirror, whatever became of them."""
        ...

    async def slips(self) -> list[str]:
        """What people wrote as an answer and cannot be taken for one, a sentence each."""
        ...

    async def take_back(self) -> Taken:
        """Carry out what people did in the mirror beside the answers that `answers` gives."""
        ...

    async def aclose(self) -> None:
        """Let go of what the mirror holds open."""
        ...
