"""`gradient status`: what there is of each course, and what became of the work."""

from typing import TYPE_CHECKING, Any

from gradient.cli.coverage import covered, named_parts
from gradient.cli.opened import completed, course_id_of, existing_home, opened_database, settings_of
from gradient.cli.options import AsJson, Course
from gradient.cli.output import (
    BOLD,
    DIM,
    RED,
    YELLOW,
    Styled,
    paragraph,
    percent,
    plural,
    title,
    write,
    write_json,
)
from gradient.cli.paused import show_budgets, show_paused
from gradient.cli.printable import one_line
from gradient.cli.tables import Column, table
from gradient.cli.watching import show_watching, watching
from gradient.errors import GradientError

if TYPE_CHECKING:
    from gradient.store.sessions import Connection

COUNTED = (
    ("tags", {"accepted": "accepted", "review": "in review", "rejected": "rejected"}),
    ("prerequisites", {"accepted": "accepted", "review": "in review", "rejected": "rejected"}),
    ("pages", {"fresh": "fresh", "stale": "stale", "refused": "refused"}),
)


PIECES = {
    "read": "files",
    "chunk": "files",
    "distil": "passages",
    "extract": "passages",
    "outline": "courses",
    "embed": "texts",
    "recall": "sentences",
    "tags": "sentences",
    "prerequisites": "topics",
    "calibrate": "questions",
    "settle": "courses",
    "page": "topics",
    "mirror": "notes",
}
"""What a stage works on, in words."""

OUTCOMES = {
    "waiting": "held by an earlier stage, a paused role, a budget or a batch",
    "refused": "worked on, and the answer was no; for a page gradient page TOPIC says why",
    "skipped": "nothing to do; gradient sources and gradient sources --left-out say why",
    "failed": "tried again by itself",
    "parked": "not tried again until its file, its tool or you change that",
    "stale": "done by an older version; gradient refresh does it again",
}
"""What the words above the counts mean."""
MOST_ALIKE = 3
"""So many pieces of work with the same reason are listed by name."""


def status(as_json: AsJson = False, course: Course = None) -> None:
    """What there is, and how the work stands."""
    found = completed(_status(course))
    if as_json:
        write_json(found)
    else:
        _show(found)


async def _status(course: str | None) -> dict[str, Any]:
    home = existing_home()
    settings = settings_of(home)
    async with opened_database(home) as database, database.transaction() as connection:
        return await collected(connection, home, settings, await course_id_of(connection, course))


async def collected(
    connection: "Connection", home: Any, settings: Any, course_id: int | None = None, *, counted: bool = True
) -> dict[str, Any]:
    """All that `status --json` prints, of one course or of all; the units of stages only where `counted`."""
    from gradient.pipeline import opened_stages, vector_changes
    from gradient.store import courses as stored_courses
    from gradient.store import holds, ledger, notion
    from gradient.store import status as store
    from gradient.work.runner import utc_now

    async with opened_stages(home, settings, home.path(settings.inbox.dir)) as stages:
        queries = [stage.units() for stage in stages]
        changes = await vector_changes(connection, stages, course_id)
    now = utc_now()
    slugs = {one.id: one.slug for one in await stored_courses.all_courses(connection, retired=True)}
    ids = [one for one in slugs if course_id in (None, one)]
    standings, waiting = await store.standings(connection, queries, ids if counted else [], now)
    there = await store.courses(connection, course_id)
    return {
        "courses": there,
        "gone": [] if there else [slugs[one] for one in ids],
        "notices": [
            *await stored_courses.notices(connection, course_id),
            *changes,
            *await _slips(home, settings),
            *[one.notice for one in (await notion.databases(connection)).values() if one.notice],
        ],
        "stages": standings if counted else {},
        "waiting": [
            {"stage": one.stage, "course": slugs[one.course_id], "units": one.units, "reason": one.reason}
            for one in waiting
        ],
        "paused": await holds.pauses(connection),
        "held": await holds.stages(connection, course_id),
        "budgets": await ledger.budgets(connection, now),
        "models": await store.models(connection),
        "failures": await store.failures(connection, queries, ids, now),
        "confidences": await store.scales(connection),
        **await watching(connection, settings.inbox.settle_seconds),
    }


async def _slips(home: Any, settings: Any) -> list[str]:
    """What was ticked in mirrors and cannot be taken for an answer, or why they cannot be read."""
    from gradient.pipeline import mirrors

    try:
        return [slip for mirror in mirrors(home, settings) for slip in await mirror.slips()]
    except GradientError as error:
        return [str(error)]


def _show(found: dict[str, Any]) -> None:
    if not found["courses"]:
        paragraph(no_course(found["gone"]))
    show_courses(found)
    _show_stages(found["stages"])
    for one in found["waiting"]:
        paragraph(
            f"{one['stage']} of {one['course']} waits ({plural(one['units'], 'unit')}): {one['reason']}"
        )
    show_paused(found["paused"])
    write()
    show_watching(found)
    write()
    write(_models(found["models"]))
    show_budgets(found["budgets"])
    _show_failures(found["failures"])


