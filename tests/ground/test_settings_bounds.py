"""Values beyond what any installation could mean are refused before they reach a timer or the database."""

from pathlib import Path

import pytest

from gradient.errors import SettingsError
from gradient.home import locate
from gradient.settings import load


@pytest.mark.parametrize(
    ("section", "key", "most"),
    [
        ("inbox", "settle_seconds", 3600),
        ("thresholds", "direction_margin", 1000),
        ("recall", "k", 10000),
        ("recall", "neighbours", 10000),
        ("recall", "fitted_neighbours", 10000),
        ("recall", "t2t_floor", 1),
        ("review", "open_max", 10000),
        ("outline", "most_topics", 10000),
        ("reading", "seconds", 86400),
        ("reading", "memory_mb", 1048576),
        ("reading", "max_file_mb", 10000),
    ],
)
def test_a_number_may_be_as_large_as_makes_sense_and_no_larger(
    tmp_path: Path, section: str, key: str, most: int
) -> None:
    settings = tmp_path / "gradient.toml"
    settings.write_text(f"[{section}]\n{key} = {most}\n")
    assert getattr(getattr(load(locate(tmp_path, environ={})), section), key) == most

    for beyond in (most + 1, 10**30):
        settings.write_text(f"[{section}]\n{key} = {beyond}\n")
        with pytest.raises(SettingsError, match=f"'{section}.{key}' is {beyond}, but it"):
            load(locate(tmp_path, environ={}))


@pytest.mark.parametrize("key", ["inbox.dir", "markdown.dir"])
@pytest.mark.parametrize("value", ["", "  "])
def test_a_folder_has_a_name(tmp_path: Path, key: str, value: str) -> None:
    (tmp_path / "gradient.toml").write_text(f'{key} = "{value}"\n')
    with pytest.raises(SettingsError, match=f"'{key}' is '{value}', but it has to name a folder"):
        load(locate(tmp_path, environ={}))
