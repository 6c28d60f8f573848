"""The values that topics are reconciled with: those that stand, those asked for, and what becomes of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Origin = Literal["extracted", "outline", "person"]
State = Literal["active", "proposed", "retired", "merged"]
Growth = Literal["free", "proposing", "closed"]


@dataclass(frozen=True)
class Known:
    """A topic as it stands. `by_person` says who set its state, `names` where each canonical name is from.

    `decided` says that a person accepted something of it or gave it a title.
    """

    id: int
    slug: str
    title: str
    origin: Origin
    state: State
    by_person: bool
    merged_into: int | None
    names: Mapping[str, str] = field(default_factory=dict)
    decided: bool = False


@dataclass(frozen=True)
class Candidate:
    """A topic that the course asks for today: found in it, or stated by an outline.

    `reference` is unique among the candidates, `parent` the reference of another. `names` maps canonical
    names to how they are shown, its own name first. `formed` are the keys of the formed topics behind it.
    """

    reference: str
    names: Mapping[str, str]
    parent: str | None = None
    stated: bool = False
    formed: tuple[str, ...] = ()
    proposed: bool = False


@dataclass(frozen=True)
class Piece:
    """The names of a candidate that go to one topic."""

    candidate: Candidate
    names: Mapping[str, str]

    @property
    def own(self) -> str | None:
        """The own name of the candidate, if it is among these."""
        first = next(iter(self.candidate.names))
        return first if first in self.names else None

    @property
    def stated(self) -> bool:
        """Whether an outline states it by its own name."""
        return self.candidate.stated and self.own is not None


@dataclass(frozen=True)
class Planned:
    """What becomes of a topic: its pieces, the most telling one first. `id` is None for a new topic;
    `absorbs` are topics merged into it."""

    pieces: tuple[Piece, ...]
    id: int | None
    slug: str
    origin: Origin
    state: State
    absorbs: tuple[int, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """Its canonical names with how they are shown, that of the title first."""
        joined: dict[str, str] = {}
        for piece in self.pieces:
            for key, name in piece.names.items():
                joined.setdefault(key, name)
        return joined

    @property
    def title(self) -> str:
        """Its title, unless a person gave it one."""
        return next(iter(self.names.values()))

    @property
    def stated(self) -> bool:
        """Whether an outline states it."""
        return any(piece.stated for piece in self.pieces)

    @property
    def parent(self) -> str | None:
        """The reference of the candidate above it."""
        return self.pieces[0].candidate.parent if self.pieces[0].own else None


@dataclass(frozen=True)
class Plan:
    """All topics that something speaks for, and the ids of those that nothing speaks for any more."""

    topics: tuple[Planned, ...]
    retired: tuple[int, ...]
