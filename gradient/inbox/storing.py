"""Stores what a scan observed: courses first, then their sources, then what follows from both."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gradient.course_file import COURSE_FILE, CourseSettings
from gradient.files import key_of
from gradient.inbox import apply, elsewhere
from gradient.inbox.apply import Decided
from gradient.inbox.course_identity import CourseFolders, match_folders
from gradient.inbox.identity import identify
from gradient.inbox.known import Known, KnownCourse
from gradient.inbox.observed import Observed
from gradient.inbox.order import unmatched
from gradient.inbox.seen import seen_files
from gradient.inbox.sweep import Sweep, sweep
from gradient.store import changes, courses, sources
from gradient.store.scans import Arrival
from gradient.store.sessions import Connection

NAMED_STRAYS = 3


class Storing:
    """One scan's writes, in one transaction. `touched` are courses that changed.

    `wrongs` are sentences on what somebody has to put right, `notices` those and all others.
    """

    def __init__(self, connection: Connection, known: Known, observed: Observed, now: datetime) -> None:
        self._connection = connection
        self._known = known
        self._observed = observed
        self._now = now
        self._course_of: dict[str, int] = {}
        self._stored: set[str] = set()
        self._in_force: set[str] = set()
        self.touched: set[int] = set()
        self.wrongs = [*observed.course_files.notices, *_strays(observed)]

    @property
    def notices(self) -> list[str]:
        """All that a person should know, what is wrong last."""
        lies_here = {file.path for file in self._observed.walked.files}
        left_alone = elsewhere.notices(self._known, self._observed.inbox, lies_here)
        return [*self._observed.walked.notices, *left_alone, *self.wrongs]

    @property
    def waited_for(self) -> dict[str, Arrival]:
        """The files that the next scan has to remember: those that are not stored as they lie there."""
        files = {file.path for file in self._observed.walked.files} - self._stored
        files |= set(self._observed.course_files.waited_for) - self._in_force
        return {path: one for path, one in self._observed.waiting.arrivals.items() if path in files}

    async def run(self, *, suspicious: str | None) -> None:
        """Store everything. Nothing is retired where the scan is `suspicious`, for that reason."""
        folders = match_folders(
            self._known, self._observed.inbox, self._observed.walked.folders, self._held()
        )
        former = await self._courses(folders)
        await self._settings()
        await self._sources(former, suspicious, pending=bool(folders.later) or self._new_settling())
        await self._lives()
        await apply.order(self._connection, self.touched)

    def _held(self) -> dict[str, list[str | None]]:
        held: dict[str, list[str | None]] = defaultdict(list)
        for file in self._observed.walked.files:
            held[file.folder].append(self._observed.hashes.get(file.path))
        return held

    def _new_settling(self) -> bool:
        known = {path.path for path in self._known.paths.values()}
        files = (file.path for file in self._observed.walked.files)
        return any(path in self._observed.settling and path not in known for path in files)

    async def _courses(self, folders: CourseFolders) -> dict[str, str]:
        """Make new courses and rename known ones; the former folders of the renamed."""
        by_id = {course.id: course for course in self._known.courses}
        self._course_of = dict(folders.known)
        former: dict[str, str] = {}
        for folder, slug in folders.new.items():
            course_id = await courses.add(self._connection, slug, folder, self._now)
            self._course_of[folder] = course_id
            await self._tell(course_id, f"The course {slug} was added.", folder)
        for folder, course_id in folders.known.items():
            course = by_id[course_id]
            if folder == course.folder:
                continue
            former[folder] = course.folder
            await courses.set_folder(self._connection, course_id, folder)
            await self._tell(course_id, f"The folder of the course {course.slug} is now {folder}.", folder)
        return former

    async def _settings(self) -> None:
        for folder, settings in self._observed.course_files.settings.items():
            if folder in self._course_of:
                course_id = self._course_of[folder]
                self._in_force.add(f"{folder}/{COURSE_FILE}")
                if await courses.configure(self._connection, course_id, **_in_force(folder, settings)):
                    self.touched.add(course_id)
                paths = [
                    file.path.partition("/")[2]
                    for file in self._observed.walked.files
                    if file.folder == folder
                ]
                for entry in unmatched(paths, settings.order):
                    self.wrongs.append(
                        f"{folder}/{COURSE_FILE}: 'order' names {entry!r}, which is not in the course;"
                        " write the path of a file below the course's folder."
                    )

    async def _sources(self, former: Mapping[str, str], suspicious: str | None, *, pending: bool) -> None:
        complete = self._observed.walked.complete
        seen = seen_files(
            self._known,
            self._observed.inbox,
            self._observed.walked.files,
            self._observed.hashes,
            self._course_of,
            former,
        )
        found = identify(self._known, seen, complete=complete)
        swept = Sweep()
        if complete and not pending:
            standing = {file.course_id for file in seen if file.inbox == self._observed.inbox}
            swept = sweep(
                self._known, self._observed.inbox, found.unseen, suspicious=suspicious, standing=standing
            )
        decided = Decided(
            placed=found.placed,
            swept=swept.retire,
            absorbed=found.absorbed,
            held=swept.held,
            dropping=complete and not pending,
        )
        self._stored = {file.path for one in found.placed for file in one.files} - self._observed.settling
        self.wrongs += swept.notices
        self.touched |= await apply.store(self._connection, self._known, decided, self._now)

    async def _lives(self) -> None:
        """Retire the courses of which nothing is left, and bring back those that have sources again."""
        ids = [course.id for course in self._known.courses]
        alive = {one["course_id"] for one in await sources.present(self._connection, ids)}
        for course in self._known.courses:
            if course.retired and course.id in alive:
                await courses.restore(self._connection, course.id)
                await self._tell(course.id, f"The course {course.slug} is back.", course.folder)
            elif self._observed.walked.complete and self._is_over(course, alive):
                await courses.retire(self._connection, course.id, self._now)
                await self._tell(course.id, f"The course {course.slug} was retired.", course.folder)

    def _is_over(self, course: KnownCourse, alive: set[int]) -> bool:
        return not (course.retired or course.id in alive or course.id in self._course_of.values())

    async def _tell(self, course_id: int, what: str, folder: str) -> None:
        self.touched.add(course_id)
        await changes.note(self._connection, course_id, "course", what, folder, self._now)


def _in_force(folder: str, settings: CourseSettings) -> dict[str, Any]:
    return {
        "name": settings.name or key_of(folder),
        "language": settings.language,
        "outline_open": None if settings.outline is None else settings.outline == "open",
        "settings": settings.model_dump(mode="json"),
    }


def _strays(observed: Observed) -> list[str]:
    strays = observed.walked.strays
    if not strays:
        return []
    named = ", ".join(strays[:NAMED_STRAYS]) + (", …" if len(strays) > NAMED_STRAYS else "")
    told = "One file lies" if len(strays) == 1 else f"{len(strays)} files lie"
    them = "it" if len(strays) == 1 else "them"
    return [f"{told} outside any course folder ({named}); move {them} into one such as inbox/my-course/."]
