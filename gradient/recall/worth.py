"""What the place of a candidate is worth: fitted on gold tags that had no part in where it stands."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gradient.outline.candidate_worth import (
    BESIDE,
    COSINE,
    FIRST,
    INTERCEPT,
    LATER,
    MOSTLY,
    NAMES,
    NEAR,
    ODDS,
    RIGHT,
    Standing,
    Worth,
)
from gradient.recall.conditional_logit import fit
from gradient.recall.fusion import softmax

PULLS: Mapping[str, float] = {INTERCEPT: 60.0, ODDS: 60.0, BESIDE: 20.0, MOSTLY: 20.0}
"""How strongly each coefficient is drawn to taking the score at its word, in standard deviations of the
measures: it weighs as much as what so many sources teach.

Contents of one source are right or wrong together, so that sources are counted and not contents. Chosen by
cross-validation by source on train rows of LectureBank, as the measures were, for Brier score and for the
calibration error on other sources: drawn less, coefficients learn how the sources at hand were labelled."""

ROUNDING = 1e-9
"""A measure that differs by no more between candidates is the same for all."""

FARTHEST = 5.0
"""Percent of the contents fitted on that lie farther from decided ones than what is spoken of. By hand."""

DEEPEST = 3
"""Candidates up to this place are fitted on; further ones are hardly ever right or asked about."""

Array = NDArray[np.float64]
Answered = list[tuple[Standing, bool]]


def worth(
    scores: Array, right: Sequence[frozenset[int]], groups: Sequence[int], nearest: Sequence[float]
) -> Worth:
    """By what the log-odds of candidates follow from their standing.

    `scores` (contents × topics) are features weighed by what was fitted on other groups, `right` the places
    of the right topics of each content, `groups` the source of each, `nearest` the cosine of each to the
    nearest gold content of other sources.
    """
    answered = standings(softmax(scores), right, groups)
    near = {NEAR: {COSINE: float(np.percentile(nearest, FARTHEST))}}
    sources = max(1, len(set(groups)))
    return {**{kind: _coefficients(answered[kind], sources) for kind in (FIRST, LATER)}, **near}


def standings(shares: Array, right: Sequence[frozenset[int]], groups: Sequence[int]) -> dict[str, Answered]:
    """The first candidates of each content, and those up to `DEEPEST`, each with whether it is right."""
    order = np.argsort(-shares, axis=1, kind="stable")[:, :DEEPEST]
    member = np.asarray(groups)
    found: dict[str, Answered] = {FIRST: [], LATER: []}
    for group in np.unique(member):
        rows = np.flatnonzero(member == group)
        firsts = order[rows, 0]
        for row in rows.tolist():
            for place, topic in enumerate(order[row].tolist()):
                alike = firsts == topic
                beside = float(alike.sum()) - (place == 0)
                standing = Standing(place == 0, float(shares[row, topic]), float(alike.mean()), beside)
                found[LATER if place else FIRST].append((standing, topic in right[row]))
    return found


def _coefficients(answered: Answered, sources: int) -> dict[str, float]:
    """A logistic over the measures, drawn to the log-odds of the score in their own standard deviations."""
    if not answered:
        return dict.fromkeys((INTERCEPT, *NAMES, RIGHT), 0.0)
    measures = np.array([standing.measures() for standing, _ in answered])
    mean, spread = measures.mean(axis=0), measures.std(axis=0)
    spread = np.where(spread > ROUNDING, spread, 1.0)
    design = np.column_stack([np.ones(len(measures)), (measures - mean) / spread])
    # Yes and no as two alternatives, of which no has nothing in its favour.
    alternatives = np.stack([design, np.zeros_like(design)], axis=1)
    odds = np.array([standing.odds for standing, _ in answered])
    beside = np.stack([odds, np.zeros_like(odds)], axis=1)
    right = np.array([0 if is_right else 1 for _, is_right in answered])
    pull = np.array([PULLS[name] for name in (INTERCEPT, *NAMES)]) / sources
    first, *weights = fit(alternatives, right, pull, beside)
    coefficients = np.array(weights) / spread
    share = float(np.mean([is_right for _, is_right in answered]))
    intercept = float(first - coefficients @ mean)
    coefficients[NAMES.index(ODDS)] += 1
    return dict(zip((INTERCEPT, *NAMES, RIGHT), [intercept, *coefficients.tolist(), share], strict=True))
