"""Answers of people to review items: each one is a decision in the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gradient.errors import UnknownName, UsageError
from gradient.review.items import LATER
from gradient.review.outline_answers import carry_out, take_back
from gradient.review.priorities import equal_key
from gradient.review.standing import newest_of_item
from gradient.store import decisions, reviews, statuses, topics
from gradient.store.circles import no_new_circle, refuse_circle
from gradient.store.sessions import Connection

Answer = Literal["accept", "reject", "change", "later"]
ANSWERS: tuple[Answer, ...] = ("accept", "reject", "change", "later")

NEAREST = 10
"""A decision lets recall look again at the undecided contents that have the decided one so near."""

Item = Mapping[str, Any]


@dataclass(frozen=True)
class Answering:
    """Who answers what, when, and what they say about it."""

    course_id: int
    person: str
    now: datetime
    note: str | None = None

    async def record(
        self,
        connection: Connection,
        act: str,
        question_id: int | None,
        details: Mapping[str, Any] | None = None,
        item: Item | None = None,
    ) -> int:
        """Add a decision; its id."""
        return await decisions.insert(
            connection,
            self.course_id,
            act,
            person=self.person,
            at=self.now,
            question_id=question_id,
            details=details,
            note=self.note,
            item=item,
        )


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
    content belongs to, for a prerequisite the topic that is learnt first. The answer is copied to questions
    that ask the same. Raises UnknownName for an item or a topic that there is not, UsageError for an answer
    that does not fit, GuardRefused if a circle of what people and outlines state would come of it.
    """
    item = await _item(connection, item_id)
    answering = Answering(item["course_id"], person, now, note)
    await statuses.lock(connection, answering.course_id)
    other = await _checked(connection, item, answer, to)
    if answer == "later":
        await reviews.put_off(connection, item_id, now + LATER, now)
        return await answering.record(connection, "later", item["question_id"], _subject(item), item)
    async with no_new_circle(connection, answering.course_id, f"Review item {item_id} cannot be answered so"):
        decision = await _answer(connection, answering, item, answer, other)
    if item["task"] == "tag":
        await _copy_to_equals(connection, answering, item, answer, other, decision)
        await decisions.recall_neighbours_again(
            connection, answering.course_id, item["question_subject"], NEAREST
        )
    await reviews.close(connection, [item_id], now)
    return decision


async def undo(
    connection: Connection, item_id: int, *, person: str, now: datetime, note: str | None = None
) -> int:
    """Take the newest answer to a review item back; the id of the decision that does so."""
    newest = await newest_of_item(connection, await _item(connection, item_id))
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
    """Take a decision back, with all that it did: to equal questions, in its place, and to the outline.

    Raises GuardRefused if what holds again closes a circle of what people and outlines state.
    """
    what = f"Decision {decision['id']} cannot be taken back"
    async with no_new_circle(connection, decision["course_id"], what):
        return await _undo(connection, decision, person, now, note)


async def _undo(
    connection: Connection, decision: Mapping[str, Any], person: str, now: datetime, note: str | None
) -> int:
    undoing: int | None = None
    taken = [decision, *await decisions.following(connection, decision["course_id"], decision["id"])]
    for one in taken:
        undone = await decisions.insert(
            connection,
            one["course_id"],
            "undo",
            person=person,
            at=now,
            question_id=one["question_id"],
            undoes=one["id"],
            note=note,
        )
        undoing = undoing or undone
    if decision["act"] == "later":
        await _take_up(connection, decision, now)
    await take_back(connection, decision)
    questions = [one["question_id"] for one in taken if one["question_id"] is not None]
    await decisions.withdraw_prerequisites(connection, questions)
    assert undoing is not None
    return undoing


async def _take_up(connection: Connection, decision: Mapping[str, Any], now: datetime) -> None:
    """Let the item that a decision put off be asked again, unless another one puts it off still."""
    details = decision["details"]
    about = {**details, "task": details.get("kind"), "question_id": decision["question_id"]}
    other = await newest_of_item(connection, about)
    if other is not None and other["act"] == "later" and other["at"] + LATER > now:
        await reviews.take_up(connection, decision, other["at"] + LATER, other["confidence"])
    else:
        await reviews.take_up(connection, decision)


