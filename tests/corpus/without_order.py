"""The accepted prerequisites of real courses as they would be if the order of lectures were not known."""

import asyncio

from gradient.calibration.coefficients import packaged
from gradient.calibration.stage import CalibrateStage
from gradient.embedding.stage import EmbedStage
from gradient.pipeline import settle_stage
from gradient.providers import registry
from gradient.settings import Settings
from gradient.store.daemons import courses
from gradient.store.sessions import Database
from gradient.work.runner import Runner, utc_now


def judge_without_order(url: str) -> None:
    """Puts every question of a database to the offline scorer anew, without the order, and settles."""
    asyncio.run(_judge(url))


async def _judge(url: str) -> None:
    coefficients = packaged()
    scorer = registry.scorer("offline", coefficients.tasks, coefficients.version)
    space = EmbedStage(registry.embedder("offline")).space
    stages = [CalibrateStage(scorer, space, clock=utc_now, use_order=False), settle_stage(Settings())]
    async with Database(url) as database:
        runner = Runner(database, stages)
        async with runner.queue.opened():
            async with database.transaction() as connection:
                known = await courses(connection)
            for course_id in known:
                for stage in stages:
                    await runner.run(stage.name, course_id)
