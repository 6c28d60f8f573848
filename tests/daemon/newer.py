"""Starts the command line with a stage that costs and has a stated version, as one with a prompt would."""

import dataclasses
import os
import sys
from typing import Any

from gradient.cli.main import main
from gradient.generation.prerequisites_stage import PrerequisitesStage
from gradient.generation.tags_stage import TagsStage
from gradient.store.outcomes import UnitQuery

STAGES: dict[str, Any] = {"tags": TagsStage, "prerequisites": PrerequisitesStage}


def as_costly(stage: Any, version: str) -> None:
    free = stage.units

    def units(self: Any) -> UnitQuery:
        return dataclasses.replace(free(self), tool=f"prompt {version}", free=False)

    stage.units = units


if __name__ == "__main__":
    as_costly(STAGES[os.environ["COSTS"]], os.environ["VERSION"])
    sys.exit(main())
