"""Makes text from outside harmless for a terminal; all that the commands print passes through here."""

import json
import re
from typing import Any

_REPLACEMENT = "\ufffd"
_KEPT = "\n\t"

# Control characters, marks that turn the direction of writing round, odd line ends, halves of surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb]"
)


def printable(text: str) -> str:
    """The text with every character that could steer a terminal replaced; line ends and tabs stay."""
    return _UNSAFE.sub(lambda found: found[0] if found[0] in _KEPT else _REPLACEMENT, text)


def one_line(text: str, longest: int | None = None) -> str:
    """The same on one line, cut with an ellipsis where it is longer than `longest` characters."""
    line = printable(" ".join(text.split()))
    if longest is None or len(line) <= longest:
        return line
    return line[: longest - 1].rstrip() + "…"


def as_json(value: Any, *, ascii_alone: bool = False) -> str:
    """The value as indented JSON; what could steer a terminal is written as an escape, so nothing is lost."""
    text = json.dumps(value, ensure_ascii=ascii_alone, indent=2, default=_plain)
    return _UNSAFE.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def _plain(value: Any) -> Any:
    from datetime import datetime
    from decimal import Decimal

    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{value!r} cannot be written as JSON")
