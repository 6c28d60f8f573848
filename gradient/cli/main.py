"""The entry point: every command under its name, and the one place where errors become sentences."""

import os
import sys
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
from gradient.cli import (
    run as running,
)
from gradient.cli.groups import OrderedGroup
from gradient.cli.output import say
from gradient.errors import Exit, GradientError

DEBUG_OPTION = "--debug"
DEBUG_VARIABLE = "GRADIENT_DEBUG"
INTERRUPTED = 130
"""What a shell reports for a program that was ended from the keyboard."""

app = typer.Typer(
    name="gradient",
    cls=OrderedGroup,
    help="Gradient reads course files, finds their topics, and works out what has to be learnt first.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def options(
    debug: Annotated[bool, typer.Option(DEBUG_OPTION, help="Show where an error comes from.")] = False,
) -> None:
    """The options that stand before a command."""


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


def main() -> None:
    """Run the command line that this program was called with, and end with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit code. Every error is one sentence on stderr."""
    words, debug = _without_debug(arguments)
    try:
        code = app(args=words, prog_name="gradient", standalone_mode=False)
        sys.stdout.flush()
    except GradientError as error:
        return _failed(str(error), error.exit_code, debug)
    except TyperException as error:
        return _failed(_usage(error), Exit.USAGE, debug)
    except (KeyboardInterrupt, typer.Abort):
        say("Stopped.")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; the interpreter must not flush into the void at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except Exception as error:  # noqa: BLE001 - the edge: nobody above could say more about it
        return _failed(_unexpected(error), Exit.UNEXPECTED, debug)
    return code if isinstance(code, int) else Exit.DONE


def _without_debug(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """The words of the line without --debug, which may stand anywhere before a lone `--`."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word != DEBUG_OPTION] + words[end:]
    return kept, len(kept) < len(words) or os.environ.get(DEBUG_VARIABLE, "") not in ("", "0")


def _failed(sentence: str, code: Exit, debug: bool) -> int:
    if debug:
        import traceback

        traceback.print_exc()
    say(f"gradient: {sentence}")
    return code


def _usage(error: TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "gradient"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message}; see {command} --help."


def _unexpected(error: Exception) -> str:
    first = (str(error).strip().splitlines() or [""])[0].rstrip(".")
    what = f"{type(error).__name__}: {first}" if first else type(error).__name__
    return f"Something went wrong that should not ({what}); run it again with {DEBUG_OPTION} to see where."


if __name__ == "__main__":
    main()
