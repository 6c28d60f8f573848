"""Names that differ in their form alone: a verb and its noun, data and what they hold, a longer credit."""

import re
from collections.abc import Iterator, Mapping

from gradient.outline.evidence import Evidence
from gradient.outline.names import canonical
from gradient.outline.variants import Variants
from gradient.outline.words import DATA_HEADS, EMPTY_HEADS, WIDE_NOUNS, may_end_name

_MADE_OF_VERBS = re.compile(r"(?P<stem>\w*[aeiouy][^aeiouy]\w*?)(?:at|iz|ify|yz)ing")
"""Gerunds of verbs whose noun has an ending of its own: "optimizing" beside "optimization"."""

_NOUNS = {"at": ("ation",), "iz": ("ization",), "ify": ("ification",), "yz": ("ysi", "ysis")}
_PERSONS = re.compile(r"[A-Z]\w+(?:[-–][A-Z]\w+)+")


def is_bare_gerund(word: str) -> bool:
    """Whether a lower-case word is a gerund with a noun of its own: "evaluating", but not "clustering"."""
    return _MADE_OF_VERBS.fullmatch(word) is not None


def unite_by_form(found: Mapping[str, Evidence], variants: Variants) -> None:
    """Unites the names of `found` that differ in their form alone.

    "Optimizing" is optimization. "Raster data" and "raster dataset" are the raster, "training dataset" and
    "training data" the training set. "Newton's method" is the Newton-Raphson method if the course has no
    other Newton.
    """
    for rule in (_by_gerund, _by_data, _by_persons):
        for leader, other in rule(found):
            variants.unite(leader, other)


def _by_gerund(found: Mapping[str, Evidence]) -> Iterator[tuple[str, str]]:
    for key in sorted(found):
        gerund = _MADE_OF_VERBS.fullmatch(key)
        if gerund is None:
            continue
        ending = key[len(gerund["stem"]) : -3]
        for noun in (gerund["stem"] + each for each in _NOUNS[ending]):
            if _is_named(found, noun):
                yield noun, key


def _by_data(found: Mapping[str, Evidence]) -> Iterator[tuple[str, str]]:
    """Data of one kind, however they are called, and the thing itself where it is a noun of its own."""
    bodies: dict[str, list[str]] = {}
    for key in sorted(found):
        for head in DATA_HEADS:
            if key.endswith(" " + head) and found[key].surfaces:
                bodies.setdefault(key.removesuffix(" " + head), []).append(key)
    for body, keys in sorted(bodies.items()):
        first = max(keys, key=lambda key: (len(found[key].alone), key))
        yield from ((first, key) for key in keys if key != first)
        is_set = first.endswith(" set") and not first.endswith(" data set")
        if not is_set and _stands_for_its_data(body, found) and len(found[body].own_spots) > 1:
            yield body, first


def _stands_for_its_data(body: str, found: Mapping[str, Evidence]) -> bool:
    last = body.rsplit(maxsplit=1)[-1]
    plain = last not in WIDE_NOUNS and not last.endswith(("ing", "ion")) and may_end_name(last)
    return plain and last not in DATA_HEADS and _is_named(found, body)


def _by_persons(found: Mapping[str, Evidence]) -> Iterator[tuple[str, str]]:
    """A thing that is called after two people is called after the first of them too."""
    full = {key: first for key in sorted(found) if (first := _first_person(found[key])) is not None}
    for key, first in full.items():
        rivals = [other for other, same in full.items() if same == first and other != key]
        short = [
            other
            for other in found
            if other.split()[0] == first and _same_head(other, key, first) and found[other].surfaces
        ]
        if not rivals and short:
            yield from ((key, other) for other in sorted(short))


def _first_person(evidence: Evidence) -> str | None:
    """The first of the people after whom the name is called, if it is called after two."""
    if not evidence.surfaces or " " not in evidence.key:
        return None
    surface = min(evidence.surfaces)
    credit = surface.split()[0]
    heads = [word for word in surface.split()[1:] if not word[:1].isupper()]
    if not _PERSONS.fullmatch(credit) or not heads:
        return None
    return canonical(re.split("[-–]", credit)[0])


def _same_head(short: str, full: str, person: str) -> bool:
    """Whether two names called after a person have the same head, or two heads that add nothing."""
    rest, head = short.split()[1:], full.rsplit(maxsplit=1)[-1]
    return len(rest) == 1 and short.startswith(person) and (rest[0] == head or {rest[0], head} <= EMPTY_HEADS)


def _is_named(found: Mapping[str, Evidence], key: str) -> bool:
    return key in found and bool(found[key].surfaces)
