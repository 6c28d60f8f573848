"""Which answers no map is fitted on, so that the draws among them can certify a threshold.

What tells on one another stays together: all answers about contents of a source, or about a pair of topics in
either direction. Half of the groups of a course that hold a draw are kept out, by a keyed hash of their name.
A source that most answers are about is no group: one side would have next to nothing without it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gradient.review.draws import position

KEPT_OUT: Final = 1 / 2
"""The share of the groups with draws that is kept out, and of all answers that one group may hold."""

NATURAL: Final = 3
"""A natural key of a question that was not forgotten has at least its task and two ends."""


@dataclass(frozen=True)
class Kin:
    """What an answer of a course is alike to.

    `group` names the source of a content or the unordered pair of topics, `subject` the content or that pair;
    they are the same where no source is known.
    """

    course: str
    group: str
    subject: str


def kin_of(row: Mapping[str, Any]) -> Kin:
    """That of an answer with course, task, natural_key and source."""
    course, source = row["course"], row["source"]
    subject = f"{course} {' '.join(_about(row['natural_key'], row['task']))}"
    return Kin(course, subject if source is None else f"{course} {source}", subject)


def apart(answers: Sequence[Kin]) -> list[str]:
    """The name of what is not split, for each answer: its group, or its subject where that holds too many."""
    in_course = Counter(one.course for one in answers)
    in_group = Counter((one.course, one.group) for one in answers)
    return [
        one.subject if in_group[one.course, one.group] > KEPT_OUT * in_course[one.course] else one.group
        for one in answers
    ]


def kept_out(answers: Sequence[Kin], drawn: Sequence[bool], salt: str) -> list[bool]:
    """Whether each answer is kept out of every fit, by which of them were drawn.

    They are the groups of a course whose hash comes first among those with draws: a group that is new there
    moves one other at most to the other side. The order of the answers does not matter.
    """
    names = apart(answers)
    with_draws = defaultdict(set)
    for one, name, is_drawn in zip(answers, names, drawn, strict=True):
        if is_drawn:
            with_draws[one.course].add(name)
    out = {name for groups in with_draws.values() for name in _first_half(groups, salt)}
    return [name in out for name in names]


def _first_half(groups: Collection[str], salt: str) -> list[str]:
    by_hash = sorted(groups, key=lambda name: position("kept out", (name,), salt))
    return by_hash[: max(1, int(len(groups) * KEPT_OUT))]


def _about(natural_key: str, task: str) -> tuple[str, ...]:
    """What answers tell on one another about: the content of a tag, the two topics of a prerequisite."""
    first, *ends = natural_key.split("|")
    if first != task or len(ends) < NATURAL - 1:
        return (natural_key,)
    return (task, *sorted(ends)) if task == "prerequisite" else (task, *ends[:-1])
