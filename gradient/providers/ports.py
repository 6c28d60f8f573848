"""What each role asks of whoever plays it, and the values that travel there and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gradient.errors import GradientError
from gradient.store.ledger import Book, no_calls
from gradient.text.seen import SeenLine

Vectors = NDArray[np.float32]

ScoredTask = Literal["tag", "prerequisite"]

Meant = Literal["document", "query"]
"""What a text is embedded for: to be found, or to find; vectors of both may be compared."""


@dataclass(frozen=True)
class Errand:
    """What whoever plays a role needs beside the question: where calls are booked, the secret of fences."""

    book: Book
    secret: bytes

    def about(self, *keys: int) -> "Errand":
        """The same, for questions about these units alone; 0 stands for none that is known."""
        known = [key for key in keys if key]
        return Errand(self.book.about(*known), self.secret) if known else self


NO_ERRAND = Errand(no_calls, b"")
"""For methods that call nobody and fence nothing."""


@dataclass(frozen=True)
class Unanswered:
    """A question that got no usable answer, also when it was asked by itself, and why, in a sentence.

    `failure` is why it has to be asked again, where it got no answer at all.
    """

    reason: str
    failure: GradientError | None = None


class Embedder(Protocol):
    """Plays `embed`: texts become vectors. `model` and `version` name whose vectors may be compared."""

    @property
    def model(self) -> str:
        """Provider and model."""
        ...

    @property
    def version(self) -> str:
        """What changes whenever the same text may get another vector."""
        ...

    @property
    def dimension(self) -> int:
        """The length of its vectors."""
        ...

    async def embed(self, texts: Sequence[str], meant: Meant = "document", book: Book = no_calls) -> Vectors:
        """One row a text, of length 1; a row of zeros for a text without any word. Each call is booked.

        Raises Outage if nobody answers just now or for this key, Unusable for an answer that is none,
        Declined for a text that is not taken.
        """
        ...


class PageReader(Protocol):
    """Plays `read`: sees the text on the picture of a page that has no text layer."""

    @property
    def name(self) -> str:
        """The role setting."""
        ...

    @property
    def version(self) -> str:
        """What changes whenever it may see another text on the same picture."""
        ...

    async def see(self, picture: bytes, name: str, book: Book = no_calls) -> tuple[SeenLine, ...]:
        """The lines on a picture in PNG, in any order; `name` says for people which page it shows.

        Raises Outage if nobody answers, another GradientError where this picture cannot be read.
        """
        ...


@dataclass(frozen=True)
class OfferedTopic:
    """A candidate as a picker sees it. `paths` says how strongly each path of recall found it, 0 to 1.

    `key` tells it from other topics of the course; no model is shown it.
    """

    title: str
    definition: str
    score: float
    paths: Mapping[str, float]
    key: int = 0


@dataclass(frozen=True)
class Exemplar:
    """A sentence with the topics, by their keys, of which a person said that it belongs there or does not.

    `key` is the content's.
    """

    key: int
    sentence: str
    belongs: tuple[int, ...] = ()
    belongs_not: tuple[int, ...] = ()


@dataclass(frozen=True)
class PickRequest:
    """A sentence, and the topics to choose from in the order of recall.

    With `likely` their scores are shares of 1 among all topics, by weights that were fitted on gold. `key` is
    the content's; no model is shown it. `alike` are sentences like this one about which people decided.
    """

    sentence: str
    offered: tuple[OfferedTopic, ...]
    likely: bool = False
    key: int = 0
    alike: tuple[Exemplar, ...] = ()


class Picked(tuple[int, ...]):
    """The numbers of choices, from 1, the primary one first; empty for none.

    `proposal` then may name what the sentence is about, "" for nothing.
    """

    proposal: str = ""

    @classmethod
    def of(cls, numbers: Iterable[int], proposal: str = "") -> "Picked":
        """These choices with a proposal."""
        picked = cls(numbers)
        picked.proposal = proposal
        return picked


class Picker(Protocol):
    """Plays `pick`: chooses among numbered candidates, and names nothing."""

    @property
    def name(self) -> str:
        """The role setting."""
        ...

    @property
    def version(self) -> str:
        """Prompt or rules, and their version."""
        ...

    @property
    def free(self) -> bool:
        """Whether it costs nothing to ask again."""
        ...

    async def pick(
        self,
        requests: Sequence[PickRequest],
        outline: Sequence[OfferedTopic] = (),
        errand: Errand = NO_ERRAND,
    ) -> Sequence[Picked | Unanswered]:
        """The choices of each request.

        `outline` are the topics of the course in an order that stays. Raises Outage if nobody answers.
        """
        ...


@dataclass(frozen=True)
class Quote:
    """Words of a source, verbatim, with its path; `reason` says as what they are quoted."""

    source: str
    quote: str
    reason: str = ""


@dataclass(frozen=True)
class ScoreRequest:
    """A yes-or-no question.

    For a tag the sentence belongs to the topic; for a prerequisite the subject is learnt before the
    object. A `features` value is a number that speaks for or against by a coefficient of its name.
    """

    task: ScoredTask
    subject: str
    object: str
    definitions: tuple[str, ...]
    features: Mapping[str, float]
    quotes: tuple[Quote, ...] = ()
    key: int = 0
    """The question's; no model is shown it."""


@dataclass(frozen=True)
class ShownTokens:
    """An answer in tokens: those shown for the place of the answer, each with its log probability."""

    tokens: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class LogOdds:
    """An answer in log-odds, with what each part of the evidence adds to it."""

    value: float
    parts: Mapping[str, float] = field(default_factory=dict)


class YesNo(Protocol):
    """Answers with one word, and shows how likely each word was."""

    @property
    def name(self) -> str:
        """The role setting."""
        ...

    async def shown(self, rules: str, shown: str, book: Book) -> ShownTokens:
        """The words for the place of the answer; each request is booked.

        Raises Outage if nobody answers or shows probabilities, Declined and Unusable for this question.
        """
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...


class Scorer(Protocol):
    """Plays `score`: says how far to trust each pick."""

    @property
    def name(self) -> str:
        """The role setting."""
        ...

    @property
    def version(self) -> str:
        """Prompt or coefficients, and their version."""
        ...

    @property
    def free(self) -> bool:
        """Whether it costs nothing to ask again."""
        ...

    async def score(
        self, requests: Sequence[ScoreRequest], errand: Errand = NO_ERRAND
    ) -> Sequence[ShownTokens | LogOdds | Unanswered]:
        """One answer a request. Raises Outage if nobody answers."""
        ...
