"""Every command under its name."""

import re
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from gradient.cli.groups import Listed, ListedGroup
from gradient.cli.output import write
from gradient.errors import UsageError

COMMANDS = {
    "init": Listed("housekeeping", "init", "Write a commented gradient.toml and make the inbox."),
    "run": Listed("run", "run", "Watch the inbox and work on what lies in it."),
    "ingest": Listed("removal", "ingest", "Take files into a course, where they are."),
    "status": Listed("status", "status", "What there is, and how the work stands."),
    "sources": Listed("records", "sources", "Every file, and what became of it."),
    "changes": Listed("records", "changes", "What the last run changed, and what caused it."),
    "topics": Listed("topics", "app", "The topics, and curating them by hand."),
    "prereqs": Listed("prereqs", "app", "What has to be learnt before a topic."),
    "path": Listed("prereqs", "path", "What to learn, in order, to know a topic."),
    "page": Listed("pages", "page", "The teaching page of a topic."),
    "review": Listed("review", "app", "The questions for you, one after the other."),
    "explain": Listed("explain", "app", "Why something has its status, from the bytes on."),
    "export": Listed("pages", "export", "Write all pages and questions as a Markdown vault."),
    "notion": Listed("notion", "app", "The topics and the review queue in Notion."),
    "retry": Listed("again", "retry", "Try failed and parked work again, and roles that are paused."),
    "refresh": Listed("again", "refresh", "Do stale work anew, with the tools of today."),
    "retire": Listed("removal", "retire", "Retire a source; its file stays."),
    "forget": Listed("removal", "forget", "Erase a source or a course for good; files stay."),
    "worker": Listed("run", "worker", "One more worker on the same database."),
    "jobs": Listed("housekeeping", "jobs", "What the daemon does by the clock."),
    "costs": Listed("costs", "costs", "What model calls came to, by course, role, model and day."),
    "calibrate": Listed("calibrating", "app", "How far confidences can be relied on, and what mends them."),
    "eval": Listed("evaluation", "app", "Measure Gradient on a gold set."),
    "doctor": Listed("doctor", "doctor", "Whether everything that Gradient needs is in order."),
    "db": Listed("housekeeping", "db", "The database: bring it up, find it, back it up."),
}


_VALUE = r"Invalid value for (.+?): "
_WRONG_VALUES = (
    (re.compile(_VALUE + "Input should be a valid integer.*"), "{0} has to be a whole number"),
    (re.compile(_VALUE + "Input should be a valid number.*"), "{0} has to be a number"),
    (
        re.compile(_VALUE + r"Input should be greater than or equal to (\d+)"),
        "{0} has to be {1} or more",
    ),
    (re.compile(_VALUE + "(?:Value error, )?(.+) is not one of (.+)"), "{0} has to be one of {2}, not {1}"),
)
"""What the library says of a value, and the same in plain words."""


class FrontDoor(ListedGroup):
    """All commands."""

    listed = COMMANDS


Debug = Annotated[bool, typer.Option("--debug", help="Show where an error comes from.")]

app = typer.Typer(
    name="gradient",
    cls=FrontDoor,
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


INTERRUPTED = 130
"""What typer makes of an interrupt from the keyboard."""


def completed(words: Sequence[str]) -> int:
    """Carry a command line out; its exit code.

    Raises UsageError for one that cannot be understood, BrokenPipeError where nobody reads the output.
    """
    streams = sys.stdout, sys.stderr
    try:
        code = app(args=list(words), prog_name="gradient", standalone_mode=False)
    except SystemExit as ended:
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        # typer covers the streams and ends the program with 1, as if something had gone wrong
        sys.stdout, sys.stderr = streams
        raise ended.__context__ from None
    except TyperException as error:
        raise UsageError(_sentence(error)) from error
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _sentence(error: TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "gradient"
    message = " ".join(error.format_message().split()).rstrip(".")
    message = re.sub(r" \(Possible options: (.+)\)$", r". Did you mean \1?", message)
    if message.endswith("?"):
        return f"{message.replace('. Did you mean', '; did you mean')} See {command} --help."
    return f"{_plain(message)}; see {command} --help."


def _plain(message: str) -> str:
    """What is wrong with a value, without the library's way of putting it."""
    for said, plain in _WRONG_VALUES:
        found = said.fullmatch(message)
        if found is not None:
            return plain.format(*(part.replace("'", "") for part in found.groups()))
    return message
