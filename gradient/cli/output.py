"""What commands print: data to stdout, everything else to stderr."""

import os
import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TextIO

from gradient.cli.printable import as_json, printable

BOLD = "1"
DIM = "2"
RED = "31"
GREEN = "32"
YELLOW = "33"
CYAN = "1;36"

PROSE_WIDTH = 88
ENDLESS = 100_000


@dataclass(frozen=True)
class Styled:
    """A text that is shown in a style (the parameters of an SGR sequence) where styles are wanted."""

    text: str
    style: str


Part = str | Styled


def write(*parts: Part) -> None:
    """Print one line, or several, of data."""
    sys.stdout.write(rendered(parts, sys.stdout) + "\n")


def write_json(value: Any) -> None:
    """Print a value as JSON."""
    ascii_alone = (sys.stdout.encoding or "utf-8").lower().replace("-", "") != "utf8"
    sys.stdout.write(as_json(value, ascii_alone=ascii_alone) + "\n")


def write_raw(text: str) -> None:
    """Print data that ends with its own line end."""
    sys.stdout.write(printable(text))


def say(*parts: Part) -> None:
    """Tell the person something that is no data."""
    sys.stderr.write(rendered(parts, sys.stderr) + "\n")
    sys.stderr.flush()


def rendered(parts: "tuple[Part, ...] | list[Part]", stream: TextIO) -> str:
    """The parts as one text, harmless for a terminal, with styles where the stream wants them."""
    wanted = is_styled(stream)
    return "".join(_rendered(part, wanted) for part in parts)


def is_styled(stream: TextIO) -> bool:
    """Whether styles are wanted: on a terminal that knows them, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in (None, "dumb")


def is_conversation() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def title(text: str) -> None:
    """A heading above data."""
    write(Styled(text, BOLD))


def paragraph(text: str, first: str = "", others: str | None = None) -> None:
    """A text as lines of a width that reads well; `first` and `others` stand before them."""
    width = min(PROSE_WIDTH, terminal_width())
    after = first if others is None else others
    for line in wrapped(text, width, first, after):
        write(line)


def wrapped(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """The text as lines of at most `width` characters, long words aside."""
    return textwrap.wrap(
        printable(text),
        max(width, 20),
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def terminal_width() -> int:
    """The columns of the terminal; practically endless where stdout is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else ENDLESS


def confidence(value: float | None) -> str:
    """A confidence with two decimals, a dash where there is none."""
    return "–" if value is None else f"{value:.2f}"


def figure(value: float | None) -> str:
    """A figure with three decimals, or that there is none."""
    return "none" if value is None else f"{value:.3f}"


def believed(one: Mapping[str, Any]) -> str:
    """What a tag or prerequisite (by, confidence) rests on: "stated" where no confidence decides."""
    return confidence(one["confidence"]) if one["by"] == "stage" else "stated"


def percent(share: float | None) -> str:
    """A share in percent, rounded down, so that 100% means all of it."""
    return "–" if share is None else f"{int(share * 100)}%"


def plural(count: int, one: str, several: str | None = None) -> str:
    """The count with its noun."""
    return f"{count} {one if count == 1 else several or one + 's'}"


def _rendered(part: Part, wanted: bool) -> str:
    if isinstance(part, str):
        return printable(part)
    text = printable(part.text)
    return f"\x1b[{part.style}m{text}\x1b[0m" if wanted and text else text
