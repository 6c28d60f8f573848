"""Recalls for every content the topics that it may belong to."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence

from gradient.recall.at_once import read_at_once
from gradient.recall.fitting import fitted_fusion
from gradient.recall.fusion import DEFAULT, OF_TEXTS, Fusion
from gradient.recall.reading import Asked, Read, RecallLimits
from gradient.store import candidates, spaces
from gradient.store.candidates import Candidate
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace, Vote
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part, nothing

METHOD = "fusion 6"


def tool_of(limits: RecallLimits) -> str:
    """What outcomes name as their tool: the method and its version, and every limit."""
    return f"{METHOD} {limits.key}"


class RecallStage:
    """Offers at most 30 topics a content, each with every path that found it. A unit is a content."""

    name = "recall"
    part = Part.FINDING
    batch = 256

    def __init__(
        self,
        space: VectorSpace,
        limits: RecallLimits | None = None,
        paths: frozenset[str] | None = None,
        clock: Clock = utc_now,
        *,
        fit: bool = True,
    ) -> None:
        """`space` names the vectors that are compared, unless a course is still searched by others.

        `paths` names those that are listened to, None stands for all. Unless it may `fit`, the defaults hold
        however much gold there is.
        """
        self._space = space
        self._limits = limits or RecallLimits()
        self._paths = paths
        self._clock = clock
        self._fit = fit

    def units(self) -> UnitQuery:
        """Live contents; due again when the outline changes, and when the round asks for it."""
        tool = tool_of(self._limits)
        if self._paths is not None:
            tool += f" by {' '.join(sorted(self._paths))}"
        return candidates.unit_query(self._space, tool)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Find and fuse the candidates of the units."""
        content_ids = [unit.unit_id for unit in units]
        async with database.transaction() as connection:
            space = await spaces.serving(connection, course_id, self._space)
        fusion, of_texts = await self._fusions(database, space, course_id)
        asked = Asked(
            space, course_id, content_ids, self._limits, fusion.paths, count_shares=fusion.counts_shares
        )
        found = await read_at_once(database, asked)
        async with database.transaction() as connection:
            texts = await candidates.of_texts(connection, course_id, content_ids)
        by_content = {content_id: of_texts if content_id in texts else fusion for content_id in content_ids}
        offered = await asyncio.to_thread(lambda: list(_offered(found, by_content)))

        async def write(connection: Connection) -> None:
            await candidates.replace(connection, content_ids, offered)

        return [
            Finished(unit, write=write if at == 0 else nothing, seen=_seen(found.votes.get(unit.unit_id)))
            for at, unit in enumerate(units)
        ]

    async def _fusions(self, database: Database, space: VectorSpace, course_id: int) -> tuple[Fusion, Fusion]:
        """The fusion of titles and that of sentences of texts: what was fitted on the gold of the course for
        both, where that is better, else the defaults."""
        fitted: Fusion | None = None
        if self._fit:
            fitted = await fitted_fusion(database, space, course_id, self._limits, self._clock)
        both = (fitted, fitted) if fitted is not None else (DEFAULT, OF_TEXTS)
        if self._paths is None:
            return both
        return both[0].only(self._paths), both[1].only(self._paths)


def _offered(found: Read, fusions: Mapping[int, Fusion]) -> Iterator[Candidate]:
    for content_id, paths in found.found():
        slugs = found.offered(paths)
        for rank, one in enumerate(fusions[content_id].fuse(paths, slugs, found.asked.limits.most), start=1):
            yield Candidate(content_id, one.topic_id, rank, one.score, one.paths)


def _seen(votes: Sequence[Vote] | None) -> dict[str, list[int]] | None:
    """Whose topics had a vote, the nearest first."""
    nearest = sorted(votes or (), key=lambda vote: (-vote.cosine, vote.neighbour_id))
    return {"neighbours": list(dict.fromkeys(vote.neighbour_id for vote in nearest))} if nearest else None
