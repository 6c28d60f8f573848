"""The packaged coefficients of the offline scorer."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import get_args

from gradient.providers.ports import ScoredTask


@dataclass(frozen=True)
class Coefficients:
    """For each task an intercept and one number a feature; `version` changes with any of them."""

    tasks: Mapping[ScoredTask, Mapping[str, float]]
    origin: str
    version: str


@cache
def packaged() -> Coefficients:
    """Those that come with the package."""
    text = files("gradient.calibration").joinpath("coefficients.toml").read_text(encoding="utf-8")
    return parse(text)


def parse(text: str) -> Coefficients:
    """The coefficients that a TOML text gives. ValueError if a task or its intercept is missing."""
    found = tomllib.loads(text)
    tasks: dict[ScoredTask, dict[str, float]] = {}
    for task in get_args(ScoredTask):
        if "intercept" not in found.get(task, {}):
            raise ValueError(f"the coefficients of a {task} have no intercept")
        tasks[task] = {name: float(number) for name, number in found[task].items()}
    digest = hashlib.sha256(json.dumps(tasks, sort_keys=True).encode()).hexdigest()[:8]
    return Coefficients(tasks, found["origin"], f"{found['date']} {digest}")