def no_course(gone: list[str]) -> str:
    """That there is no course, where those of the slugs `gone` were forgotten or retired."""
    if not gone:
        return "There is no course yet: put files into a folder under the inbox, then say gradient run."
    were = "was" if len(gone) == 1 else "were"
    return (
        f"There is no course: {', '.join(gone)} {were} forgotten or retired, and the files of what was"
        " forgotten are left alone. Put other files under the inbox, or take a file out and put it in again"
        " after a run, then say gradient run."
    )


def show_courses(found: dict[str, Any]) -> None:
    """What there is of each course, a few lines each."""
    for course in found["courses"]:
        write(
            Styled(course["slug"], BOLD),
            f"{_called(course)}  {_sources(course)},"
            f" {plural(course['contents'], 'content')}, {plural(course['topics'], 'topic')},"
            f" {asked([course])}",
        )
        if course["coverage"]["characters"]:
            coverage = course["coverage"]
            write(f"  {'read':<13} ", covered({**coverage, "parts": named_parts(coverage["parts"])}))
        for gap in course["coverage"]["missing"]:
            paragraph(f"{gap['source']}: {gap['missing']}", first="  ", others="    ")
        for what, states in COUNTED:
            counts = [f"{course[what][state]:>6} {word:<9}" for state, word in states.items()]
            scale = found["confidences"].get(what.removesuffix("s"))
            noted = f"  (confidences: {scale})" if scale else ""
            write(f"  {what:<13}", " ".join(counts).rstrip(), Styled(noted, DIM))
    for sentence in found["notices"]:
        paragraph(sentence, first="! ", others="  ")


def _called(course: dict[str, Any]) -> str:
    """What a course is called, and where it lies, as far as its slug does not say so."""
    folder, name = course["folder"], course["name"]
    said = [f"“{one_line(name)}”"] if name not in (course["slug"], folder) else []
    if folder != course["slug"]:
        said.append(f"in the folder {one_line(folder)}")
    return f"  {' '.join(said)}" if said else ""


def asked(courses: list[dict[str, Any]]) -> str:
    """How many questions of courses are open, and how many more wait for a place among them."""
    opened = sum(course["questions"] for course in courses)
    waiting = sum(course["questions_waiting"] for course in courses)
    more = f" ({waiting:,} more {'waits' if waiting == 1 else 'wait'} for a place)" if waiting else ""
    return f"{plural(opened, 'question')} open{more}"


def _sources(course: dict[str, Any]) -> str:
    sources, skipped = plural(course["sources"], "source"), course["sources_skipped"]
    if course["files"] > course["sources"]:  # some are there twice
        sources += f" in {plural(course['files'], 'file')}"
    if skipped and skipped == course["sources"]:
        return f"{sources} (skipped)"
    read = f"{percent(course['share_read'])} read"
    return f"{sources} ({skipped} skipped, the others {read})" if skipped else f"{sources}, {read}"


def _show_stages(stages: dict[str, dict[str, int]]) -> None:
    rows = [{"stage": name, **standing} for name, standing in stages.items()]
    shown = [name for name in next(iter(stages.values()), {}) if any(row[name] for row in rows)]
    if not shown:
        return
    write()
    title("How many pieces of work there are, stage by stage")
    blank_zeros = [{key: None if value == 0 else value for key, value in row.items()} for row in rows]
    named = [{**row, "pieces": PIECES.get(str(row["stage"]))} for row in blank_zeros]
    columns = [Column("stage", "stage"), Column("works on", "pieces")]
    table([*columns, *(Column(name, name, "right") for name in shown)], named)
    for name in shown:
        if name in OUTCOMES:
            write(Styled(f"{name}: {OUTCOMES[name]}", DIM))


def _models(models: dict[str, Any]) -> str:
    if not models["calls"]:
        return "No model was called: the offline methods did everything, at no cost."
    unpriced = models["unpriced"]
    unknown = f", and {plural(unpriced, 'call')} of unknown price" if unpriced else ""
    tokens = f"{models['input_tokens']} tokens in, {models['output_tokens']} out"
    return f"{plural(models['calls'], 'model call')}: {tokens}, {models['usd']:.4f} USD{unknown}."


def _show_failures(failures: list[dict[str, Any]]) -> None:
    if not failures:
        return
    write()
    title(f"{plural(len(failures), 'piece')} of work failed or parked")
    show_failures(failures)
    paragraph("gradient retry tries them again.")


def show_failures(failures: list[dict[str, Any]]) -> None:
    """One line a unit, with its reason below; of many with the same one some lines and their number."""
    alike: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for one in failures:
        alike.setdefault((one["stage"], one["outcome"], one["error"] or ""), []).append(one)
    for (_, _, error), units in alike.items():
        for one in units[:MOST_ALIKE]:
            _show_failed(one)
        if len(units) > MOST_ALIKE:
            left = len(units) - MOST_ALIKE
            write(f"          and {left} more for the same reason; gradient status --json lists all")
        paragraph(error, first="          ")


def _show_failed(one: dict[str, Any]) -> None:
    again = f", again at {one['next_attempt_at']:%H:%M:%S}" if one["next_attempt_at"] else ""
    tried = f" after {plural(one['attempts'], 'attempt')}" if one["attempts"] > 1 else ""
    look = YELLOW if one["outcome"] == "failed" else RED
    write("  ", Styled(one["outcome"], look), f"  {one['stage']}  {one['unit']}{tried}{again}")
