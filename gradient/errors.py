"""The errors that people see. Each one is a sentence; each kind knows its exit code."""

from datetime import datetime
from enum import IntEnum
from typing import ClassVar


class Exit(IntEnum):
    """What a command ends with."""

    DONE = 0
    """Everything that was asked for is done."""
    WORK_FAILED = 1
    """A unit failed or was parked, or something in the inbox has to be put right."""
    USAGE = 2
    """The command line, a settings file, a job file or a gold set is wrong."""
    DATABASE = 3
    """The database is occupied, unreachable, or cannot be started or migrated."""
    NAME = 4
    """A name is unknown, or stands for several things."""
    INBOX = 5
    """The inbox is missing."""
    REFUSED = 6
    """A guard refused what was asked, since it would lose something."""
    UNEXPECTED = 70
    """A fault of the program itself."""


class GradientError(Exception):
    """Something went wrong that a person can put right.

    The message is one sentence: what happened, to which file or row, and what to do.
    """

    exit_code: ClassVar[Exit] = Exit.WORK_FAILED


class Outage(GradientError):
    """What all work of a kind needs is away: no piece of it is at fault, none gets further now.

    `wait` is how many seconds whoever is away asks to be left alone, or None.
    """

    wait: float | None = None


class FailsAlone(GradientError):
    """One request fails as if nobody were there, while others beside it are answered."""


class Unplayable(Outage):
    """Whoever plays a role cannot until a person changes something: a key, an account, a name."""


class Held(GradientError):
    """Work that has to wait, though nothing is wrong with it; `until` is when to look again."""

    def __init__(self, message: str, until: datetime) -> None:
        super().__init__(message)
        self.until = until


class UnderWay(Held):
    """Questions are under way in a batch of a service; what comes after them waits for the answers too."""


class UsageError(GradientError):
    """The command line asks for something that cannot be done as written."""

    exit_code = Exit.USAGE


class SettingsError(UsageError):
    """A settings file, a course file, a job file or a variable of the environment is wrong."""


class UnknownName(GradientError):
    """There is no course, topic, source, item or job of this name."""

    exit_code = Exit.NAME


class AmbiguousName(GradientError):
    """The name stands for several things, and one has to be chosen."""

    exit_code = Exit.NAME


class DatabaseError(GradientError):
    """The database cannot be started, migrated or used."""

    exit_code = Exit.DATABASE


class DatabaseOccupied(DatabaseError):
    """Another daemon works on the same database."""


class DatabaseUnreachable(DatabaseError):
    """The database does not answer."""


class InboxMissing(GradientError):
    """The watched folder does not exist."""

    exit_code = Exit.INBOX


class GuardRefused(GradientError):
    """A guard stopped an act that would lose something, such as a sweep that retires too much."""

    exit_code = Exit.REFUSED
