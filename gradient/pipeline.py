"""The stages and their order, nothing else."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from gradient.acceptance.stage import SettleStage
from gradient.acceptance.thresholds import Thresholds
from gradient.calibration.coefficients import packaged
from gradient.calibration.stage import CalibrateStage
from gradient.chunking.stage import ChunkStage
from gradient.distillation.stage import DistilStage
from gradient.embedding.stage import EmbedStage
from gradient.errors import SettingsError
from gradient.extraction.by_model import ModelExtractor
from gradient.extraction.stage import ExtractStage
from gradient.generation.pairs_by_model import ModelPairPicker
from gradient.generation.prerequisites_stage import PrerequisitesStage
from gradient.generation.tags_stage import TagsStage
from gradient.home import Home
from gradient.inbox.apart import overlap
from gradient.mirror.markdown.mirror import MarkdownMirror
from gradient.mirror.notion.client import Notion, Pace
from gradient.mirror.notion.mirror import NotionMirror
from gradient.mirror.port import Mirror
from gradient.mirror.stage import MirrorStage
from gradient.outline.stage import OutlineStage
from gradient.pages.by_model import ModelWriter
from gradient.pages.stage import PageStage
from gradient.providers import claude, claude_models, registry
from gradient.providers.access import Access
from gradient.providers.answers import Answerer
from gradient.providers.model_page_reader import ModelPageReader
from gradient.providers.ports import PageReader
from gradient.providers.weighing import Scales
from gradient.reading.room import Room
from gradient.reading.seeing import RoomPageReader, Seeing
from gradient.reading.stage import ReadStage
from gradient.recall.reading import RecallLimits, paper
from gradient.recall.stage import RecallStage
from gradient.review.draws import DrawShares
from gradient.settings import Settings
from gradient.store.courses import ALL, OWN, Voters
from gradient.store.recall_paths import Trust
from gradient.store.sessions import Connection
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Stage

_SEEING_TIME = 5
"""A page that has to be seen may take so many times as long as a file that has to be parsed."""
_SEEING_MB = 4096
"""Address space that the engines that see pages need; they hold a quarter of it."""


Player = TypeVar("Player")

_IN_A_BATCH = 5000
"""Pieces of work that are asked about in one message batch."""


@asynccontextmanager
async def opened_stages(
    home: Home,
    settings: Settings,
    inbox: Path | None,
    *,
    clock: Clock = utc_now,
    scales: Scales | None = None,
) -> AsyncIterator[list[Stage]]:
    """The stages in their order, with the processes that they need; those end with the context.

    With `scales` the requests of models are weighed and not sent. Raises SettingsError if a mirror would be
    written where files are read.
    """
    if inbox is not None and settings.markdown.enabled:
        for folder in (inbox, home.path(settings.inbox.dir)):
            _refuse_inbox(home.path(settings.markdown.dir), folder)
    coefficients, roles = packaged(), settings.roles
    access = Access.of(settings, scales)
    waiting = _in_batches(access, settings)
    embedder = registry.embedder(roles.embed, access)
    embed = EmbedStage(embedder, free=roles.embed == registry.OFFLINE, clock=clock)
    scorer = registry.scorer(roles.score, coefficients.tasks, coefficients.version, access)
    picker = registry.picker(roles.pick, waiting)
    player = registry.page_reader(roles.read)
    viewer = registry.answerer("read", roles.read, access)
    distiller = registry.answerer("distil", roles.distil, waiting)
    extractor = registry.answerer("extract", roles.extract, waiting)
    pairs = registry.answerer("pick", roles.pick, waiting)
    writer = registry.answerer("write", roles.write, waiting)
    async with (
        _room(settings) as room,
        _seeing_room(settings) as seeing_room,
        letting_go(mirrors(home, settings, clock)) as given_in,
        registry.closing(embedder, picker, scorer, viewer, distiller, extractor, pairs, writer),
    ):
        seen_by: PageReader | None = _played(ModelPageReader, viewer)
        if player is not None:
            seen_by = RoomPageReader(seeing_room, *player)
        seeing = None if seen_by is None else Seeing(room, seen_by)
        stages: list[Stage] = [
            ReadStage(room, seeing, clock),
            ChunkStage(registry.embedder(registry.OFFLINE), clock),
            DistilStage(distiller, clock),
            ExtractStage(_played(ModelExtractor, extractor, *_many(roles.extract, settings)), clock),
            OutlineStage(clock, settings.outline.most_topics),
            embed,
            RecallStage(embed.space, recall_limits(settings)),
            TagsStage(picker, clock, embed.space, *_many(roles.pick, settings)),
            PrerequisitesStage(
                embed.space, _played(ModelPairPicker, pairs, *_many(roles.pick, settings)), clock
            ),
            CalibrateStage(scorer, embed.space, clock=clock),
            settle_stage(settings, clock),
            PageStage(clock, _played(ModelWriter, writer, *_many(roles.write, settings))),
        ]
        if given_in:
            stages.append(MirrorStage(given_in, clock))
        yield stages


@asynccontextmanager
async def letting_go(held: Sequence[Mirror]) -> AsyncIterator[Sequence[Mirror]]:
    """The mirrors; what they hold open is let go of at the end."""
    try:
        yield held
    finally:
        for mirror in held:
            await mirror.aclose()


def embedding_space(settings: Settings) -> VectorSpace:
    """The vectors that the role `embed` gives."""
    return EmbedStage(registry.embedder(settings.roles.embed, Access.of(settings))).space


def mirrors(home: Home, settings: Settings, clock: Clock = utc_now) -> list[Mirror]:
    """The mirrors that are switched on."""
    found: list[Mirror] = []
    if settings.markdown.enabled:
        found.append(MarkdownMirror(home.path(settings.markdown.dir)))
    if settings.notion.enabled:
        found.append(notion_mirror(settings, clock))
    return found


def notion_mirror(settings: Settings, clock: Clock = utc_now) -> NotionMirror:
    """The mirror in Notion, switched on or not. Raises SettingsError where there is no token for it."""
    chosen = settings.notion
    if chosen.token is None:
        raise SettingsError(
            "There is no token for Notion; set GRADIENT_NOTION_TOKEN, or token under [notion], to that of"
            " your integration."
        )
    if find_spec("notion_client") is None:
        raise SettingsError("Notion needs a package that is not there; say pip install 'gradient[notion]'.")
    pace = Pace(chosen.requests_per_second)
    notion = Notion(chosen.token.get_secret_value(), chosen.url, pace)
    return NotionMirror(notion, clock, chosen.block_allowance)


async def vector_changes(
    connection: Connection, stages: Sequence[Stage], course_id: int | None = None
) -> list[str]:
    """A sentence on each course (or one) that is still searched by the vectors of another model."""
    embedding = [stage for stage in stages if isinstance(stage, EmbedStage)]
    return [sentence for stage in embedding for sentence in await stage.changes(connection, course_id)]


async def model_remarks(settings: Settings, now: datetime) -> list[str]:
    """A sentence on each thing that a person should know of the models that play roles."""
    return await claude_models.remarks(settings, Access.of(settings), now)


def settle_stage(settings: Settings, clock: Clock = utc_now) -> SettleStage:
    """Settle alone, for commands that decide something."""
    return SettleStage(
        Thresholds(**dict(settings.thresholds)),
        open_max=settings.review.open_max,
        shares=DrawShares(settings.review.audit_share, settings.review.draw_share),
        clock=clock,
    )


def _refuse_inbox(vault: Path, inbox: Path) -> None:
    clash = overlap(vault, inbox)
    if clash:
        raise SettingsError(f"markdown.dir: {vault} {clash}; name a folder beside the inbox.")


def _room(settings: Settings) -> Room:
    limits = settings.reading
    return Room(
        workers=2,
        seconds=limits.seconds,
        memory_bytes=limits.memory_mb << 20,
        file_bytes=limits.max_file_mb << 20,
    )


def _seeing_room(settings: Settings) -> Room:
    """Where pages are seen, one at a time; it is empty until the first."""
    limits = settings.reading
    return Room(
        workers=1, seconds=_SEEING_TIME * limits.seconds, memory_bytes=max(limits.memory_mb, _SEEING_MB) << 20
    )


def _played(by: Callable[..., Player], model: Answerer | None, *at_once: int) -> Player | None:
    """Who plays a role with a model; None without one."""
    return None if model is None else by(model, *at_once)


def _in_batches(access: Access, settings: Settings) -> Access:
    """How services are reached about what can wait."""
    if not settings.anthropic.batches:
        return access
    return replace(access, batch_looked_after=timedelta(seconds=settings.anthropic.batch_seconds))


def _many(player: str, settings: Settings) -> tuple[int, ...]:
    """How much is asked at once, where that is not as usual: in batches all that there is."""
    batched = settings.anthropic.batches and player.startswith(f"{claude.PROVIDER}:")
    return (_IN_A_BATCH,) if batched else ()


def _voters(voters: str | list[str]) -> Voters:
    if isinstance(voters, list):
        return tuple(voters)
    return ALL if voters == ALL else OWN


def recall_limits(settings: Settings) -> RecallLimits:
    """How many candidates recall offers, and from where."""
    recall = settings.recall
    limits = RecallLimits(
        recall.k,
        recall.delta,
        recall.c2t_max,
        recall.c2c2t_max,
        recall.neighbours,
        Trust(recall.gold_trust, recall.silver_trust),
        _voters(recall.voters),
        recall.others_max,
        recall.fitted_neighbours,
        recall.t2t_max,
        recall.t2t_floor,
        recall.sources,
    )
    return paper(limits) if recall.preset == "paper" else limits
