"""Answers of a person, carried out and settled at once, each with a sentence that says what came of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gradient.cli.fallout import Standing, fallout, standing
from gradient.cli.opened import course_id_of
from gradient.cli.output import plural
from gradient.errors import UnknownName
from gradient.review.wording import question_of, statement_of
from gradient.work.crossing import again_if_crossed

if TYPE_CHECKING:
    from gradient.cli.deciding import Act, Desk

MOST_ALONG = 5
"""So many decisions are named that go with one that is taken back."""

MOST_CONTENTS = 10
"""So many contents are named with what to do."""

WORDS = {"accept": "Accepted", "reject": "Rejected", "change": "Changed"}
EXPECTED = {"accept": "accepted", "reject": "rejected", "change": "rejected"}
"""The status that a tag or prerequisite has after an answer, unless something stands against it."""


@again_if_crossed
async def answered(desk: "Desk", item_id: int, answer: Any, to: str | None, note: str | None) -> str:
    """Answer a question. Raises what `review.decisions.decide` raises; unknown topics with the nearest."""
    from gradient.review.decisions import decide
    from gradient.review.standing import same_answer
    from gradient.store import reviews

    async with desk.act() as act:
        item = await reviews.one(act.connection, item_id)
        before = await _before(act, item)
        if item is not None and to is not None:
            to = await _slug_of(act, to, item["course"])
        if item is not None and note is None:
            held = await same_answer(act.connection, item, answer, to)
            if held is not None:
                said = statement_of(item, accepted=answer == "accept")
                return f"{said}: that was decided already (decision {held})."
        decision = await decide(
            act.connection, item_id, answer, person=act.person, now=act.now, to=to, note=note
        )
        assert item is not None
        await act.settle(item["course_id"])
        status = await _status(act, item)
        own = (item["question_subject"], item["question_object"])
        after = await standing(act.connection, item["course_id"]) if _is_about_edges(item) else {}
        more = fallout(before, after, own)
        more += await _leads_to(act, item, answer)
    if answer == "later":
        return f"Put off for 30 days, or until the confidence has moved (decision {decision})."
    instead = f" to {to}" if to else ""
    still = "" if status in (None, EXPECTED[answer]) else _standing(status)
    said = statement_of(item, accepted=answer == "accept")
    return " ".join([f"{WORDS[answer]}{instead}: {said}{still} (decision {decision}).", *more])


def _is_about_edges(item: dict[str, Any] | None) -> bool:
    return item is not None and item["task"] in ("prerequisite", "circle")


async def _before(act: "Act", item: dict[str, Any] | None) -> Standing:
    """The prerequisites that an answer to an item may touch; none where it is about something else."""
    return await act.before(item["course_id"]) if item is not None and _is_about_edges(item) else {}


async def _leads_to(act: "Act", item: dict[str, Any], answer: str) -> list[str]:
    """What to do after a reject that changes nothing by itself."""
    from gradient.store import reviews

    if answer == "reject" and item["task"] == "unread":
        return [f"Put a copy that can be read in its place, or take it out: gradient retire {item['source']}"]
    if answer == "reject" and item["task"] == "homonym":
        senses = await reviews.senses(act.connection, item["subject_id"])
        command = f"gradient topics split {item['subject_slug']} TITLE --course {item['course']}"
        if len(senses) > 1:
            other = senses[-1]
            command += "".join(f" --content {one}" for one in other["contents"][:MOST_CONTENTS])
            return [f"Take apart what {other['source']} means by it: {command}"]
        return [f"Take it apart: {command} --content ID"]
    return []


@again_if_crossed
async def taken_back(desk: "Desk", item_id: int, note: str | None) -> str:
    """Take the newest answer to a question back."""
    from gradient.review.decisions import undo
    from gradient.store import decisions, reviews

    async with desk.act() as act:
        item = await reviews.one(act.connection, item_id)
        before = await _before(act, item)
        number = await undo(act.connection, item_id, person=act.person, now=act.now, note=note)
        undoing = await decisions.one(act.connection, number)
        assert item is not None
        assert undoing is not None
        along = await decisions.undone_along(act.connection, undoing["undoes"])
        await act.settle(item["course_id"])
        status = await _status(act, item)
        own = (item["question_subject"], item["question_object"])
        after = await standing(act.connection, item["course_id"]) if _is_about_edges(item) else {}
        more = fallout(before, after, own)
    told = f"the answer to “{question_of(item)}” (decision {undoing['undoes']}){_with(along)}"
    return " ".join([f"Taken back: {told}{_standing(status)}.", *more])


def _with(along: Sequence[int]) -> str:
    """The decisions that came along with one and go with it."""
    if not along:
        return ""
    numbers = ", ".join(map(str, along[:MOST_ALONG])) + (", …" if len(along) > MOST_ALONG else "")
    return f", and with it {plural(len(along), 'decision')} that came of it ({numbers})"


async def taken_back_newest(desk: "Desk", course: str | None, note: str | None) -> str:
    """Take the newest answer that holds back, also one to a question that was never asked."""
    from gradient.store import decisions

    async with desk.database.transaction() as connection:
        newest = await decisions.newest(connection, await course_id_of(connection, course))
    if newest is None:
        raise UnknownName("There is no answer that could be taken back.")
    return await taken_back_decision(desk, newest, note)


@again_if_crossed
async def taken_back_decision(desk: "Desk", number: int, note: str | None) -> str:
    """Take a decision back, whether it answered a question or curated the outline."""
    from gradient.outline import curation
    from gradient.review.decisions import undo_decision
    from gradient.store import changes, decisions
    from gradient.store.curation import is_undone

    async with desk.act() as act:
        found = await decisions.one(act.connection, number)
        if found is None or found["act"] == "undo":
            raise UnknownName(f"There is no decision {number} to take back; gradient review log lists them.")
        said = await changes.act(act.connection, number)
        before = await act.before(found["course_id"])
        along = [one["id"] for one in await decisions.following(act.connection, found["course_id"], number)]
        if "before" in found["details"]:
            await curation.undo(act.connection, found, person=act.person, now=act.now, note=note)
        elif await is_undone(act.connection, number):
            raise UnknownName(f"Decision {number} was taken back already.")
        else:
            await undo_decision(act.connection, found, person=act.person, now=act.now, note=note)
        await act.settle(found["course_id"])
        more = fallout(before, await standing(act.connection, found["course_id"]))
    return " ".join([f"Taken back: {said}{_with(along)}.", *more])


async def _slug_of(act: "Act", named: str, course: str) -> str:
    """The slug of the topic that a slug, a title or another name means. Raises AmbiguousName for several."""
    from gradient.cli.naming import topic_of

    return str((await topic_of(act.connection, named, course))["slug"])


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
