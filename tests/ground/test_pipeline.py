"""The order of the stages, and where in a round each stands."""

from gradient.home import Home
from gradient.pipeline import opened_stages
from gradient.settings import Settings
from gradient.work.stage import Part


async def test_each_stage_stands_in_its_place_and_its_part_of_a_round(home: Home) -> None:
    async with opened_stages(home, Settings(), None) as stages:
        found = [(stage.name, stage.part) for stage in stages]
    finding = ("read", "chunk", "distil", "extract", "outline", "embed", "recall")
    judging = ("tags", "prerequisites", "calibrate", "settle")
    showing = ("page", "mirror")
    assert found == [
        *((name, Part.FINDING) for name in finding),
        *((name, Part.JUDGING) for name in judging),
        *((name, Part.SHOWING) for name in showing),
    ]
