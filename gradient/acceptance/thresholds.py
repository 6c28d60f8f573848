"""From which confidence on a question is accepted, and how such a threshold is certified."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

# Descending, and fixed before any decision is seen: the guarantee rests on that.
GRID = tuple(percent / 100 for percent in range(95, 5, -5))

# One-sided: a certified threshold misses the precision asked for in at most one course of ten.
ERROR_RATE = 0.1


@dataclass(frozen=True)
class Thresholds:
    """Confidences, 0 to 1: accepted from `…_accept` on, rejected below `…_floor`, in review between.

    `direction_margin` is how far the logits of the two directions of a prerequisite have to lie apart for
    one of them to hold. `…_basis` is what a threshold of acceptance stands on, as the end of a sentence;
    empty where nothing but the stated one was asked for.
    """

    tag_accept: float = 0.5
    tag_floor: float = 0.1
    prerequisite_accept: float = 0.6
    prerequisite_floor: float = 0.3
    direction_margin: float = 1.0
    tag_basis: str = ""
    prerequisite_basis: str = ""

    def __post_init__(self) -> None:
        for name, floor, accept in (
            ("tag", self.tag_floor, self.tag_accept),
            ("prerequisite", self.prerequisite_floor, self.prerequisite_accept),
        ):
            if not 0 <= floor <= accept <= 1:
                raise ValueError(
                    f"the {name} thresholds are {floor} and {accept}: set the floor at or below the "
                    "threshold of acceptance, both within 0 and 1"
                )


@dataclass(frozen=True)
class LabelledDraw:
    """A decided draw: the confidence (0 to 1) that it has today and whether the person accepted it.

    `drawn_from` is the confidence of today from which on all was accepted when an audit was drawn, infinite
    where there is none, and None for a uniform draw. `fitted` marks one to whose group the map in force was
    fitted.
    """

    confidence: float
    right: bool
    drawn_from: float | None = None
    fitted: bool = False

    @property
    def speaks(self) -> bool:
        """Whether it counts at any threshold."""
        return not self.fitted and self.drawn_from != math.inf


def in_force(
    stated: Thresholds, precision: float | None, draws: Mapping[str, Sequence[LabelledDraw]]
) -> Thresholds:
    """The stated thresholds, with the certified ones in their place where a precision is asked for.

    `draws` are given by task. Where nothing is certified the stated threshold holds. One that is certified
    below the floor holds from the floor on, for what is below that is rejected.
    """
    if precision is None:
        return stated
    tag = certified_threshold(draws.get("tag", ()), precision)
    prerequisite = certified_threshold(draws.get("prerequisite", ()), precision)
    return replace(
        stated,
        tag_accept=stated.tag_accept if tag is None else max(tag, stated.tag_floor),
        tag_basis=_basis(tag, precision),
        prerequisite_accept=(
            stated.prerequisite_accept
            if prerequisite is None
            else max(prerequisite, stated.prerequisite_floor)
        ),
        prerequisite_basis=_basis(prerequisite, precision),
    )


def certified_threshold(
    draws: Iterable[LabelledDraw], precision: float, grid: Sequence[float] = GRID
) -> float | None:
    """The lowest threshold of the grid at which the precision is certified; None if there is none.

    Fixed-sequence testing: from the highest threshold downwards, the one-sided 90 % lower bound of the
    share of right draws at or above it must reach `precision`; the first failure ends it. A threshold
    with too few draws to pass even if all are right is left out: that hangs on their number alone, so
    it costs no error. Audits count from where on they were drawn among all that is accepted.
    Below that, where they are draws among the surest alone, they can only speak against a threshold: the
    bound must hold with them too.
    """
    if not 0 < precision < 1:
        raise ValueError(f"the precision asked for is {precision}: set it above 0 and below 1")
    given = list(draws)
    certified = None
    for threshold in sorted(grid, reverse=True):
        counted = counting(given, threshold)
        if lower_bound(len(counted), len(counted)) < precision:
            continue
        every = [draw for draw in given if not draw.fitted and draw.confidence >= threshold]
        if min(_bound(counted), _bound(every)) < precision:
            break
        certified = threshold
    return certified


def counting(draws: Iterable[LabelledDraw], threshold: float) -> list[LabelledDraw]:
    """The draws that stand for all that is accepted from a threshold on: none that fitted the map."""
    return [draw for draw in draws if draw.speaks and _counts(draw, threshold)]


def lower_bound(right: int, drawn: int, error_rate: float = ERROR_RATE) -> float:
    """The one-sided Clopper-Pearson lower bound of a share, 0 to 1, of which `right` in `drawn` was seen.

    It is the share p at which `right` or more successes have the probability `error_rate`, which is the
    quantile of Beta(right, drawn − right + 1) (Clopper and Pearson, Biometrika 26, 1934).
    """
    if not 0 <= right <= drawn:
        raise ValueError(f"{right} right draws of {drawn} cannot be")
    if right == 0:
        return 0.0
    low, high = 0.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if binomial_tail(right, drawn, middle) < error_rate:
            low = middle
        else:
            high = middle
    return low


def binomial_tail(least: int, drawn: int, share: float) -> float:
    """P(X ≥ least) for X binomial over `drawn` with `share`, strictly between 0 and 1."""
    success, failure = math.log(share), math.log1p(-share)
    return math.fsum(
        math.exp(_log_choose(drawn, count) + count * success + (drawn - count) * failure)
        for count in range(least, drawn + 1)
    )


def _basis(certified: float | None, precision: float) -> str:
    if certified is None:
        return f", which is stated; none is certified for a precision of {precision:g} yet"
    return f", certified for a precision of {precision:g}"


def _bound(draws: Sequence[LabelledDraw]) -> float:
    return lower_bound(sum(draw.right for draw in draws), len(draws))


def _counts(draw: LabelledDraw, threshold: float) -> bool:
    return draw.confidence >= threshold and (draw.drawn_from is None or threshold >= draw.drawn_from)


def _log_choose(total: int, count: int) -> float:
    return math.lgamma(total + 1) - math.lgamma(count + 1) - math.lgamma(total - count + 1)
