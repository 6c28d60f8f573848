"""`course.toml`: what a course says about itself. Every key is optional, and so is the file."""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from gradient.checked import Checked, checked
from gradient.home import read_toml
from gradient.written import unseen

COURSE_FILE = "course.toml"

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


def _language(code: str) -> str:
    if not _LANGUAGE.fullmatch(code):
        raise ValueError('it has to be a code such as "en", "de" or "pt-BR"')
    return code


def _name(name: str) -> str:
    if unseen(name) or "\n" in name:
        raise ValueError("it has to be one line without control characters")
    return name


class CourseSettings(Checked):
    """The settings of one course.

    `language` is a code such as "en". `order` lists paths or patterns below the course's folder in
    teaching order. `outline` None means closed where an outline was imported, else open. `budget` is what
    model calls for the course may cost altogether, in US dollars. `precision` (0..1) is what accepted items
    are to reach; None keeps the stated thresholds.
    """

    name: Annotated[str, Field(min_length=1), AfterValidator(_name)] | None = None
    language: Annotated[str, AfterValidator(_language)] | None = None
    order: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    outline: Literal["open", "closed"] | None = None
    budget: Annotated[float, Field(ge=0, le=1_000_000, strict=True)] | None = None
    precision: Annotated[float, Field(gt=0, lt=1, strict=True)] | None = None


def load_course(folder: Path) -> CourseSettings:
    """The settings in a course's folder. Raises SettingsError, naming the file and the key."""
    file = folder / COURSE_FILE
    return checked(CourseSettings, read_toml(file), str(file)) if file.is_file() else CourseSettings()
