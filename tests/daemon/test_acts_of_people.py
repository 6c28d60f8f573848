"""What people do on the command line is taken up by a living daemon at once."""

from pathlib import Path

from tests.daemon.lectures import PATHS
from tests.daemon.runs import Running, answer, ask, make_quiet, run, running

LIMIT = 30
"""Seconds; the next tick of any job is an hour away."""

PARK = "UPDATE outcomes SET outcome = 'parked', reason = 'no luck' WHERE stage = 'mirror' AND kind = 'topic'"


def no_job(url: str) -> bool:
    return not ask(url, "SELECT 1 FROM procrastinate_jobs")


def act(daemon: Running, url: str, home: Path, *command: str) -> list[str]:
    """Do something on the command line; the stages that the daemon works on because of it."""
    daemon.until(lambda: no_job(url), "the end of what came before")
    before = ask(url, "SELECT coalesce(max(id), 0) FROM outcome_log")[0]
    run(home, *command)
    since = "SELECT stage FROM outcome_log WHERE id > %(before)s"
    daemon.until(lambda: ask(url, since, before=before), f"the work after {command}", LIMIT)
    daemon.until(lambda: no_job(url), f"the end of the work after {command}")
    return ask(url, since, before=before)


def test_decisions_and_curation_are_taken_up_at_once(worked_url: str, worked_home: Path) -> None:
    make_quiet(worked_home, worked_url)
    item = str(answer(worked_home, "review", "list")[0]["id"])
    with running(worked_home, "run") as daemon:
        daemon.until(lambda: "Idle:" in daemon.said, "idleness")
        for command in (
            ("review", "decide", item, "reject"),
            ("review", "undo"),
            ("topics", "rename", "forest", "Wood"),
            ("topics", "undo"),
            ("prereqs", "add", "forest", "minimum-spanning-tree"),
            ("prereqs", "remove", "forest", "minimum-spanning-tree"),
        ):
            assert "mirror" in act(daemon, worked_url, worked_home, *command)
        ask(worked_url, PARK)
        assert set(act(daemon, worked_url, worked_home, "retry")) == {"mirror"}


def test_given_and_removed_files_are_taken_up_at_once(
    worked_url: str, worked_home: Path, tmp_path: Path
) -> None:
    make_quiet(worked_home, worked_url)
    given = tmp_path / "paths.md"
    given.write_text(PATHS, encoding="utf-8")
    with running(worked_home, "run") as daemon:
        daemon.until(lambda: "Idle:" in daemon.said, "idleness")
        assert "read" in act(daemon, worked_url, worked_home, "ingest", str(given), "--course", "graphs")
        assert "settle" in act(daemon, worked_url, worked_home, "retire", str(given))
        assert "settle" in act(daemon, worked_url, worked_home, "forget", "2-kruskal.md", "--yes")
        (worked_home / "inbox" / "graphs" / "lectures" / "1-trees.md").unlink()
        assert "settle" in act(daemon, worked_url, worked_home, "retire", "--course", "graphs", "--confirm")
