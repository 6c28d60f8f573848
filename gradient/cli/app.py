"""Every command under its name."""

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from gradient.cli import (
    again,
    explain,
    housekeeping,
    pages,
    prereqs,
    records,
    removal,
    review,
    status,
    topics,
)
from gradient.cli import run as running
from gradient.cli.groups import OrderedGroup
from gradient.cli.output import write
from gradient.errors import UsageError

Debug = Annotated[bool, typer.Option("--debug", help="Show where an error comes from.")]

app = typer.Typer(
    name="gradient",
    cls=OrderedGroup,
    help="Gradient reads course files, finds their topics, and works out what has to be learnt first.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def options(
    context: typer.Context,
    debug: Debug = False,  # noqa: ARG001  it is read before typer sees the line
) -> None:
    """The options that stand before a command."""
    if context.invoked_subcommand is None:
        write(context.get_help())


app.command()(housekeeping.init)
app.command()(running.run)
app.command()(running.worker)
app.command()(removal.ingest)
app.command()(status.status)
app.command()(records.sources)
app.command()(records.changes)
app.add_typer(topics.app, name="topics")
app.add_typer(prereqs.app, name="prereqs")
app.command()(prereqs.path)
app.add_typer(review.app, name="review")
app.add_typer(explain.app, name="explain")
app.command()(pages.page)
app.command()(pages.export)
app.command()(again.retry)
app.command()(again.refresh)
app.command()(removal.retire)
app.command()(removal.forget)
app.add_typer(housekeeping.jobs, name="jobs")
app.add_typer(housekeeping.db, name="db")


def completed(words: Sequence[str]) -> int:
    """Carry a command line out; its exit code. Raises UsageError for one that cannot be understood."""
    try:
        code = app(args=list(words), prog_name="gradient", standalone_mode=False)
    except TyperException as error:
        raise UsageError(_sentence(error)) from error
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    return code if isinstance(code, int) else 0


def _sentence(error: TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "gradient"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message}; see {command} --help."
