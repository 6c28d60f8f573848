"""What a person is asked, in plain words: the same in the terminal and in every mirror."""

from collections.abc import Mapping
from typing import Any

_QUESTIONS = {
    "tag": "Is this about {object}? “{sentence}”",
    "prerequisite": "Do you have to know {subject} before {object}?",
    "circle": "Do you have to know {subject} before {object}, although that closes a circle?",
    "proposal": "Should {subject} be a topic of this course?",
    "merge": "Are {subject} and {object} one topic?",
    "unread": "Is it all right that a part of {source} was not read?",
    "thin": "Is it all right that {subject} stands on few passages?",
    "homonym": "Does {subject} mean the same thing throughout the course?",
}


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
