"""What prerequisites are measured by: accepted pairs against labelled ones, and thresholds for them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gradient.acceptance.prerequisites_dag import settle_prerequisites
from gradient.acceptance.question import Question
from gradient.acceptance.verdict import Band
from gradient.graph.closure import closure
from gradient.measures.rows import Floats
from gradient.providers.confidence import sigmoid

GRID = tuple(percent / 100 for percent in range(5, 100, 5))
"""The thresholds that are tried."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class ScoredPair:
    """A labelled pair (learnt first, needs it) and the log-odds that it holds; None where it was refused."""

    ends: Pair
    right: bool
    log_odds: float | None

    @property
    def confidence(self) -> float:
        """0 to 1; 0 where the scorer had none."""
        return 0.0 if self.log_odds is None else sigmoid(self.log_odds)

    @property
    def group(self) -> str:
        """The unordered pair."""
        return "\t".join(sorted(self.ends))


@dataclass(frozen=True)
class Agreement:
    """How well accepted pairs agree with labels, 0 to 1 each; None where there is nothing to divide by."""

    precision: float | None
    recall: float | None
    f1: float | None


def agreement(accepted: Floats, right: Floats, weights: Floats | None = None) -> Agreement:
    """Of rows that are accepted or not and right or not, each 0 or 1; a weight is how often a row counts."""
    weight = np.ones(len(right)) if weights is None else weights
    both = float((weight * accepted * right).sum())
    took, there = float((weight * accepted).sum()), float((weight * right).sum())
    return Agreement(
        both / took if took else None,
        both / there if there else None,
        2 * both / (took + there) if took + there else None,
    )


def at_threshold(scored: Sequence[ScoredPair], threshold: float) -> Floats:
    """1 for each pair whose confidence reaches the threshold, in either direction, without a graph."""
    return np.array([one.confidence >= threshold for one in scored], dtype=np.float64)


def rights(scored: Sequence[ScoredPair]) -> Floats:
    """1 for each pair that is right."""
    return np.array([one.right for one in scored], dtype=np.float64)


def best_threshold(scored: Sequence[ScoredPair], otherwise: float) -> float:
    """That of the grid with the highest F1; of equal ones, the nearest to `otherwise`."""
    right = rights(scored)

    def merit(threshold: float) -> tuple[float, float]:
        return agreement(at_threshold(scored, threshold), right).f1 or 0.0, -abs(threshold - otherwise)

    return max(GRID, key=merit)


def closed(scored: Sequence[ScoredPair], band: Band, margin: float) -> Floats:
    """1 for each pair that the settled graph of all of them has a way for, from the first to the second."""
    questions = [
        Question(
            "prerequisite",
            *one.ends,
            confidence=None if one.log_odds is None else one.confidence,
            logit=one.log_odds,
            refused="it was refused" if one.log_odds is None else None,
        )
        for one in scored
    ]
    settled = settle_prerequisites(questions, band, margin)
    edges = [(one.question.subject, one.question.object) for one in settled if one.status == "accepted"]
    ways = closure(edges)
    return np.array([one.ends in ways for one in scored], dtype=np.float64)


def reversed_rows(scored: Sequence[ScoredPair]) -> Floats:
    """1 for each wrong pair whose other direction is right."""
    right = {one.ends for one in scored if one.right}
    return np.array([not one.right and one.ends[::-1] in right for one in scored], dtype=np.float64)


def reversed_accepted(scored: Sequence[ScoredPair], threshold: float) -> float | None:
    """The share of reversals of right pairs that are accepted; None without any."""
    return agreement(reversed_rows(scored), at_threshold(scored, threshold)).precision
