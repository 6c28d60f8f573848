"""From what a scorer says to a confidence.

The confidence that a question is right is exp(L_yes) / (exp(L_yes) + exp(L_no)), read from log
probabilities (LLM4Tag, KDD '25); maps that were fitted on decisions act on L_yes − L_no.
"""

import itertools
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

MapKind = Literal["raw", "temperature", "bias", "evidence", "isotonic"]

# No side of a judgement falls below it, so that both logarithms and their difference stay finite.
LEAST_LOGARITHM = -20.0

# With less than this share of the probability on Yes and No the scorer did not answer the question.
LEAST_MASS = 0.05

# How far above 0 rounding may lift a log probability.
_ROUNDING = 1e-3

# What tokenizers write in place of a leading space, beside the space itself.
_LEADING_SPACE = " \t\r\n▁ĠĊ"


@dataclass(frozen=True)
class Logits:
    """A judgement: `yes` and `no` are L_yes and L_no, natural logarithms within −20 and 0.

    `mass` is P(yes) + P(no), 0 to 1: the share of the answer that is about the question.
    """

    yes: float
    no: float
    mass: float

    @property
    def difference(self) -> float:
        """L_yes − L_no, the log-odds that the maps act on."""
        return self.yes - self.no

    @property
    def confidence(self) -> float:
        """The confidence before any map, 0 to 1."""
        return sigmoid(self.difference)


@dataclass(frozen=True)
class Refused:
    """The scorer did not answer with yes or no: why, and P(yes) + P(no) as far as it was shown."""

    reason: str
    mass: float


@dataclass(frozen=True)
class ConfidenceMap:
    """How x = L_yes − L_no becomes a confidence.

    `raw` is σ(x), `temperature` σ(x / temperature), `bias` σ(slope · x + intercept), `evidence` the same
    with Σ weight · value added to it, over what else a judgement stands on. `isotonic` goes straight from
    knot to knot (x, confidence) and stays level beyond the first and the last of them. No map turns the
    order of two differences round, given the same evidence. ValueError if a parameter would.
    """

    kind: MapKind = "raw"
    temperature: float = 1.0
    slope: float = 1.0
    intercept: float = 0.0
    knots: tuple[tuple[float, float], ...] = ()
    weights: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in _PARAMETERS:
            raise ValueError(f"a map of the kind {self.kind!r} is not known")
        for name, value in (("temperature", self.temperature), ("slope", self.slope)):
            if not 0 < value < math.inf:
                raise ValueError(f"the {name} of a map is {value}: it must be above 0 and finite")
        if not math.isfinite(self.intercept):
            raise ValueError(f"the intercept of a map is {self.intercept}: it must be finite")
        if not _are_weights(self.weights):
            raise ValueError("the weights of a map must be finite numbers, each with its name")
        if self.kind == "isotonic" and not _are_knots(self.knots):
            raise ValueError(
                "the knots of a map must rise in both coordinates, with confidences within 0 and 1"
            )

    def apply(self, difference: float, evidence: Mapping[str, float] | None = None) -> float:
        """The confidence, 0 to 1, for L_yes − L_no; evidence that is not there counts as 0."""
        if self.kind == "isotonic":
            return _between_knots(self.knots, difference)
        if self.kind == "temperature":
            return sigmoid(difference / self.temperature)
        if self.kind == "bias":
            return sigmoid(self.slope * difference + self.intercept)
        if self.kind == "evidence":
            beside = math.fsum(weight * (evidence or {}).get(name, 0.0) for name, weight in self.weights)
            return sigmoid(self.slope * difference + self.intercept + beside)
        return sigmoid(difference)

    def to_json(self) -> str:
        """The kind and its own parameters, as `from_json` reads them."""
        return json.dumps(
            {"kind": self.kind} | {name: getattr(self, name) for name in _PARAMETERS[self.kind]}
        )

    @classmethod
    def from_json(cls, text: str) -> "ConfidenceMap":
        """The map that was written; ValueError if the text is not one of its kind with its parameters."""
        stored = json.loads(text)
        try:
            kind = stored.pop("kind")
            if stored.keys() == set(_PARAMETERS[kind]):
                return cls(kind, **{name: _frozen(value) for name, value in stored.items()})
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(f"no map of confidences is written as {text}") from error
        raise ValueError(f"a map of the kind {kind} has other parameters than {text}")


