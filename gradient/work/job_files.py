"""`jobs/*.toml`: what the daemon does by the clock. A user's file replaces ours of the same name."""

import re
from pathlib import Path
from typing import Annotated, Any, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from gradient.checked import Checked, checked
from gradient.errors import SettingsError, UnknownName
from gradient.home import packaged, read_toml

STAGES = (
    "scan",
    "read",
    "chunk",
    "distil",
    "extract",
    "outline",
    "embed",
    "recall",
    "tags",
    "prerequisites",
    "calibrate",
    "settle",
    "page",
    "mirror",
    "fit",
    "rescue",
)
SECONDS_OF = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def _stage(name: str) -> str:
    if name not in STAGES:
        raise ValueError(f"it has to be one of {', '.join(STAGES)}")
    return name


def _duration(value: Any) -> float:
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([smhd])\s*", value) if isinstance(value, str) else None
    if found is None or float(found[1]) == 0:
        raise ValueError('it has to be a duration such as "30s", "5m", "2h" or "1d"')
    return float(found[1]) * SECONDS_OF[found[2]]


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ValueError('it has to be the name of a time zone such as "Europe/Berlin"') from error
    return name


def _cron(line: str) -> str:
    from apscheduler.triggers.cron import CronTrigger

    try:
        CronTrigger.from_crontab(line)
    except ValueError as error:
        raise ValueError(f'it has to be five fields such as "30 2 * * *" ({error})') from error
    return line


Duration = Annotated[float, BeforeValidator(_duration)]


class JobFile(Checked):
    """One scheduled job; `every` and `time_limit` are in seconds.

    A run takes at most `batch` units, `concurrency` of them at once, and is ended after `time_limit`.
    """

    name: str
    stage: Annotated[str, AfterValidator(_stage)]
    every: Duration | None = None
    cron: Annotated[str, AfterValidator(_cron)] | None = None
    timezone: Annotated[str, AfterValidator(_timezone)] = "UTC"
    batch: Annotated[int, Field(ge=1, strict=True)] = 1000
    concurrency: Annotated[int, Field(ge=1, strict=True)] = 1
    time_limit: Duration

    @model_validator(mode="after")
    def _one_rhythm(self) -> Self:
        if (self.every is None) == (self.cron is None):
            raise ValueError('it needs either "every" or "cron"')
        return self


def load_jobs(home: Path) -> dict[str, JobFile]:
    """All jobs by name: ours, replaced and joined by those in the folder `jobs` of the home.

    Raises SettingsError, naming the file and the key, for one that is wrong.
    """
    files = {
        file.stem: file for folder in (packaged("jobs"), home / "jobs") for file in folder.glob("*.toml")
    }
    return {name: read_job(files[name]) for name in sorted(files)}


def load_job(home: Path, name: str) -> JobFile:
    """One job by its name. Raises UnknownName if there is none."""
    jobs = load_jobs(home)
    if name not in jobs:
        raise UnknownName(f"There is no job {name!r}; there are {', '.join(jobs)}.")
    return jobs[name]


def read_job(file: Path) -> JobFile:
    """The job that a file describes; its name is that of the file."""
    values = read_toml(file)
    if "name" in values:
        raise SettingsError(f"{file}: there is no key 'name'; the job is called as its file.")
    return checked(JobFile, {"name": file.stem, **values}, str(file))
