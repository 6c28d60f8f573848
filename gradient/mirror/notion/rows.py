"""What is to stand in the columns of a topic and of a review item. Pure."""

from collections.abc import Mapping, Sequence

from gradient.mirror.notion.columns import ANSWER, COURSE, KEY, LEARN_FIRST, STATE, STATUS, Value
from gradient.mirror.notion.limits import RELATIONS, option_name
from gradient.review.wording import question_text, says_more
from gradient.store.mirrors import Asked, Cited, TopicItem
from gradient.text.markup import plain

MOST_QUOTES = 3
"""Places shown with a question at most; how many more there are is said."""

DIGITS = 2
"""Of a priority so many are shown: each answer moves those of all questions a little, and a row is a call."""

_BETWEEN = " >> "


def topic_key(course: str, slug: str) -> str:
    """What the page of a topic is found by, whatever the ids in the database."""
    return f"{course}/{slug}"


def review_key(course: str, asked: Asked, turn: int = 1) -> str:
    """What the row of a question is found by; one that is asked again after an answer has another turn."""
    again = "" if turn == 1 else f"~{turn}"
    return f"{course}/{asked.kind}-{asked.key}{again}"


def turn_of(key: str) -> tuple[str, int]:
    """A key of a question without its turn, and the turn."""
    name, _, turn = key.partition("~")
    return name, int(turn or 1)


def topic_values(item: TopicItem, pages: Mapping[str, str]) -> dict[str, Value]:
    """The columns of a topic. `pages` are the pages of the course's topics by slug."""
    before = [pages[link.slug] for link in item.before if link.slug in pages]
    return {
        "Topic": plain(item.topic.title),
        COURSE: option_name(item.course),
        "Path": _BETWEEN.join((*item.path, item.topic.title)),
        STATUS: topic_status(item),
        "Confidence": item.confidence,
        "Coverage": item.coverage,
        LEARN_FIRST: tuple(sorted(before[:RELATIONS])),
        KEY: topic_key(item.course, item.topic.slug),
    }


def topic_status(item: TopicItem) -> str:
    """How the page of a topic stands."""
    return "thin" if item.thin and item.state == "fresh" else item.state or "none"


def asked_values(course: str, asked: Asked, key: str, answer: str) -> dict[str, Value]:
    """The columns of an open question."""
    question = question_text(
        asked.kind, sentence=asked.sentence, subject=asked.subject, object=asked.object, source=asked.source
    )
    return {
        "Question": plain(question),
        "Quote": _quotes(asked.quotes),
        "Why": _why(asked),
        "Kind": asked.kind,
        "Confidence": asked.confidence,
        COURSE: option_name(course),
        "Priority": float(f"{asked.priority:.{DIGITS}g}"),
        STATE: "open",
        ANSWER: answer,
        KEY: key,
    }


def closed_values(answer: str, *, answered: bool) -> dict[str, Value]:
    """The columns that change once a question is asked no more."""
    return {STATE: "answered" if answered else "closed", ANSWER: answer}


def _quotes(quotes: Sequence[Cited]) -> str:
    lines = [f"“{plain(one.quote)}” ({_place(one)})" for one in quotes[:MOST_QUOTES]]
    more = len(quotes) - len(lines)
    return "\n".join([*lines, f"And {more} more places."] if more > 0 else lines)


def _place(one: Cited) -> str:
    return one.source if one.place is None else f"{one.source}, {one.place}"


def _why(asked: Asked) -> str:
    sure = "No confidence" if asked.confidence is None else f"Confidence {asked.confidence:.2f}"
    if asked.confidence is not None and asked.scorer:
        sure += f", {asked.scorer}"
    if not says_more(asked.reason):
        return f"{sure}."
    return asked.reason if asked.reason.startswith(sure) else f"{sure}. {asked.reason}"
