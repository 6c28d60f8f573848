"""What the place of a candidate is worth: fitted on gold tags that had no part in where it stands."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gradient.outline.candidate_worth import (
    COSINE,
    FIRST,
    INTERCEPT,
    LATER,
    NAMES,
    NEAR,
    RIGHT,
    Standing,
    Worth,
)
from gradient.recall.conditional_logit import fit
from gradient.recall.fusion import softmax

PULL = 0.03
"""How strongly coefficients are drawn to 0, in standard deviations of the measures, as a share of the rows.

Chosen by cross-validation on train rows of LectureBank, as the measures were: with more of them (how many
contents a source has, how sure recall is of them all) confidences rank better and mean less what they say."""

LEAST_PULL = 1e-4
"""That of the intercept: it decides where all are right, or none."""

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
    return {**{kind: _coefficients(answered[kind]) for kind in (FIRST, LATER)}, **near}


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
                others = np.delete(order[row], place)
                standing = Standing(
                    place == 0,
                    float(shares[row, topic]),
                    float(shares[row, others].max(initial=0.0)),
                    float((firsts == topic).mean()),
                )
                found[LATER if place else FIRST].append((standing, topic in right[row]))
    return found


def _coefficients(answered: Answered) -> dict[str, float]:
    """A logistic over the measures, each drawn to 0 in its own standard deviations."""
    if not answered:
        return dict.fromkeys((INTERCEPT, *NAMES, RIGHT), 0.0)
    measures = np.array([standing.measures() for standing, _ in answered])
    mean, spread = measures.mean(axis=0), measures.std(axis=0)
    spread = np.where(spread > ROUNDING, spread, 1.0)
    design = np.column_stack([np.ones(len(measures)), (measures - mean) / spread])
    # Yes and no as two alternatives, of which no has nothing in its favour.
    alternatives = np.stack([design, np.zeros_like(design)], axis=1)
    pull = np.array([LEAST_PULL, *[PULL] * len(NAMES)])
    first, *weights = fit(alternatives, np.array([0 if right else 1 for _, right in answered]), pull)
    coefficients = np.array(weights) / spread
    share = float(np.mean([right for _, right in answered]))
    values = [float(first - coefficients @ mean), *coefficients.tolist(), share]
    return dict(zip((INTERCEPT, *NAMES, RIGHT), values, strict=True))
