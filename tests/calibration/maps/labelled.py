"""Labels of a scorer that is off in a known way."""

import numpy as np

from gradient.calibration.maps.labels import Label
from gradient.calibration.maps.logistic import logistic


def label(at: int, difference: float, right: bool, **more: object) -> Label:
    """The label of question number `at`, in a group of its own unless it is told otherwise."""
    given: dict[str, object] = {"group": f"source {at}", "subject": f"content {at}", **more}
    return Label(("course", "tag", f"content {at}", "topic"), difference, right, **given)  # type: ignore[arg-type]


def drawn(count: int, *, slope: float = 1.0, intercept: float = 0.0, seed: int = 1) -> list[Label]:
    """Labels that are right as often as σ(slope · x + intercept) says, with x normal around 0."""
    generator = np.random.default_rng(seed)
    differences = generator.normal(0.0, 2.5, count)
    right = generator.random(count) < logistic(slope * differences + intercept)
    return [label(at, float(x), bool(y)) for at, (x, y) in enumerate(zip(differences, right, strict=True))]


def bent(count: int, seed: int = 1) -> list[Label]:
    """Labels of a scorer that a straight line cannot mend: its middle says nothing."""
    generator = np.random.default_rng(seed)
    differences = generator.uniform(-4, 4, count)
    share = np.where(differences < -2.5, 0.02, np.where(differences > 2.5, 0.98, 0.5))
    right = generator.random(count) < share
    return [label(at, float(x), bool(y)) for at, (x, y) in enumerate(zip(differences, right, strict=True))]
