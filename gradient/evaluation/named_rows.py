"""Names the rows that figures rest on, so that others can tell whether theirs are the same."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

Row = tuple[Any, ...]
"""A fold group, and what tells its rows apart."""


def named_rows(
    scored: Iterable[Row], fitted: Iterable[Row], certifying: Iterable[Row] | None = None
) -> dict[str, Any]:
    """The hashes of the rows scored, of those fitted on and of those that certify, in whatever order.

    Each is None where there are none. `groups_in_both` counts fold groups that were fitted on and scored or
    certify, of which there should be none.
    """
    tested, taught, sure = list(scored), list(fitted), list(certifying or ())
    shared = {row[0] for row in (*tested, *sure)} & {row[0] for row in taught}
    named = {
        "scored_on": digest(tested),
        "fitted_on": digest(taught) if taught else None,
        "groups_in_both": len(shared),
    }
    return named if certifying is None else {**named, "certified_on": digest(sure) if sure else None}


def digest(rows: Iterable[Row]) -> str:
    """A hash of rows, in whatever order."""
    told = sorted(json.dumps(row, ensure_ascii=False) for row in rows)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()
