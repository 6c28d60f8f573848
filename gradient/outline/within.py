"""Where a passage itself writes a name that somebody says it holds."""

import re
from collections.abc import Iterator

from gradient.outline.names import canonical

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*(?:[+#]{1,2}(?!\w))?")
_JOINS = re.compile(r"(?:[\s\-\u2010-\u2015*_`]|\n(?!\s*\n)){1,4}")
"""What may stand between two words of one name."""


class Words:
    """The words of a text with their places, each in the form under which its spellings meet."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [match.span() for match in _WORD.finditer(text)]
        self._keys = [canonical(text[start:end]) for start, end in self._spans]

    def places(self, name: str) -> Iterator[tuple[int, int]]:
        """Where the text has the words of a name one after the other, whatever their case and number."""
        wanted = [key for word in _WORD.findall(name) if (key := canonical(word))]
        for at in range(len(self._keys) - len(wanted) + 1 if wanted else 0):
            last = at + len(wanted) - 1
            if self._keys[at : last + 1] == wanted and self._is_one(at, last):
                yield self._spans[at][0], self._spans[last][1]

    def _is_one(self, first: int, last: int) -> bool:
        """Whether nothing but blanks, hyphens and marks of emphasis parts the words."""
        return all(
            _JOINS.fullmatch(self._text, self._spans[at][1], self._spans[at + 1][0]) is not None
            for at in range(first, last)
        )
