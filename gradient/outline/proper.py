"""Names of people and places, which a course uses in examples and credits more often than it teaches them."""

import tomllib
from importlib.resources import files

from gradient.outline.evidence import Evidence
from gradient.outline.names import canonical


def _load() -> dict[str, frozenset[str]]:
    text = files("gradient.outline").joinpath("proper.toml").read_text(encoding="utf-8")
    return {
        name: frozenset(canonical(word.replace("_", " ")) for word in str(words).split())
        for name, words in tomllib.loads(text).items()
    }


_NAMES = _load()
_LONGEST_PERSON = 3


def is_person(evidence: Evidence) -> bool:
    """Whether the name begins with a given name and all its words have capitals: "Kurt Menke"."""
    words = evidence.key.split()
    if len(words) > _LONGEST_PERSON or words[0] not in _NAMES["given_names"]:
        return False
    return bool(evidence.surfaces) and all(
        part[0].isupper() for surface in evidence.surfaces for part in surface.split()
    )


def is_at_place(evidence: Evidence) -> bool:
    """Whether the name is that of a place, or of something there: "Vermont", "Vermont layer"."""
    words = evidence.key.split()
    begins = {" ".join(words[:length]) for length in range(1, len(words) + 1)}
    return bool(begins & _NAMES["places"])
