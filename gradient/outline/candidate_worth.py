"""How a topic stands among the candidates of a content, and what that is worth where answers are known.

The score of a candidate by fitted weights says how likely it is among the topics of the course. How far that
may be trusted is another matter: contents of one source are labelled alike, so that what recall says of all
of them tells how right it is about each. That is the more so the more contents there are.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

INTERCEPT: Final = "intercept"
ODDS: Final = "odds"
BESIDE: Final = "beside"
MOSTLY: Final = "mostly"
NAMES: Final = (ODDS, BESIDE, MOSTLY)
RIGHT: Final = "right"
FIRST, LATER = "first", "later"
NEAR: Final = "near"
COSINE: Final = "cosine"

_LEAST = 1e-6

Worth = Mapping[str, Mapping[str, float]]
"""For first candidates and for later ones: an intercept, a coefficient for each of `NAMES`, and the share of
such candidates that were right. Under `NEAR` the cosine from which on a content is like
those it was fitted on."""


@dataclass(frozen=True)
class Standing:
    """A candidate of a content, and how it stands among the first ones of all contents of its source.

    `score` is 0 to 1; `alike` is the share of the contents of the source whose first candidate is the topic,
    `beside` how many of the other ones these are.
    """

    first: bool
    score: float
    alike: float
    beside: float

    @property
    def odds(self) -> float:
        """What the score alone says, in log-odds."""
        bounded = min(max(self.score, _LEAST), 1 - _LEAST)
        return math.log(bounded) - math.log1p(-bounded)

    def measures(self) -> tuple[float, ...]:
        """The values that go by `NAMES`."""
        many = math.log1p(self.beside)
        return self.odds, many, many * self.alike


def is_known(worth: Worth) -> bool:
    """Whether it goes by these measures: another version of the program may have fitted it by others."""
    return all(by.keys() >= {INTERCEPT, *NAMES} for by in (worth.get(FIRST, {}), worth.get(LATER, {})))


def speaks_of(worth: Worth, nearest: float) -> bool:
    """Whether a content whose nearest decided one has this cosine is like those that the worth was fitted on.

    Those all belong to some topic of the course: of what is like none of them they say nothing.
    """
    return nearest >= worth.get(NEAR, {}).get(COSINE, 0.0)


def log_odds(worth: Worth, standing: Standing) -> float:
    """The log-odds that the content belongs to the topic."""
    by = worth[FIRST if standing.first else LATER]
    measured = zip(NAMES, standing.measures(), strict=True)
    return by[INTERCEPT] + sum(by[name] * value for name, value in measured)
