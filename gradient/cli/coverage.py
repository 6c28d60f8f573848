"""How much of files was read, in words."""

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

PARTS = {
    ".pdf": "page",
    ".pptx": "slide",
    ".xlsx": "sheet",
    ".csv": "sheet",
    ".tsv": "sheet",
    ".ipynb": "cell",
    ".srt": "cue",
    ".vtt": "cue",
}
"""What the parts of a file are called, by its ending; those of others are parts."""

_MEDIA = ("picture or recording", "pictures and recordings")


def covered(coverage: Mapping[str, Any]) -> str:
    """Parts, characters and media, as `coverage_of` counts them; what there is none of is left out.

    The parts are `parts` by their names (see `named_parts`); without it all are pages.
    """
    counted = coverage.get("parts") or {"page": (coverage["pages_read"], coverage["pages"])}
    parts = [_share(read, there, name, f"{name}s") for name, (read, there) in counted.items() if there]
    left_out = f" ({coverage['left_out']:,} carry nothing to learn)" if coverage["left_out"] else ""
    parts.append(f"{coverage['characters']:,} characters{left_out}")
    if coverage["media"]:
        parts.append(_share(coverage["media_read"], coverage["media"], *_MEDIA))
    return ", ".join(parts)


def named_parts(counted: Iterable[Mapping[str, Any]]) -> dict[str, tuple[int, int]]:
    """The parts of files (suffix, pages, pages_read) by what they are called: how many were read, and are."""
    found: dict[str, tuple[int, int]] = {}
    for one in counted:
        name = PARTS.get(one["suffix"], "part")
        read, there = found.get(name, (0, 0))
        found[name] = (read + one["pages_read"], there + one["pages"])
    return dict(sorted(found.items(), key=lambda pair: (-pair[1][1], pair[0])))


def covered_file(path: str, coverage: Mapping[str, Any]) -> str:
    """The same for one file, whose parts are called by its ending."""
    counted = {**coverage, "suffix": PurePath(path).suffix.lower()}
    return covered({**coverage, "parts": named_parts([counted])})


def pages(coverage: Mapping[str, Any] | None) -> str | None:
    """Parts that were read and parts that there are, as in `10/30`; None where a file has none."""
    return f"{coverage['pages_read']}/{coverage['pages']}" if coverage and coverage["pages"] else None


def _share(read: int, there: int, one: str, several: str) -> str:
    named = f"{there:,} {one if there == 1 else several}"
    return named if read == there else f"{read:,} of {named}"
