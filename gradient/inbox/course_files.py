"""Reads the `course.toml` of course folders, and tells which of them are to be put in force."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from gradient.course_file import CourseSettings, load_course
from gradient.errors import SettingsError
from gradient.files import key_of, opens
from gradient.inbox.known import Known
from gradient.inbox.walk import Walked


@dataclass
class CourseFiles:
    """The settings of each folder that has sound ones, notices on the others, and files still settling.

    `waited_for` are all files that say something other than what is in force.
    """

    settings: dict[str, CourseSettings] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    settling: set[str] = field(default_factory=set)
    waited_for: Collection[str] = ()


def read_course_files(inbox: Path, walked: Walked, known: Known, still: Callable[[str], bool]) -> CourseFiles:
    """The settings of all course folders; a folder without a file has the defaults.

    A file that says what is in force already need not have stood still. One that is wrong leaves what is
    in force.
    """
    in_force = {key_of(course.folder): course.settings for course in known.courses}
    found = CourseFiles()
    for folder in walked.folders:
        file = walked.course_files.get(folder)
        if file is None and not walked.complete:
            continue
        try:
            settings = CourseSettings() if file is None else load_course(inbox / opens(folder))
            wrong = None
        except SettingsError as error:
            settings, wrong = None, error
        if settings is not None and in_force.get(key_of(folder)) == settings.model_dump(mode="json"):
            found.settings[folder] = settings
            continue
        if file is not None:
            found.waited_for = {*found.waited_for, file.path}
        if file is not None and not still(file.path):
            found.settling.add(file.path)
        elif settings is not None:
            found.settings[folder] = settings
        else:
            found.notices.append(f"{wrong} Until then the last good settings of the course hold.")
    return found
