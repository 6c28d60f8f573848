"""Runs one stage on one course: the due units, their outcomes, and what comes next."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from gradient.errors import Held, Outage, UnderWay, Unplayable
from gradient.playing import PLAYED_IN
from gradient.store import erasure, holds, outcomes, rounds
from gradient.store.holds import Hold
from gradient.store.ledger import trying, units_at_work
from gradient.store.outcomes import Recorded, Unit
from gradient.store.sessions import Connection, Database
from gradient.work.environment import is_environment
from gradient.work.failures import SHORT, asked_pause, recorded_failure
from gradient.work.fitting import Fitting, NoFitting
from gradient.work.queue import FIT, Queue
from gradient.work.stage import Finished, Part, Stage

logger = logging.getLogger(__name__)

MANY_UNITS = 50
"""After so many units the planner is told what the tables hold: without that a join may take seconds, and
PostgreSQL itself comes to it only after a minute."""

PAID_AT_ONCE = 16
"""Batches at once of a stage in which services are asked: those have limits of their own."""

Erased = tuple[object, ...]
Clock = Callable[[], datetime]
Progress = Callable[[str, int, int, int], None]


def utc_now() -> datetime:
    """The time now, with its zone."""
    return datetime.now(UTC)


def no_progress(stage: str, course_id: int, done: int, total: int) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class Limits:
    """How one job of a stage may spread out: units, batches at once, and seconds before it makes room."""

    units: int | None = None
    concurrency: int = 1
    seconds: float = 3600.0


class Runner:
    """Knows the stages and their order; one `run` is one job."""

    def __init__(
        self,
        database: Database,
        stages: Sequence[Stage],
        *,
        limits: Mapping[str, Limits] | None = None,
        clock: Clock = utc_now,
        progress: Progress = no_progress,
        fitting: Fitting = NoFitting(),  # noqa: B008 - it holds nothing
    ) -> None:
        self._database = database
        self._stages = tuple(stages)
        self._fitting = fitting
        self._limits = limits or {}
        self._clock = clock
        self._progress = progress
        self.queue = Queue(database, self.run)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages in their order."""
        return self._stages

    async def run(self, stage_name: str, course_id: int) -> None:
        """Work on the due units of a stage, unless an earlier stage comes first; then put in what is next.

        The job that is about no course fits maps.
        """
        if stage_name == FIT:
            await self.fit()
            return
        async with self._database.transaction() as connection:
            stage = await self.next_stage(connection, course_id)
            if stage is None:
                return
            if stage.part is Part.FINDING:
                await rounds.ensure_open(connection, course_id, self._clock())
            if stage.name != stage_name:
                await self.queue.defer(connection, stage.name, course_id)
                return
        done, due = await self._work_off(stage, course_id)
        if done < due or not due or self._after(stage) is None:
            # In all other cases a job for the stage that follows is there since the units were stored.
            await self.defer_next(course_id)

    async def fit(self) -> bool:
        """Fit what it is time for, and let every course be settled where that changed a map; whether so."""
        async with self._database.transaction() as connection:
            changed = await self._fitting.fit(connection, self._clock())
            if changed:
                await self.queue.remind(connection, None)
        return changed

    async def defer_fit(self, connection: Connection) -> bool:
        """Put the job that fits maps into the queue if it is time for it; whether it is."""
        due = await self._fitting.is_due(connection)
        if due:
            await self.queue.defer_fit(connection)
        return due

    async def defer_next(self, course_id: int) -> None:
        """Put a job for the first stage with due units into the queue; close the round when there is none."""
        async with self._database.transaction() as connection:
            stage = await self.next_stage(connection, course_id)
            if stage is not None:
                await self.queue.defer(connection, stage.name, course_id)

    async def next_stage(self, connection: Connection, course_id: int) -> Stage | None:
        """The first stage with due units, or None; a retry that is close holds what comes after it.

        When a round has come as far as pages, its undecided contents go to recall once more; when
        nothing is due, it closes.
        """
        stage = await self._first_due(connection, course_id)
        past_settle = stage is None or stage.part is Part.SHOWING
        held = await self._held(connection, course_id) or await self.is_under_way(connection, course_id)
        if past_settle and not held:
            current = await rounds.current(connection, course_id)
            if current is not None and current.recalled_again_at is None:
                now = self._clock()
                if await rounds.recall_undecided_again(connection, course_id, now):
                    return await self._first_due(connection, course_id)
            if current is not None and stage is None:
                await rounds.close(connection, course_id, self._clock())
        return stage

    async def _first_due(self, connection: Connection, course_id: int) -> Stage | None:
        now = self._clock()
        for stage in await self.open_stages(connection, course_id):
            query = stage.units()
            if await outcomes.due(connection, query, course_id, now, limit=1):
                return stage
            if await outcomes.held_until(connection, query, course_id, now) is not None:
                return None
        return None

    async def open_stages(self, connection: Connection, course_id: int) -> list[Stage]:
        """The stages that need not wait.

        One that waits for a role or a budget holds no other, one that waits for a batch all later ones.
        """
        now = self._clock()
        waiting = await holds.of_course(connection, course_id)
        later = {name: hold for name, hold in waiting.items() if hold.until > now}
        first = next((at for at, one in enumerate(self._stages) if _is_under_way(later.get(one.name))), None)
        return [one for one in self._stages[:first] if one.name not in later]

    async def is_under_way(self, connection: Connection, course_id: int) -> bool:
        """Whether any unit of a course waits for a batch."""
        return await self._any_waits(connection, course_id, under_way=True)

    async def waits(self, connection: Connection, course_id: int) -> bool:
        """Whether any unit of a course waits for a role or a budget."""
        return await self._any_waits(connection, course_id, under_way=False)

    async def _any_waits(self, connection: Connection, course_id: int, *, under_way: bool) -> bool:
        now = self._clock()
        waiting = await holds.of_course(connection, course_id)
        wanted = {name for name, hold in waiting.items() if hold.under_way == under_way}
        queries = [stage.units() for stage in self._stages if stage.name in wanted]
        return any([await outcomes.due(connection, query, course_id, now, limit=1) for query in queries])

    async def has_due(self, connection: Connection, stage_name: str, course_id: int) -> bool:
        """Whether a stage has a due unit in a course."""
        stages = await self.open_stages(connection, course_id)
        queries = [stage.units() for stage in stages if stage.name == stage_name]
        now = self._clock()
        return any([await outcomes.due(connection, query, course_id, now, limit=1) for query in queries])

    async def next_retry(self, connection: Connection, course_id: int) -> datetime | None:
        """When the next failed unit of a course is tried again that is close enough to wait for, or None."""
        now = self._clock()
        times = [
            await outcomes.held_until(connection, stage.units(), course_id, now)
            for stage in await self.open_stages(connection, course_id)
        ]
        return min((time for time in times if time is not None), default=None)

    async def _held(self, connection: Connection, course_id: int) -> bool:
        return await self.next_retry(connection, course_id) is not None

    async def _work_off(self, stage: Stage, course_id: int) -> tuple[int, int]:
        """Work on the due units of a stage as far as its limits allow; how many that were, of how many.

        Once something is forgotten it goes no further: its units may be none any more. Nor does it once the
        role is paused or no budget is left; what has waited for either is tried with a single request first.
        What has waited for a batch is asked about as it was before.
        """
        limits = self._limits.get(stage.name, Limits())
        async with self._database.transaction() as connection:
            erased = await erasure.erased(connection)
            due = await outcomes.due(connection, stage.units(), course_id, self._clock(), limits.units)
            hold = (await holds.of_course(connection, course_id)).get(stage.name)
        ends_at = time.monotonic() + limits.seconds
        at_once = limits.concurrency if stage.units().free else max(limits.concurrency, PAID_AT_ONCE)
        room = asyncio.Semaphore(at_once)
        done = 0
        held = False
        told: set[type[Exception]] = set()

        async def work_off(batch: list[Unit]) -> None:
            nonlocal done, held
            async with room:
                if held or time.monotonic() >= ends_at:
                    return
                try:
                    worked = await self._work_on(stage, course_id, batch, erased)
                except (Held, Outage) as error:
                    held = True
                    # What several run into at once is one reason to wait.
                    if type(error) not in told:
                        told.add(type(error))
                        await self._hold(stage, course_id, error)
                    return
                if worked:
                    done += len(batch)
                    self._progress(stage.name, course_id, done, len(due))

        left = due
        if hold is not None and not hold.under_way and due:
            # The same units as before: of what they asked some is answered already.
            trying.set(True)
            await work_off(due[: stage.batch])
            trying.set(False)
            left = due[stage.batch :]
            if not held:
                await self._release(stage, course_id)
        batches = _batches(left, stage.batch)
        await _all_or_none(work_off(batch) for batch in batches)
        if _is_under_way(hold) and not held:
            await self._release(stage, course_id)
        if done >= MANY_UNITS:
            async with self._database.transaction() as connection:
                await outcomes.take_statistics(connection, stage.name)
        return done, len(due)

    async def _work_on(self, stage: Stage, course_id: int, batch: Sequence[Unit], erased: Erased) -> bool:
        """Work on a batch and store it; where that fails, on each of its units alone.

        While the database does not do its part no unit is at fault: all stay due, and the job ends. In an
        outage all of them fail, and none is tried alone; a role that cannot be played, or a budget without
        room, is raised, and they stay as they are. False if something was forgotten since the units
        were listed: then nothing of them is stored.
        """
        async with self._database.transaction() as connection:
            if await erasure.erased(connection) != erased:
                return False
        try:
            units_at_work.set(tuple(unit.unit_id for unit in batch))
            finished = await stage.work(self._database, course_id, batch)
            return await self._store(stage, course_id, finished, erased)
        except Exception as error:  # becomes the outcome of the unit that raised it
            if is_environment(error) or _waits(stage, error):
                raise
            if len(batch) == 1 or isinstance(error, Outage):
                return all(
                    [await self._store_failure(stage, course_id, unit, error, erased) for unit in batch]
                )
            return all([await self._work_on(stage, course_id, [unit], erased) for unit in batch])

    async def _hold(self, stage: Stage, course_id: int, error: Held | Outage) -> None:
        """Let a stage wait: everywhere, if its role cannot be played; else in this course."""
        now = self._clock()
        async with self._database.transaction() as connection:
            if isinstance(error, Held):
                hold = Hold(str(error), error.until, isinstance(error, UnderWay))
                await holds.hold(connection, course_id, stage.name, hold, now)
            else:
                asked = None if isinstance(error, Unplayable) else asked_pause(error)
                await holds.pause(connection, PLAYED_IN[stage.name], str(error), now, asked)
        level = logging.INFO if isinstance(error, UnderWay) else logging.WARNING
        logger.log(level, "%s waits: %s", stage.name, error)

    async def _release(self, stage: Stage, course_id: int) -> None:
        async with self._database.transaction() as connection:
            await holds.release(connection, course_id, stage.name)

    async def _store(
        self, stage: Stage, course_id: int, finished: Sequence[Finished], erased: Erased
    ) -> bool:
        """Store results and outcomes together, and put the next stage into the queue with them.

        Raises what some of the units have to wait for once the others are stored.
        """
        failures = [one.failure for one in finished if one.failure is not None]
        waiting = [failure for failure in failures if _waits(stage, failure)]
        async with self._database.transaction() as connection:
            await erasure.hold_off(connection)
            stands = await erasure.erased(connection) == erased
            for one in finished:
                if stands or one.outside:
                    await one.write(connection)
            if not stands:
                return False
            recorded = [self._outcome(one) for one in finished if one.failure not in waiting]
            if recorded:
                await self._record(connection, stage, course_id, recorded)
        if waiting:
            raise waiting[0]
        return True

    def _outcome(self, one: Finished) -> Recorded:
        if one.failure is not None:
            return recorded_failure(one.unit, one.failure, self._clock())
        return Recorded(one.unit, one.outcome, one.reason, one.unit.attempts + 1, seen=one.seen)

    async def _store_failure(
        self, stage: Stage, course_id: int, unit: Unit, error: Exception, erased: Erased
    ) -> bool:
        recorded = recorded_failure(unit, error, self._clock())
        async with self._database.transaction() as connection:
            await erasure.hold_off(connection)
            if await erasure.erased(connection) != erased:
                return False
            await self._record(connection, stage, course_id, [recorded])
        level = logging.INFO if recorded.outcome in {"skipped", "refused"} else logging.WARNING
        logger.log(level, "%s of %s: %s: %s", stage.name, unit.unit_key, recorded.outcome, recorded.reason)
        logger.debug("%s of %s", stage.name, unit.unit_key, exc_info=error)
        return True

    async def _record(
        self, connection: Connection, stage: Stage, course_id: int, recorded: Sequence[Recorded]
    ) -> None:
        tool = stage.units().tool
        await outcomes.record(connection, stage.name, tool, course_id, recorded, self._clock())
        following = self._after(stage)
        if following is not None:
            await self.queue.defer(connection, following.name, course_id)

    def _after(self, stage: Stage) -> Stage | None:
        position = [one.name for one in self._stages].index(stage.name)
        return self._stages[position + 1] if position + 1 < len(self._stages) else None


def _batches(units: Sequence[Unit], size: int) -> list[list[Unit]]:
    """The units in batches; each that failed while others were answered by itself."""
    together = [unit for unit in units if not unit.alone]
    batches = [together[at : at + size] for at in range(0, len(together), size)]
    return batches + [[unit] for unit in units if unit.alone]


def _is_under_way(hold: Hold | None) -> bool:
    return hold is not None and hold.under_way


def _waits(stage: Stage, error: Exception) -> bool:
    """Whether an error says that all of a stage has to wait."""
    if not isinstance(error, Outage):
        return isinstance(error, Held)
    away = isinstance(error, Unplayable) or asked_pause(error) > SHORT
    return away and stage.name in PLAYED_IN


async def _all_or_none(pieces: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Carry all out at once; when one of them fails the others are broken off, and its error is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            for piece in pieces:
                group.create_task(piece)
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
