from datetime import UTC, datetime

import pytest

from gradient.cli.times import moment
from gradient.errors import UsageError

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("30m", datetime(2026, 3, 10, 11, 30, tzinfo=UTC)),
        ("2h", datetime(2026, 3, 10, 10, tzinfo=UTC)),
        ("3d", datetime(2026, 3, 7, 12, tzinfo=UTC)),
        ("1w", datetime(2026, 3, 3, 12, tzinfo=UTC)),
        ("2026-03-01T10:00+02:00", datetime(2026, 3, 1, 8, tzinfo=UTC)),
    ],
)
def test_spans_and_times_are_understood(text: str, meant: datetime) -> None:
    assert moment(text, NOW) == meant


@pytest.mark.parametrize("text", ["", "yesterday", "2x", "99999999999999d", "2026-13-01"])
def test_other_words_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="2026-03-01"):
        moment(text, NOW)
