"""The packaged coefficients of the offline scorer."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, get_args

from gradient.providers.ports import ScoredTask

Numbers = Mapping[ScoredTask, Mapping[str, float]]


@dataclass(frozen=True)
class Coefficients:
    """For each task an intercept and one number a feature; `version` changes with any of them.

    `gold` is the hash of the set that they were fitted on, `set_by_hand` those that they were drawn to.
    """

    tasks: Numbers
    origin: str
    version: str
    gold: str = ""
    set_by_hand: Numbers = field(default_factory=dict)


@cache
def packaged() -> Coefficients:
    """Those that come with the package."""
    text = files("gradient.calibration").joinpath("coefficients.toml").read_text(encoding="utf-8")
    return parse(text)


def parse(text: str) -> Coefficients:
    """The coefficients that a TOML text gives. ValueError if a task or its intercept is missing."""
    found = tomllib.loads(text)
    tasks = _numbers(found)
    digest = hashlib.sha256(json.dumps(tasks, sort_keys=True).encode()).hexdigest()[:8]
    by_hand = _numbers(found["set_by_hand"]) if "set_by_hand" in found else {}
    return Coefficients(tasks, found["origin"], f"{found['date']} {digest}", found.get("gold", ""), by_hand)


def _numbers(tables: Mapping[str, Any]) -> dict[ScoredTask, dict[str, float]]:
    tasks: dict[ScoredTask, dict[str, float]] = {}
    for task in get_args(ScoredTask):
        if "intercept" not in tables.get(task, {}):
            raise ValueError(f"the coefficients of a {task} have no intercept")
        tasks[task] = {name: float(number) for name, number in tables[task].items()}
    return tasks
