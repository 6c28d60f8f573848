"""Confidences without a model: a logistic over the evidence."""

from collections.abc import Mapping, Sequence

from gradient.providers.ports import NO_ERRAND, Errand, LogOdds, ScoredTask, ScoreRequest

INTERCEPT = "intercept"


class OfflineScorer:
    """Log-odds are the intercept of the task plus each feature times its coefficient."""

    name = "offline"
    free = True

    def __init__(self, coefficients: Mapping[ScoredTask, Mapping[str, float]], version: str) -> None:
        """`coefficients` hold for each task an intercept and one coefficient a feature."""
        self.version = version
        self._coefficients = coefficients

    async def score(self, requests: Sequence[ScoreRequest], errand: Errand = NO_ERRAND) -> list[LogOdds]:  # noqa: ARG002
        """One answer a request. ValueError for evidence that has no coefficient."""
        return [self._weigh(request) for request in requests]

    def _weigh(self, request: ScoreRequest) -> LogOdds:
        coefficients = self._coefficients[request.task]
        unknown = sorted(request.features.keys() - coefficients.keys())
        if unknown:
            raise ValueError(f"the evidence {', '.join(unknown)} of a {request.task} has no coefficient")
        parts = {name: coefficients[name] * value for name, value in request.features.items()}
        parts[INTERCEPT] = coefficients[INTERCEPT]
        return LogOdds(sum(parts[name] for name in sorted(parts)), parts)
