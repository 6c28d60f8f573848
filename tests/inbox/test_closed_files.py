"""Files that nobody may read, by the permissions that they really have."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.inbox.rights import permissions_count
from tests.inbox.watched import Watched

LECTURE = "# Limits\n\nA limit is the value that a function nears.\n"


def put_aside_once() -> bool:
    try:
        with permissions_count():
            return True
    except OSError:
        return False


@pytest.mark.skipif(not put_aside_once(), reason="root reads everything here, and cannot give that away")
async def test_a_closed_file_is_told_with_the_way_out_and_read_once_it_is_open(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = os.open

    def opened(path: str | Path, *arguments: Any, **named: Any) -> int:
        with permissions_count():
            return opening(path, *arguments, **named)

    closed = watched.write("c/a.md", LECTURE)
    watched.write("c/b.md", "A neighbour.")
    closed.chmod(0)
    monkeypatch.setattr("gradient.files.os.open", opened)
    await watched.settle_and_work()
    found = await watched.sources()
    assert (found["c/a.md"]["state"], found["c/b.md"]["state"]) == ("failed", "read")
    assert found["c/a.md"]["reason"] == "c/a.md cannot be opened (Permission denied); change its permissions."

    closed.chmod(0o644)
    await watched.settle_and_work()
    assert {one["state"] for one in (await watched.sources()).values()} == {"read"}
