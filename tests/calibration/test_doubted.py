"""A map that says no more than the base rate is said to do so, with the way back."""

import pytest

from gradient.calibration.refit import doubted


@pytest.mark.parametrize(("skill", "ranking"), [(0.0, 0.9), (-0.1, None), (0.02, 0.51), (None, 0.4)])
def test_no_skill_is_said_with_the_way_back(skill: float | None, ranking: float | None) -> None:
    said = doubted("tag", skill, ranking) or ""
    assert said.startswith("The answers disagree with the scorer")
    assert "gradient calibrate undo --task tag takes it back" in said


def test_what_is_said_is_what_was_measured() -> None:
    assert "are no better than one share for all (skill -0.010, AUROC 0.800)" in (
        doubted("tag", -0.01, 0.8) or ""
    )
    assert "rank as chance does (skill 0.010, AUROC 0.500)" in (doubted("tag", 0.01, 0.5) or "")


def test_skill_is_left_alone() -> None:
    assert doubted("tag", 0.1, 0.8) is None
    assert doubted("tag", None, None) is None
