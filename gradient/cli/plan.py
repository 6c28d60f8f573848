"""What a run would do, said beforehand and without writing anything."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from gradient.cli.opened import completed, opened_database
from gradient.cli.output import paragraph, plural, say, title, write, write_json
from gradient.cli.planned import (
    Planned,
    ToRead,
    between_usd,
    planned,
    planned_unread,
    show_planned,
    total_usd,
)
from gradient.cli.tables import Column, table
from gradient.errors import SettingsError
from gradient.playing import is_service

if TYPE_CHECKING:
    from gradient.home import Home
    from gradient.inbox.known import Known
    from gradient.inbox.walk import Walked
    from gradient.settings import Settings

MOST_FILES = 50


@dataclass
class Plan:
    """Paths that are new, changed or gone, notices of the walk, and how many units stand how, by stage.

    `models` is what models would be asked.
    """

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    stages: dict[str, dict[str, int]] = field(default_factory=dict)
    unread: list[ToRead] = field(default_factory=list)
    models: list[Planned] = field(default_factory=list)


def show_plan(home: "Home", settings: "Settings", inbox: Path, *, as_json: bool) -> None:
    """Print the plan of a run over an inbox."""
    plan = completed(_plan(home, settings, inbox))
    if as_json:
        write_json(_as_json(plan))
        return
    for heading, paths in (("new", plan.new), ("changed", plan.changed), ("gone", plan.gone)):
        if paths:
            title(f"{plural(len(paths), 'file')} {heading}")
            for path in paths[:MOST_FILES]:
                write(f"  {path}")
            if len(paths) > MOST_FILES:
                write(f"  … and {len(paths) - MOST_FILES} more")
            write()
    if not (plan.new or plan.changed or plan.gone):
        write("No file is new, changed or gone.")
    _show_stages(plan.stages)
    _show_stale(plan.stages)
    if plan.new or plan.changed:
        write("Every new or changed file is read, and what follows from it is worked out.")
    if _all_free(settings):
        write("Cost: nothing, since all roles are played offline.")
    else:
        _show_models(plan.models)
    for notice in plan.notices:
        say(notice)


def _as_json(plan: Plan) -> dict[str, Any]:
    total = total_usd(plan.models)
    said = {name: value for name, value in vars(plan).items() if name not in ("unread", "models")}
    return {
        **said,
        "models": [one.as_json() for one in plan.models],
        "usd": None if total is None else total.high,
        "usd_low": None if total is None else total.low,
    }


def _show_models(models: list[Planned]) -> None:
    if not models:
        write("Cost: nothing, since no model has to be asked.")
        return
    title("What models would be asked")
    show_planned(models)
    write()
    write(f"Cost: {between_usd(total_usd(models))}; gradient costs says what it came to.")


def _all_free(settings: "Settings") -> bool:
    """Whether no role is played by a service."""
    return not any(is_service(player) for _, player in settings.roles)


def _show_stages(stages: dict[str, dict[str, int]]) -> None:
    due = [
        {"stage": name, **standing}
        for name, standing in stages.items()
        if standing["due"] or standing["waiting"]
    ]
    if due:
        title("Work that is due already")
        table(
            [Column("stage", "stage"), Column("due", "due", "right"), Column("waiting", "waiting", "right")],
            due,
        )
        write()


def _show_stale(stages: dict[str, dict[str, int]]) -> None:
    stale = [f"{name} {standing['stale']}" for name, standing in stages.items() if standing["stale"]]
    if stale:
        paragraph(
            f"Done by other tools than those of today, and left as it is: {', '.join(stale)}. gradient"
            " refresh does it anew; gradient refresh --plan says what that would cost and how many statuses"
            " could flip."
        )


async def _plan(home: "Home", settings: "Settings", inbox: Path) -> Plan:
    from gradient.inbox.known import Known

    if home.database_url is None and not home.directory.is_dir():
        plan = _compared(inbox, Known())
        plan.models = planned_unread(settings, plan.unread)
        return plan
    from gradient.inbox.state import load_known
    from gradient.pipeline import opened_stages
    from gradient.providers.weighing import Scales
    from gradient.store import courses, status
    from gradient.work.runner import utc_now

    scales = Scales()
    async with (
        opened_database(home) as database,
        database.transaction() as connection,
        opened_stages(home, settings, inbox, scales=scales) as stages,
    ):
        plan = _compared(inbox, await load_known(connection))
        ids = [one.id for one in await courses.all_courses(connection, retired=True)]
        queries = [stage.units() for stage in stages]
        plan.stages = await status.stages(connection, queries, ids, utc_now())
        plan.models = await planned(database, settings, stages, scales, ids, plan.unread)
        return plan


def _compared(inbox: Path, known: "Known") -> Plan:
    """What lies in the inbox against what the database knows of it."""
    from gradient.inbox import elsewhere
    from gradient.inbox.names import inbox_name
    from gradient.inbox.walk import walk

    walked = walk(inbox)
    before = {path.path: path for path in known.paths.values() if path.inbox == inbox_name(inbox)}
    plan = Plan(notices=list(walked.notices))
    plan.notices += elsewhere.notices(known, inbox_name(inbox), [file.path for file in walked.files])
    plan.notices += [f"{path} lies outside any course folder; move it into one." for path in walked.strays]
    plan.notices += _wrong_settings(inbox, walked.course_files)
    for file in walked.files:
        if file.path not in before:
            plan.new.append(file.path)
        elif before[file.path].stamp != file.stamp:
            plan.changed.append(file.path)
        else:
            continue
        plan.unread.append(ToRead(file.stamp.size, PurePath(file.path).suffix))
    listed = {file.path for file in walked.files}
    plan.gone = sorted(path for path in before if path not in listed) if walked.complete else []
    return plan


def notices_of(inbox: Path, walked: "Walked") -> list[str]:
    """What somebody should know of an inbox or put right in it, a sentence each."""
    strays = [f"{path} lies outside any course folder; move it into one." for path in walked.strays]
    return [*walked.notices, *strays, *_wrong_settings(inbox, walked.course_files)]


def _wrong_settings(inbox: Path, folders: Iterable[str]) -> list[str]:
    """What is wrong with the settings of courses, a sentence each."""
    from gradient.course_file import load_course
    from gradient.files import opens

    found = []
    for folder in folders:
        try:
            load_course(inbox / opens(folder))
        except SettingsError as error:
            found.append(str(error))
    return found
