"""Files as they come: without events, under other names, slowly, and while they are in work."""

import hashlib
import os
from pathlib import Path

from tests.daemon.lectures import KRUSKAL, PATHS, TREES
from tests.daemon.runs import Running, answer, ask, make_home, put, run, running

SLOW = Path(__file__).with_name("slow.py")
READ = "SELECT unit_key FROM outcomes WHERE stage = 'read' AND outcome = 'done' ORDER BY unit_key"
BEFORE_READ = f"SELECT 1 FROM procrastinate_jobs WHERE NOT EXISTS ({READ})"


def scans(url: str) -> int:
    return int(ask(url, "SELECT count(*) FROM scans")[0])


def after_scans(url: str, daemon: Running, number: int) -> None:
    seen = scans(url)
    daemon.until(lambda: scans(url) >= seen + number, "more scans")


def test_without_any_event_files_are_found_by_the_scan(database_url: str, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", database_url, watch=False)
    put(home, "graphs/lectures/1-trees.md", TREES)
    run(home, "run", "--until-idle")
    put(home, "graphs/lectures/2-kruskal.md", KRUSKAL)
    with running(home, "run") as daemon:
        daemon.until(lambda: len(ask(database_url, READ)) == 2, "the file of the night", limit=30)
        put(home, "graphs/lectures/3-paths.md", PATHS)
        daemon.until(lambda: len(ask(database_url, READ)) == 3, "the file of the day", limit=15)


def test_events_are_quicker_than_the_scan(database_url: str, little_home: Path) -> None:
    (little_home / ".gradient" / "jobs" / "scan.toml").unlink()
    with running(little_home, "run") as daemon:
        daemon.until(lambda: len(ask(database_url, READ)) == 2, "reading")
        put(little_home, "graphs/lectures/3-paths.md", PATHS)
        daemon.until(lambda: len(ask(database_url, READ)) == 3, "reading", limit=25)


def test_temporary_and_companion_names_leave_no_trace(database_url: str, little_home: Path) -> None:
    for name in ("._1-trees.md", ".DS_Store", "~$b.docx", ".~lock.b.docx#", "Thumbs.db"):
        put(little_home, f"graphs/lectures/{name}", b"\0\1")
    with running(little_home, "run") as daemon:
        file = put(little_home, "graphs/lectures/3-paths.md.part", PATHS)
        daemon.until(lambda: len(ask(database_url, READ)) == 2, "reading")
        after_scans(database_url, daemon, 2)
        file.rename(file.with_suffix(""))
        daemon.until(lambda: len(ask(database_url, READ)) == 3, "reading")
        after_scans(database_url, daemon, 2)
    assert len(ask(database_url, "SELECT 1 FROM sources")) == 3
    assert not ask(database_url, "SELECT 1 FROM outcome_log WHERE stage = 'read' AND outcome <> 'done'")
    assert "warning" not in daemon.said


def test_a_file_that_is_written_slowly_is_taken_up_once_and_whole(database_url: str, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", database_url, settle=3)
    with running(home, "run") as daemon:
        daemon.until(lambda: scans(database_url), "a scan")
        for share in (0, 0.3, 0.6, 1):
            put(home, "graphs/lectures/1-trees.md", TREES[: int(len(TREES) * share)])
            after_scans(database_url, daemon, 1)
        daemon.until(lambda: ask(database_url, READ), "reading")
    whole = hashlib.sha256(TREES.encode()).hexdigest()
    assert ask(database_url, "SELECT sha256 FROM revisions") == [whole]
    assert ask(database_url, "SELECT outcome FROM outcome_log WHERE stage = 'read'") == ["done"]


def test_a_file_that_is_in_work_is_not_taken_up_again(database_url: str, empty_home: Path) -> None:
    file = put(empty_home, "graphs/lectures/1-trees.md", TREES)
    doing = "SELECT 1 FROM procrastinate_jobs WHERE status = 'doing' AND args->>'stage' = 'read'"
    with running(empty_home, "run", launcher=SLOW, SLOW="parsers") as daemon:
        daemon.until(lambda: ask(database_url, doing), "reading")
        jobs = 0
        while not ask(database_url, READ):
            os.utime(file)
            after_scans(database_url, daemon, 1)
            jobs = max(jobs, len(ask(database_url, BEFORE_READ)))
        daemon.until(lambda: ask(database_url, "SELECT 1 FROM pages"), "pages")
    assert jobs <= 2
    assert len(ask(database_url, "SELECT 1 FROM revisions")) == 1
    assert ask(database_url, "SELECT outcome FROM outcome_log WHERE stage = 'read'") == ["done"]
    assert [source["state"] for source in answer(empty_home, "sources")] == ["read"]
