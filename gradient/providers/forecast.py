"""What work comes to whose pieces are not known yet: between two bounds, from how much there is to read."""

from dataclasses import dataclass
from typing import Final, Self

WORST: Final = 2
"""An answer may have to be corrected, and is then asked for twice."""


@dataclass(frozen=True)
class Span:
    """A number that lies between two others."""

    low: float = 0.0
    high: float = 0.0

    def __add__(self, other: "Span") -> Self:
        return type(self)(self.low + other.low, self.high + other.high)

    def times(self, low: float, high: float | None = None) -> Self:
        """So many times as much, or between so and so many times."""
        return type(self)(self.low * low, self.high * (low if high is None else high))


@dataclass(frozen=True)
class Amount:
    """Calls and tokens of the prompts."""

    calls: Span = Span()
    tokens: Span = Span()

    def __add__(self, other: "Amount") -> Self:
        return type(self)(self.calls + other.calls, self.tokens + other.tokens)


@dataclass(frozen=True)
class Unread:
    """What is still to be found in texts: their letters, and the passages, contents and topics in them."""

    letters: Span
    passages: Span
    contents: Span
    topics: Span

    @classmethod
    def of(cls, letters: Span, files: int, most_topics: int) -> Self:
        """A passage has up to 400 words; few contents have less than 40 letters, few topics less than 60."""
        return cls(
            letters,
            Span(letters.low / 3000, letters.high / 60 + files),
            Span(letters.low / 3000, letters.high / 40),
            Span(0, min(float(most_topics), letters.high / 60)),
        )


def text_in(size: int, suffix: str) -> Span:
    """The letters of text in a file of so many bytes: of a text file all of them, of others few to many."""
    if suffix.lower() in _PLAIN:
        return Span(size * 0.3, float(size))
    return Span(size * 0.0005, size * 3.0)


def seen(size: int, suffix: str) -> Amount:
    """Pages of a file that have no text and are seen as pictures; a picture of a page has some bytes."""
    pages = Span(0, 1 + size / 3000) if suffix.lower() == ".pdf" else Span()
    return Amount(pages.times(0, WORST), pages.times(0, 4000 * WORST))


def following(unread: Unread, *, read: bool) -> dict[str, Amount]:
    """By stage what follows from texts; those that are not `read` have to be looked through too."""
    found = {
        "embed": _embed(unread),
        "tags": _tags(unread),
        "prerequisites": _prerequisites(unread.topics),
        "calibrate": questions(unread.contents.times(0.1, 5) + unread.topics.times(0, unread.topics.high)),
        "page": pages(unread.topics),
    }
    if not read:
        found |= {"distil": _shown(unread, 12), "extract": _shown(unread, 60)}
    return found


def questions(count: Span) -> Amount:
    """Yes-or-no questions, one a call: a sentence or two topics, with definitions and quotes."""
    return Amount(count, count.times(30, 1000))


def pages(topics: Span) -> Amount:
    """Pages, a topic each."""
    return Amount(topics.times(0, WORST), topics.times(0, 8000 * WORST))


def _shown(unread: Unread, at_once: int) -> Amount:
    """Passages, some at once, each time behind the rules."""
    tokens = unread.letters.times(0.2, 1.2)
    calls = Span(1, 1 + WORST * (unread.passages.high / at_once + tokens.high / 2000))
    return Amount(calls, tokens + calls.times(100, 2500))


def _embed(unread: Unread) -> Amount:
    """Passages, contents and topics, equal texts once."""
    texts = unread.passages + unread.contents + unread.topics
    return Amount(Span(1, 4 + texts.high / 32), unread.letters.times(0.2, 2.5))


def _tags(unread: Unread) -> Amount:
    """Contents, many at once or as many as a small model takes, each time behind the outline."""
    calls = Span(0, 1 + WORST * unread.contents.high / 20)
    outline = 1500 + 80 * unread.topics.high
    return Amount(calls, Span(0, calls.high * outline) + unread.contents.times(0, 150 * WORST))


def _prerequisites(topics: Span) -> Amount:
    """A topic a call, behind the outline."""
    return Amount(topics.times(0, WORST), Span(0, WORST * topics.high * (1500 + 80 * topics.high)))


_PLAIN: Final = frozenset(
    {".md", ".markdown", ".mdx", ".txt", ".tex", ".srt", ".vtt", ".csv", ".tsv", ".py", ".rst", ".org"}
)
