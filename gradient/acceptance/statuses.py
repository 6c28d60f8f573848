"""Settle: the status of every question of a course from decisions, judgements and thresholds.

Pure, and independent of the order in which the questions come.
"""

from collections.abc import Iterable
from dataclasses import replace

from gradient.acceptance.prerequisites_dag import settle_prerequisites
from gradient.acceptance.question import Question, QuestionKey, Settled
from gradient.acceptance.thresholds import Thresholds
from gradient.acceptance.verdict import Band, verdict


def settle(questions: Iterable[Question], thresholds: Thresholds) -> list[Settled]:
    """One status a question, by natural key. ValueError if a question is given twice."""
    by_key: dict[QuestionKey, Question] = {}
    for question in questions:
        if question.key in by_key:
            raise ValueError(f"the question {question.key} is given twice")
        by_key[question.key] = question
    tag_band = Band(thresholds.tag_accept, thresholds.tag_floor, thresholds.tag_basis)
    prerequisite_band = Band(
        thresholds.prerequisite_accept, thresholds.prerequisite_floor, thresholds.prerequisite_basis
    )
    prerequisites = [question for question in by_key.values() if question.task == "prerequisite"]
    settled = settle_prerequisites(prerequisites, prerequisite_band, thresholds.direction_margin)
    settled += with_primary(verdict(each, tag_band) for each in by_key.values() if each.task == "tag")
    # What changes the outline itself is a person's to say.
    settled += [verdict(each, None) for each in by_key.values() if each.task in ("proposal", "merge")]
    return sorted(settled, key=lambda each: each.question.key)


def with_primary(tags: Iterable[Settled]) -> list[Settled]:
    """The tags, with that of the primary topic of each content marked.

    It is the accepted tag of highest confidence, those that are gold before all others, equal ones by
    natural key.
    """
    all_tags = list(tags)
    first: dict[str, Settled] = {}
    for tag in sorted(all_tags, key=_rank):
        if tag.status == "accepted":
            first.setdefault(tag.question.subject, tag)
    return [replace(tag, primary=first.get(tag.question.subject) is tag) for tag in all_tags]


def _rank(tag: Settled) -> tuple[bool, float, QuestionKey]:
    return (not tag.gold, -(tag.question.confidence or 0.0), tag.question.key)
