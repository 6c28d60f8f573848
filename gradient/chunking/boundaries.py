"""Where a long section is cut: places that its own text chooses, so that an edit moves only nearby cuts.

A place is cut when its priority is the lowest of all places within `REACH` of the longest passage on
either side (local minima of a hash). Whether it is one hangs on that neighbourhood alone, and two cuts
are never closer than the reach; so an insertion changes the passage it falls into and at most the two
beside it. What is still too long after that is halved by the same priorities.
"""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeAlias

REACH = 0.25
"""Smallest distance of two cuts as a share of the longest passage; the mean distance is about twice that."""
_EDGE = 0.5
"""Cuts keep this share of the reach away from the ends of the section."""
_MIDDLE = 0.25
"""A halving cut lies in the part between this share of the piece and its mirror image."""


Priority: TypeAlias = tuple[bool, float, bytes]
"""Whether the place is inside a train of thought, how much hangs together there, and a hash for ties."""


@dataclass(frozen=True)
class Atom:
    """A piece of text that stays whole: `words` long; `bound` tells that it belongs to the one before.

    `hold` is 0 for what begins a sentence or a line, else how much it hangs together with what is before.
    """

    start: int
    end: int
    words: int
    text: str
    bound: bool = False
    hold: float = 0.0


def cuts(atoms: Sequence[Atom], longest: int) -> list[int]:
    """Indices of the atoms that begin a new passage of at most `longest` words (an atom may exceed it).

    The first atom is never among them. One passage needs no cut.
    """
    sums = word_sums(atoms)
    if sums[-1] <= longest:
        return []
    priorities = [_priority(atoms, index) for index in range(len(atoms))]
    first = local_minima(sums, priorities, max(1, round(longest * REACH)))
    return with_halves(sums, priorities, first, longest)


def word_sums(atoms: Sequence[Atom]) -> list[int]:
    """The words before each atom, and all words at the end."""
    return [0, *accumulate(atom.words for atom in atoms)]


def with_halves(
    sums: list[int], priorities: Sequence[Priority], first: Sequence[int], longest: int
) -> list[int]:
    """The cuts in order, with more where they leave a piece of over `longest` words."""
    found = list(first)
    for left, right in pairwise([0, *first, len(priorities)]):
        found += _halved(sums, priorities, left, right, longest)
    return sorted(found)


def meeting_hash(atoms: Sequence[Atom], index: int) -> bytes:
    """Hangs on the two atoms that meet before the one at `index`, and on nothing else."""
    before = atoms[index - 1].text if index else ""
    return hashlib.blake2b(f"{before}\0{atoms[index].text}".encode(), digest_size=8).digest()


def _priority(atoms: Sequence[Atom], index: int) -> Priority:
    """Places inside a train of thought come last, of those the ones inside a sentence or a word."""
    return atoms[index].bound, atoms[index].hold, meeting_hash(atoms, index)


def local_minima(sums: list[int], priorities: Sequence[Priority], reach: int) -> list[int]:
    """The places whose priority is the lowest of all within `reach` words on either side."""
    last = len(priorities)
    edge = round(reach * _EDGE)
    minima = []
    for index in range(1, last):
        place = sums[index]
        if place < edge or sums[-1] - place < edge:
            continue
        left = max(1, bisect_left(sums, place - reach))
        right = min(last, bisect_right(sums, place + reach))
        own = priorities[index]
        if all(own < other for other in priorities[left:index]) and all(
            own <= other for other in priorities[index + 1 : right]
        ):
            minima.append(index)
    return minima


def _halved(
    sums: list[int], priorities: Sequence[Priority], left: int, right: int, longest: int
) -> list[int]:
    size = sums[right] - sums[left]
    if size <= longest or right - left < 2:
        return []
    low, high = sums[left] + size * _MIDDLE, sums[right] - size * _MIDDLE
    places = [index for index in range(left + 1, right) if low <= sums[index] <= high]
    if not places:
        middle = sums[left] + size / 2
        places = [min(range(left + 1, right), key=lambda index: abs(sums[index] - middle))]
    place = min(places, key=lambda index: (priorities[index], index))
    return [
        *_halved(sums, priorities, left, place, longest),
        place,
        *_halved(sums, priorities, place, right, longest),
    ]
