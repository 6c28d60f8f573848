"""What an act on one prerequisite did to others: what fell out, and what stands again."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradient.store.sessions import Connection

MOST_NAMED = 10

Pair = tuple[int, int]
Standing = Mapping[Pair, Mapping[str, Any]]
"""The prerequisites of a course by the ids of their topics, what is learnt first before."""


async def standing(connection: "Connection", course_id: int) -> Standing:
    """How the prerequisites of a course stand."""
    from gradient.store import prerequisites

    return {
        (one["subject_id"], one["object_id"]): one
        for one in await prerequisites.standing(connection, course_id)
    }


def fallout(before: Standing, after: Standing, *own: Pair) -> list[str]:
    """A sentence for each prerequisite that is accepted no longer, or is again; `own` were acted on."""
    told = []
    for pair, now in after.items():
        was = before[pair]["status"] if pair in before else None
        if pair in own or now["status"] == was or "accepted" not in (was, now["status"]):
            continue
        told.append(_sentence(now))
    more = [f"{len(told) - MOST_NAMED} more changed: gradient changes."] if len(told) > MOST_NAMED else []
    return told[:MOST_NAMED] + more


def _sentence(one: Mapping[str, Any]) -> str:
    named = f"{one['subject_title']} before {one['object_title']}"
    if one["status"] == "accepted":
        return f"{named} is accepted now."
    return f"{named} is {'in review' if one['status'] == 'review' else 'rejected'} now: {one['reason']}"
