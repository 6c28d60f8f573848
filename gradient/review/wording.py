"""What a person is asked, in plain words: the same in the terminal and in every mirror."""

from collections.abc import Mapping, Sequence
from typing import Any

_QUESTIONS = {
    "tag": "Is this about {object}? “{sentence}”",
    "prerequisite": "Do you have to know {subject} before {object}?",
    "circle": "Do you have to know {subject} before {object}, although that closes a circle?",
    "proposal": "Should {subject} be a topic of this course?",
    "merge": "Are {subject} and {object} one topic?",
    "unread": "Is it all right that a part of {source} was not read?",
    "thin": "Is {subject} a topic of this course?",
    "homonym": "Does {subject} mean the same thing throughout the course?",
}

_CONSEQUENCES = {
    "tag": (
        "the sentence belongs to {object} and may stand on its page",
        "the sentence does not belong to {object}",
    ),
    "prerequisite": (
        "{subject} comes before {object} in every learning order",
        "{subject} is no prerequisite of {object} by itself",
    ),
    "circle": (
        "{subject} comes before {object}, and the least sure other step of the circle is asked instead",
        "{subject} is no prerequisite of {object} by itself, and there is no circle",
    ),
    "proposal": ("{subject} becomes a topic of the course", "{subject} does not become a topic"),
    "merge": (
        "they become one topic, {subject}, which is also called {object}",
        "they stay two topics",
    ),
    "unread": (
        "the file counts as far as it was read",
        "it counts so far, too, until a copy that can be read replaces it, or you gradient retire {source}",
    ),
    "thin": (
        "{subject} stays a topic, though few passages carry its page",
        "{subject} is no topic any more; its sentences and prerequisites go with it",
    ),
    "homonym": (
        "{subject} stays one topic",
        "it stays one, too, until you take it apart: gradient topics split {slug} TITLE",
    ),
}
"""What follows from an accept and from a reject, by kind."""

_STATEMENTS = {
    "tag": "“{sentence}” belongs to {object}",
    "prerequisite": "{subject} has to be learnt before {object}",
    "circle": "{subject} has to be learnt before {object}",
    "proposal": "{subject} is a topic of the course",
    "merge": "{subject} and {object} are one topic",
    "unread": "{source} counts as far as it was read",
    "thin": "{subject} is a topic of the course",
    "homonym": "{subject} means the same thing throughout the course",
}
"""What a person agrees to with an accept, by kind."""

_DENIALS = {
    "tag": "“{sentence}” does not belong to {object}",
    "prerequisite": "{subject} need not be learnt before {object}",
    "circle": "{subject} need not be learnt before {object}",
    "proposal": "{subject} is no topic of the course",
    "merge": "{subject} and {object} are two topics",
    "unread": "a part of {source} is missing",
    "thin": "{subject} is no topic of the course any more",
    "homonym": "{subject} means different things in the course",
}
"""What a person says with a reject, by kind."""


def statement_of(item: Mapping[str, Any], *, accepted: bool) -> str:
    """What an accept, or a reject, of an item as the store lists it says."""
    said = _STATEMENTS if accepted else _DENIALS
    return _filled(said[item["task"]], item)


def consequences(item: Mapping[str, Any], refusal: str | None = None) -> tuple[str, str]:
    """What an accept of an item as the store lists it leads to, and what a reject does.

    `refusal` says why an accept is refused, None if it is not.
    """
    accepted, rejected = (_filled(said, item) for said in _CONSEQUENCES[item["task"]])
    return (accepted if refusal is None else f"it is refused: {refusal}"), rejected


def _filled(said: str, item: Mapping[str, Any]) -> str:
    return said.format(
        sentence=item["sentence"],
        subject=item["subject_title"],
        object=item["object_title"],
        slug=item["subject_slug"],
        source=item["source"],
    )


def common_question(items: Sequence[Mapping[str, Any]]) -> str:
    """The one question that several alike items ask."""
    if items[0]["task"] == "tag":
        return f"Is this about {items[0]['object_title']}?"
    return f"Do you have to know this before {items[0]['object_title']}?"


def own_part(item: Mapping[str, Any]) -> str:
    """What an item asks about beside others that are alike: its sentence, or what is learnt first."""
    if item["task"] == "tag":
        return f"“{item['sentence']}”"
    more = " (closes a circle)" if item["task"] == "circle" else ""
    return f"{item['subject_title']}{more}"


def question_text(
    kind: str,
    *,
    sentence: str | None = None,
    subject: str | None = None,
    object: str | None = None,  # noqa: A002 - the word of the product
    source: str | None = None,
) -> str:
    """The question of a review item, which yes or no answers, from its titles, its sentence or its source."""
    return _QUESTIONS[kind].format(sentence=sentence, subject=subject, object=object, source=source)


def says_more(reason: str) -> bool:
    """Whether a reason says more than the confidence that stands beside it."""
    return not reason.startswith("Confidence ")


def question_of(item: Mapping[str, Any]) -> str:
    """The question of an item as the store lists it."""
    return question_text(
        item["task"],
        sentence=item["sentence"],
        subject=item["subject_title"],
        object=item["object_title"],
        source=item["source"],
    )
