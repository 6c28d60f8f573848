"""Measures prerequisites on a gold set, through the code and the queries of the stages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gradient.acceptance.thresholds import LabelledDraw, Thresholds, certified_threshold
from gradient.calibration.decided.fitting import CourseTopics, Known, Learned, are_enough
from gradient.calibration.decided.pair import DecidedPair, unordered
from gradient.calibration.stage import CalibrateStage
from gradient.embedding.stage import EmbedStage
from gradient.evaluation.certified import PRECISIONS
from gradient.evaluation.course import GoldCourse, make_course
from gradient.evaluation.gold import Gold, GoldPrerequisite
from gradient.evaluation.pairs import ScoredPair, best_threshold
from gradient.evaluation.working import work_off
from gradient.generation.pools import Pools, pool_size
from gradient.providers.ports import Embedder, Scorer
from gradient.recall.conditional_logit import folds
from gradient.store import evaluation, prerequisites
from gradient.store.evaluation import JudgedPair
from gradient.store.prerequisites import CourseMaterial
from gradient.store.sessions import Database
from gradient.work.runner import Clock, utc_now

Told = Callable[[str], None]
Judged = Mapping[tuple[int, int], JudgedPair]

FOLDS = 5
POOL_SIZES = (30, 60, 100)


@dataclass(frozen=True)
class PoolShare:
    """How many other topics a pool holds on average, and the share of true prerequisites that are in one."""

    mean: float
    share: float | None


@dataclass(frozen=True)
class PrerequisitesMeasured:
    """What was judged of the test pairs, and by what.

    `fitted_on` are the train rows that were decided before, empty where nothing was fitted; `alone` is what
    the scorer says of the test pairs without them. `held_out` are those train rows as judged by what the rows
    of other folds teach. `threshold` was chosen on them where there are any, and is that of the settings
    elsewhere; `certified` holds the one that they certify for each of `PRECISIONS`, None where they do not.
    """

    gold: Gold
    fitted_on: Sequence[GoldPrerequisite]
    scored: Sequence[ScoredPair]
    alone: Sequence[ScoredPair]
    held_out: Sequence[ScoredPair]
    threshold: float
    certified: Mapping[float, float | None]
    thresholds: Thresholds
    pools: Sequence[PoolShare]
    scorer: str

    @property
    def chosen(self) -> bool:
        """Whether the threshold was chosen on train rows."""
        return bool(self.held_out)


async def measure_prerequisites(
    database: Database,
    gold: Gold,
    embedder: Embedder,
    scorer: Scorer,
    thresholds: Thresholds,
    told: Told,
    *,
    fit: bool,
    clock: Clock = utc_now,
) -> PrerequisitesMeasured:
    """Fill an empty database with the gold set and judge its labelled test pairs, picked or not.

    With `fit` the labelled train pairs are decided before. `told` hears what goes on, a line at a time.
    Raises MalformedGold if there is nothing to score.
    """
    tested, taught = gold.tested_pairs(), gold.taught_pairs() if fit else ()
    for doubt in gold.doubts:
        told(doubt)
    told(f"{len(gold.topics)} topics, {len(taught)} decided pairs, {len(tested)} pairs to judge")
    course = await make_course(database, gold, (), (), clock())
    embed = EmbedStage(embedder)
    await work_off(database, embed, course.course_id, clock)
    stage = CalibrateStage(scorer, embed.space, clock=clock)
    await _ask(database, course, (*taught, *tested))
    alone = await _judged(database, stage, course, (*taught, *tested), clock)
    told("judged by the evidence alone")
    material = await _material(database, embed, course)
    judged, threshold = alone, thresholds.prerequisite_accept
    held_out: Sequence[ScoredPair] = ()
    learning = are_enough(_decided(course, taught))
    if learning:
        held_out = _held_out(course, taught, alone, material)
        threshold = best_threshold(held_out, threshold) if held_out else threshold
        told(f"accepted from {threshold:.2f} on, by cross-validation within the decided pairs")
        await _decide(database, course, taught, clock)
        judged = await _judged(database, stage, course, tested, clock)
        told("judged with what the decided pairs teach")
    return PrerequisitesMeasured(
        gold,
        taught if learning else (),
        _scored(course, tested, judged),
        _scored(course, tested, alone),
        held_out,
        threshold,
        {precision: _certified(held_out, precision) for precision in PRECISIONS},
        thresholds,
        _pool_shares(course, material, taught, tested),
        f"{scorer.name} {scorer.version}",
    )


async def _ask(database: Database, course: GoldCourse, rows: Sequence[GoldPrerequisite]) -> None:
    async with database.transaction() as connection:
        await prerequisites.put_forward(connection, course.course_id, [_ends(course, row) for row in rows])


async def _decide(
    database: Database, course: GoldCourse, rows: Sequence[GoldPrerequisite], clock: Clock
) -> None:
    pairs = {one.ends: one.right for one in _decided(course, rows)}
    async with database.transaction() as connection:
        await evaluation.decide_prerequisites(connection, course.course_id, pairs, clock())


async def _judged(
    database: Database,
    stage: CalibrateStage,
    course: GoldCourse,
    rows: Sequence[GoldPrerequisite],
    clock: Clock,
) -> Judged:
    """The newest judgements, after these rows were judged."""
    async with database.transaction() as connection:
        questions = await evaluation.prerequisite_questions(connection, course.course_id)
    asked = [questions[_ends(course, row)] for row in rows]
    worked_on = await work_off(database, stage, course.course_id, clock, asked, recorded=False)
    if worked_on < len(asked):
        raise RuntimeError(f"calibrate left out {len(asked) - worked_on} of {len(asked)} questions")
    async with database.transaction() as connection:
        found = await evaluation.judged_prerequisites(connection, course.course_id)
    return {one.ends: one for one in found}


async def _material(database: Database, embed: EmbedStage, course: GoldCourse) -> CourseMaterial:
    async with database.transaction() as connection:
        return await prerequisites.material(connection, course.course_id, embed.space)


def _held_out(
    course: GoldCourse, taught: Sequence[GoldPrerequisite], alone: Judged, material: CourseMaterial
) -> list[ScoredPair]:
    """The train pairs, each judged by what those of other folds teach; none where these are too few."""
    decided = _decided(course, taught)
    known = [Known(alone[one.ends].features, alone[one.ends].log_odds or 0.0) for one in decided]
    topics = CourseTopics({topic.topic_id: topic.title for topic in material.topics}, material.vectors)
    number = {group: at for at, group in enumerate(sorted(set(unordered([one.ends for one in decided]))))}
    fold = folds([number[group] for group in unordered([one.ends for one in decided])], FOLDS)
    scored: list[ScoredPair] = []
    for held_out in range(FOLDS):
        inside = [at for at in range(len(decided)) if fold[at] != held_out]
        outside = [at for at in range(len(decided)) if fold[at] == held_out]
        if not are_enough([decided[at] for at in inside]):
            return []
        learned = Learned(topics, [decided[at] for at in inside], [known[at] for at in inside])
        corrections = learned.corrections([decided[at].ends for at in outside], [known[at] for at in outside])
        scored += [
            ScoredPair(_names(taught[at]), decided[at].right, known[at].log_odds + correction)
            for at, correction in zip(outside, corrections.tolist(), strict=True)
        ]
    return scored


def _certified(held_out: Sequence[ScoredPair], precision: float) -> float | None:
    """The threshold that pairs which taught nothing of what they were judged by certify, as draws would."""
    return certified_threshold([LabelledDraw(one.confidence, one.right) for one in held_out], precision)


def _pool_shares(
    course: GoldCourse,
    material: CourseMaterial,
    taught: Sequence[GoldPrerequisite],
    tested: Sequence[GoldPrerequisite],
) -> list[PoolShare]:
    """That of what is picked from without cost, then those of pools of `POOL_SIZES` where topics are more."""
    right = [_ends(course, row) for row in tested if row.label]
    topics = [topic.topic_id for topic in material.topics]
    ranked = Pools(material, [one.ends for one in _decided(course, taught) if one.right])
    sizes = [pool_size(len(topics), free=True)]
    sizes += [size for size in POOL_SIZES if size < len(topics) - 1]
    return [_pool_share(ranked, topics, size, right) for size in sizes]


def _pool_share(
    ranked: Pools, topics: Sequence[int], size: int, right: Sequence[tuple[int, int]]
) -> PoolShare:
    pools = {
        topic: set(topics) - {topic} if size >= len(topics) - 1 else set(ranked.of(topic, size))
        for topic in topics
    }
    mean = sum(map(len, pools.values())) / len(pools)
    there = sum(first in pools[second] or second in pools[first] for first, second in right)
    return PoolShare(mean, there / len(right) if right else None)


def _decided(course: GoldCourse, rows: Sequence[GoldPrerequisite]) -> list[DecidedPair]:
    return [DecidedPair(*_ends(course, row), right=bool(row.label)) for row in rows]


def _ends(course: GoldCourse, row: GoldPrerequisite) -> tuple[int, int]:
    return course.topics[row.prerequisite_id], course.topics[row.topic_id]


def _scored(course: GoldCourse, rows: Sequence[GoldPrerequisite], judged: Judged) -> list[ScoredPair]:
    return [ScoredPair(_names(row), bool(row.label), judged[_ends(course, row)].log_odds) for row in rows]


def _names(row: GoldPrerequisite) -> tuple[str, str]:
    return row.prerequisite_id, row.topic_id
