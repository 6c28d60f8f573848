"""Which items the review queue should hold, from the statuses as they were settled."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from gradient.acceptance.question import Question, QuestionKey, Settled
from gradient.acceptance.reach import Reach
from gradient.acceptance.stored import Row
from gradient.acceptance.thresholds import Thresholds
from gradient.review.draws import Draw, DrawShares, draw
from gradient.review.items import Wanted
from gradient.review.priorities import equal_key
from gradient.review.wording import says_more
from gradient.store.contents import KEPT_SHARE

DRAWN = frozenset({"tag", "prerequisite"})
"""The tasks whose questions are drawn: they have confidences to be measured."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Draws:
    """What draws hang on: the salt of the database, their shares, the thresholds and the maps in force.

    `map_ids` are those maps by task, where confidences are not raw.
    """

    salt: str
    shares: DrawShares
    thresholds: Thresholds
    map_ids: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def of(self, one: Settled) -> Draw | None:
        """The draw of an undecided question, None if it was not drawn."""
        question = one.question
        if question.task not in DRAWN or question.imported:
            return None
        tag = question.task == "tag"
        threshold = self.thresholds.tag_accept if tag else self.thresholds.prerequisite_accept
        accepted_from = threshold if one.status == "accepted" else None
        by = tuple(self.map_ids.get(question.task, ()))
        return draw(question.key, self.salt, self.shares, accepted_from, by)


def asked(
    settled: Sequence[Settled], rows: Mapping[QuestionKey, Row], reach: Reach, draws: Draws
) -> list[Wanted]:
    """Items for undecided questions: those in review, and those that were drawn.

    What people decided is asked about only where it goes round in a circle by itself. A circle that holds
    what a person said comes before all else: either that or the rest of the circle is not so.
    """
    gold = {_ends(one.question) for one in settled if one.question.task == "prerequisite" and one.gold}
    said = {_ends(one.question) for one in settled if one.question.decided == "accepted"}
    items = []
    for one in settled:
        # The answer to the other direction of a gold prerequisite is known.
        known = one.question.decided is not None or _ends(one.question)[::-1] in gold
        drawn = None if known else draws.of(one)
        if one.circle or (one.question.decided is None and (one.asked or drawn is not None)):
            kind = "circle" if one.circle else one.question.task
            reason = one.reason if drawn is None else _drawn_reason(one)
            pressing = not said.isdisjoint(_steps(one.circle))
            items.append(_item(kind, one.question, rows[one.question.key], reason, reach, drawn, pressing))
    return items


def _steps(circle: Sequence[str]) -> set[tuple[str, str]]:
    """The prerequisites that a circle goes through."""
    return set(zip(circle, [*circle[1:], *circle[:1]], strict=True))


def asked_again(
    settled: Sequence[Settled],
    rows: Mapping[QuestionKey, Row],
    reach: Reach,
    evidence: Iterable[Row],
) -> list[Wanted]:
    """Items for decided questions that new evidence speaks to; their status stays until a new answer.

    A sentence that was only reworded is no new evidence.
    """
    new_ones = sorted((one for one in evidence if not _is_reworded(one)), key=lambda one: one["quote"])
    found = {(one["task"], one["subject_id"], one["object_id"]): one for one in reversed(new_ones)}
    items = []
    for one in settled:
        question, row = one.question, rows[one.question.key]
        new = found.get(_row_ends(question.task, row))
        if new is not None and question.decided is not None:
            reason = f"New evidence since it was {question.decided}: “{new['quote']}”."
            items.append(_item(question.task, question, row, reason, reach, None))
    return items


def _is_reworded(evidence: Row) -> bool:
    return any(_covers(evidence["quote"], earlier) for earlier in evidence["earlier"])


def _covers(quote: str, earlier: str) -> bool:
    """Whether a quote holds so many words of an earlier one, in their order, that it is the same sentence."""
    words, before = (_WORD.findall(text.casefold()) for text in (quote, earlier))
    shared = SequenceMatcher(None, before, words, autojunk=False).get_matching_blocks()
    return sum(block.size for block in shared) >= KEPT_SHARE * len(before)


def shown(notices: Iterable[Row]) -> list[Wanted]:
    """Items about what a course shows of itself: parts that were not read, topics in doubt.

    The more of a kind there are, the less another one is worth, so that they never fill the queue.
    """
    return [
        Wanted(
            kind=one["kind"],
            key=_text(one["kind"], one["key"]),
            equal=_text(one["kind"], one["key"]),
            reason=one["reason"],
            subject_id=one["subject_id"],
            # A course may have many of a kind, and all of them are worth less than one that is new.
            alike=one["kind"],
        )
        for one in notices
    ]


def _drawn_reason(one: Settled) -> str:
    """Why a drawn question is asked: what was settled is looked at again, what is asked anyway says why."""
    if one.status == "accepted":
        return "Drawn by lot, to check what was accepted."
    return f"Drawn by lot. {one.reason}" if one.asked and says_more(one.reason) else "Drawn by lot."


def _item(
    kind: str,
    question: Question,
    row: Row,
    reason: str,
    reach: Reach,
    drawn: Draw | None,
    pressing: bool = False,
) -> Wanted:
    # Two sentences may ask the same of a topic, though their keys differ.
    subject = f"{question.subject.partition('|')[0]} {row['sentence']}" if question.task == "tag" else None
    return Wanted(
        kind=kind,
        key=_text(*question.key),
        equal=equal_key(question.task, subject or question.subject, question.object),
        reason=reason,
        question_id=row["question_id"],
        confidence=question.confidence,
        reach=reach.of(question),
        draw=drawn,
        alike=_text("tag", question.object) if question.task == "tag" else None,
        pressing=pressing,
    )


def _text(*key: str) -> str:
    """A natural key as one text; two keys never give the same."""
    return json.dumps(key, ensure_ascii=False)


def _ends(question: Question) -> tuple[str, str]:
    return (question.subject, question.object)


def _row_ends(task: str, row: Row) -> tuple[str, Any, Any]:
    if task == "tag":
        return (task, row["content_id"], row["topic_id"])
    return (task, row["subject_id"], row["object_id"])
