import pytest

from gradient.calibration.coefficients import packaged, parse

TOML = """
origin = "set by hand, not fitted"
date = 2026-01-01
[tag]
intercept = -1
name = 2
[prerequisite]
intercept = -1
"""


def test_the_packaged_ones_say_what_they_were_fitted_by() -> None:
    assert packaged().origin == "fitted by gradient calibrate fit --gold tests/gold"
    assert packaged().tasks.keys() == {"tag", "prerequisite"}


def test_the_version_changes_with_any_number() -> None:
    assert parse(TOML).version == parse(TOML).version != parse(TOML.replace("name = 2", "name = 3")).version


def test_a_task_without_intercept_is_an_error() -> None:
    with pytest.raises(ValueError, match="prerequisite have no intercept"):
        parse(TOML.rsplit("intercept", 1)[0])
