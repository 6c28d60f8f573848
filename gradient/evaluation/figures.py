"""What recall is measured by: hit rates, and how far they may be off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CUTS = (1, 5, 10, 20, 30)
"""The numbers of first candidates that hit rates are stated for."""

MACRO_CUT = 30
RESAMPLES = 2000
SEED = 20260301
TAIL = 2.5
"""Percent that an interval leaves out on each side."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Scored:
    """One content: its fold group, its right topics, and the topics it was offered, the best first."""

    fold_group: str
    right: tuple[int, ...]
    offered: Sequence[int]

    def rank(self) -> int | None:
        """The place from 1 of the first right topic, or None."""
        return next((at for at, topic in enumerate(self.offered, start=1) if topic in self.right), None)


def hit_rates(scored: Sequence[Scored]) -> dict[int, float]:
    """The share of contents with a right topic among the first k, for each k of `CUTS`."""
    ranks = [one.rank() for one in scored]
    return {cut: sum(rank is not None and rank <= cut for rank in ranks) / len(ranks) for cut in CUTS}


def macro_hit_rate(scored: Sequence[Scored]) -> float:
    """The mean over topics of the share of their contents that are offered them among the first 30."""
    hits, contents = _by_topic(scored, np.zeros(len(scored), dtype=np.intp), 1)
    return float(np.mean(hits[0] / contents[0]))


def candidates_mean(scored: Sequence[Scored]) -> float:
    """How many topics a content is offered on average."""
    return sum(len(one.offered) for one in scored) / len(scored)


@dataclass(frozen=True)
class Intervals:
    """Bounds within which 95 % of resamples lie; of each hit rate by its k, and of the macro one at 30."""

    hit_rates: Mapping[int, Interval]
    macro: Interval


def intervals(scored: Sequence[Scored]) -> Intervals | None:
    """Percentile bootstrap over whole fold groups, 2,000 seeded resamples; None for fewer than two groups.

    Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapters 8 and 13. Rows of a group are
    alike, so groups are drawn, not rows. A topic that a resample does not hold does not count in it.
    """
    names = sorted({one.fold_group for one in scored})
    if len(names) < 2:
        return None
    number = {name: at for at, name in enumerate(names)}
    group = np.array([number[one.fold_group] for one in scored], dtype=np.intp)
    drawn = np.random.default_rng(SEED).multinomial(
        len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES
    )
    sizes = drawn @ np.bincount(group, minlength=len(names))
    ranks = np.array([one.rank() or np.inf for one in scored])
    rates = {
        cut: _interval(drawn @ np.bincount(group, ranks <= cut, minlength=len(names)) / sizes) for cut in CUTS
    }
    hits, contents = _by_topic(scored, group, len(names))
    shares = np.divide(
        drawn @ hits, drawn @ contents, out=np.full((RESAMPLES, hits.shape[1]), np.nan),
        where=drawn @ contents > 0,
    )  # fmt: skip
    return Intervals(rates, _interval(np.nanmean(shares, axis=1)))


def _by_topic(
    scored: Sequence[Scored], group: NDArray[np.intp], groups: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each group (rows) and right topic (columns): how many contents were offered it, and how many are."""
    topics = sorted({topic for one in scored for topic in one.right})
    column = {topic: at for at, topic in enumerate(topics)}
    hits, contents = np.zeros((groups, len(topics))), np.zeros((groups, len(topics)))
    for one, row in zip(scored, group, strict=True):
        first = set(one.offered[:MACRO_CUT])
        for topic in one.right:
            contents[row, column[topic]] += 1
            hits[row, column[topic]] += topic in first
    return hits, contents


def _interval(values: NDArray[np.float64]) -> Interval:
    low, high = np.percentile(values, (TAIL, 100 - TAIL))
    return float(low), float(high)
