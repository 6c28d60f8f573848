"""When a run until idle ends, and with which code."""

from pathlib import Path

import psycopg

from gradient.store.jobs import LIVE_WORKER
from gradient.work.queue import TASK
from tests.daemon.lectures import TREES
from tests.daemon.runs import Running, answer, ask, make_home, put, run, running

SLOW = Path(__file__).with_name("slow.py")
DYING = Path(__file__).with_name("dying.py")


def scans(url: str) -> int:
    return int(ask(url, "SELECT count(*) FROM scans")[0])


def after_more_scans(url: str, daemon: Running) -> None:
    """Scans come every second, looks whether it is idle several times as often."""
    seen = scans(url)
    daemon.until(lambda: scans(url) >= seen + 3, "more scans")


def test_it_waits_for_a_file_that_settles(database_url: str, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", database_url, settle=2)
    put(home, "graphs/lectures/1-trees.md", TREES)
    run(home, "run", "--until-idle")
    assert [source["state"] for source in answer(home, "sources")] == ["read"]


def test_it_waits_for_a_retry_within_a_minute(database_url: str, little_home: Path) -> None:
    run(little_home, "run", "--until-idle", launcher=DYING, DIE_AT="parser 1")
    outcomes = ask(database_url, "SELECT outcome FROM outcome_log WHERE stage = 'read'")
    assert sorted(outcomes) == ["done", "done", "failed"]
    assert [source["state"] for source in answer(little_home, "sources")] == ["read", "read"]


def test_it_waits_for_no_retry_that_is_far(worked_url: str, worked_home: Path) -> None:
    ask(
        worked_url,
        "UPDATE outcomes SET outcome = 'failed', reason = 'no luck', at = now() - interval '1 hour',"
        " next_attempt_at = now() + interval '5 minutes'"
        " WHERE stage = 'mirror' AND kind = 'topic'",
    )
    run(worked_home, "run", "--until-idle")


def test_it_tries_again_what_is_due_within_a_minute_however_long_it_has_failed(
    worked_url: str, worked_home: Path
) -> None:
    ask(
        worked_url,
        "UPDATE outcomes SET outcome = 'failed', reason = 'no luck', at = now() - interval '1 hour',"
        " first_failed_at = now() - interval '1 hour', next_attempt_at = now() + interval '3 seconds'"
        " WHERE stage = 'mirror' AND kind = 'topic'",
    )
    run(worked_home, "run", "--until-idle")
    assert not ask(worked_url, "SELECT 1 FROM outcomes WHERE outcome = 'failed'")


def test_what_is_parked_or_asked_does_not_keep_it_up(worked_url: str, worked_home: Path) -> None:
    assert ask(worked_url, "SELECT 1 FROM review_items WHERE state = 'open'")
    ask(
        worked_url,
        "UPDATE outcomes SET outcome = 'parked', reason = 'no luck', at = now() - interval '1 hour'"
        " WHERE stage = 'mirror' AND kind = 'topic'",
    )
    run(worked_home, "run", "--until-idle")
    assert ask(worked_url, "SELECT 1 FROM outcomes WHERE outcome = 'parked'")


def test_it_ends_though_scans_come_faster_than_a_look_for_what_is_left(little_home: Path) -> None:
    with running(little_home, "run", "--until-idle", launcher=SLOW, SLOW="idleness") as daemon:
        assert daemon.process.wait(60) == 0


def test_it_waits_for_jobs_that_run_elsewhere(database_url: str, empty_home: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as alive:
        registered = alive.execute("SELECT worker_id FROM procrastinate_register_worker_v1()").fetchone()
        assert registered is not None
        alive.execute("SELECT pg_advisory_lock(%s, %s::integer)", [LIVE_WORKER, registered[0]])
        alive.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status, worker_id)"
            " VALUES ('work', %s, 'doing', %s)",
            [TASK, registered[0]],
        )
        with running(empty_home, "run", "--until-idle") as daemon:
            daemon.until(lambda: scans(database_url), "a scan")
            after_more_scans(database_url, daemon)
            alive.execute("DELETE FROM procrastinate_jobs")
            assert daemon.process.wait(60) == 0


def test_what_cannot_be_looked_into_ends_it_with_a_sentence(database_url: str, little_home: Path) -> None:
    (little_home / "inbox" / "graphs" / "link").symlink_to("longer than any name may be " * 10)
    ran = run(little_home, "run", "--until-idle", code=1)
    assert "graphs/link cannot be looked into" in ran.stderr
    assert [source["state"] for source in answer(little_home, "sources")] == ["read", "read"]


def test_a_run_that_was_stopped_before_it_was_idle_says_so(database_url: str, little_home: Path) -> None:
    with running(little_home, "run", "--until-idle", launcher=SLOW, SLOW="embed") as daemon:
        daemon.until(
            lambda: ask(database_url, "SELECT 1 FROM outcomes WHERE stage = 'extract'"), "extraction"
        )
        assert daemon.stop() == 1
        assert "Stopped before all was done" in daemon.said


def test_an_inbox_that_goes_meanwhile_is_said_and_waited_for(database_url: str, little_home: Path) -> None:
    read = "SELECT 1 FROM outcomes WHERE stage = 'read'"
    with running(little_home, "run") as daemon:
        daemon.until(lambda: len(ask(database_url, read)) == 2, "reading")
        (little_home / "inbox").rename(little_home / "elsewhere")
        daemon.until(lambda: "inbox does not exist" in daemon.said, "a word about the inbox")
        after_more_scans(database_url, daemon)
        assert daemon.said.count("inbox does not exist") == 1
        (little_home / "elsewhere").rename(little_home / "inbox")
        put(little_home, "graphs/lectures/3-more.md", TREES.replace("tree", "bush"))
        daemon.until(lambda: len(ask(database_url, read)) == 3, "reading")
    assert not ask(database_url, "SELECT 1 FROM sources WHERE retired_at IS NOT NULL")


def test_a_fault_of_the_program_ends_the_daemon_with_an_error(database_url: str, little_home: Path) -> None:
    ask(database_url, "ALTER TABLE scans RENAME COLUMN notice TO notes")
    ran = run(little_home, "run", code=70)
    assert "Something went wrong that should not" in ran.stderr


def test_a_fault_in_the_work_ends_the_daemon_with_an_error(database_url: str, little_home: Path) -> None:
    ask(database_url, "ALTER TABLE rounds ADD CHECK (false)")
    ran = run(little_home, "run", code=70)
    assert "Something went wrong that should not" in ran.stderr


def test_a_wrong_job_file_is_named(empty_home: Path) -> None:
    file = empty_home / ".gradient" / "jobs" / "page.toml"
    file.write_text('stage = "page"\nevery = "1m"\ntime_limt = "1m"\n', encoding="utf-8")
    ran = run(empty_home, "run", "--until-idle", code=2)
    assert str(file) in ran.stderr
    assert "time_limit" in ran.stderr
