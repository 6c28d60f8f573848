"""How much of files was read, in words."""

from collections.abc import Mapping
from typing import Any

_MEDIA = ("picture or recording", "pictures and recordings")


def covered(coverage: Mapping[str, Any]) -> str:
    """Pages, characters and media, as `coverage_of` counts them; what there is none of is left out."""
    parts = [_share(coverage["pages_read"], coverage["pages"], "page", "pages")] if coverage["pages"] else []
    left_out = f" ({coverage['left_out']:,} carry nothing to learn)" if coverage["left_out"] else ""
    parts.append(f"{coverage['characters']:,} characters{left_out}")
    if coverage["media"]:
        parts.append(_share(coverage["media_read"], coverage["media"], *_MEDIA))
    return ", ".join(parts)


def pages(coverage: Mapping[str, Any] | None) -> str | None:
    """Pages that were read and pages that there are, as in `10/30`; None where a file has none."""
    return f"{coverage['pages_read']}/{coverage['pages']}" if coverage and coverage["pages"] else None


def _share(read: int, there: int, one: str, several: str) -> str:
    named = f"{there:,} {one if there == 1 else several}"
    return named if read == there else f"{read:,} of {named}"
