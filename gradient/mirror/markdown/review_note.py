"""The review queue as a file with boxes to tick, and the answers read back from it."""

import re
from collections.abc import Iterable

from gradient.mirror.markdown.escape import unlinked, words
from gradient.mirror.markdown.note import Note, make_note
from gradient.mirror.markdown.topic_note import cited, confidence, place
from gradient.mirror.port import Answer, Word
from gradient.review.wording import question_text, says_more
from gradient.store.mirrors import Asked, ReviewItem

WORDS: tuple[Word, ...] = ("accept", "reject", "later")
MOST_QUOTES = 2
"""Places shown with a question at most; how many more there are is said."""

_BOX = re.compile(
    r"^[ \t>]*[-*+] \[(?P<tick>.)\] .*"
    r"\^(?P<anchor>gradient-(?P<id>\d+)-(?P<key>[0-9a-f]{8})-(?P<word>accept|reject|later))[ \t]*$",
    re.MULTILINE,
)


def review_id(course: str) -> str:
    """What the file of a course's review queue is found by."""
    return f"review:{course}"


def review_note(item: ReviewItem) -> Note:
    """The open items of a course, each with its question and three boxes."""
    lines = [f"# Review of {words(item.name)}", _introduction(item)]
    lines += [_asked(one) for one in item.asked]
    front = [
        ("gradient_title", unlinked(f"Review of {item.name}")),
        ("gradient_course", item.course),
        ("tags", ["gradient"]),
    ]
    return make_note(review_id(item.course), front, "\n\n".join(lines))


def parse_answers(text: str) -> list[Answer]:
    """The answers ticked in a file. An item with no box ticked, or with several, has no answer."""
    return [Answer(*item, answers[0]) for item, answers in _ticked(text).items() if len(set(answers)) == 1]


def contradictions(text: str) -> list[int]:
    """The items of which several boxes are ticked in a file."""
    return [item for (item, _), answers in _ticked(text).items() if len(set(answers)) > 1]


def _ticked(text: str) -> dict[tuple[int, str], list[Word]]:
    """The words that are ticked, by the item and what was asked."""
    ticked: dict[tuple[int, str], list[Word]] = {}
    for box in _boxes(text):
        if box["tick"] in "xX":
            word = next(word for word in WORDS if word == box["word"])
            ticked.setdefault((int(box["id"]), box["key"]), []).append(word)
    return ticked


def keep_ticks(text: str, before: str) -> str:
    """The new text of the queue with the boxes ticked that are ticked in the text before."""
    ticked = {box["anchor"]: box["tick"] for box in _boxes(before) if box["tick"].strip()}
    pieces, last = [], 0
    for box in _boxes(text):
        if box["anchor"] in ticked:
            pieces += [text[last : box.start("tick")], ticked[box["anchor"]]]
            last = box.end("tick")
    return "".join([*pieces, text[last:]])


def _boxes(text: str) -> Iterable[re.Match[str]]:
    return _BOX.finditer(text.replace("\r\n", "\n"))


def _introduction(item: ReviewItem) -> str:
    if not item.asked:
        return "Nothing is asked at the moment."
    waiting = f" {item.waiting} more wait for their place." if item.waiting else ""
    return (
        "Tick one box of a question; it is read from here and the question goes."
        f" Where two are ticked, none is taken.{waiting}"
    )


def _asked(one: Asked) -> str:
    boxes = [f"    - [ ] {word} ^gradient-{one.id}-{one.key}-{word}" for word in WORDS]
    return "\n".join([f"- {_question(one)}", *boxes])


def _question(one: Asked) -> str:
    """One line: the question, the confidence, why it is asked, and what the course says of it."""
    sure = confidence(one.confidence, one.scorer)
    asked = question_text(
        one.kind, sentence=one.sentence, subject=one.subject, object=one.object, source=one.source
    )
    pieces = [f"**{words(asked)}**", f"Confidence {sure}." if sure else "No confidence."]
    if says_more(one.reason):
        pieces.append(words(one.reason))
    said = None if one.sentence is None else " ".join(one.sentence.split())
    quotes = [
        f"({place(quote)})" if " ".join(quote.quote.split()) == said else cited(quote)
        for quote in one.quotes[:MOST_QUOTES]
    ]
    more = len(one.quotes) - len(quotes)
    pieces += [*quotes, f"And {more} more places."] if more > 0 else quotes
    return " ".join(" ".join(pieces).split())
