"""Measures tagging on a gold set, through the code and the queries of the stages."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gradient.acceptance.decided_draws import decided_draws
from gradient.acceptance.stage import SettleStage
from gradient.acceptance.thresholds import Thresholds, certified_threshold
from gradient.calibration.refit import Fit, refit
from gradient.calibration.stage import CalibrateStage
from gradient.embedding.stage import EmbedStage
from gradient.evaluation.certified import PRECISIONS
from gradient.evaluation.course import GoldCourse, make_course
from gradient.evaluation.gold import Gold, GoldContent
from gradient.evaluation.recall import prepare
from gradient.evaluation.tables import MalformedGold
from gradient.evaluation.working import work_off
from gradient.generation.tags_stage import TagsStage
from gradient.providers.ports import Embedder, Picker, Scorer
from gradient.recall.fitting import holding_fusion
from gradient.recall.reading import RecallLimits
from gradient.recall.stage import RecallStage
from gradient.review.draws import DrawShares
from gradient.store import evaluation, statuses
from gradient.store.fusions import StoredFusion
from gradient.store.sessions import Database
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Stage

Told = Callable[[str], None]

OPEN_MAX = 50


@dataclass(frozen=True)
class TaggedRow:
    """A content with its right topics, the primary pick with its confidence (0 to 1), and accepted topics.

    `picked` is None where no topic was picked; the confidence is 0 there, and where the scorer had none.
    """

    fold_group: str
    right: tuple[int, ...]
    picked: int | None
    confidence: float
    accepted: tuple[int, ...]

    @property
    def is_right(self) -> bool:
        """Whether the primary pick is one of the right topics."""
        return self.picked in self.right


@dataclass(frozen=True)
class Roles:
    """Who embeds, picks and scores."""

    embedder: Embedder
    picker: Picker
    scorer: Scorer


@dataclass(frozen=True)
class Rows:
    """The rows of a gold set by what they are used as: tagged before, decided about after, scored."""

    tagged: Sequence[GoldContent]
    decided: Sequence[GoldContent]
    tested: Sequence[GoldContent]


@dataclass(frozen=True)
class TaggingMeasured:
    """What was picked, judged and settled of the test rows, and by what.

    `fusion` holds the weights that were fitted on the rows tagged before, None where defaults hold. `fits`
    are the maps fitted on decisions, `certified` the threshold for each of `PRECISIONS`, None where none is.
    `decided` are the rows decided about as they were picked, with the confidences after the map; `fitted_on`
    are those of them that a map in force was fitted on, `certified_on` those that the thresholds stand on.
    """

    gold: Gold
    rows: Rows
    decided: Sequence[TaggedRow]
    scored: Sequence[TaggedRow]
    fusion: StoredFusion | None
    fits: Sequence[Fit]
    certified: Mapping[float, float | None]
    fitted_on: Sequence[GoldContent]
    certified_on: Sequence[GoldContent]
    scorer: str


def rows_of(gold: Gold, *, cold: bool = False, decisions: int = 0, seed: int = 0) -> Rows:
    """What each row of a gold set is used as; with `cold` no train row is.

    `decisions` train rows are drawn by fold group: groups in a seeded order, as many as it takes. The rest of
    the last group is used as nothing. Raises MalformedGold if there is nothing to score or tag, or too few.
    """
    tested = gold.tested()
    taught = () if cold else gold.taught()
    if decisions > len(taught):
        raise MalformedGold(
            f"{gold.name} has {len(taught)} train rows to decide about, not {decisions}; ask for fewer."
        )
    groups = sorted({row.fold_group for row in taught})
    random.Random(seed).shuffle(groups)
    drawn: list[GoldContent] = []
    asked: set[str] = set()
    for group in groups:
        if len(drawn) < decisions:
            drawn += [row for row in taught if row.fold_group == group]
            asked.add(group)
    return Rows([row for row in taught if row.fold_group not in asked], drawn[:decisions], tested)


async def measure_tagging(
    database: Database,
    gold: Gold,
    rows: Rows,
    roles: Roles,
    limits: RecallLimits,
    thresholds: Thresholds,
    told: Told,
    *,
    fit: bool = True,
    seed: int = 0,
    clock: Clock = utc_now,
) -> TaggingMeasured:
    """Fill an empty database with the gold set and tag its test rows.

    Unless it may `fit`, nothing is learnt from the rows tagged before but their votes. `told` hears what goes
    on, a line at a time.
    """
    told(
        f"{len(gold.topics)} topics, {len(rows.tagged)} tagged contents, {len(rows.decided)} to decide about,"
        f" {len(rows.tested)} to tag"
    )
    untagged = [*rows.decided, *rows.tested]
    course = await make_course(database, gold, rows.tagged, untagged, clock())
    embed = EmbedStage(roles.embedder)
    await prepare(database, embed, course.course_id, clock)
    recall = RecallStage(embed.space, limits, clock=clock, fit=fit)
    await work(database, recall, course, [course.contents[row.content_id] for row in untagged], clock)
    told("recalled")
    fusion = await holding_fusion(database, embed.space, course.course_id, limits, clock) if fit else None
    found = await tag(database, gold, course, rows, roles, embed.space, thresholds, fusion, seed, clock)
    told("picked, judged and settled")
    return found


async def tag(
    database: Database,
    gold: Gold,
    course: GoldCourse,
    rows: Rows,
    roles: Roles,
    space: VectorSpace,
    thresholds: Thresholds,
    fusion: StoredFusion | None,
    seed: int = 0,
    clock: Clock = utc_now,
) -> TaggingMeasured:
    """Tag the contents of a course that were recalled: pick, judge, decide about those rows, settle."""
    untagged = [*rows.decided, *rows.tested]
    content_ids = [course.contents[row.content_id] for row in untagged]
    await work(database, TagsStage(roles.picker), course, content_ids, clock)
    async with database.transaction() as connection:
        asked = [pick.question_id for pick in await evaluation.picks(connection, content_ids)]
    await work(database, CalibrateStage(roles.scorer, space, clock=clock), course, asked, clock)
    async with database.transaction() as connection:
        await evaluation.log_accepted(connection, course.course_id, clock())
    fits = await _decide(database, course, rows.decided, seed, clock)
    settle = SettleStage(thresholds, open_max=OPEN_MAX, shares=DrawShares(), clock=clock)
    await work(database, settle, course, [course.course_id], clock)
    certified, fitted_on, certified_on = await _certified(database, course, rows.decided)
    decided, scored = [await _tagged(database, course, some) for some in (rows.decided, rows.tested)]
    scorer = f"{roles.scorer.name} {roles.scorer.version}"
    return TaggingMeasured(
        gold, rows, decided, scored, fusion, fits, certified, fitted_on, certified_on, scorer
    )


async def work(
    database: Database, stage: Stage, course: GoldCourse, unit_ids: Sequence[int], clock: Clock
) -> None:
    """Work on these units. RuntimeError if the stage leaves some out."""
    worked_on = await work_off(database, stage, course.course_id, clock, unit_ids)
    if worked_on < len(unit_ids):
        raise RuntimeError(f"{stage.name} left out {len(unit_ids) - worked_on} of {len(unit_ids)} units")


async def _decide(
    database: Database, course: GoldCourse, rows: Sequence[GoldContent], seed: int, clock: Clock
) -> list[Fit]:
    """Decide about the primary picks of these rows, as if each had been drawn, and fit maps on that."""
    if not rows:
        return []
    content_ids = [course.contents[row.content_id] for row in rows]
    right = {course.contents[row.content_id]: course.topics_of(row) for row in rows}
    async with database.transaction() as connection:
        await evaluation.set_salt(connection, f"{seed}")
        picks = await evaluation.picks(connection, content_ids)
        answers = {
            (pick.content_id, pick.topic_id): pick.topic_id in right[pick.content_id]
            for pick in picks
            if pick.place == 1
        }
        await evaluation.decide_tags(connection, course.course_id, answers, clock())
        return await refit(connection, clock(), due_alone=False)


async def _certified(
    database: Database, course: GoldCourse, rows: Sequence[GoldContent]
) -> tuple[dict[float, float | None], list[GoldContent], list[GoldContent]]:
    """The certified thresholds, the rows that a map was fitted on, and those that the thresholds stand on."""
    async with database.transaction() as connection:
        decided = await decided_draws(connection, course.course_id)
        fitted = {one["content_id"] for one in await statuses.fitted_rows(connection, course.course_id)}
    drawn = decided.get("tag", ())
    certifying = {one.row["content_id"] for one in drawn if one.draw.speaks}
    draws = [one.draw for one in drawn]
    thresholds = {precision: certified_threshold(draws, precision) for precision in PRECISIONS}
    fitted_on, certified_on = (
        [row for row in rows if course.contents[row.content_id] in some] for some in (fitted, certifying)
    )
    return thresholds, fitted_on, certified_on


async def _tagged(database: Database, course: GoldCourse, rows: Sequence[GoldContent]) -> list[TaggedRow]:
    content_ids = [course.contents[row.content_id] for row in rows]
    async with database.transaction() as connection:
        picks = await evaluation.picks(connection, content_ids)
    primary = {pick.content_id: pick for pick in picks if pick.place == 1}
    accepted: dict[int, list[int]] = {content_id: [] for content_id in content_ids}
    for pick in picks:
        if pick.accepted:
            accepted[pick.content_id].append(pick.topic_id)
    return [
        TaggedRow(
            row.fold_group,
            course.topics_of(row),
            primary[content_id].topic_id if content_id in primary else None,
            (primary[content_id].confidence or 0.0) if content_id in primary else 0.0,
            tuple(accepted[content_id]),
        )
        for row, content_id in zip(rows, content_ids, strict=True)
    ]
