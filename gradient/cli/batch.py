"""The questions of one sitting: which comes next, and how far the person has come. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradient.review.alike import together

Item = dict[str, Any]


class Batch:
    """The questions that were open when the sitting began, alike ones together.

    What opens meanwhile, because answers make room for it, comes when these are through, as the next batch.
    What an answer has settled along with its own question counts no more, so that numbers do not jump.
    """

    def __init__(self) -> None:
        self._groups: list[list[int]] = []
        self._left: list[Item] = []
        self._put: set[int] = set()

    def __len__(self) -> int:
        return sum(map(len, self._groups))

    def goes_on_with(self, unseen: Sequence[Mapping[str, Any]]) -> bool:
        """Take note of what is still to be asked; whether that made a new batch."""
        by_id = {item["id"]: dict(item) for item in unseen}
        self._put |= {self.current["id"]} if self.current is not None else set()
        kept = self._put | by_id.keys()
        self._groups = [left for group in self._groups if (left := [one for one in group if one in kept])]
        self._left = [by_id[number] for group in self._groups for number in group if number in by_id]
        if self._left or not by_id:
            return False
        groups = together(by_id.values())
        self._groups = [[item["id"] for item in group] for group in groups]
        self._left = [by_id[number] for group in self._groups for number in group]
        return True

    def ask_again(self, item_id: int) -> None:
        """Take in a question whose answer was taken back, as the next one if its batch is through."""
        if not any(item_id in group for group in self._groups):
            self._groups.insert(0, [item_id])

    @property
    def current(self) -> Item | None:
        """The question to put now, or None when all are through."""
        return self._left[0] if self._left else None

    @property
    def left(self) -> int:
        """How many questions there are still to be put."""
        return len(self._left)

    @property
    def place(self) -> str:
        """Which question it is, of how many."""
        return f"{len(self) - self.left + 1} of {len(self)}"

    @property
    def alike(self) -> str:
        """Which of several alike ones the current question is; empty if it is the only one of its kind."""
        group = self._group()
        if self.current is None or len(group) < 2:
            return ""
        about = "about" if self.current["task"] == "tag" else "before"
        at = group.index(self.current["id"]) + 1
        return f" · {at} of {len(group)} {about} {self.current['object_title']}"

    @property
    def alike_left(self) -> list[int]:
        """The other questions like the current one that are still to be put."""
        group = self._group()
        return [item["id"] for item in self._left[1:] if item["id"] in group]

    def _group(self) -> list[int]:
        current = self.current
        if current is None:
            return []
        return next(group for group in self._groups if current["id"] in group)
