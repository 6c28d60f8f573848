"""One real question to whoever plays a role, to see that it can: the answer, the time, the price."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from gradient.checked import Checked
from gradient.providers import registry
from gradient.providers.access import Access
from gradient.providers.answers import Asked, Unusable, answer
from gradient.providers.confidence import Refused, from_tokens
from gradient.providers.ports import Errand, OfferedTopic, PickRequest, ScoreRequest, ShownTokens, Unanswered
from gradient.store.ledger import Book, Call, Kept, Sending

SENTENCE: Final = "A tree is a connected graph without a cycle."
TREE: Final = OfferedTopic("Tree", "A connected graph without a cycle.", 0.0, {}, 1)
LIGHT: Final = OfferedTopic("Photosynthesis", "How plants make sugar of light.", 0.0, {}, 2)
LIKELY: Final = 0.5
"""The confidence that a scorer at least has in what is right."""

Answered = tuple[str, bool]
"""The answer in words, and whether it is right."""


@dataclass(frozen=True)
class Tried:
    """What a question came to: the answer in words, seconds, and US dollars, None where not known.

    `right` is whether it is the answer that is right.
    """

    said: str
    right: bool
    seconds: float
    usd: float | None


@dataclass
class Listening:
    """A book that hands everything on to another one, and knows the calls; it takes no answer from before."""

    book: Book
    calls: list[Call] = field(default_factory=list)

    @property
    def desk(self) -> None:
        """None: the answer is wanted now."""
        return

    async def reserve(self, sending: Sending) -> int:
        """See `Book.reserve`."""
        return await self.book.reserve(sending)

    async def settle(self, entry: int, call: Call) -> None:
        """See `Book.settle`."""
        self.calls.append(call)
        await self.book.settle(entry, call)

    def about(self, *unit_ids: int) -> "Listening":  # noqa: ARG002
        """Itself: nothing that it asks is about a unit."""
        return self

    async def kept(self, request_hash: str) -> Kept:  # noqa: ARG002
        """Nothing: the question has to go out."""
        return Kept(None, datetime.now(UTC))

    async def keep(self, request_hash: str, said: str, asked_at: datetime) -> None:
        """Nothing is kept."""


class Named(Checked):
    """The answer to a question that any model can answer."""

    word: str


async def tried(role: str, setting: str, access: Access, book: Book, secret: bytes) -> Tried:
    """One question to whoever plays a role.

    Raises Outage if nobody answers, Held where no budget is left, Unusable and Declined for no answer.
    """
    listening = Listening(book)
    began = time.monotonic()
    said, right = await _TRIALS.get(role, _answered)(role, setting, access, Errand(listening, secret))
    prices = [call.usd for call in listening.calls]
    usd = None if None in prices else sum(price or 0.0 for price in prices)
    return Tried(said, right, time.monotonic() - began, usd)


async def _picked(role: str, setting: str, access: Access, errand: Errand) -> Answered:  # noqa: ARG001
    picker = registry.picker(setting, access)
    async with registry.closing(picker):
        (found,) = await picker.pick([PickRequest(SENTENCE, (LIGHT, TREE))], [TREE, LIGHT], errand)
    if isinstance(found, Unanswered):
        raise Unusable(found.reason)
    picks = [(LIGHT, TREE)[number - 1].title for number in found]
    said = f"of Photosynthesis and Tree it picks {' and '.join(picks) or 'none'} for “{SENTENCE}”"
    return said, picks == [TREE.title]


async def _scored(role: str, setting: str, access: Access, errand: Errand) -> Answered:  # noqa: ARG001
    scorer = registry.scorer(setting, {}, "", access)
    request = ScoreRequest("tag", SENTENCE, TREE.title, (TREE.definition,), {})
    async with registry.closing(scorer):
        (found,) = await scorer.score([request], errand)
    if not isinstance(found, ShownTokens):
        raise Unusable(found.reason if isinstance(found, Unanswered) else "It shows no words.")
    judged = from_tokens(found.tokens)
    if isinstance(judged, Refused):
        raise Unusable(f"It gives no confidence: {judged.reason}.")
    said = f"that “{SENTENCE}” belongs to Tree it holds for likely by {judged.confidence:.2f}"
    return said, judged.confidence >= LIKELY


async def _embedded(role: str, setting: str, access: Access, errand: Errand) -> Answered:  # noqa: ARG001
    embedder = registry.embedder(setting, access)
    texts = [SENTENCE, TREE.definition, LIGHT.definition]
    async with registry.closing(embedder):
        vectors = await embedder.embed(texts, "document", errand.book)
    near, far = (float(vectors[0] @ vectors[one]) for one in (1, 2))
    said = (
        f"its vectors have {embedder.dimension} numbers; “{SENTENCE}” is nearer to “{TREE.definition}”"
        f" ({near:.2f}) than to “{LIGHT.definition}” ({far:.2f})"
        if near > far
        else f"its vectors have {embedder.dimension} numbers, but do not tell trees from light"
    )
    return said, near > far


async def _answered(role: str, setting: str, access: Access, errand: Errand) -> Answered:
    model = registry.answerer(role, setting, access)
    if model is None:
        raise Unusable(f"Nobody answers in the role {role}.")
    asked = Asked(
        "Answer with JSON of the given form alone.",
        "Which of these words names a plant: stone, oak, cloud?",
        Named,
        lambda _: (),
    )
    async with registry.closing(model):
        found = await answer(model, asked, errand.book)
    said = f"asked which of stone, oak and cloud is a plant, it says {found.word[:40]!r}"
    return said, found.word.strip(" .").casefold() == "oak"


_TRIALS: Mapping[str, Callable[[str, str, Access, Errand], Awaitable[Answered]]] = {
    "pick": _picked,
    "score": _scored,
    "embed": _embedded,
}
