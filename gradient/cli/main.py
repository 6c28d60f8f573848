"""The entry point, and the one place where errors become sentences and exit codes."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from gradient.cli import asking
from gradient.cli.output import say
from gradient.errors import Exit, GradientError, UsageError
from gradient.variables import DEBUG

DEBUG_OPTION = "--debug"
INTERRUPTED = 130
"""What a shell reports for a program that was ended from the keyboard."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What writing ends with where there is no room."""


def main() -> None:
    """Run the command line that this program was called with, and end with its exit code."""
    _open_what_was_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # an output of ASCII alone is no error
    sys.exit(run(sys.argv[1:]))


def _open_what_was_closed() -> None:
    """Let streams that this program was started without lead to nowhere: whoever closed one wants nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit code. Every error is one sentence on stderr."""
    words, debug = _without_debug(arguments)
    try:
        return _carried_out(words, debug)
    except BrokenPipeError:  # whoever read the output has seen enough
        for stream in (sys.stdout, sys.stderr):
            _let_go(stream)
        return Exit.DONE


def _carried_out(words: Sequence[str], debug: bool) -> int:
    try:
        code = _completed(words)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except GradientError as error:
        return _failed(str(error), error.exit_code, debug)
    except KeyboardInterrupt:
        say("Stopped.")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the edge: nobody above could say more about it
        if isinstance(error, OSError) and error.errno in FULL:
            return _failed(_unwritten(error), Exit.WORK_FAILED, debug)
        return _failed(_unexpected(error), Exit.UNEXPECTED, debug)
    return code


def _let_go(stream: TextIO) -> bool:
    """Lead a stream that takes nothing to nowhere, to be flushed at the end; whether it is such a one."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return True
    return False


def _completed(words: Sequence[str]) -> int:
    for word in words:
        _require_text(word)
    asked = asking.read(words)
    if asked is not None:
        asked.answer()
        return Exit.DONE
    from gradient.cli import app

    return app.completed(words)


def _require_text(word: str) -> None:
    """Raises UsageError for what no database can hold: bytes that are no text (halves of surrogates), NUL."""
    if "\0" in word or any("\ud800" <= letter <= "\udfff" for letter in word):
        raise UsageError(f"“{word}” is no text: it holds NUL or bytes that are no UTF-8; write it anew.")


def _without_debug(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """The words of the line without --debug, which may stand anywhere before a lone `--`."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word != DEBUG_OPTION] + words[end:]
    return kept, len(kept) < len(words) or os.environ.get(DEBUG, "") not in ("", "0")


def _failed(sentence: str, code: Exit, debug: bool) -> int:
    if debug:
        import traceback

        traceback.print_exc()
    say(f"gradient: {sentence}")
    return code


def _unwritten(error: OSError) -> str:
    what = "The output" if _let_go(sys.stdout) else "The output, or a file of this home,"
    return f"{what} could not be written ({error.strerror}); make room where it goes, and run it again."


def _unexpected(error: Exception) -> str:
    first = (str(error).strip().splitlines() or [""])[0].rstrip(".")
    what = f"{type(error).__name__}: {first}" if first else type(error).__name__
    return f"Something went wrong that should not ({what}); run it again with {DEBUG_OPTION} to see where."


if __name__ == "__main__":
    main()
