"""What people are told when topics come and go: a sentence each, with the true reason."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gradient.outline.formation import Formation
from gradient.outline.material import Row

_RANKED = "those that the course explains under their own heading, then those that it names most"


@dataclass(frozen=True)
class Reasons:
    """What a course goes by when it lets topics go.

    `outlined` says that an outline states its topics, `closed` that what is found makes none, `named` are
    the topics that passages name, `keys` the canonical names of each.
    """

    outlined: bool
    closed: bool
    named: Collection[int]
    keys: Mapping[int, set[str]]
    formation: Formation

    def of(self, topic_id: int, row: Row) -> str:
        """Why a topic goes, as the second half of a sentence."""
        if row["origin"] == "outline":
            return "no outline states it any more"
        if topic_id not in self.named:
            return "nothing names it"
        if self.closed and self.outlined:
            return "the outline does not state it, and an outline closes its course"
        if self.closed:
            return 'course.toml says outline = "closed", and no outline states it'
        if any(self.keys.get(topic_id, set()) & one for one in self.formation.crowded):
            return f"there is room for {_topics(self.formation.room)}, and others come first ({_RANKED})"
        return "what is left of the course says too little about it"


def told(
    values: Mapping[int, Mapping[str, Any]], rows: Mapping[int, Row], gone: Iterable[int], reasons: Reasons
) -> list[str]:
    """What a person may want to know of topics that came, changed and went, a sentence each."""
    sentences = [
        said
        for topic_id, wanted in values.items()
        if (said := _said(wanted, rows.get(topic_id), outlined=reasons.outlined))
    ]
    for topic_id in gone:
        row = rows[topic_id]
        what = "gone" if row["state"] == "active" else "no longer proposed"
        sentences.append(f"{row['title']} is {what}: {reasons.of(topic_id, row)}.")
    return sentences


def crowded(formation: Formation) -> str:
    """That a course has more names than room for topics, or nothing."""
    if not formation.crowded:
        return ""
    more = len(formation.crowded)
    names = "1 more name could be one" if more == 1 else f"{more} more names could be some"
    return (
        f"There is room for {_topics(formation.room)}, and {names}; first come {_RANKED}. most_topics under"
        " [outline] in gradient.toml makes more room."
    )


def parts_left_out(formation: Formation, course: str) -> str:
    """That names which the course heads and defines are taken for parts of its documents, or nothing."""
    if not formation.parts:
        return ""
    names = ", ".join(formation.parts)
    return (
        f"Headed and defined, but no topics, since they mostly name parts of documents: {names}."
        f' gradient topics add "{formation.parts[0]}" --course {course} makes one of them a topic.'
    )


def _topics(count: int) -> str:
    return "1 topic" if count == 1 else f"{count} topics"


def _said(wanted: Mapping[str, Any], row: Row | None, *, outlined: bool) -> str:
    title, before = wanted["title"], "gone" if row is None else row["state"]
    if wanted["state"] == "proposed":
        if before == "proposed":
            return ""
        why = "the outline does not state it, and what else is found is asked about"
        if not outlined:
            why = "a sentence is about it that no topic fits"
        return (
            f"{title} is only proposed now: {why}." if before == "active" else f"{title} is proposed: {why}."
        )
    if row is None:
        return f"{title} is new."
    if before in ("retired", "merged"):
        return f"{title} is back."
    if before == "proposed":
        return f"{title} is a topic now, no longer a proposal."
    return f"{row['title']} is now called {title}." if row["title"] != title else ""
