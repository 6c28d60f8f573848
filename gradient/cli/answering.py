"""Answers of a person, carried out and settled at once, each with a sentence that says what came of it."""

from typing import TYPE_CHECKING, Any

from gradient.errors import UnknownName
from gradient.review.wording import statement_of

if TYPE_CHECKING:
    from gradient.cli.deciding import Act, Desk

WORDS = {"accept": "Accepted", "reject": "Rejected", "change": "Changed"}
EXPECTED = {"accept": "accepted", "reject": "rejected", "change": "rejected"}
"""The status that a tag or prerequisite has after an answer, unless something stands against it."""


async def answered(desk: "Desk", item_id: int, answer: Any, to: str | None, note: str | None) -> str:
    """Answer a question. Raises what `review.decisions.decide` raises; unknown topics with the nearest."""
    from gradient.review.decisions import decide
    from gradient.store import reviews

    async with desk.act() as act:
        item = await reviews.one(act.connection, item_id)
        if item is not None and to is not None:
            to = await _slug_of(act, to, item["course"])
        decision = await decide(
            act.connection, item_id, answer, person=act.person, now=act.now, to=to, note=note
        )
        assert item is not None
        await act.settle(await _course_id(act, item))
        status = await _status(act, item)
    if answer == "later":
        return f"Put off for 30 days, or until the confidence has moved (decision {decision})."
    instead = f" to {to}" if to else ""
    standing = "" if status in (None, EXPECTED[answer]) else _standing(status)
    return f"{WORDS[answer]}{instead}: {statement_of(item)}{standing} (decision {decision})."


async def taken_back(desk: "Desk", item_id: int, note: str | None) -> str:
    """Take the newest answer to a question back."""
    from gradient.review.decisions import undo
    from gradient.store import reviews

    async with desk.act() as act:
        item = await reviews.one(act.connection, item_id)
        decision = await undo(act.connection, item_id, person=act.person, now=act.now, note=note)
        assert item is not None
        await act.settle(await _course_id(act, item))
        status = await _status(act, item)
    return f"Taken back: {statement_of(item)}{_standing(status)} (decision {decision})."


async def taken_back_decision(desk: "Desk", number: int, note: str | None) -> str:
    """Take a decision back, whether it answered a question or curated the outline."""
    from gradient.outline import curation
    from gradient.review.decisions import undo_decision
    from gradient.store import decisions
    from gradient.store.curation import is_undone

    async with desk.act() as act:
        found = await decisions.one(act.connection, number)
        if found is None or found["act"] == "undo":
            raise UnknownName(f"There is no decision {number} to take back; gradient review log lists them.")
        if "before" in found["details"]:
            await curation.undo(act.connection, found, person=act.person, now=act.now, note=note)
        elif await is_undone(act.connection, number):
            raise UnknownName(f"Decision {number} was taken back already.")
        else:
            await undo_decision(act.connection, found, person=act.person, now=act.now, note=note)
        await act.settle(found["course_id"])
    return f"Decision {number} ({found['act']}) is taken back."


async def _slug_of(act: "Act", named: str, course: str) -> str:
    """The slug of the topic that a slug, a title or another name means. Raises AmbiguousName for several."""
    from gradient.cli.naming import topic_of

    return str((await topic_of(act.connection, named, course))["slug"])


async def _course_id(act: "Act", item: dict[str, Any]) -> int:
    from gradient.store import courses

    return (await courses.by_slug(act.connection, item["course"])).id


async def _status(act: "Act", item: dict[str, Any]) -> str | None:
    """The status of the tag or prerequisite after settling; None for what has none."""
    from gradient.store import explain

    if item["task"] == "tag":
        found = await explain.tag(act.connection, item["question_id"])
    elif item["task"] in ("prerequisite", "circle"):
        found = await explain.prerequisite(act.connection, item["question_id"])
    else:
        return None
    return str(found["status"]) if found else "gone"


def _standing(status: str | None) -> str:
    if status is None:
        return ""
    return f"; that is {'in review' if status == 'review' else status} now"