_PARAMETERS: dict[str, tuple[str, ...]] = {
    "raw": (),
    "temperature": ("temperature",),
    "bias": ("slope", "intercept"),
    "evidence": ("slope", "intercept", "weights"),
    "isotonic": ("knots",),
}


def from_tokens(shown: Iterable[tuple[str, float]]) -> Logits | Refused:
    """The judgement in the tokens shown for the place of the answer, each with its log probability.

    Each side sums its token forms (case, leading space). A side that is not shown takes as its value
    the smaller of the smallest probability shown and what those shown leave of 1. A log probability of
    0.0 is certainty. ValueError if one is no number or above 0.
    """
    probabilities = _probabilities(shown)
    total = math.fsum(probabilities.values())
    sides = {"yes": 0.0, "no": 0.0}
    seen: set[str] = set()
    for token, probability in probabilities.items():
        side = token.lstrip(_LEADING_SPACE).casefold()
        if side in sides:
            seen.add(side)
            sides[side] += probability
    if not seen:
        return Refused("neither yes nor no is among the tokens shown", 0.0)
    for side in sides.keys() - seen:
        sides[side] = max(0.0, min(*probabilities.values(), 1 - total))
    mass = min(1.0, sides["yes"] + sides["no"])
    if mass < LEAST_MASS:
        return Refused(f"yes and no together have a probability of {mass:.3f}, below {LEAST_MASS}", mass)
    return Logits(_logarithm(sides["yes"]), _logarithm(sides["no"]), mass)


def from_evidence(z: float) -> Logits:
    """The judgement of the offline scorer, whose log-odds are `z`: log σ(z) and log σ(−z)."""
    if math.isnan(z):
        raise ValueError("the evidence adds up to no number")
    return Logits(_log_sigmoid(z), _log_sigmoid(-z), 1.0)


def sigmoid(x: float) -> float:
    """1 / (1 + exp(−x)), without overflow."""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    return math.exp(x) / (1 + math.exp(x))


def _probabilities(shown: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The probability of each token; one that is listed twice, as chosen and as best, counts once."""
    found: dict[str, float] = {}
    for token, logarithm in shown:
        if math.isnan(logarithm) or logarithm > _ROUNDING:
            raise ValueError(f"the token {token!r} has the log probability {logarithm}, which cannot be")
        found[token] = max(found.get(token, 0.0), math.exp(min(0.0, logarithm)))
    return found


def _logarithm(probability: float) -> float:
    """The natural logarithm, no less than the least one and no more than 0."""
    if probability <= 0:
        return LEAST_LOGARITHM
    return max(LEAST_LOGARITHM, min(0.0, math.log(probability)))


def _log_sigmoid(x: float) -> float:
    """log σ(x), without overflow, no less than the least logarithm."""
    value = -math.log1p(math.exp(-x)) if x >= 0 else x - math.log1p(math.exp(x))
    return max(LEAST_LOGARITHM, value)


def _frozen(value: Any) -> Any:
    """The value as JSON gives it, with tuples for lists."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _are_knots(knots: tuple[tuple[float, float], ...]) -> bool:
    rising = all(left[0] < right[0] and left[1] <= right[1] for left, right in itertools.pairwise(knots))
    return bool(knots) and rising and all(math.isfinite(x) and 0 <= y <= 1 for x, y in knots)


def _are_weights(weights: tuple[tuple[Any, ...], ...]) -> bool:
    pairs = all(len(one) == 2 and isinstance(one[0], str) for one in weights)
    return pairs and all(math.isfinite(one[1]) for one in weights)


def _between_knots(knots: tuple[tuple[float, float], ...], x: float) -> float:
    if x <= knots[0][0]:
        return knots[0][1]
    for (left, low), (right, high) in itertools.pairwise(knots):
        if x <= right:
            share = (x - left) / (right - left)
            return min(high, low + share * (high - low))
    return knots[-1][1]
