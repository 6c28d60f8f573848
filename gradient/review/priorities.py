"""Which questions stand open in the review queue, in which order, and which wait.

Pure, and independent of the order in which the items come.
"""

import unicodedata
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

# Every fifth place is kept for draws: without them decisions would say nothing about accepted questions.
DRAW_PLACE = 5

# What a word may carry at its edges without changing what a sentence says.
_EDGES = '.,;:?"“”„«»'
_ARTICLES = frozenset({"a", "an", "the"})


@dataclass(frozen=True)
class ReviewItem:
    """A question that may be put to a person.

    `key` is its natural key as one text. `confidence` is 0 to 1, or None where there is none. `reach`
    counts what hangs on the answer, at least 1. `equal` is the same for items that ask the same (see
    `equal_key`). `draw_position` is that of its draw, 0 to 1, None for an item that was not drawn. `alike`
    is the same for items on whose answers the same hangs, None for one that shares nothing. `pressing` ones
    are worth more than all others.
    """

    key: str
    confidence: float | None
    reach: int
    equal: str
    draw_position: float | None = None
    alike: str | None = None
    pressing: bool = False

    @property
    def worth(self) -> float:
        """What an answer is worth: uncertainty (1 at a confidence of .5 or none, 0 at 0 and 1) × reach."""
        uncertainty = 1.0 if self.confidence is None else 1 - abs(2 * self.confidence - 1)
        return uncertainty * max(1, self.reach)


@dataclass(frozen=True)
class Place:
    """An item at its place: `rank` counts from 1 through the open and on through the waiting ones;
    `equals` are the keys of the items that its answer holds for too; `worth` is what its answer is worth
    after those to the items before it that are alike."""

    rank: int
    item: ReviewItem
    equals: tuple[str, ...]
    worth: float


@dataclass(frozen=True)
class Queue:
    """What is asked now and what waits, each by rank."""

    open: tuple[Place, ...]
    waiting: tuple[Place, ...]


def arrange(items: Iterable[ReviewItem], open_max: int) -> Queue:
    """The queue of one course, with at most `open_max` places open.

    Pressing items come first, then those of the highest worth, equal ones by key. What hangs on a topic is
    shared among the questions about it: the second of alike items counts for a half, the third for a third,
    and so on; else the topic on which most hangs would take all places. Places 5, 10, 15 … are kept for draws
    and stay empty without them. Draws come by the position of their hash and never by their worth, which
    would make the decided ones a biased sample; they also take the places that no other item claims.
    Of items that ask the same one is asked, a drawn one before all others.
    """
    equals = _asked_once(items)
    worths = _shared(equals)
    by_worth = deque(sorted((item for item in equals if item.draw_position is None), key=_by(worths)))
    draws = deque(sorted((item for item in equals if item.draw_position is not None), key=_by_draw))
    opened: list[ReviewItem] = []
    for number in range(1, open_max + 1):
        if draws and (number % DRAW_PLACE == 0 or not by_worth):
            opened.append(draws.popleft())
        elif by_worth and number % DRAW_PLACE:
            opened.append(by_worth.popleft())
    waiting = sorted([*by_worth, *draws], key=_by(worths))
    places = [
        Place(rank, item, equals[item], worths[item])
        for rank, item in enumerate([*opened, *waiting], start=1)
    ]
    return Queue(tuple(places[: len(opened)]), tuple(places[len(opened) :]))


def equal_key(task: str, subject_key: str, object_key: str) -> str:
    """The same text for questions that ask the same: case, spacing, articles and marks at edges aside.

    The ends of a merge may change places.
    """
    ends = [_normalised(subject_key), _normalised(object_key)]
    return "\n".join([task, *(sorted(ends) if task == "merge" else ends)])


def _asked_once(items: Iterable[ReviewItem]) -> dict[ReviewItem, tuple[str, ...]]:
    """One item of all that ask the same, with the keys of the others."""
    groups: dict[str, list[ReviewItem]] = defaultdict(list)
    for item in items:
        groups[item.equal].append(item)
    asked = {}
    for group in groups.values():
        first = min(group, key=_by_draw)
        asked[first] = tuple(sorted(item.key for item in group if item != first))
    return asked


def _shared(items: Iterable[ReviewItem]) -> dict[ReviewItem, float]:
    """What the answer to each item is worth, where alike ones share it; drawn ones stand apart."""
    worths: dict[ReviewItem, float] = {}
    before: Counter[str] = Counter()
    for item in sorted(items, key=_by_worth):
        worths[item] = item.worth
        if item.alike is not None and item.draw_position is None:
            before[item.alike] += 1
            worths[item] = item.worth / before[item.alike]
    most = max((worth for item, worth in worths.items() if not item.pressing), default=0.0)
    return {item: most + 1 + worth if item.pressing else worth for item, worth in worths.items()}


def _by(worths: Mapping[ReviewItem, float]) -> Callable[[ReviewItem], tuple[float, str]]:
    return lambda item: (-worths[item], item.key)


def _by_worth(item: ReviewItem) -> tuple[float, str]:
    return (-item.worth, item.key)


def _by_draw(item: ReviewItem) -> tuple[float, float, str]:
    """Drawn items by position, then all others by worth."""
    position = 1.0 if item.draw_position is None else item.draw_position
    return (position, *_by_worth(item))


def _normalised(text: str) -> str:
    words = unicodedata.normalize("NFKC", text).casefold().split()
    stripped = filter(None, (word.strip(_EDGES) for word in words))
    return " ".join(word for word, after in pairwise([*stripped, ""]) if not _is_article(word, after))


def _is_article(word: str, after: str) -> bool:
    """Whether a word only leads another one in: "a" may be the name of something."""
    return word in _ARTICLES and len(after) > 1 and after.isalpha()