async def put_prerequisite(
    connection: Connection,
    course_id: int,
    subject: Mapping[str, Any],
    object_: Mapping[str, Any],
    answer: Literal["accept", "reject"],
    *,
    person: str,
    now: datetime,
    note: str | None = None,
    alternative_group: int | None = None,
) -> int:
    """Accept or reject a prerequisite between two topics (id, slug) whether or not it was asked."""
    if subject["id"] == object_["id"]:
        raise UsageError(f"{subject['slug']} cannot be a prerequisite of itself; name two topics.")
    await statuses.lock(connection, course_id)
    if answer == "accept":
        await refuse_circle(connection, course_id, (subject["slug"], object_["slug"]))
    question = await decisions.ensure_prerequisite(
        connection, subject["id"], object_["id"], alternative_group
    )
    return await Answering(course_id, person, now, note).record(connection, answer, question)


async def _item(connection: Connection, item_id: int) -> Item:
    item = await reviews.one(connection, item_id)
    if item is None:
        raise UnknownName(f"There is no review item {item_id}; `gradient review list` shows those there are.")
    return item


async def _checked(
    connection: Connection, item: Item, answer: str, to: str | None
) -> Mapping[str, Any] | None:
    """The topic that a change names; UsageError or UnknownName where the answer does not fit the item."""
    if answer not in ANSWERS:
        raise UsageError(f"{answer} is no answer; use one of {', '.join(ANSWERS)}.")
    if answer != "change":
        if to is not None:
            raise UsageError("--to goes with change only.")
        return None
    if item["task"] not in ("tag", "prerequisite", "circle"):
        raise UsageError("This question can be accepted, rejected or put off, not changed.")
    if to is None:
        raise UsageError("To change an item, name the right topic with --to.")
    other = await topics.by_slug(connection, item["course_id"], to)
    if other is None or other["state"] != "active":
        raise UnknownName(f"The course {item['course']} has no topic {to}; `gradient topics` lists them.")
    taken = [item["object_slug"]] if item["task"] == "tag" else [item["object_slug"], item["subject_slug"]]
    if other["slug"] in taken:
        raise UsageError(f"{to} is what review item {item['id']} asks about; name another topic with --to.")
    return other


def _subject(item: Item) -> dict[str, Any]:
    """What an answer to an item without a question is known by."""
    if item["question_id"] is not None:
        return {}
    return {"kind": item["task"], "subject_id": item["subject_id"]}


async def _answer(
    connection: Connection,
    answering: Answering,
    item: Item,
    answer: Answer,
    other: Mapping[str, Any] | None,
) -> int:
    prerequisite = item["task"] in ("prerequisite", "circle")
    if answer == "accept" and prerequisite:
        await refuse_circle(connection, answering.course_id, (item["subject_slug"], item["object_slug"]))
    act: Literal["accept", "reject"] = "accept" if answer == "accept" else "reject"
    details = _subject(item) | await carry_out(connection, item, act)
    decision = await answering.record(connection, act, item["question_id"], details, item)
    if other is not None:
        if prerequisite:
            question = await decisions.ensure_prerequisite(connection, other["id"], item["question_object"])
        else:
            question = await decisions.ensure_tag(connection, item["question_subject"], other["id"])
        await answering.record(connection, "accept", question, {"changed_from": decision})
    return decision


async def _copy_to_equals(
    connection: Connection,
    answering: Answering,
    item: Item,
    answer: Answer,
    other: Mapping[str, Any] | None,
    decision: int,
) -> None:
    """The same answer for the contents that say the same; as it was not asked for them, it is no label."""
    slug = item["object_slug"]
    asked = equal_key("tag", item["sentence"], slug)
    for one in await decisions.undecided_tags(connection, item["question_id"]):
        if equal_key("tag", one["sentence"], slug) != asked:
            continue
        copied = {"copied_from": decision}
        await answering.record(
            connection, "accept" if answer == "accept" else "reject", one["question_id"], copied
        )
        if other is not None:
            question = await decisions.ensure_tag(connection, one["content_id"], other["id"])
            await answering.record(connection, "accept", question, copied)
