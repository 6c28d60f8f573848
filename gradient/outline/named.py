"""Which topic people mean who write its title, another name or a slug with a slip in it."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradient.outline.reconcile import free_slug

SUGGESTIONS = 3
BEGINNING = 3
"""Letters from which on the beginning of a word says which one is meant."""
CLOSE = 0.75
"""How alike two words have to be (2 × common signs ÷ signs of both) for one to be a slip of the other."""


def slug_form(text: str) -> str:
    """The slug that a topic of this title would have."""
    return free_slug(text, ())


def called(text: str, topics: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The topics (title, aliases) of which a name is what was written, whatever its case and signs."""
    wanted = slug_form(text)
    return [one for one in topics if wanted in map(slug_form, (one["title"], *one["aliases"]))]


def unknown_sentence(text: str, slugs: Iterable[str], course: str | None) -> str:
    """That there is no such topic, and which of the slugs that there are may be meant."""
    known = sorted(set(slugs))
    where = f"the course {course}" if course else "any course"
    said = f"There is no topic {text!r} in {where}; "
    if not known:
        return f"{said}there are no topics yet."
    shown = _nearest(slug_form(text), known)
    return f"{said}did you mean {' or '.join(shown)}?" if shown else f"{said}gradient topics lists them."


def gone_sentence(topic: Mapping[str, Any]) -> str:
    """That a topic (title, course) went, where that is told, and how it comes back."""
    course, title = topic["course"], topic["title"]
    return (
        f"{title} is no topic of {course} any more; gradient changes says why, and"
        f' gradient topics add "{title}" --course {course} brings it back.'
    )


def _nearest(wanted: str, slugs: Sequence[str]) -> list[str]:
    """The slugs in which every word that was written occurs or begins one, slips aside; most alike first."""
    found = [slug for slug in slugs if all(_occurs(word, slug.split("-")) for word in wanted.split("-"))]
    return sorted(found, key=lambda slug: (-_likeness(wanted, slug), slug))[:SUGGESTIONS]


def _occurs(word: str, words: Sequence[str]) -> bool:
    begun = len(word) >= BEGINNING and any(one.startswith(word) for one in words)
    return begun or bool(difflib.get_close_matches(word, words, 1, CLOSE))


def _likeness(wanted: str, slug: str) -> float:
    return difflib.SequenceMatcher(None, wanted, slug).ratio()
