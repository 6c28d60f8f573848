"""Characters without meaning, and the words that they leave holes in."""

import re
from collections.abc import Iterable
from typing import Final

MEANINGLESS: Final = re.compile("[\ufffd\ue000-\uf8ff]|[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no Unicode value stands for: the mark of replacement, private use, control characters."""

_WORD = re.compile(r"[^\W\d_]{2,}|[^\W\d_]+(?:[\ufffd\ue000-\uf8ff]+[^\W\d_]*)+")
_HOLED = re.compile("[^\\W\\d_][\ufffd\ue000-\uf8ff]+[^\\W\\d_]")
_FEWEST = 2
"""One such word alone is a formula or a sign of some font set close to words."""


def share_of_holed(lines: Iterable[str]) -> float:
    """The share of words with a character without meaning between two letters; 0 for a single such word.

    Before and behind a word such characters are bullets, arrows and brackets.
    """
    words, holed = 0, 0
    for line in lines:
        found = _WORD.findall(line)
        words += len(found)
        holed += sum(_HOLED.search(word) is not None for word in found)
    return holed / words if holed >= _FEWEST else 0.0
