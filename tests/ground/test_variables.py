"""Variables of the environment: one that has no effect is refused."""

from pathlib import Path

import pytest

from gradient.checked import keys_of
from gradient.errors import Exit, SettingsError
from gradient.home import locate
from gradient.settings import Settings
from gradient.variables import known, refuse_unknown


def refusal(**environ: str) -> str:
    with pytest.raises(SettingsError) as refused:
        refuse_unknown(environ)
    assert refused.value.exit_code == Exit.USAGE
    return str(refused.value)


def test_every_setting_has_its_variable_and_nothing_else_is_known() -> None:
    settings = {f"GRADIENT_{key.replace('.', '_').upper()}" for key in keys_of(Settings)}
    sections = {f"GRADIENT_{section.upper()}" for section in Settings.model_fields}
    assert known() == settings | sections | {"GRADIENT_HOME", "GRADIENT_DEBUG"}


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("GRADIENT_HOEM", "GRADIENT_HOME"),
        ("GRADIENT_INBX_DIR", "GRADIENT_INBOX_DIR"),
        ("GRADIENT_DATABSE_URL", "GRADIENT_DATABASE_URL"),
        ("GRADIENT_TRESHOLDS_TAG_ACCEPT", "GRADIENT_THRESHOLDS_TAG_ACCEPT"),
        ("GRADIENT_TRESHOLDS_TAG", "GRADIENT_THRESHOLDS_TAG_FLOOR"),
    ],
)
def test_a_mistyped_variable_is_refused_with_the_nearest(mistyped: str, meant: str) -> None:
    assert refusal(**{mistyped: "x"}) == f"The variable {mistyped} has no effect; did you mean {meant}?"


def test_one_that_is_like_no_other_is_refused_with_the_way_to_all() -> None:
    assert "gradient init" in refusal(GRADIENT_ZZZ="x")


def test_known_ones_in_any_case_and_those_of_others_pass() -> None:
    refuse_unknown({"GRADIENT_HOME": "x", "gradient_inbox_dir": "y", "PATH": "z", "_GRADIENT_COMPLETE": "w"})


def test_nothing_starts_with_a_mistyped_variable(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        locate(tmp_path, environ={"GRADIENT_HOEM": "x"})
