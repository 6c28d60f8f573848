"""What an answer to a question about topics does to the outline at once, and how it is taken back."""

from collections.abc import Mapping
from typing import Any, Literal

from gradient.errors import UsageError
from gradient.store import curation, decisions, topics
from gradient.store.sessions import Connection

Act = Literal["accept", "reject"]


async def carry_out(connection: Connection, item: Mapping[str, Any], act: Act) -> dict[str, Any]:
    """Do what the answer says; what has to be known to take it back."""
    if item["task"] == "proposal":
        await _propose(connection, item["question_subject"], act)
        return {}
    if item["task"] == "thin" and act == "reject":
        return await _retire(connection, item["subject_id"], item["subject_slug"])
    if item["task"] != "merge":
        return {}
    before = await decisions.newest_answer(connection, item["question_id"])
    if act == "accept":
        return await _merge(connection, item["question_object"], item["question_subject"])
    if before is not None:
        await topics.unmerge(connection, before["details"])
    return {}


async def take_back(connection: Connection, decision: Mapping[str, Any]) -> None:
    """Undo what a decision did to the outline; an earlier answer that holds again is carried out again."""
    if "before" in decision["details"]:
        await _put_back(connection, decision)
    if decision["task"] not in ("proposal", "merge"):
        return
    standing = await decisions.newest_answer(connection, decision["question_id"])
    act = None if standing is None else standing["act"]
    if decision["task"] == "proposal":
        await _propose(connection, decision["question_subject"], act)
        return
    if decision["act"] == "accept":
        await topics.unmerge(connection, decision["details"])
    if act == "accept":
        await _merge(connection, decision["question_object"], decision["question_subject"])


async def _propose(connection: Connection, topic_id: int, act: str | None) -> None:
    if act is None:
        await topics.set_state(connection, topic_id, "proposed", by="stage")
    else:
        await topics.set_state(connection, topic_id, "active" if act == "accept" else "retired", by="person")


async def _merge(connection: Connection, absorbed: int, into: int) -> dict[str, Any]:
    first, second = await topics.root(connection, absorbed), await topics.root(connection, into)
    return {} if first == second else await topics.merge(connection, first, second)


async def _retire(connection: Connection, topic_id: int, slug: str) -> dict[str, Any]:
    """Take a topic out of the outline, what was below it moves up; how the topics stood before."""
    below = await curation.children(connection, topic_id)
    before = await curation.as_they_stand(connection, [topic_id, *below])
    above = next(one["parent_id"] for one in before["topics"] if one["id"] == topic_id)
    await curation.move_children(connection, topic_id, above)
    await topics.set_state(connection, topic_id, "retired", by="person")
    return {"topic": slug, "touched": [str(topic_id)], "before": before}


async def _put_back(connection: Connection, decision: Mapping[str, Any]) -> None:
    details = decision["details"]
    later = await curation.later_act(connection, decision["id"], details["touched"])
    if later is not None:
        raise UsageError(
            f"Decision {later['id']} ({later['act']}) came later and touches the same topic; take it back"
            " first."
        )
    await curation.put_back(connection, details["before"])
