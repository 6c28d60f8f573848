"""Names the rows that figures rest on, so that others can tell whether theirs are the same."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

Row = tuple[Any, ...]
"""A fold group, and what tells its rows apart."""


def named_rows(scored: Iterable[Row], fitted: Iterable[Row]) -> dict[str, Any]:
    """The hashes of the rows scored and of those fitted on, in whatever order.

    `fitted_on` is None where there are none. `groups_in_both` counts fold groups that were fitted on and
    scored, of which there should be none.
    """
    tested, taught = list(scored), list(fitted)
    shared = {row[0] for row in tested} & {row[0] for row in taught}
    return {
        "scored_on": _digest(tested),
        "fitted_on": _digest(taught) if taught else None,
        "groups_in_both": len(shared),
    }


def _digest(rows: Iterable[Row]) -> str:
    told = sorted(json.dumps(row, ensure_ascii=False) for row in rows)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()
