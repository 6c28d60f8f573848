"""How far the work has come: bars on a terminal, plain lines elsewhere, both on stderr."""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from gradient.cli.output import is_styled, say
from gradient.cli.printable import one_line

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

LINE_EVERY = 5.0
"""Seconds between two lines about one stage that goes on."""


class Shown(Protocol):
    """Shows progress as the runner reports it, and lets lines pass by the bars."""

    def __call__(self, stage: str, course_id: int, done: int, total: int) -> None:
        """So many of the due units of a stage in a course are done."""
        ...

    def line(self, text: str) -> None:
        """Print a line without spoiling the bars."""
        ...


class Courses:
    """The slugs of courses, looked up when they are first shown."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._slugs: dict[int, str] = {}

    def __call__(self, course_id: int) -> str:
        if course_id not in self._slugs:
            import psycopg

            with psycopg.connect(self._url, autocommit=True) as connection:
                self._slugs.update(connection.execute("SELECT id, slug FROM courses").fetchall())
        return self._slugs.get(course_id, str(course_id))


class Lines:
    """A line whenever a stage of a course has ended, and now and then while it goes on."""

    def __init__(self, courses: Courses) -> None:
        self._courses = courses
        self._last: dict[tuple[str, int], float] = {}

    def __call__(self, stage: str, course_id: int, done: int, total: int) -> None:
        now = time.monotonic()
        if done >= total or now - self._last.setdefault((stage, course_id), now) >= LINE_EVERY:
            self._last[stage, course_id] = now
            say(f"{self._courses(course_id)}: {stage} {done} of {total}")

    def line(self, text: str) -> None:
        """Print it."""
        say(text)


class Bars:
    """One bar a course, which shows the stage that it is at."""

    def __init__(self, courses: Courses, progress: "Progress") -> None:
        self._courses = courses
        self._progress = progress
        self._bars: dict[int, TaskID] = {}

    def __call__(self, stage: str, course_id: int, done: int, total: int) -> None:
        if course_id not in self._bars:
            slug = one_line(self._courses(course_id))
            self._bars[course_id] = self._progress.add_task(slug, total=total, stage=stage)
        self._progress.update(self._bars[course_id], completed=done, total=total, stage=stage)

    def line(self, text: str) -> None:
        """Print it above the bars."""
        self._progress.console.print(one_line(text), markup=False, highlight=False)


@contextlib.contextmanager
def shown(url: str) -> Iterator[Shown]:
    """Progress for as long as the context lasts."""
    courses = Courses(url)
    if not is_styled(sys.stderr):
        yield Lines(courses)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TextColumn("{task.fields[stage]}", style="dim", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Bars(courses, progress)
