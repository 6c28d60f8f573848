"""Answers of people to review items: each one is a decision in the log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from gradient.errors import GuardRefused, UnknownName, UsageError
from gradient.graph.cycles import closing_circle
from gradient.review.items import LATER
from gradient.store import decisions, reviews, topics
from gradient.store.sessions import Connection

Answer = Literal["accept", "reject", "change", "later"]
ANSWERS: tuple[Answer, ...] = ("accept", "reject", "change", "later")

NEAREST = 10
"""A decision lets recall look again at the undecided contents that have the decided one so near."""


async def decide(
    connection: Connection,
    item_id: int,
    answer: Answer,
    *,
    person: str,
    now: datetime,
    to: str | None = None,
    note: str | None = None,
) -> int:
    """Answer a review item; the id of the decision.

    `change` rejects what was asked and accepts `to`, a topic, in its place: for a tag the topic that the
    content belongs to, for a prerequisite the topic that is learnt first. Raises UnknownName for an item
    or a topic that there is not, UsageError for an answer that does not fit, GuardRefused for an accept
    that would close a circle of what people and outlines state.
    """
    item = await reviews.one(connection, item_id)
    if item is None:
        raise UnknownName(
            f"There is no review item {item_id}; `gradient review list` shows those there are."
        )
    _check(item, answer, to)
    course_id = await _course_of(connection, item)
    answered = dict(item)
    if answer == "later":
        await reviews.put_off(connection, item_id, now + LATER, now)
    if answer == "change":
        await _accept_other(connection, course_id, item, str(to), person=person, now=now, note=note)
    if answer == "accept":
        await _refuse_circle(connection, course_id, item["task"], item["subject_slug"], item["object_slug"])
    details: dict[str, Any] = {"answer": answer, "to": to} if answer == "change" else {}
    if item["question_id"] is None:
        details |= {"kind": item["task"], "subject_id": item["subject_id"]}
    decision = await decisions.insert(
        connection,
        course_id,
        "reject" if answer == "change" else answer,
        person=person,
        at=now,
        question_id=item["question_id"],
        details=details,
        note=note,
        item=answered,
    )
    if answer != "later":
        await _carry_out(connection, course_id, item, answer)
        await reviews.close(connection, [item_id], now)
    return decision


async def undo(
    connection: Connection, item_id: int, *, person: str, now: datetime, note: str | None = None
) -> int:
    """Take the newest answer to a review item back; the id of the decision that does so."""
    item = await reviews.one(connection, item_id)
    if item is None:
        raise UnknownName(f"There is no review item {item_id}.")
    if item["question_id"] is None:
        newest = await decisions.newest_of_subject(connection, item["task"], item["subject_id"])
    else:
        newest = await decisions.newest_of_question(connection, item["question_id"])
    if newest is None:
        raise UsageError(f"Review item {item_id} has no answer that could be taken back.")
    return await undo_decision(connection, newest, person=person, now=now, note=note)


async def undo_decision(
    connection: Connection,
    decision: Mapping[str, Any],
    *,
    person: str,
    now: datetime,
    note: str | None = None,
) -> int:
    """Take a decision back; what it did to the outline is taken back with it."""
    if decision["details"].get("made_active"):
        await topics.set_state(connection, decision["details"]["made_active"], "proposed", by="stage")
    return await decisions.insert(
        connection,
        decision["course_id"],
        "undo",
        person=person,
        at=now,
        question_id=decision["question_id"],
        undoes=decision["id"],
        note=note,
    )


async def put_prerequisite(
    connection: Connection,
    course_id: int,
    subject: Mapping[str, Any],
    object: Mapping[str, Any],
    answer: Literal["accept", "reject"],
    *,
    person: str,
    now: datetime,
    note: str | None = None,
    alternative_group: int | None = None,
) -> int:
    """Accept or reject a prerequisite between two topics (id, slug) whether or not it was asked."""
    if subject["id"] == object["id"]:
        raise UsageError(f"{subject['slug']} cannot be a prerequisite of itself; name two topics.")
    if answer == "accept":
        await _refuse_circle(connection, course_id, "prerequisite", subject["slug"], object["slug"])
    question = await decisions.ensure_prerequisite(
        connection, subject["id"], object["id"], alternative_group
    )
    return await decisions.insert(
        connection, course_id, answer, person=person, at=now, question_id=question, note=note
    )


def _check(item: Mapping[str, Any], answer: str, to: str | None) -> None:
    if answer not in ANSWERS:
        raise UsageError(f"{answer} is no answer; use one of {', '.join(ANSWERS)}.")
    if answer == "change" and item["task"] not in ("tag", "prerequisite", "circle"):
        raise UsageError(f"Review item {item['id']} can be accepted, rejected or put off, not changed.")
    if answer == "change" and to is None:
        raise UsageError("To change an item, name the right topic with --to.")
    if answer != "change" and to is not None:
        raise UsageError("--to goes with change only.")


async def _course_of(connection: Connection, item: Mapping[str, Any]) -> int:
    found = await topics.course_id(connection, item["course"])
    if found is None:
        raise UnknownName(f"The course {item['course']} is gone.")
    return found


async def _refuse_circle(
    connection: Connection, course_id: int, task: str, subject: str | None, object_: str | None
) -> None:
    if task not in ("prerequisite", "circle") or subject is None or object_ is None:
        return
    circle = closing_circle(await decisions.gold_edges(connection, course_id), (subject, object_))
    if circle is not None:
        raise GuardRefused(
            f"{subject} → {object_} would close the circle {' → '.join([*circle, circle[0]])} of what people"
            " and outlines state; take one of those back first."
        )


async def _accept_other(
    connection: Connection,
    course_id: int,
    item: Mapping[str, Any],
    to: str,
    *,
    person: str,
    now: datetime,
    note: str | None,
) -> None:
    other = await topics.by_slug(connection, course_id, to)
    if other is None:
        raise UnknownName(f"The course {item['course']} has no topic {to}; `gradient topics` lists them.")
    if item["task"] == "tag":
        question = await decisions.ensure_tag(connection, item["question_subject"], other["id"])
    else:
        await _refuse_circle(connection, course_id, "prerequisite", other["slug"], item["object_slug"])
        question = await decisions.ensure_prerequisite(connection, other["id"], item["question_object"])
    await decisions.insert(
        connection,
        course_id,
        "accept",
        person=person,
        at=now,
        question_id=question,
        note=note,
        details={"instead_of": item["question_id"]},
    )


async def _carry_out(
    connection: Connection, course_id: int, item: Mapping[str, Any], answer: Answer
) -> None:
    """What an answer does at once: to the outline, and to what recall looks at again."""
    if item["task"] == "proposal":
        state: Literal["active", "retired"] = "active" if answer == "accept" else "retired"
        await topics.set_state(connection, item["question_subject"], state, by="person")
    elif item["task"] == "merge" and answer == "accept":
        await topics.merge(connection, item["question_object"], item["question_subject"])
    elif item["task"] == "tag":
        await decisions.recall_neighbours_again(connection, course_id, item["question_subject"], NEAREST)
