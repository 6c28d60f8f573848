"""What the names of two topics say beside containment: words that they share, and how many they have."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from gradient.calibration.decided.likeness import Likeness
from gradient.calibration.decided.pair import Floats

NAMES = ("shared_words", "words", "words_back", "central", "alike")

_WORD = re.compile(r"\w+")
_BRACKETED = re.compile(r"\(.*?\)")


class Names:
    """The titles of the topics of a course, less what stands in brackets to tell homonyms apart."""

    def __init__(self, likeness: Likeness, titles: Mapping[int, str]) -> None:
        self._likeness = likeness
        self._words = {
            topic: frozenset(_WORD.findall(_BRACKETED.sub("", title).casefold()))
            for topic, title in titles.items()
        }

    def of(self, pairs: Sequence[tuple[int, int]]) -> Floats:
        """The figures named in `NAMES`, a row for each pair: shares, numbers of words, cosines."""
        firsts, seconds = self._likeness.ends(pairs)
        central = self._likeness.central
        words = [(self._words[first], self._words[second]) for first, second in pairs]
        found: Floats = np.stack(
            [
                np.array([len(one & two) / max(1, min(len(one), len(two))) for one, two in words]),
                np.array([len(one) for one, _ in words], dtype=np.float64),
                np.array([len(two) for _, two in words], dtype=np.float64),
                central[firsts] - central[seconds],
                self._likeness.cosines[firsts, seconds],
            ],
            axis=1,
        )
        return found
