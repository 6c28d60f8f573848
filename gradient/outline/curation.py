"""What people do to the outline by hand: each act changes it at once, is a decision, and can be taken back.

A decision keeps how the topics that it touched stood before, so that undoing it puts them back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gradient.errors import UnknownName, UsageError
from gradient.outline.entries import MAX_NAME
from gradient.outline.names import canonical
from gradient.outline.reconcile import free_slug
from gradient.store import curation, decisions, topics
from gradient.store.circles import no_new_circle
from gradient.store.sessions import Connection
from gradient.written import require_name

Topic = Mapping[str, Any]
Act = Literal["add", "rename", "merge", "split", "retire"]


@dataclass(frozen=True)
class Curator:
    """One person at one course at one time; `course` and `course_id` name the course."""

    connection: Connection
    course_id: int
    course: str
    person: str
    now: datetime

    async def add(
        self, title: str, *, parent: Topic | None = None, aliases: Sequence[str] = (), note: str | None = None
    ) -> tuple[str, int]:
        """Make a topic, or wake one of that name that rests; its slug and the id of the decision.

        Raises UsageError if a topic that is there has one of the names, GuardRefused if what people and
        outlines state would hold a circle with it.
        """
        resting = await self._resting(title, aliases)
        before = await curation.as_they_stand(self.connection, [one["id"] for one in resting[:1]])
        if resting:
            topic_id, slug = resting[0]["id"], resting[0]["slug"]
            async with no_new_circle(self.connection, self.course_id, f"{slug} cannot be woken"):
                await topics.set_state(self.connection, topic_id, "active", by="person")
            await topics.rename(self.connection, topic_id, title, by_person=True)
        else:
            topic_id, slug = await self._insert(title)
        await curation.set_parent(self.connection, topic_id, parent["id"] if parent else None)
        await self._name(topic_id, [title, *aliases])
        made = [] if resting else [topic_id]
        details = {"topic": slug, "title": title, "made": made}
        return slug, await self._record("add", [topic_id], before, details, note)

    async def rename(self, topic: Topic, title: str, *, note: str | None = None) -> int:
        """Give a topic another title; the old one stays an alias as long as the course uses it."""
        _require_name(title)
        for holder in await curation.holders(self.connection, self.course_id, canonical(title)):
            if holder["id"] != topic["id"] and holder["state"] == "active":
                raise UsageError(
                    f"{title} is a name of the topic {holder['slug']} already; merge them, or take another."
                )
        before = await curation.as_they_stand(self.connection, [topic["id"]])
        await topics.rename(self.connection, topic["id"], title, by_person=True)
        await self._name(topic["id"], [title])
        details = {"topic": topic["slug"], "title": title}
        return await self._record("rename", [topic["id"]], before, details, note)

    async def merge(self, absorbed: Topic, into: Topic, *, note: str | None = None) -> int:
        """Let a topic absorb another, with its names, tags and prerequisites.

        Raises UsageError if they are one, GuardRefused if what people and outlines state would then hold a
        circle.
        """
        if absorbed["id"] == into["id"]:
            raise UsageError(f"{absorbed['slug']} cannot absorb itself; name two topics.")
        below = await curation.children(self.connection, absorbed["id"])
        before = await curation.as_they_stand(self.connection, [absorbed["id"], into["id"], *below])
        tagged = await curation.tagged(self.connection, into["id"])
        joined = await curation.joined(self.connection, into["id"])
        what = f"{absorbed['slug']} cannot go into {into['slug']}"
        async with no_new_circle(self.connection, self.course_id, what):
            await topics.merge(self.connection, absorbed["id"], into["id"])
        await topics.rename(self.connection, into["id"], into["title"], by_person=True)
        await self._keep_names(into["id"])
        await self._move_children(absorbed["id"], into["id"])
        details = {
            "topic": absorbed["slug"],
            "into": into["slug"],
            "into_id": into["id"],
            "tagged": sorted(await curation.tagged(self.connection, into["id"]) - tagged),
            "joined": sorted(await curation.joined(self.connection, into["id"]) - joined),
        }
        return await self._record("merge", [absorbed["id"], into["id"]], before, details, note)

    async def split(
        self,
        topic: Topic,
        title: str,
        *,
        names: Sequence[str] = (),
        contents: Sequence[int] = (),
        note: str | None = None,
    ) -> tuple[str, int]:
        """Make a topic of a part of another: names that it takes along, contents that are its own.

        The contents given are decided; all others of the old topic are put to recall again, which offers
        them the new one. Gives the new slug and the id of the decision; UsageError where nothing goes over.
        """
        moved = await self._moved_names(topic, title, names)
        if not moved and not contents:
            raise UsageError(
                f"Say what {title} takes along: names of {topic['title']} with --name NAME, contents with"
                f" --content ID (gradient topics show {topic['slug']} lists both); a topic that takes nothing"
                " along is added with gradient topics add."
            )
        before = await curation.as_they_stand(self.connection, [topic["id"]])
        known = await curation.contents(self.connection, self.course_id, contents)
        if missing := sorted(set(contents) - known):
            raise UnknownName(
                f"The course {self.course} has no content {missing[0]}; gradient topics show"
                f" {topic['slug']} lists those of the topic."
            )
        new_id, slug = await self._insert(title)
        for key in moved:
            await topics.drop_name(self.connection, topic["id"], key)
        await self._keep_names(topic["id"])
        await topics.rename(self.connection, topic["id"], topic["title"], by_person=True)
        await topics.set_state(self.connection, topic["id"], "active", by="person")
        await self._name(new_id, [title, *moved.values()])
        answers = [await self._keep_apart(topic, {"id": new_id, "slug": slug})]
        for content in sorted(known):
            answers += await self._move_content(content, topic["id"], new_id)
        await curation.recall_again(self.connection, topic["id"])
        details = {
            "topic": topic["slug"],
            "title": title,
            "new": slug,
            "made": [new_id],
            "answers": answers,
        }
        return slug, await self._record("split", [topic["id"], new_id], before, details, note)

    async def retire(self, topic: Topic, *, note: str | None = None) -> int:
        """Take a topic out of the outline; what was below it moves up."""
        below = await curation.children(self.connection, topic["id"])
        before = await curation.as_they_stand(self.connection, [topic["id"], *below])
        above = next(one["parent_id"] for one in before["topics"] if one["id"] == topic["id"])
        await self._move_children(topic["id"], above)
        await topics.set_state(self.connection, topic["id"], "retired", by="person")
        return await self._record("retire", [topic["id"]], before, {"topic": topic["slug"]}, note)

    async def _insert(self, title: str) -> tuple[int, str]:
        taken = {one["slug"] for one in await topics.every(self.connection, self.course_id)}
        slug = free_slug(title, taken)
        made = await topics.insert(self.connection, self.course_id, slug, title, origin="person", by="person")
        return made, slug

    async def _resting(self, title: str, aliases: Sequence[str]) -> list[dict[str, Any]]:
        """The topic of this title that is proposed or retired, if there is one."""
        for name in (title, *aliases):
            _require_name(name)
            for holder in await curation.holders(self.connection, self.course_id, canonical(name)):
                if holder["state"] == "active":
                    raise UsageError(f"{name} is a name of the topic {holder['slug']} already.")
        return await curation.holders(self.connection, self.course_id, canonical(title))

    async def _moved_names(self, topic: Topic, title: str, names: Sequence[str]) -> dict[str, str]:
        """The names that go to the new topic, by their canonical form."""
        has = {one["key"]: one["name"] for one in await curation.names(self.connection, [topic["id"]])}
        _require_name(title)
        for holder in await curation.holders(self.connection, self.course_id, canonical(title)):
            if holder["id"] != topic["id"] and holder["state"] == "active":
                raise UsageError(f"{title} is a name of the topic {holder['slug']} already.")
        for name in names:
            if canonical(name) not in has:
                listed = ", ".join(sorted(has.values()))
                raise UnknownName(f"{topic['slug']} is not called {name!r}; its names are {listed}.")
        if canonical(topic["title"]) in {canonical(name) for name in (title, *names)}:
            raise UsageError(f"{topic['title']} is the title of the topic itself; rename it first.")
        return {key: has[key] for name in (title, *names) if (key := canonical(name)) in has}

    async def _name(self, topic_id: int, names: Sequence[str]) -> None:
        for name in dict.fromkeys(names):
            await topics.put_name(self.connection, topic_id, canonical(name), name, "person")

    async def _keep_names(self, topic_id: int) -> None:
        """Let the names of a topic be a person's word, so that no later run takes them away."""
        for one in await curation.names(self.connection, [topic_id]):
            if one["origin"] in ("mention", "outline"):
                await topics.put_name(self.connection, topic_id, one["key"], one["name"], "person")

    async def _move_children(self, topic_id: int, to: int | None) -> None:
        await curation.move_children(self.connection, topic_id, to)

    async def _keep_apart(self, topic: Topic, new: Topic) -> int:
        await topics.ensure_question(self.connection, self.course_id, "merge", topic, new)
        question = await curation.merge_question(self.connection, topic["id"], new["id"])
        assert question is not None
        return await self._answer("reject", question)

    async def _move_content(self, content: int, old: int, new: int) -> list[int]:
        answers = [await self._answer("accept", await decisions.ensure_tag(self.connection, content, new))]
        question = await curation.tag_question(self.connection, content, old)
        return answers if question is None else [*answers, await self._answer("reject", question)]

    async def _answer(self, act: str, question: int) -> int:
        return await decisions.insert(
            self.connection, self.course_id, act, person=self.person, at=self.now, question_id=question
        )

    async def _record(
        self,
        act: Act,
        touched: Sequence[int],
        before: Mapping[str, Any],
        details: Mapping[str, Any],
        note: str | None,
    ) -> int:
        return await decisions.insert(
            self.connection,
            self.course_id,
            act,
            person=self.person,
            at=self.now,
            note=note,
            details={**details, "touched": [str(one) for one in touched], "before": dict(before)},
        )


