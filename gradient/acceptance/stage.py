"""Settle: the one place that writes statuses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Literal

from gradient.acceptance import wanted
from gradient.acceptance.in_force import thresholds_in_force
from gradient.acceptance.moved_by_maps import map_behind, told
from gradient.acceptance.question import QuestionKey, Settled
from gradient.acceptance.reach import reach_of
from gradient.acceptance.statuses import settle
from gradient.acceptance.stored import (
    Row,
    corrected_by,
    flip,
    lost_with_topics,
    maps_in_force,
    new_ones,
    prerequisite_change,
    question,
    question_key,
    tag_change,
)
from gradient.acceptance.thresholds import Thresholds
from gradient.review.draws import DrawShares
from gradient.review.items import refresh
from gradient.store import changes, installation, maps, reviews, statuses
from gradient.store.changes import Change
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.runner import Clock
from gradient.work.stage import Finished, Part

TOOL = "settle 2"

KINDS: tuple[Literal["tag", "prerequisite"], ...] = ("tag", "prerequisite")
"""The tasks whose questions have a status of their own that is stored."""

Rows = dict[QuestionKey, Row]


@dataclass(frozen=True)
class Stated:
    """How the questions of a course were settled, with their rows, the thresholds and the maps in force.

    `map_ids` are those maps by task, where confidences are not raw.
    """

    settled: Sequence[Settled]
    rows: Rows
    thresholds: Thresholds
    map_ids: Mapping[str, Sequence[int]]


class SettleStage:
    """Derives every status of a course from decisions, judgements, maps and thresholds, without a model.

    `thresholds` hold where a course asks for no precision, or none is certified.
    `open_max` is how many review items a course may have open, `shares` how much is drawn for audits and
    uniform draws.
    """

    name = "settle"
    part = Part.JUDGING
    batch = 1

    def __init__(self, thresholds: Thresholds, *, open_max: int, shares: DrawShares, clock: Clock) -> None:
        self._thresholds = thresholds
        self._open_max = open_max
        self._shares = shares
        self._clock = clock

    def units(self) -> UnitQuery:
        """The course, with a hash of everything that its statuses follow from."""
        rules = f"{sorted(asdict(self._thresholds).items())} {self._open_max} {self._shares}"
        return statuses.unit_query(TOOL, rules)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:  # noqa: ARG002
        """All of it happens in the transaction that stores it: it reads decisions that may come any time."""
        return [Finished(unit, write=partial(self.settle, course_id=course_id)) for unit in units]

    async def settle(
        self, connection: Connection, course_id: int, acting_since: datetime | None = None
    ) -> None:
        """Write the statuses that changed and bring the review queue to what follows.

        While a person acts, what they did from `acting_since` on is the cause of what changes.
        """
        await self._ask(connection, course_id, await self.state(connection, course_id, acting_since))

    async def state(
        self, connection: Connection, course_id: int, acting_since: datetime | None = None
    ) -> Stated:
        """Write the statuses that changed alone, without a look at the queue."""
        await statuses.lock(connection, course_id)
        await statuses.restore_decided(connection, course_id)
        lost = await statuses.let_rest(connection, course_id)
        rows = await _rows(connection, course_id)
        active = await statuses.active_maps(connection)
        in_force = maps_in_force(active)
        thresholds = (await thresholds_in_force(connection, course_id, self._thresholds)).thresholds
        settled = settle((question(key, row, in_force) for key, row in rows.items()), thresholds)
        cause = await changes.cause(connection, course_id, acting_since)
        if lost:
            await changes.note(
                connection, course_id, "prerequisite", lost_with_topics(lost), cause, self._clock()
            )
        await self._write(connection, course_id, settled, rows, cause)
        return Stated(settled, rows, thresholds, corrected_by(active))

    async def _write(
        self, connection: Connection, course_id: int, settled: Sequence[Settled], rows: Rows, cause: str
    ) -> None:
        tags, prerequisites = [], []
        for one in settled:
            row = rows[one.question.key]
            if one.question.task == "tag" and (change := tag_change(one, row)):
                tags.append(change)
            if one.question.task == "prerequisite" and (change := prerequisite_change(one, row)):
                prerequisites.append(change)
        await statuses.write_tags(connection, tags)
        await statuses.write_prerequisites(connection, prerequisites)
        turned = [
            (one, rows[one.question.key])
            for one in settled
            if one.question.task in KINDS and flip(one, rows[one.question.key]) is not None
        ]
        stored = await maps.every(connection) if turned else []
        moved = {one.question.key: by for one, row in turned if (by := map_behind(one, row, stored))}
        await changes.record(connection, list(self._changes(course_id, settled, rows, cause, moved)))

    def _changes(
        self,
        course_id: int,
        settled: Sequence[Settled],
        rows: Rows,
        cause: str,
        moved: Mapping[QuestionKey, str],
    ) -> Iterator[Change]:
        """What a person may want to know: how many questions are new, and each status that turned.

        `moved` says which map is behind those that turned by one; what each map did is told as a whole first.
        """
        by_map = [
            (moved[one.question.key], one, rows[one.question.key])
            for one in settled
            if one.question.key in moved
        ]
        for by, sentence in told(by_map).items():
            yield Change(course_id, "notice", sentence, by, self._clock())
        for kind in KINDS:
            of_kind = [(one, rows[one.question.key]) for one in settled if one.question.task == kind]
            if new := new_ones(kind, of_kind):
                yield Change(course_id, kind, new, cause, self._clock())
            for one, row in of_kind:
                if turned := flip(one, row):
                    by = moved.get(one.question.key, turned[1])
                    yield Change(course_id, kind, turned[0], by, self._clock())

    async def _ask(self, connection: Connection, course_id: int, stated: Stated) -> None:
        settled, rows, thresholds = stated.settled, stated.rows, stated.thresholds
        salt = await installation.salt(connection)
        draws = wanted.Draws(salt, self._shares, thresholds, stated.map_ids)
        reach = reach_of(settled)
        evidence = await reviews.new_evidence(connection, course_id)
        items = [
            *wanted.asked(settled, rows, reach, draws),
            *wanted.asked_again(settled, rows, reach, evidence),
            *wanted.shown(await reviews.notices(connection, course_id)),
        ]
        await refresh(connection, course_id, items, self._open_max, self._clock())


async def _rows(connection: Connection, course_id: int) -> Rows:
    """The questions of a course as they stand, by natural key."""
    tags = await statuses.tags(connection, course_id)
    prerequisites = await statuses.prerequisites(connection, course_id)
    outline = await statuses.outline_questions(connection, course_id)
    return {
        **{question_key("tag", row): row for row in tags},
        **{question_key("prerequisite", row): row for row in prerequisites},
        **{question_key(row["task"], row): row for row in outline},
    }
