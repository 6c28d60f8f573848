"""How many requests are under way at a service that takes its time and allows sixteen at once."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from gradient.calibration.stage import CalibrateStage
from gradient.providers import registry
from gradient.providers.access import Access
from gradient.store.sessions import Database
from gradient.work.runner import Limits, Runner, utc_now
from tests.providers import openai_protocol
from tests.providers.loopback import Body, Refusal, loopback
from tests.recall.small_course import SmallCourse, embed_stage, recall_stage, tags_stage, work_off

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

SECONDS = 0.5
ALLOWED = 16
LEAST_UNDER_WAY = 14.0
EDGE = 1.0
"""Seconds at the beginning and at the end that are left out."""
QUESTIONS = 480


@dataclass
class Watched:
    """When each request came and went; one more than is allowed is turned down."""

    spans: list[tuple[float, float]] = field(default_factory=list)
    turned_down: int = 0
    under_way: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def one(self) -> Iterator[None]:
        """A request, from when it came to when it goes."""
        with self.lock:
            if self.under_way >= ALLOWED:
                self.turned_down += 1
                raise Refusal(429, "too many at once")
            self.under_way += 1
        began = time.monotonic()
        try:
            yield
        finally:
            with self.lock:
                self.under_way -= 1
                self.spans.append((began, time.monotonic()))

    def answer(self, path: str, body: Body, key: str | None) -> Body:
        """An answer that takes its time."""
        with self.one():
            time.sleep(SECONDS)
            return openai_protocol.protocol(path, body, key)

    def mean(self) -> float:
        """How many were under way on average over time, the edges left out."""
        begin = min(began for began, _ in self.spans) + EDGE
        end = max(ended for _, ended in self.spans) - EDGE
        inside = sum(max(0.0, min(ended, end) - max(began, begin)) for began, ended in self.spans)
        return inside / (end - begin)


async def test_fourteen_of_sixteen_are_under_way(database_url: str) -> None:
    course = SmallCourse(database_url)
    chunk = course.chunk(course.source("vision/01.md"), "A network learns.")
    course.topic("Network")
    for number in range(QUESTIONS):
        course.content(f"Network {number} is a network.", chunk)
    watched = Watched()
    with loopback(watched.answer, openai_protocol.wrong) as server:
        scorer = registry.scorer(f"openai:{server.url}/v1#{openai_protocol.MODEL}", {}, "", Access())
        async with Database(database_url, connections=11) as database, registry.closing(scorer):
            for stage in (embed_stage(), recall_stage(), tags_stage()):
                await work_off(database, stage, course)
            calibrate = CalibrateStage(scorer, embed_stage().space, clock=utc_now)
            runner = Runner(database, [calibrate], limits={"calibrate": Limits(concurrency=4)})
            async with runner.queue.opened():
                await runner.run("calibrate", course.id)
    print(
        f"\n{len(watched.spans)} requests of {SECONDS} s to a service that allows {ALLOWED} at once:"
        f" {watched.mean():.1f} under way on average, {watched.turned_down} turned down"
    )
    assert len(watched.spans) >= QUESTIONS / 2
    assert watched.turned_down == 0
    assert watched.mean() >= LEAST_UNDER_WAY
