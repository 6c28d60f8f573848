"""`gradient init`, `gradient jobs` and `gradient db`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gradient.cli.opened import checked_home, completed, existing_home, migrated, settings_of
from gradient.cli.options import AsJson
from gradient.cli.output import write, write_json
from gradient.cli.tables import Column, table
from gradient.errors import DatabaseError, DatabaseOccupied, GuardRefused, UsageError
from gradient.home import CONFIG_NAME, expanded, locate
from gradient.work.crossing import again_if_crossed

if TYPE_CHECKING:
    from gradient.home import Home
    from gradient.work.job_files import JobFile
    from gradient.work.runner import Runner

jobs = typer.Typer(add_completion=False, help="What the daemon does by the clock.", rich_markup_mode=None)
db = typer.Typer(
    add_completion=False, help="The database: bring it up, find it, back it up.", rich_markup_mode=None
)


def init() -> None:
    """Write a commented gradient.toml and make the inbox."""
    from gradient.settings import InboxSettings, template

    file = Path.cwd() / CONFIG_NAME
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(template())
    except FileExistsError as error:
        raise GuardRefused(
            f"{file} is there already and was left alone; remove it first for a new one."
        ) from error
    except OSError as error:
        raise UsageError(f"{file} cannot be written ({error.strerror}); choose another folder.") from error
    inbox = Path.cwd() / InboxSettings().dir
    inbox.mkdir(exist_ok=True)
    write(f"{file} is written. Put each course into a folder of its own under {inbox}, then: gradient run")


@jobs.command("list")
def list_jobs(as_json: AsJson = False) -> None:
    """All jobs.

    Those that Gradient brings, and yours in .gradient/jobs, which replace ours of the same name.
    """
    from gradient.work.job_files import load_jobs

    found = [job.model_dump() for job in load_jobs(checked_home().directory).values()]
    if as_json:
        write_json(found)
        return
    columns = [
        Column("job", "name"),
        Column("stage", "stage"),
        Column("when", "when"),
        Column("units a run", "batch", "right"),
        Column("at once", "concurrency", "right"),
        Column("ended after", "limit", "right"),
    ]
    rows = [{**job, "when": _when(job), "limit": _span(job["time_limit"])} for job in found]
    table(columns, rows)


@jobs.command("run")
def run_job(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As gradient jobs list names it.")],
) -> None:
    """Run a job now.

    A daemon that runs is left to do it.
    """
    from gradient.work.job_files import load_job

    home = locate()
    job = load_job(home.directory, name)
    write(completed(_run_job(existing_home(), job)))


async def _run_job(home: "Home", job: "JobFile") -> str:
    from gradient.daemon import opened_runner
    from gradient.store.daemons import only_daemon
    from gradient.work.beginning import begin
    from gradient.work.runner import utc_now

    settings = settings_of(home)
    inbox = home.path(settings.inbox.dir)
    with migrated(home) as url:
        async with opened_runner(url, home, settings, inbox) as (database, runner):
            try:
                async with only_daemon(url):
                    await begin(database, settings, utc_now)
                    if job.stage == "scan":
                        from gradient.inbox.scan import scan

                        result = await scan(database, inbox, settings.inbox)
                        return f"{result.files} files seen.{' ' + result.notice if result.notice else ''}"
                    return await _work(database, runner, job.stage)
            except DatabaseOccupied:
                return await _left_to_daemon(database, runner, job)


async def _work(database: Any, runner: "Runner", stage: str) -> str:
    if stage == "rescue":
        return f"{await runner.queue.free_orphans()} jobs of workers that died are put back."
    if stage == "fit":
        if await again_if_crossed(runner.fit)():
            return "Maps are fitted; the next run settles every course by them."
        return "There are too few new decisions for another map; gradient calibrate fit does it now."
    worked = []
    for course_id, slug in (await _courses(database)).items():
        async with database.transaction() as connection:
            due = await runner.has_due(connection, stage, course_id)
        if due:
            await again_if_crossed(runner.run)(stage, course_id)
            worked.append(slug)
    if not worked:
        return f"Nothing is due for {stage}."
    return f"{stage} ran for {', '.join(worked)}, where no earlier stage comes first."


@again_if_crossed
async def _left_to_daemon(database: Any, runner: "Runner", job: "JobFile") -> str:
    if job.stage in ("scan", "rescue"):
        return f"The daemon runs; it does {job.name} by itself within {_span(job.every)}."
    async with database.transaction() as connection:
        if job.stage == "fit":
            await runner.queue.defer_fit(connection)
            return f"The daemon runs; {job.name} waits in its queue."
        for course_id in await _courses(database):
            await runner.queue.defer(connection, job.stage, course_id)
    return f"The daemon runs; {job.name} waits in its queue."


async def _courses(database: Any) -> dict[int, str]:
    from gradient.store import daemons

    async with database.transaction() as connection:
        return await daemons.courses(connection)


@db.command("upgrade")
def upgrade(
    beside_others: Annotated[
        bool,
        typer.Option("--beside-others", help="Also in a database that holds tables of other programs."),
    ] = False,
) -> None:
    """Bring the database to its newest form.

    If there is none, it is made.
    """
    from gradient.store.embedded import database
    from gradient.store.migrate import upgrade as migrate

    with database(checked_home()) as url:
        changed = migrate(url, beside_others=beside_others)
    write("The database is at its newest form now." if changed else "The database was at its newest form.")


@db.command("path")
def path() -> None:
    """Where it is.

    A folder, or an address without its password.
    """
    home = existing_home()
    if home.database_url is not None:
        from gradient.store.migrate import without_password

        write(without_password(home.database_url))
    else:
        from gradient.store.embedded import data_of

        write(str(data_of(home.directory)))


@db.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, which pg_restore reads.")],
) -> None:
    """Write the whole database into a file."""
    target = expanded(file).absolute()
    if target.exists():
        raise GuardRefused(f"{target} is there already and was left alone; name a new file.")
    if not target.parent.is_dir():
        raise UsageError(f"The folder {target.parent} does not exist; make it first.")
    with migrated(existing_home()) as url:
        _dump(url, target)
    write(f"{target} holds the database, {target.stat().st_size:,} bytes; pg_restore reads it.")


def _dump(url: str, target: Path) -> None:
    """Dump through a pipe, so that the file is ours whoever runs the server."""
    import os
    import subprocess

    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    from gradient.store.embedded_place import packaged_programs

    address: dict[str, Any] = conninfo_to_dict(url)
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "10"}
    # What stands on a command line can be read by everyone on the machine.
    if password := address.pop("password", None):
        environment["PGPASSWORD"] = str(password)
    unfinished = target.with_name(f"{target.name}.part")
    program = packaged_programs() / "pg_dump"
    command = [str(program), "--format=custom", "--no-owner", f"--dbname={make_conninfo(**address)}"]
    with unfinished.open("xb") as stream:
        ended = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, env=environment, check=False)
    if ended.returncode:
        unfinished.unlink()
        lines = ended.stderr.decode("utf-8", "replace").strip().splitlines() or ["it gave no reason"]
        raise DatabaseError(f"The database could not be written to {target} ({lines[-1]}).")
    unfinished.replace(target)


def _when(job: dict[str, Any]) -> str:
    if job["cron"] is not None:
        return f"{job['cron']} ({job['timezone']})"
    return f"every {_span(job['every'])}"


def _span(seconds: float | None) -> str:
    if seconds is None:
        return "its time"
    for unit, length in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= length and seconds % length == 0:
            return f"{int(seconds // length)}{unit}"
    return f"{seconds:g}s"
