"""Measures recall on a gold set, through the code and the queries of its own stage."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gradient.embedding.stage import EmbedStage
from gradient.evaluation.course import GoldCourse, make_course
from gradient.evaluation.figures import Scored
from gradient.evaluation.gold import Gold, GoldContent
from gradient.evaluation.working import work_off
from gradient.providers.ports import Embedder
from gradient.recall.fitting import holding_fusion
from gradient.recall.fusion import PATHS, SURROUNDED, TAUGHT
from gradient.recall.reading import RecallLimits
from gradient.recall.stage import RecallStage
from gradient.store import evaluation, outcomes, rounds
from gradient.store.fusions import StoredFusion
from gradient.store.sessions import Database
from gradient.work.runner import Clock, utc_now

Told = Callable[[str], None]

SEVERAL = (SURROUNDED, TAUGHT, SURROUNDED | TAUGHT)
"""Paths left out together: what reads other rows of the fold group, what learns from tags, and both."""


def called(paths: frozenset[str]) -> str:
    """Several paths in one word, in the order of `PATHS`."""
    return " + ".join(path for path in PATHS if path in paths)


@dataclass(frozen=True)
class RecallMeasured:
    """What recall offered the test rows: by all paths, by each path alone, and without each path.

    `without_several` leaves out the paths of each of `SEVERAL`, by what they are called together.
    `tagged` are the rows that were gold, `fitted` the weights that were fitted on them; `seconds` is the time
    of recall by all paths. `course` says where the rows are in the database.
    """

    gold: Gold
    tagged: Sequence[GoldContent]
    scored: Sequence[Scored]
    alone: Mapping[str, Sequence[Scored]]
    without: Mapping[str, Sequence[Scored]]
    without_several: Mapping[str, Sequence[Scored]]
    seconds: float
    fitted: StoredFusion | None
    course: GoldCourse


def require_rows(gold: Gold, *, cold: bool) -> None:
    """Raise MalformedGold if the gold set has nothing to score or, unless `cold`, nothing to tag."""
    gold.tested()
    if not cold:
        gold.taught()


async def measure_recall(
    database: Database,
    gold: Gold,
    embedder: Embedder,
    limits: RecallLimits,
    told: Told,
    *,
    cold: bool,
    ablated: Sequence[str] = PATHS,
    clock: Clock = utc_now,
) -> RecallMeasured:
    """Fill an empty database with the gold set and recall its test rows; `cold` takes no train row.

    Each of the paths `ablated` is tried alone, and all others without it; several are left out together
    where all of them are named. `told` hears what goes on, a line at a time. Raises MalformedGold if there is
    nothing to score or tag.
    """
    tested, taught = gold.tested(), () if cold else gold.taught()
    told(f"{len(gold.topics)} topics, {len(taught)} tagged contents, {len(tested)} contents to recall")
    course = await make_course(database, gold, taught, tested, clock())
    embed = EmbedStage(embedder)
    await prepare(database, embed, course.course_id, clock)
    fitted = await holding_fusion(database, embed.space, course.course_id, limits, clock)
    content_ids = [course.contents[row.content_id] for row in tested]

    async def recalled(paths: frozenset[str] | None) -> tuple[list[Scored], float]:
        stage = RecallStage(embed.space, limits, paths)
        started = time.perf_counter()
        worked_on = await work_off(database, stage, course.course_id, clock, content_ids)
        seconds = time.perf_counter() - started
        if worked_on < len(content_ids):
            raise RuntimeError(
                f"recall left out {len(content_ids) - worked_on} of {len(content_ids)} contents"
            )
        return await _scored(database, course, tested), seconds

    everything, seconds = await recalled(None)
    told("recalled by all paths")
    alone, without = {}, {}
    for path in ablated:
        alone[path], _ = await recalled(frozenset({path}))
        without[path], _ = await recalled(frozenset(PATHS) - {path})
        told(f"recalled by {path} alone and without it")
    without_several = {}
    for paths in (paths for paths in SEVERAL if paths <= set(ablated)):
        without_several[called(paths)], _ = await recalled(frozenset(PATHS) - paths)
        told(f"recalled without {called(paths)}")
    return RecallMeasured(gold, taught, everything, alone, without, without_several, seconds, fitted, course)


async def prepare(database: Database, embed: EmbedStage, course_id: int, clock: Clock) -> None:
    """Bring a course to where recall begins: everything has its vector, and a round is open."""
    await work_off(database, embed, course_id, clock)
    async with database.transaction() as connection:
        await outcomes.take_statistics(connection, embed.name)
        await rounds.ensure_open(connection, course_id, clock())


async def _scored(database: Database, course: GoldCourse, rows: Sequence[GoldContent]) -> list[Scored]:
    content_ids = [course.contents[row.content_id] for row in rows]
    async with database.transaction() as connection:
        offered = await evaluation.ranked_candidates(connection, content_ids)
    return [
        Scored(row.fold_group, course.topics_of(row), offered.get(content_id, ()))
        for row, content_id in zip(rows, content_ids, strict=True)
    ]
