"""How far a figure may be off: intervals over draws of whole groups of rows."""

from collections.abc import Callable, Sequence

import numpy as np

from gradient.measures.rows import Floats

RESAMPLES = 2000
SEED = 20260301
TAIL = 2.5
"""Percent that an interval leaves out on each side."""

Interval = tuple[float, float]


def group_interval(
    groups: Sequence[str], measure: Callable[[Floats], float | None], resamples: int = RESAMPLES
) -> Interval | None:
    """Bounds within which 95 % of the seeded resamples lie; None for fewer than two groups.

    Rows of one group are alike, so groups are drawn, not rows: `measure` takes how often each row is
    drawn, in the order of `groups`. A resample for which it has no figure does not count; None if none
    has. Two scorers of the same rows are compared by a measure that gives their difference. Percentile
    bootstrap: Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapters 8 and 13.
    """
    names, member = np.unique(np.asarray(groups, dtype=str), return_inverse=True)
    if names.size < 2:
        return None
    generator = np.random.default_rng(SEED)
    drawn = generator.multinomial(names.size, np.full(names.size, 1 / names.size), size=resamples)
    figures = [measure(times[member].astype(np.float64)) for times in drawn]
    known = [figure for figure in figures if figure is not None]
    if not known:
        return None
    low, high = np.percentile(known, (TAIL, 100 - TAIL))
    return float(low), float(high)
