"""Times as people write them."""

import re
from datetime import UTC, datetime, timedelta

from gradient.errors import UsageError

UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def moment(text: str, now: datetime | None = None) -> datetime:
    """The time that a text means: a date or time in ISO 8601, or a span before now such as "2h".

    A time without a zone is local. Raises UsageError.
    """
    now = now or datetime.now(UTC)
    span = re.fullmatch(r"(\d{1,6})\s*([mhdw])", text.strip())
    try:
        if span is not None:
            return now - timedelta(**{UNITS[span[2]]: int(span[1])})
        return datetime.fromisoformat(text.strip()).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f'{text!r} is no time; write a date such as 2026-03-01, a time such as 2026-03-01T14:30, or "2h".'
        ) from error
