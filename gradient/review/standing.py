"""The answer to a review item that holds already."""

from collections.abc import Mapping
from typing import Any

from gradient.store import decisions, topics
from gradient.store.sessions import Connection

Item = Mapping[str, Any]


async def newest_of_item(connection: Connection, item: Item) -> dict[str, Any] | None:
    """The newest answer to an item that holds, `later` among them, or None."""
    if item["question_id"] is None:
        return await decisions.newest_of_subject(connection, item["task"], item["subject_id"])
    return await decisions.newest_of_question(connection, item["question_id"])


async def same_answer(connection: Connection, item: Item, answer: str, to: str | None) -> int | None:
    """The decision by which a closed item has this answer already, None without one.

    An item that is asked (again) has none, and neither has one whose answer was copied from another.
    """
    newest = await newest_of_item(connection, item) if item["state"] == "closed" else None
    if newest is None or "copied_from" in newest["details"]:
        return None
    if answer == "change":
        same = newest["act"] == "reject" and await _put(connection, newest, to)
    else:
        same = answer != "later" and newest["act"] == answer
    return int(newest["id"]) if same else None


async def _put(connection: Connection, rejected: Mapping[str, Any], to: str | None) -> bool:
    """Whether a topic was put in the place of what was rejected."""
    other = await topics.by_slug(connection, rejected["course_id"], to) if to else None
    for one in await decisions.following(connection, rejected["course_id"], rejected["id"]):
        found = await decisions.one(connection, one["id"])
        if other is None or found is None or "changed_from" not in found["details"]:
            continue
        if other["id"] == found["question_object" if found["task"] == "tag" else "question_subject"]:
            return True
    return False
