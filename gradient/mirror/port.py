"""What a mirror is: a place outside the database that shows it to people, and takes their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from gradient.store.mirrors import Item, ItemKey, Written

Word = Literal["accept", "reject", "later"]


@dataclass(frozen=True)
class Answer:
    """What a person answered to a review item. `key` says what was asked when the answer was given."""

    item_id: int
    key: str
    answer: Word


class Mirror(Protocol):
    """A mirror of the database. It is rebuilt from rows; what people wrote in it is theirs.

    Every method may be called again after it was cut off at any point, and ends in the same state then.
    """

    name: str

    def standing(self) -> Sequence[str]:
        """The slugs of the courses that the mirror holds a place for; cheap."""
        ...

    async def write(
        self, course: str, items: Sequence[Item], written: Mapping[ItemKey, Written]
    ) -> list[Written]:
        """Bring the items of a course to what they say, and tell where they stand now.

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
