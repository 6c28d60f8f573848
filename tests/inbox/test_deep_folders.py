"""Folders within folders, deeper than any course needs."""

from pathlib import Path

import pytest

from gradient.errors import UsageError
from gradient.inbox.given import _below
from gradient.inbox.walk import DEEPEST, walk
from gradient.inbox.watcher import Watcher
from tests.inbox.deep import BOTTOMLESS, dug
from tests.inbox.test_watcher import wakes, woken_by


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    inbox = tmp_path / "inbox"
    (inbox / "c").mkdir(parents=True)
    (inbox / "c/1.md").write_text("One.")
    return inbox


def test_a_bottomless_folder_is_told_and_hinders_nothing(inbox: Path) -> None:
    with dug(inbox / "c", BOTTOMLESS):
        walked = walk(inbox)
    assert [file.path for file in walked.files] == ["c/1.md"]
    assert walked.complete
    assert len(walked.notices) == 1
    assert walked.notices[0].startswith("A folder in c lies more than 64 folders deep")


def test_the_deepest_folder_allowed_is_read(inbox: Path) -> None:
    with dug(inbox / "c", 63):
        walked = walk(inbox)
    assert [file.path.count("/") for file in walked.files] == [1, 64]
    assert not walked.notices


async def test_a_bottomless_folder_that_is_there_is_watched_as_far_as_it_goes(inbox: Path) -> None:
    with dug(inbox / "c", BOTTOMLESS):
        async with woken_by(inbox) as (watcher, woken):
            assert watcher.watching
            await wakes(woken, lambda: (inbox / "c/2.md").write_text("Two."))


async def test_a_bottomless_folder_moved_in_ends_no_watching(inbox: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    with dug(outside, BOTTOMLESS):
        async with woken_by(inbox) as (watcher, woken):
            await wakes(woken, lambda: outside.rename(inbox / "c/deep"))
            await wakes(woken, lambda: (inbox / "c/deep").rename(inbox / "deep"))
            await wakes(woken, lambda: (inbox / "deep/2.md").write_text("Two."))
            assert watcher.watching
        (inbox / "deep/2.md").unlink()


@pytest.mark.filterwarnings("ignore:unclosed scandir iterator:ResourceWarning")
async def test_where_a_bottomless_folder_cannot_be_polled_scans_go_on(
    inbox: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with dug(inbox / "c", BOTTOMLESS):
        async with Watcher(inbox, lambda: None, mode="polling", check_seconds=60) as watcher:
            await watcher.check()
            assert not watcher.watching
    said = [one.getMessage() for one in caplog.records]
    assert len(said) == 1
    assert "(its folders lie too deep in each other)" in said[0]


def test_a_bottomless_folder_that_is_given_is_refused_in_a_sentence(inbox: Path) -> None:
    with dug(inbox / "c", BOTTOMLESS), pytest.raises(UsageError, match=f"more than {DEEPEST} folders"):
        list(_below(inbox / "c"))
