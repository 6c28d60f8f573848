"""What people write by hand: names and notes without characters that nobody sees."""

import re

from gradient.errors import UsageError

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb]")
"""Control characters, odd line ends, marks that turn the direction of writing round, halves of surrogates."""
MOST_SHOWN = 40


def require_name(name: str) -> None:
    """Raises UsageError for a name with a control character or a line end."""
    if unseen(name) or "\n" in name or "\t" in name:
        raise UsageError(f"A control character stands in the name “{_shown(name)}”; write it without.")


def require_note(note: str | None) -> None:
    """Raises UsageError for a note with a control character other than line ends and tabs."""
    if note is not None and unseen(note):
        raise UsageError(f"A control character stands in the note “{_shown(note)}”; write it without.")


def unseen(text: str) -> bool:
    """Whether a text holds a control character; line ends and tabs are none."""
    return _UNSEEN.search(text) is not None


def without_unseen(text: str) -> str:
    """A text without its control characters, for what cannot be asked for again."""
    return _UNSEEN.sub("", text)


def _shown(text: str) -> str:
    shown = _UNSEEN.sub("\ufffd", " ".join(text.split("\n")).replace("\t", " "))
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"
