"""The name that a section has as its heading, whatever list of common words it stands in."""

import re
from functools import lru_cache

from gradient.outline.names import bare_heading, canonical, clean, good_name, names_in
from gradient.outline.words import FUNCTION_WORDS, TERMS_TOO

_WHAT_IS = re.compile(
    r"\W*what(?:\s+(?:is|are)|['’]s)\s+(?:(?:an?|the)\s+)?(?P<name>[^?]+?)\s*\?\W*", re.IGNORECASE
)
# Below such a heading stands what the heading above it names.
_OPENERS = frozenset({"definition", "introduction", "overview"})
_ONE_WORD = re.compile(r"[^\W\d_]{3,}")
_FORM_ALONE = frozenset({"begins with no noun", "begins with a verb", "ends with no noun"})


@lru_cache(maxsize=16384)
def own_name(section_path: tuple[str, ...]) -> str:
    """The name that the heading of a section is, nothing beside it, or "".

    A question for it counts, "What is a cell?", and below "Definition" the heading above. A single word may
    be one whose form or whose use elsewhere speaks against a name: "Ideal", "Solution".
    """
    for heading in reversed(section_path):
        asked = _WHAT_IS.fullmatch(heading)
        name = clean(bare_heading(asked["name"] if asked else heading))
        if canonical(name) in _OPENERS:
            continue
        return name if _is_whole(name) or is_lifted(name) else ""
    return ""


def _is_whole(name: str) -> bool:
    return good_name(name) is None and tuple(map(canonical, names_in(name))) == (canonical(name),)


def is_lifted(name: str) -> bool:
    """Whether only a heading of its own and a definition can make a single word the name of a topic."""
    if _ONE_WORD.fullmatch(name) is None or name.casefold() in FUNCTION_WORDS:
        return False
    reason = good_name(name)
    return reason in _FORM_ALONE or (reason is not None and canonical(name) in TERMS_TOO)
