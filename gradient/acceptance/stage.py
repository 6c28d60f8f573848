"""Settle: the one place that writes statuses."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from gradient.acceptance.question import Question, QuestionKey, Settled
from gradient.acceptance.statuses import settle
from gradient.acceptance.thresholds import Thresholds
from gradient.graph.closure import reached_from
from gradient.providers.confidence import ConfidenceMap
from gradient.review.draws import draw
from gradient.review.items import Wanted, refresh
from gradient.review.priorities import equal_key
from gradient.store import changes, installation, reviews, statuses
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.runner import Clock
from gradient.work.stage import Finished

TOOL = "settle 1"

Rows = dict[tuple[str, str, str], dict[str, Any]]


class SettleStage:
    """Derives every status of a course from decisions, judgements, maps and thresholds, without a model.

    `open_max` is how many review items a course may have open, `draw_share` how many questions are drawn
    for audits and uniform draws, 0 to 1.
    """

    name = "settle"
    batch = 1

    def __init__(self, thresholds: Thresholds, *, open_max: int, draw_share: float, clock: Clock) -> None:
        self._thresholds = thresholds
        self._open_max = open_max
        self._draw_share = draw_share
        self._clock = clock

    def units(self) -> UnitQuery:
        """The course, with a hash of everything that its statuses follow from."""
        rules = f"{sorted(asdict(self._thresholds).items())} {self._open_max} {self._draw_share}"
        return statuses.unit_query(TOOL, rules)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:  # noqa: ARG002
        """All of it happens in the transaction that stores it: it reads decisions that may come any time."""

        async def write(connection: Connection) -> None:
            await self.settle(connection, course_id)

        return [Finished(unit, write=write) for unit in units]

    async def settle(self, connection: Connection, course_id: int) -> None:
        """Write the statuses that changed and bring the review queue to what follows."""
        await statuses.lock(connection, course_id)
        maps = {
            (one["task"], one["scorer"]): ConfidenceMap.from_json(one["parameters"])
            for one in await statuses.active_maps(connection)
        }
        tags = _by_key("tag", await statuses.tags(connection, course_id))
        prerequisites = _by_key("prerequisite", await statuses.prerequisites(connection, course_id))
        outline: Rows = {
            (row["task"], row["subject"], row["object"]): row
            for row in await statuses.outline_questions(connection, course_id)
        }
        rows = {**tags, **prerequisites, **outline}
        settled = settle((_question(key, row, maps) for key, row in rows.items()), self._thresholds)
        await self._write(connection, course_id, settled, rows)
        wanted = await self._wanted(connection, course_id, settled, rows)
        await refresh(connection, course_id, wanted, self._open_max, self._clock())

    async def _write(
        self, connection: Connection, course_id: int, settled: Sequence[Settled], rows: Rows
    ) -> None:
        tags, prerequisites, flips = [], [], []
        for one in settled:
            row = rows[one.question.key]
            if one.question.task == "tag" and _tag_values(one) != _stored(row, _tag_values(one)):
                tags.append({**_tag_values(one), "content_id": row["content_id"], "topic_id": row["topic_id"]})
            if one.question.task == "prerequisite":
                values = _prerequisite_values(one)
                if values != _stored(row, values):
                    prerequisites.append(
                        {**values, "subject_id": row["subject_id"], "object_id": row["object_id"]}
                    )
                if one.status != row["status"]:
                    flips.append(_flip(one, row))
        await statuses.write_tags(connection, tags)
        await statuses.write_prerequisites(connection, prerequisites)
        for what, cause in flips:
            await changes.note(connection, course_id, "prerequisite", what, cause, self._clock())

    async def _wanted(
        self, connection: Connection, course_id: int, settled: Sequence[Settled], rows: Rows
    ) -> list[Wanted]:
        salt = await installation.salt(connection)
        reach = _reach(settled)
        wanted = [
            one
            for each in settled
            if (one := self._item(each, rows[each.question.key], salt, reach)) is not None
        ]
        wanted += await _reopened(connection, course_id, rows, {one.question_id for one in wanted})
        return wanted + await _without_question(connection, course_id)

    def _item(
        self, each: Settled, row: Mapping[str, Any], salt: str, reach: Mapping[str, int]
    ) -> Wanted | None:
        question = each.question
        if question.decided is not None:
            return None
        kind = "circle" if each.circle else question.task
        drawn = None
        if question.task in ("tag", "prerequisite") and not question.imported:
            accepted = each.status == "accepted"
            drawn = draw(question.key, salt, self._accepted_from(question) if accepted else None,
                         self._draw_share)  # fmt: skip
        if not each.asked and drawn is None:
            return None
        return Wanted(
            kind=kind,
            key=_text(question.key),
            equal=equal_key(*question.key),
            reason=each.reason,
            question_id=row["question_id"],
            confidence=question.confidence,
            reach=reach.get(question.object if question.task == "prerequisite" else question.subject, 1),
            draw=drawn,
        )

    def _accepted_from(self, question: Question) -> float:
        if question.task == "tag":
            return self._thresholds.tag_accept
        return self._thresholds.prerequisite_accept


def _by_key(task: str, rows: Iterable[dict[str, Any]]) -> Rows:
    return {(task, row["subject"], row["object"]): row for row in rows}


def _question(
    key: tuple[str, str, str], row: Mapping[str, Any], maps: Mapping[tuple[str, str], ConfidenceMap]
) -> Question:
    task, subject, object_ = key
    question = Question(
        task,  # type: ignore[arg-type]  # the database knows the four tasks alone
        subject,
        object_,
        answer=row["answer"],
        imported=row.get("origin") == "outline",
    )
    if row.get("log_yes") is None:
        return replace(question, refused=row.get("refused"))
    difference = row["log_yes"] - row["log_no"]
    applied = maps.get((task, row["scorer"]), ConfidenceMap())
    return replace(question, logit=difference, confidence=applied.apply(difference))


def _text(key: QuestionKey) -> str:
    """The natural key as one text; two keys never give the same."""
    return json.dumps(key, ensure_ascii=False)


def _by(one: Settled) -> str:
    if one.question.decided is not None:
        return "person"
    return "outline" if one.question.imported else "stage"


def _tag_values(one: Settled) -> dict[str, Any]:
    return {
        "status": one.status,
        "confidence": one.question.confidence,
        "reason": one.reason,
        "is_primary": one.primary,
        "by": _by(one),
    }


def _prerequisite_values(one: Settled) -> dict[str, Any]:
    return {
        "status": one.status,
        "confidence": one.question.confidence,
        "reason": one.reason,
        "circle": list(one.circle) or None,
        "by": _by(one),
    }


def _stored(row: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    return {column: row[column] for column in values}


def _flip(one: Settled, row: Mapping[str, Any]) -> tuple[str, str]:
    what = f"{one.question.subject} → {one.question.object}: {row['status']} became {one.status}."
    return what, "a decision" if one.question.decided is not None else one.reason


def _reach(settled: Iterable[Settled]) -> dict[str, int]:
    """For each topic how many topics need it in the end, itself among them."""
    edges = [
        (one.question.subject, one.question.object)
        for one in settled
        if one.question.task == "prerequisite" and one.status == "accepted"
    ]
    return {topic: 1 + len(reached_from(edges, topic)) for topic in {end for edge in edges for end in edge}}


async def _reopened(
    connection: Connection, course_id: int, rows: Rows, asked: set[int | None]
) -> list[Wanted]:
    """Decided questions that new evidence speaks to; their status stays until they are answered again."""
    ends = {
        (task, row["content_id"], row["topic_id"])
        if task == "tag"
        else (task, row["subject_id"], row["object_id"]): (key, row)
        for key, row in rows.items()
        if (task := key[0]) in ("tag", "prerequisite")
    }
    reopened = []
    for found in await reviews.new_evidence(connection, course_id):
        known = ends.get((found["task"], found["subject_id"], found["object_id"]))
        if known is None or known[1]["question_id"] in asked:
            continue
        key, row = known
        word = "accepted" if found["act"] == "accept" else "rejected"
        reason = f"New evidence since it was {word}, in {found['path']}: “{found['quote']}”."
        reopened.append(
            Wanted(key[0], _text(key), equal_key(*key), reason, row["question_id"],
                   confidence=row["confidence"])  # fmt: skip
        )
    return reopened


async def _without_question(connection: Connection, course_id: int) -> list[Wanted]:
    """Items that show what is wrong: pages that were not read, topics on little ground or with two meanings."""
    noted = {
        (one["kind"], one["subject_id"])
        for one in await reviews.acknowledged(connection, course_id)
        if one["act"] in ("accept", "reject")
    }
    found = [
        ("unread", one["path"], f"{one['path']} was read in part: {one['missing']}", one["revision_id"])
        for one in await reviews.unread(connection, course_id)
    ]
    found += [
        ("thin", one["slug"], one["reason"] or "Few passages carry its page.", one["topic_id"])
        for one in await reviews.thin(connection, course_id)
    ]
    found += [
        ("homonym", one["slug"], one["reason"], one["topic_id"])
        for one in await reviews.homonyms(connection, course_id)
    ]
    return [
        Wanted(kind, f"{kind}|{name}", f"{kind}|{name}", reason, subject_id=subject_id)
        for kind, name, reason, subject_id in found
        if (kind, subject_id) not in noted
    ]