async def undo(
    connection: Connection,
    decision: Mapping[str, Any],
    *,
    person: str,
    now: datetime,
    note: str | None = None,
) -> int:
    """Take an act on the outline back; the id of the decision that does so.

    Raises UsageError if it was taken back already, if a later act builds on it, or if it is none;
    GuardRefused if what is there again closes a circle of what people and outlines state.
    """
    what = f"Decision {decision['id']} cannot be taken back"
    async with no_new_circle(connection, decision["course_id"], what):
        return await _undo(connection, decision, person, now, note)


async def _undo(
    connection: Connection, decision: Mapping[str, Any], person: str, now: datetime, note: str | None
) -> int:
    details = decision["details"]
    if "before" not in details:
        raise UsageError(f"Decision {decision['id']} is no act on the outline that could be taken back.")
    if await curation.is_undone(connection, decision["id"]):
        raise UsageError(f"Decision {decision['id']} was taken back already.")
    later = await curation.later_act(connection, decision["id"], details["touched"])
    if later is not None:
        raise UsageError(
            f"Decision {later['id']} ({later['act']}) came later and touches the same topic; take it back"
            " first."
        )
    for made in details.get("made", ()):
        await _let_rest(connection, made)
    await curation.put_back(connection, details["before"])
    if "into_id" in details:
        await curation.drop_tags(connection, details["into_id"], details["tagged"])
        await curation.drop_prerequisites(connection, details["joined"])
    course_id = decision["course_id"]
    for answer in details.get("answers", ()):
        answered = await decisions.one(connection, answer)
        assert answered is not None
        await decisions.insert(
            connection,
            course_id,
            "undo",
            person=person,
            at=now,
            question_id=answered["question_id"],
            undoes=answer,
        )
    return await decisions.insert(
        connection, course_id, "undo", person=person, at=now, undoes=decision["id"], note=note
    )


async def _let_rest(connection: Connection, topic_id: int) -> None:
    """A topic that should not have been made: it rests, and wakes if the course itself names it."""
    standing = await curation.as_they_stand(connection, [topic_id])
    resting = {"origin": "extracted", "state": "retired", "state_by": "stage", "title_by_person": False}
    await curation.put_back(
        connection,
        {
            "topics": [{**one, **resting} for one in standing["topics"]],
            "names": [{**one, "origin": "mention"} for one in standing["names"]],
        },
    )


def _require_name(name: str) -> None:
    require_name(name)
    if not canonical(name):
        raise UsageError(f"{name!r} holds no word that could name a topic; give it a title.")
    if len(name) > MAX_NAME:
        raise UsageError(f"“{name[:40]}…” has more than {MAX_NAME} characters; take a shorter name.")
