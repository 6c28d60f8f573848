"""Quizzes written as components: what they explain is read, their answers, wrong ones among them, are not."""

import re
from collections.abc import Iterator

from gradient.text.document import Block

_EXPLAINS = re.compile(
    r"\b(?:explain|explanation|feedback|rationale)[\"']?\s*[:=]\s*\{?\s*"
    r"(?:\"((?:[^\"\\\n]|\\.)+)\"|'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`)"
)
_VERDICT = re.compile(
    r"(?:(?:that'?s |that is )?(?:correct|right|exactly|wrong|incorrect|not quite|yes|no|true|false)"
    r"[!.,:]\s*)+",
    re.IGNORECASE,
)
_FEWEST_WORDS = 4


def explained(text: str, quiz: Block) -> Iterator[Block]:
    """A block of furniture that is a quiz: each explanation in it is a paragraph, without its verdict."""
    position = quiz.start
    for match in _EXPLAINS.finditer(text, quiz.start, quiz.end):
        start, end = match.span(match.lastindex or 1)
        verdict = _VERDICT.match(text, start, end)
        start = end if verdict and verdict.end() >= end else verdict.end() if verdict else start
        if len(text[start:end].split()) >= _FEWEST_WORDS:
            yield Block("furniture", position, start, quiz.reason)
            yield Block("paragraph", start, end)
            position = end
    yield Block("furniture", position, quiz.end, quiz.reason)
