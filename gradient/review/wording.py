"""What a person is asked, in plain words: the same in the terminal and in every mirror."""

from collections.abc import Iterable, Mapping
from typing import Any

_QUESTIONS = {
    "tag": "Does “{sentence}” belong to {object}?",
    "prerequisite": "Has {subject} to be learnt before {object}?",
    "circle": "Has {subject} to be learnt before {object}, though that closes a circle?",
    "proposal": "Is {subject} a topic of this course?",
    "merge": "Are {subject} and {object} the same topic?",
    "unread": "A part of {source} was not read; is that all right?",
    "thin": "Few passages carry {subject}; is that all right?",
    "homonym": "Does {subject} mean the same everywhere in the course?",
}


def question_text(
    kind: str,
    *,
    sentence: str | None = None,
    subject: str | None = None,
    object: str | None = None,  # noqa: A002 - the word of the product
    source: str | None = None,
) -> str:
    """The question of a review item, from the titles of its topics, its sentence or its source."""
    return _QUESTIONS[kind].format(sentence=sentence, subject=subject, object=object, source=source)


def question_of(item: Mapping[str, Any]) -> str:
    """The question of an item as the store lists it."""
    return question_text(
        item["task"],
        sentence=item["sentence"],
        subject=item["subject_title"],
        object=item["object_title"],
        source=item["source"],
    )


def place_text(source: str, page: int | None = None, section_path: Iterable[str] = ()) -> str:
    """Where something stands: its source, the page where there are pages, else the headings above it."""
    if page is not None:
        return f"{source}, page {page}"
    return ", ".join(filter(None, [source, " > ".join(section_path)]))


def quote_text(quote: str, source: str, page: int | None = None, section_path: Iterable[str] = ()) -> str:
    """Words of a source with the place where they stand."""
    return f"“{quote}” ({place_text(source, page, section_path)})"
