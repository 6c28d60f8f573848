"""What should be true after months of use, worked out without a line of the code that syncs."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Page:
    """The page of a topic: what the course says on it, what a person wrote, and what they took away."""

    title: str
    active: bool = True
    derived: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)
    trashed_by_person: bool = False
    _before: dict[str, str] = field(default_factory=dict)

    def shown(self) -> list[str]:
        """The texts that are to stand on the page, in any order."""
        return sorted([*(text for text in self.derived if text not in self.dropped), *self.own])

    def edited(self, old: str, new: str) -> None:
        """A person wrote something else in the place of a text; gone from the page means gone by it."""
        if old in self.own:
            self.own[self.own.index(old)] = new
            self._before[new] = old
        else:
            if old in self.derived:
                self.derived.remove(old)
            self.own.append(new)

    def moved(self, text: str) -> None:
        """A person put a text somewhere else: it is theirs, and stands there once."""
        if text in self.derived:
            self.derived.remove(text)
            self.own.append(text)

    def deleted(self, text: str) -> None:
        """A person took a text away."""
        if text in self.own:
            self.own.remove(text)
        self.dropped.add(text)
        while text in self._before:  # no sync may ever have seen what was written last
            text = self._before[text]
            self.dropped.add(text)


@dataclass
class Decision:
    """A decision that holds: what, whose, and when; `row` says that it came from the row of the question."""

    act: str
    person: str
    at: datetime
    row: bool


@dataclass
class Question:
    """A question, its answer as it stands in Notion, and the decisions that hold, the newest last."""

    name: str
    open: bool = True
    answer: str | None = None
    by: str = ""
    at: datetime | None = None
    seen: str | None = None
    holding: list[Decision] = field(default_factory=list)
    made: list[tuple[str, str]] = field(default_factory=list)
    trashed: bool = False
    trash_seen: bool = False

    def decided_in_terminal(self, act: str, at: datetime) -> None:
        """The terminal decides, whatever stands in Notion."""
        self.holding.append(Decision(act, "root", at, row=False))
        self.made.append((act, "root"))
        self.open = False

    def synced(self) -> None:
        """What one sync makes of what stands in the row."""
        if self.answer != self.seen:
            self.seen = self.answer
            self._heard()
        if self.trashed and not self.trash_seen:
            self.trash_seen = True
            if self.open:
                self._hold("later")

    def asked_again(self) -> None:
        """The question is open again; an answer that was dealt with stays in its old row."""
        self.open = True
        if self.seen is not None:
            self.answer = self.seen = None
        self.trashed = self.trash_seen = False

    def _heard(self) -> None:
        newest = self.holding[-1] if self.holding else None
        own = newest is not None and newest.row
        if self.answer is None:
            if own:
                self.holding.pop()
            return
        assert self.at is not None
        if newest is not None and not own and _minute(newest.at) >= _minute(self.at):
            return
        if newest is None and not self.open:
            return
        if own:
            self.holding.pop()
        self._hold(self.answer)

    def _hold(self, act: str) -> None:
        assert self.at is not None
        self.holding.append(Decision(act, self.by, _minute(self.at), row=True))
        self.made.append((act, self.by))
        self.open = False


def _minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)
