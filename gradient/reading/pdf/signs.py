"""The large signs of TeX's font for formulas, whose files seldom tell what they mean.

MuPDF then gives the code of the sign as a character. The codes are those of TeX's extension font, as the
table in appendix F of Knuth's TeXbook has them; pieces of brackets and rules are no signs of their own.
"""

import re
from typing import Final

EXTENSION_FONT: Final = re.compile(r"cmex|math-?extension|lmex|sfex|[pt]xex", re.IGNORECASE)

_SIGNS: Final = (
    ("PX", "∑"),
    ("QY", "∏"),
    ("RZ", "∫"),
    ("S[", "⋃"),
    ("T\\", "⋂"),
    ("U]", "⊎"),
    ("V^", "⋀"),
    ("W_", "⋁"),
    ("`a", "∐"),
    ("FG", "⊔"),
    ("HI", "∮"),
    ("JK", "⊙"),
    ("LM", "⊕"),
    ("NO", "⊗"),
    ("bcd", "ˆ"),
    ("efg", "˜"),
    ('h"', "["),
    ("i#", "]"),
    ("n", "{"),
    ("o", "}"),
    ("!", ")"),
    ("pqrsv", "√"),
    ("utwxyz", ""),
)
_MEANINGS: Final = str.maketrans({code: sign for codes, sign in _SIGNS for code in codes})


def meant(text: str) -> str:
    """What the characters of the extension font mean; those that already are signs stay."""
    return text.translate(_MEANINGS)
